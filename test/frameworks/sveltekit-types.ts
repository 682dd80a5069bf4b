// The types that SvelteKit generates in `./$types` for routes/accounts/[id]/+server.ts.
import type * as Kit from '@sveltejs/kit'
import type { Validated } from 'mongoose-guard'
import { guard } from 'mongoose-guard/web'
import { isExactly } from '../../type-tests/assert.ts'
import { Account, newAccount } from './recipes/accounts.ts'

type RouteParams = { id: string }
type RequestHandler = Kit.RequestHandler<RouteParams, '/accounts/[id]'>
type RequestEvent = Kit.RequestEvent<RouteParams, '/accounts/[id]'>
type NewAccount = Validated<typeof newAccount>

export const POST: RequestHandler = guard(newAccount, async (event) => {
  isExactly<NewAccount>()(event.validated)
  isExactly<string>()(event.params.id)
  isExactly<Kit.Cookies>()(event.cookies)
  return Response.json(await Account.create(event.validated))
})
export const PATCH = guard(Account, { allow: ['name'], partial: true }, ({ validated, locals, params }) => {
  isExactly<{ name?: string }>()(validated)
  isExactly<App.Locals>()(locals)
  return new Response(params.id)
}) satisfies RequestHandler
export const PUT = guard(newAccount, (event: RequestEvent & { validated: NewAccount }) => {
  isExactly<NewAccount>()(event.validated)
  return new Response(event.params.id)
}) satisfies RequestHandler

// @ts-expect-error: a request handler gives a Response
export const data: RequestHandler = guard(newAccount, ({ validated }) => validated)
// @ts-expect-error: a field that the guard does not let through
export const unseen: RequestHandler = guard(newAccount, ({ validated }) => new Response(validated.role))
// @ts-expect-error: a parameter that the route does not have
export const parameter: RequestHandler = guard(newAccount, ({ params }) => new Response(params.slug))
// @ts-expect-error: an event holds no validated without a guard
export const unguarded: RequestHandler = ({ validated }) => new Response(validated.name)
