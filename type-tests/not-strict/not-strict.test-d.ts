// A project with `strict: false`: null and undefined are in every type there, and parameters are bivariant.
import express, { type Request, type Response } from 'express'
import { Schema, model } from 'mongoose'
import { createGuard, type AllowPath, type ExtraGuard, type Guard, type Validated } from 'mongoose-guard'
import {
  guard,
  type Extra,
  type ExtraGuardMiddleware,
  type GuardMiddleware,
  type GuardedHandler,
  type GuardedRequest,
} from 'mongoose-guard/express'
import { guard as guardRoute } from 'mongoose-guard/web'
import { isExactly, type Equal, type Expect } from '../assert.ts'

const User = model(
  'User',
  new Schema({
    name: { type: String, required: true },
    age: Number,
    home: { geo: { lat: Number, lon: Number }, city: String },
    tags: [String],
    posts: [{ title: String }],
    scores: { type: Map, of: Number },
  }),
)
type Picked = { name: string; home?: { geo?: { lat?: number } } }

export type Paths = Expect<
  Equal<
    AllowPath<typeof User>,
    | '_id'
    | '__v'
    | 'name'
    | 'age'
    | 'home'
    | 'home.geo'
    | 'home.geo.lat'
    | 'home.geo.lon'
    | 'home.city'
    | 'tags'
    | 'posts'
    | 'posts._id'
    | 'posts.title'
    | 'scores'
  >
>
const newUser = createGuard(User, { allow: ['name', 'home.geo.lat'] })
export type OfGuard = Expect<Equal<Validated<typeof newUser>, Picked>>
export type Made = Expect<Equal<typeof newUser, Guard<Picked>>>
const outcome = await newUser.validate({})
if (outcome.ok) isExactly<Picked>()(outcome.validated)
// Without `strictNullChecks`, `true` may be undefined, and so the compiler leaves the other outcome in here.
else for (const { message } of outcome.errors) isExactly<string>()(message)

// @ts-expect-error: no path
createGuard(User, { allow: ['nme'] })
// @ts-expect-error: no path of a nested object
createGuard(User, { allow: ['home.geo.alt'] })
// @ts-expect-error: an array of primitives has no named fields
createGuard(User, { allow: ['tags.0'] })
// @ts-expect-error: a Map has no named fields
createGuard(User, { allow: ['scores.math'] })

const createUser = guard(User, { allow: ['name', 'home.geo.lat'] })
const app = express()
app.post('/users/:id', express.json(), createUser, async (req, res) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()(req.params.id)
  res.json(await User.create(req.validated))
})
app.post('/users', createUser, (req: GuardedRequest<typeof createUser>, res: Response) => {
  isExactly<Picked>()(req.validated)
})
app.post('/users', createUser, (req: Request) => {
  isExactly<unknown>()(req.validated)
})
// @ts-expect-error: the body is opaque
app.post('/users', createUser, (req) => req.body.name)
// @ts-expect-error: no guard
app.post('/free', (req) => req.validated.name)

export const POST = guardRoute(User, { allow: ['name'] }, async (req) => {
  isExactly<{ name: string }>()(req.validated)
  return Response.json({})
})

// What stands beside the document is told from what is in every type there.
const extra = { captcha: { type: String, required: true } } as const
const withCaptcha = guard(User, { allow: ['name'], extra })
export type Beside = Expect<Equal<Extra<typeof withCaptcha>, { captcha: string }>>
export type NothingBeside = Expect<Equal<Extra<typeof createUser>, undefined>>
export type WithoutExtra = Expect<Equal<typeof createUser, GuardMiddleware<Picked>>>
const hinted = createGuard(User, { allow: ['name'], extra: { hint: String } })
export type WithOptional = Expect<Equal<typeof hinted, ExtraGuard<{ name: string }, { hint?: string }>>>
const hintedUser = guard(hinted)
export type MiddlewareWithOptional = Expect<
  Equal<typeof hintedUser, ExtraGuardMiddleware<{ name: string }, { hint?: string }>>
>
app.post('/hinted', hintedUser, (req, res) => {
  isExactly<{ hint?: string }>()(req.extra)
  res.end()
})
app.post('/captcha', withCaptcha, (req, res) => {
  isExactly<{ captcha: string }>()(req.extra)
  isExactly<{ name: string }>()(req.validated)
  res.end()
})
const handleCaptcha: GuardedHandler<typeof withCaptcha> = (req, res) => {
  res.json([req.extra.captcha, req.validated.name])
}
app.post('/captcha', withCaptcha, handleCaptcha)
createGuard(User, {
  allow: ['name'],
  extra,
  check: (_user, { extra: beside }) => beside.captcha === '' || { path: 'captcha', message: 'wrong' },
})
guardRoute(User, { allow: ['name'], extra }, (request) =>
  Response.json([request.extra.captcha, request.validated.name]),
)

// Without `strictFunctionTypes`, a middleware with the type of any body takes the place of the guard's.
const authenticate = (_req: Request, _res: Response, next: () => void) => {
  next()
}
app.post('/users', authenticate, createUser, (req) => {
  isExactly<unknown>()(req.validated)
})
app.post('/users', authenticate, createUser, (req: GuardedRequest<typeof createUser>) => {
  isExactly<Picked>()(req.validated)
})
