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
// The parameters of the path, which Express does not read out of it there.
app.post(
  '/users/:id',
  createUser,
  asyncHandler((req: GuardedRequest<typeof createUser, { id: string }>) => {
    isExactly<string>()(req.params.id)
    isExactly<Picked>()(req.validated)
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

// One for `Request` forgets: `validated` is unknown there. A handler that says what it reads is taken where the wrapper
// takes a RequestHandler, and refused by one with Express's own `Request`.
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
app.post('/users', createUser, catching(annotated))
// @ts-expect-error: any request may come
app.post('/users', createUser, catchAsync(annotated))
app.post('/users', createUser, (req: Request, res: Response) => {
  isExactly<unknown>()(req.validated)
})

// Explicit parameters leave the body to Express: the handler says what it reads.
app.post<{ id: string }>('/users/:id', createUser, (req) => {
  isExactly<unknown>()(req.validated)
})
app.post<{ id: string }>('/users/:id', createUser, (req: GuardedRequest<typeof createUser, { id: string }>, res) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()(req.params.id)
})

// A guard and its handler in a list, whose elements Express types with any body.
const asynchronous = (req: GuardedRequest<typeof createUser>, res: Response) => Promise.resolve(res.json(req.validated))
const both = [createUser, asynchronous]
app
  .post('/users', both)
  .post('/users', express.json(), both)
  .post('/users', [createUser, asyncHandler(asynchronous)])
app.route('/users').post(both, [createUser, wrap(asynchronous)])
app.use(both)

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
