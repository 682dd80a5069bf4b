// What `guard` for Express takes beside `allow`, and what its answers get.
import express, { type NextFunction, type Request, type Response } from 'express'
import type * as core from 'express-serve-static-core'
import { Schema, model } from 'mongoose'
import { createGuard, type Guard, problemDetails } from 'mongoose-guard'
import {
  guard,
  guardBy,
  type ExpressGuard,
  type ExpressGuardOptions,
  type GuardErrorItem,
  type GuardMiddleware,
} from 'mongoose-guard/express'
import { isExactly, type Equal, type Expect } from './assert.ts'

const User = model('User', new Schema({ name: { type: String, required: true }, age: Number }))
const ready = createGuard(User, { allow: ['name'] })
const app = express()

// One of several guards, by who asks: what comes in is the union.
const other = createGuard(User, { allow: ['age'], partial: true })
const byRole = guardBy((req) => req.get('x-role'), { admin: ready, user: other })
isExactly<typeof ready>()(byRole.guards.admin)
app.post('/by/:id', byRole, (req) => {
  isExactly<{ id: string }>()(req.params)
  if ('name' in req.validated) isExactly<string>()(req.validated.name)
})
guardBy(async (req: Request & { user: { role: string } }) => Promise.resolve(req.user.role), { admin: ready })
// @ts-expect-error: a key is a text
guardBy(() => 5, { admin: ready })
// @ts-expect-error: a model is no guard
guardBy(() => 'admin', { admin: User })

// A middleware has its guard, for tools, and problem details are an answer.
isExactly<Guard<{ name: string }>>()(guard(User, { allow: ['name'] }).guard)
app.post('/problems', guard.with({ onReject: problemDetails, details: true })(ready), (req) => void req.validated.name)

// The answer gets Express's own arguments, and may give anything back, now or later.
const answering = guard(User, {
  allow: ['name'],
  onReject(errors, req, res, next) {
    isExactly<GuardErrorItem[]>()(errors)
    isExactly<core.Request>()(req)
    isExactly<core.Response>()(res)
    isExactly<core.NextFunction>()(next)
    isExactly<any>()(req.body)
    isExactly<unknown>()(req.validated)
    res.status(422).json({ problems: errors.map(({ message }) => message) })
  },
})
isExactly<GuardMiddleware<{ name: string }>>()(answering)
app.post('/users', answering, (req) => {
  isExactly<{ name: string }>()(req.validated)
})
guard(User, { allow: ['name'], onReject: async (errors, req, res) => void res.status(400).json(errors) })
guard(User, { allow: ['name'], onReject: (errors, req, res) => res.status(400).json(errors) })
guard(User, { allow: ['name'], onReject: (errors, req, res, next) => next(new Error(errors[0]?.message)) })
guard(User, { allow: ['name'], onReject: () => {} })
function answer(errors: GuardErrorItem[], req: Request, res: Response, next: NextFunction): void {
  res.status(400).json({ errors, path: req.path })
}
guard(User, { allow: ['name'], partial: true, maxErrors: 5, onReject: answer })
guard(User, { allow: ['name'], onReject: (errors: readonly GuardErrorItem[]) => errors.length })

// @ts-expect-error: the errors are items, not texts
guard(User, { allow: ['name'], onReject: (errors: string[]) => errors })
// @ts-expect-error: the request comes second
guard(User, { allow: ['name'], onReject: (errors: GuardErrorItem[], res: Response) => res })
// @ts-expect-error: no more than four arguments
guard(User, { allow: ['name'], onReject: (errors, req, res, next, status) => status })
// @ts-expect-error: a function is wanted
guard(User, { allow: ['name'], onReject: { errors: [] } })
// @ts-expect-error: nothing but a response answers
guard(User, { allow: ['name'], onReject: (errors, req, res) => res.sendJson(errors) })
// @ts-expect-error: a number is wanted
guard(User, { allow: ['name'], maxErrors: '5' })
// @ts-expect-error: Express's parser has the limit of the size
guard(User, { allow: ['name'], maxBytes: 1000 })
// @ts-expect-error: a boolean is wanted
guard(User, { allow: ['name'], partial: 1 })
// @ts-expect-error: a ready guard has its allow list
guard(ready, { allow: ['age'] })

// Options that stand apart.
const options = {
  allow: ['name', 'age'],
  partial: true,
  onReject: (errors, _req, res) => res.status(422).json(errors),
} as const satisfies ExpressGuardOptions
const ofOptions = guard(User, options)
isExactly<GuardMiddleware<{ name?: string; age?: number }>>()(ofOptions)
// @ts-expect-error: a misspelt option
export const misspelt = { allow: ['name'], onRejct: answer } satisfies ExpressGuardOptions
export const readonlyOptions: Readonly<ExpressGuardOptions<readonly ['name'], false>> = { allow: ['name'] }
const ofReadonly = guard(User, readonlyOptions)
isExactly<GuardMiddleware<{ name: string }>>()(ofReadonly)
interface OwnOptions extends ExpressGuardOptions<readonly ['name']> {
  label?: string
}
declare const ownOptions: OwnOptions
const ofOwn = guard(User, ownOptions)
isExactly<GuardMiddleware<{ name: string } | { name?: string }>>()(ofOwn)

// `guard` handed on keeps its types.
declare function routesWith(make: ExpressGuard): void
routesWith(guard)
const sameGuard: ExpressGuard = guard
const ofSame = sameGuard(User, { allow: ['name'] })
isExactly<GuardMiddleware<{ name: string }>>()(ofSame)
export type OfOptions = Expect<
  Equal<ExpressGuardOptions['onReject'], ((errors: GuardErrorItem[], req: core.Request, res: core.Response, next: core.NextFunction) => unknown) | undefined>
> // oxfmt-ignore

// Defaults leave the types of guards as they are, and their order counts.
const answeringGuard: ExpressGuard = guard.with({ onReject: answer }).with({ maxErrors: 5 })
const answeringAll = [
  answeringGuard(User, { allow: ['name'] }),
  answeringGuard(ready),
  guard.with({ onReject: answer })(ready),
]
isExactly<GuardMiddleware<{ name: string }>[]>()(answeringAll)
guard.with({ onReject: (errors, req, res) => res.status(422).json(errors.map(({ message }) => message)) })
// @ts-expect-error: an allow list is for one model
guard.with({ allow: ['name'] })
// @ts-expect-error: a ready guard has its own
guard(ready, { maxErrors: 5 })
// @ts-expect-error: no such field
answeringGuard(User, { allow: ['nmae'] })
