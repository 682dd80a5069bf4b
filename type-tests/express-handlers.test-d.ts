// A guard and the handlers behind it: which belong together, and which do not.
import express, { type RequestHandler, type Response } from 'express'
import { Schema, model } from 'mongoose'
import { guard, type GuardMiddleware, type GuardedHandler, type GuardedRequest } from 'mongoose-guard/express'
import { isExactly } from './assert.ts'

const User = model(
  'User',
  new Schema({ name: { type: String, required: true }, email: { type: String, required: true }, role: String }),
)
const app = express()
const createUser = guard(User, { allow: ['name', 'email'] })
const nameOnly = guard(User, { allow: ['name'] })
const updateUser = guard(User, { allow: ['name', 'email'], partial: true })
const signUp = guard(User, { allow: ['name'], extra: { captcha: { type: String, required: true } } })

const readsBoth: GuardedHandler<typeof createUser> = (req, res) => {
  isExactly<{ name: string; email: string }>()(req.validated)
  res.json(req.validated.email.length)
}
const readsName: GuardedHandler<typeof nameOnly> = (req, res) => {
  isExactly<{ name: string }>()(req.validated)
  res.json(req.validated.name.length)
}
const readsCaptcha: GuardedHandler<typeof signUp> = (req, res) => {
  isExactly<{ captcha: string }>()(req.extra)
  res.json(req.validated.name.length)
}
function annotated(req: GuardedRequest<typeof createUser>, res: Response) {
  res.json(req.validated.email.length)
}
declare const untyped: any
declare function wrap<P, ResBody, ReqBody, Query, Locals extends Record<string, any>>(
  handler: RequestHandler<P, ResBody, ReqBody, Query, Locals>,
): RequestHandler<P, ResBody, ReqBody, Query, Locals>

// A handler fits its own guard, and one that gives more. The type of the body stays the guard's.
app.post('/1', createUser, readsBoth)
app.post('/2', createUser, readsName)
app.post('/3', createUser, readsName, readsBoth, (req) => {
  isExactly<{ name: string; email: string }>()(req.validated)
})
app.post('/4', createUser, annotated).post('/4', createUser, wrap(readsName), wrap(readsBoth))
app.route('/5').post(createUser, readsName).patch(untyped, createUser, readsBoth, wrap(readsBoth))
app.use('/6', createUser, readsName)
app.post('/7', signUp, readsCaptcha, readsName)

// Not one that gives less.
// @ts-expect-error: the guard is partial
app.post('/8', updateUser, readsBoth)
// @ts-expect-error: the guard gives no email
app.post('/8', nameOnly, readsBoth)
// @ts-expect-error: on a route() too
app.route('/9').patch(updateUser, readsBoth)
// @ts-expect-error: on a route() too
app.route('/9').post(nameOnly, readsBoth)
// @ts-expect-error: behind a middleware of any type too
app.route('/9').post(untyped, nameOnly, readsBoth)
// @ts-expect-error: in use() too
app.use('/10', nameOnly, readsBoth)
// @ts-expect-error: in a wrapper too
app.post('/11', nameOnly, wrap(readsBoth))
// @ts-expect-error: before its guard too
app.post('/11', wrap(readsBoth), nameOnly)
// @ts-expect-error: by its request too
app.post('/12', updateUser, annotated)
// @ts-expect-error: the guard gives no extra
app.post('/13', nameOnly, readsCaptcha)

// A guard that gives less is no guard that gives more, whoever chooses it.
// @ts-expect-error: it gives no role
export const wrong: GuardMiddleware<{ name: string; role: string }> = guard(User, { allow: ['name'] })
// @ts-expect-error: it is partial
export const sure: GuardMiddleware<{ name: string; email: string }> = updateUser
declare const isAdmin: boolean
// @ts-expect-error: one of them gives no email
app.post('/14', isAdmin ? createUser : nameOnly, (req) => req.validated.email)
const table = { create: createUser, rename: nameOnly }
declare const key: keyof typeof table
// @ts-expect-error: one of them gives no email
app.post('/15', table[key], (req) => req.validated.email)
// @ts-expect-error: two guards on one body, though one gives what the other does
app.post('/16', createUser, nameOnly, (req) => req.validated)

// `any` fits everything, as it does everywhere.
declare const anyGuard: GuardMiddleware<any>
app.post('/17', anyGuard, readsBoth)
export const fromAny: GuardMiddleware<{ name: string }> = anyGuard
export const toAny: GuardMiddleware<any> = createUser
// @ts-expect-error: what gives something of its own is none that gives `unknown`
export const toUnknown: Record<string, GuardMiddleware> = { create: createUser }
const checked = { create: createUser } satisfies Record<string, RequestHandler>
app.post('/18', checked.create, (req) => req.validated.email)
