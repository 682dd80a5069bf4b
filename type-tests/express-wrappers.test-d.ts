// Ways to write a handler: wrapped, annotated, in a class, behind generic middlewares. What the compiler cannot type is
// `unknown`, so that nothing unchecked compiles.
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { Schema, model } from 'mongoose'
import { guard, type AsyncHandler, type GuardedHandler, type GuardedRequest } from 'mongoose-guard/express'
import { isExactly } from './assert.ts'

const User = model('User', new Schema({ name: { type: String, required: true }, age: Number }))
const app = express()
const createUser = guard(User, { allow: ['name'] })
const setAge = guard(User, { allow: ['age'] })
type Picked = { name: string }

// The wrapper that passes the types on.
const asyncHandler: AsyncHandler = (handler) => (req, res, next) => {
  Promise.resolve(handler(req, res, next)).catch(next)
}
export const chained: AsyncHandler = (handler) => (req, res, next) => handler(req, res, next).catch(next)
const handler: GuardedHandler<typeof createUser> = async (req, res) => {
  res.json(await User.create(req.validated))
}
async function annotated(req: GuardedRequest<typeof createUser>, res: Response) {
  res.json(await User.create(req.validated))
}
app.post(
  '/users/:id',
  createUser,
  asyncHandler(async (req, res) => {
    isExactly<Picked>()(req.validated)
    res.json(await User.create(req.validated))
  }),
)
app.post('/users', createUser, asyncHandler(handler)).post('/users', createUser, asyncHandler(annotated))
app.route('/users').post(createUser, asyncHandler(handler))
app.get(
  '/free',
  asyncHandler((req) => {
    isExactly<unknown>()(req.validated)
    isExactly<any>()(req.body)
  }),
)
// @ts-expect-error: the handler of another guard
app.post('/users', setAge, asyncHandler(handler))
// @ts-expect-error: the handler of another guard
app.post('/users', setAge, asyncHandler(annotated))
// @ts-expect-error: reads the body
app.post('/users', createUser, asyncHandler(async (req) => req.body.name)) // oxfmt-ignore

// One with the parameters of a request, in whatever form.
declare function wrap<P, R, B, Q>(
  handler: (req: Request<P, R, B, Q>, res: Response<R>, next: NextFunction) => Promise<unknown>,
): RequestHandler<P, R, B, Q>
app.post(
  '/users',
  createUser,
  wrap(async (req) => {
    isExactly<Picked>()(req.validated)
  }),
)
app.post('/users', createUser, wrap(annotated))
// @ts-expect-error: the handler of another guard
app.post('/users', setAge, wrap(annotated))

// One for `Request` forgets: `validated` is unknown there, and a handler that says what it reads is refused, whose result
// would stand behind any guard.
declare function catchAsync(
  handler: (req: Request, res: Response, next: NextFunction) => Promise<unknown>,
): (req: Request, res: Response, next: NextFunction) => void
declare function catching(handler: RequestHandler): RequestHandler
app.post(
  '/users',
  createUser,
  catchAsync(async (req) => {
    isExactly<unknown>()(req.validated)
  }),
)
// @ts-expect-error: any request may come
app.post('/users', createUser, catching(annotated))
// @ts-expect-error: any request may come
app.post('/users', createUser, catchAsync(annotated))
app.post('/users', createUser, (req: Request, res: Response) => {
  isExactly<unknown>()(req.validated)
})

// Explicit parameters leave the body to Express, so that nobody knows what the guard gives. Without them, Express infers the
// parameters of the route from the path or the handler; and with the body of the guard, the compiler has it again.
app.post<{ id: string }>('/users/:id', createUser, (req) => {
  isExactly<unknown>()(req.validated)
})
const changeOf = (req: GuardedRequest<typeof createUser, { id: string }>, res: Response) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()(req.params.id)
}
declare const path: string
app.post('/users/:id', createUser, changeOf).post(path, createUser, changeOf)
app.post<{ id: string }, any, Parameters<typeof createUser>[0]['body']>(path, createUser, changeOf, (req) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()(req.params.id)
})
// @ts-expect-error: with Express's own body, no handler can be told from that of another guard
app.post<{ id: string }>('/users/:id', createUser, changeOf)
// @ts-expect-error: the handler of another guard
app.post<{ id: string }>('/users/:id', setAge, changeOf)
// @ts-expect-error: the handler of another guard
app.post<{ id: string }>('/users/:id', setAge, asyncHandler(handler))
// @ts-expect-error: the handler of another guard
app.post<{ id: string }, any, Parameters<typeof setAge>[0]['body']>('/users/:id', setAge, changeOf)

// Where Express's first signature has any body: a handler that is annotated or wrapped.
app.route('/users').post(createUser, annotated, asyncHandler(annotated))
app.use(createUser, annotated, asyncHandler(handler))
// @ts-expect-error: the handler of another guard
app.route('/users').post(setAge, asyncHandler(handler))
// @ts-expect-error: the handler of another guard
app.route('/users').post(setAge, annotated)
// @ts-expect-error: the handler of another guard
app.use(setAge, asyncHandler(annotated))
// @ts-expect-error: the handler of another guard
app.use(setAge, annotated)
const perhapsName = guard(User, { allow: ['name'], partial: true })
// @ts-expect-error: the guard is partial
app.use(perhapsName, annotated)
// @ts-expect-error: the guard is partial
app.use(perhapsName, asyncHandler(handler))
// A wrapper of one's own says no more than Express's type of a handler does.
app.route('/users').post(setAge, wrap(annotated))

// With `extra`.
const signUp = guard(User, { allow: ['name'], extra: { captcha: { type: String, required: true } } })
async function withCaptcha(req: GuardedRequest<typeof signUp>, res: Response) {
  isExactly<Picked>()(req.validated)
  isExactly<{ captcha: string }>()(req.extra)
}
app.use(signUp, withCaptcha, asyncHandler(withCaptcha), annotated)
app.use(
  signUp,
  asyncHandler((req) => {
    isExactly<{ captcha: string }>()(req.extra)
  }),
)
// @ts-expect-error: the guard gives no `extra`
app.use(createUser, withCaptcha)
// @ts-expect-error: the guard gives no `extra`
app.use(createUser, asyncHandler(withCaptcha))

// Generic middlewares, before the guard and after it.
function withQuery<Query>(query: Query) {
  return <P, R, B>(req: Request<P, R, B, Query>, res: Response<R>, next: NextFunction) => next(query && undefined)
}
function generic<P, R, B, Q>(req: Request<P, R, B, Q>, res: Response<R>, next: NextFunction) {
  next()
}
app.post('/users', withQuery({ page: '1' }), generic, createUser, generic, (req) => {
  isExactly<Picked>()(req.validated)
})

// Classes.
class Controller {
  async create(req: GuardedRequest<typeof createUser>, res: Response) {
    isExactly<Picked>()(req.validated)
  }
  update: GuardedHandler<typeof createUser> = (req) => {
    isExactly<Picked>()(req.validated)
  }
  static make(req: GuardedRequest<typeof createUser>, res: Response) {
    isExactly<Picked>()(req.validated)
  }
}
const controller = new Controller()
app
  .post('/users', createUser, controller.create.bind(controller))
  .post('/users', createUser, (req, res) => controller.create(req, res))
  .post('/users', createUser, controller.update)
  .post('/users', createUser, Controller.make)
  .post('/users', createUser, asyncHandler(controller.create))
// @ts-expect-error: the handler of another guard
app.post('/users', setAge, controller.create)
// @ts-expect-error: called with the request of another guard
app.post('/users', setAge, (req, res) => controller.create(req, res))
