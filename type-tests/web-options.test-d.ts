// What `guard` for web handlers takes beside `allow`, and what its answers get.
import { Schema, model } from 'mongoose'
import { createGuard, type Guard, problemDetails } from 'mongoose-guard'
import {
  guard,
  guardBy,
  type GuardErrorItem,
  type RequestLike,
  type WebGuard,
  type WebGuardOptions,
  type WebHandler,
} from 'mongoose-guard/web'
import { isExactly, type Equal, type Expect } from './assert.ts'

const User = model('User', new Schema({ name: { type: String, required: true }, age: Number }))
const ready = createGuard(User, { allow: ['name'] })
const handler = async () => Response.json({})

// The answer gets the request itself and the status that the default would have, and gives a Response, now or later.
const answering = guard(
  User,
  {
    allow: ['name'],
    onReject(errors, request, status) {
      isExactly<GuardErrorItem[]>()(errors)
      isExactly<Request>()(request)
      isExactly<400 | 413>()(status)
      // @ts-expect-error: there is no third status
      if (status === 422) return new Response()
      return Response.json({ problems: errors, path: new URL(request.url).pathname }, { status })
    },
  },
  (request) => new Response(request.validated.name),
)
interface OfNames {
  readonly guard: Guard<{ name: string }>
}
export type OfAnswering = Expect<Equal<typeof answering, ((request: Request) => Promise<Response>) & OfNames>>
isExactly<Guard<{ name: string }>>()(answering.guard)
guard.with({ onReject: problemDetails, details: true })(ready, handler)
const byRole = guardBy(
  (request: Request) => request.headers.get('x-role'),
  { admin: ready },
  { maxBytes: 500, onReject: problemDetails },
  (request, context: { params: string }) => new Response(request.validated.name + context.params),
)
isExactly<typeof ready>()(byRole.guards.admin)
export const answered: Promise<Response> = byRole(new Request('http://localhost'), { params: '' })
guard(User, { allow: ['name'], onReject: async (errors) => Response.json(errors) }, handler)
guard(User, { allow: ['name'], onReject: () => Response.error() }, handler)
guard(User, { allow: ['name'], maxBytes: 1_000_000, maxErrors: 5, partial: true }, handler)
function answer(errors: readonly GuardErrorItem[], request: Request, status: number): Response {
  return Response.json({ errors, url: request.url }, { status })
}
guard(User, { allow: ['name'], onReject: answer }, handler)

// @ts-expect-error: nothing is given back
guard(User, { allow: ['name'], onReject: () => {} }, handler)
// @ts-expect-error: data is no Response
guard(User, { allow: ['name'], onReject: async (errors) => ({ errors }) }, handler)
// @ts-expect-error: the status may be 413, too
guard(User, { allow: ['name'], onReject: (_errors, _request, status: 400) => new Response(null, { status }) }, handler)
// @ts-expect-error: no more than three arguments
guard(User, { allow: ['name'], onReject: (errors, request, status, next) => next() }, handler)
// @ts-expect-error: a number is wanted
guard(User, { allow: ['name'], maxBytes: '1mb' }, handler)
// @ts-expect-error: a number is wanted
guard(User, { allow: ['name'], maxErrors: true }, handler)
// @ts-expect-error: a misspelt option
guard(User, { allow: ['name'], maxByte: 1000 }, handler)
// @ts-expect-error: a ready guard has its options
guard(ready, { maxBytes: 1000 }, handler)
// @ts-expect-error: the core reads no bytes
createGuard(User, { allow: ['name'], maxBytes: 1000 })
// @ts-expect-error: the core answers nobody
createGuard(User, { allow: ['name'], onReject: answer })

// Options that stand apart.
const options = {
  allow: ['name', 'age'],
  partial: true,
  maxBytes: 500,
  onReject: (errors, _request, status) => Response.json(errors, { status }),
} as const satisfies WebGuardOptions
guard(User, options, (request) => {
  isExactly<{ name?: string; age?: number }>()(request.validated)
  return new Response()
})
export type OfStatus = Expect<Equal<Parameters<NonNullable<WebGuardOptions['onReject']>>[2], 400 | 413>>

// `guard` handed on keeps its types.
const sameGuard: WebGuard = guard
export const ofSame = sameGuard(User, { allow: ['name'] }, (request) => new Response(request.validated.name))

// The handler that comes out: any, never, unknown, unions.
export type Carriers = Expect<Equal<RequestLike, Request | { request: Request }>>
export type OfData = Expect<
  Equal<WebHandler<Request, { name: string }, [], { saved: true }>, ((request: Request) => Promise<{ saved: true } | Response>) & OfNames>
> // oxfmt-ignore
export type OfPromise = Expect<
  Equal<ReturnType<WebHandler<Request, { name: string }, [], Promise<string>>>, Promise<string | Response>>
>
export type OfWidened = Expect<
  Equal<Parameters<WebHandler<Request & { validated: { name: string } }, { name: string }, [id: string], Response>>, [request: Request, id: string]>
> // oxfmt-ignore
export type OfAnyRequest = Expect<Equal<Parameters<WebHandler<any, { name: string }, [], Response>>[0], any>>
export type OfAnyResult = Expect<Equal<ReturnType<WebHandler<Request, { name: string }, [], any>>, Promise<any>>>
export type OfNeverResult = Expect<
  Equal<ReturnType<WebHandler<Request, { name: string }, [], never>>, Promise<Response>>
>
export type OfUnknownResult = Expect<
  Equal<ReturnType<WebHandler<Request, { name: string }, [], unknown>>, Promise<unknown>>
>

// Defaults leave the types of handlers as they are.
const sharedGuard: WebGuard = guard.with({ maxBytes: 10_000 }).with({
  maxErrors: 5,
  onReject: (errors, _request, status) => Response.json(errors.length, { status }),
})
const shared = sharedGuard(User, { allow: ['name'] }, async (request) => {
  isExactly<{ name: string }>()(request.validated)
  return Response.json(request.validated)
})
export const exported: (request: Request) => Promise<Response> = shared
guard.with({ maxBytes: 1000 })(ready, (request) => Response.json(request.validated.name.length))
// @ts-expect-error: an allow list is for one model
guard.with({ allow: ['name'] })
// @ts-expect-error: no such field
sharedGuard(User, { allow: ['nmae'] }, handler)
