// A route module of React Router's framework mode, with the types that it generates for one.
import type { Validated } from 'mongoose-guard'
import { guard } from 'mongoose-guard/web'
import { isExactly } from '../../../../type-tests/assert.ts'
import { newAccount } from '../../recipes/accounts.ts'
import type { Route } from './+types/account.ts'

type NewAccount = Validated<typeof newAccount>

export const action = guard(newAccount, ({ validated, params }: Route.ActionArgs & { validated: NewAccount }) => {
  isExactly<string>()(params.id)
  isExactly<string>()(validated.name)
  return { id: params.id, saved: validated }
})

// What the action returns is what the component gets, and what a Response of the guard carries is not.
export default function Account({ actionData }: Route.ComponentProps) {
  isExactly<{ id: string; saved: NewAccount } | undefined>()(actionData)
  return null
}

export const inferred: (args: Route.ActionArgs) => Promise<{ name: string } | Response> = guard(
  newAccount,
  ({ validated, params }) => {
    isExactly<string>()(params.id)
    isExactly<NewAccount>()(validated)
    return { name: validated.name }
  },
)

export const wrong = guard(newAccount, ({ validated, params }: Route.ActionArgs & { validated: NewAccount }) => {
  // @ts-expect-error: a field that the guard does not let through
  validated.role
  // @ts-expect-error: a parameter that the route does not have
  params.slug
})
// @ts-expect-error: the arguments of a loader or action hold no validated without a guard
export const unguarded = ({ validated }: Route.ActionArgs) => validated
// @ts-expect-error: validated of another guard
export const other = guard(newAccount, ({ validated }: Route.ActionArgs & { validated: { age: number } }) => validated)
