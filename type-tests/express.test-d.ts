import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type * as core from 'express-serve-static-core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Schema, model } from 'mongoose'
import { createGuard } from 'mongoose-guard'
import {
  guard,
  guardBy,
  type GuardErrorItem,
  type GuardMiddleware,
  type GuardedHandler,
  type GuardedRequest,
  type Validated,
} from 'mongoose-guard/express'
import { isExactly, type Equal, type Expect } from './assert.ts'

const User = model(
  'User',
  new Schema({ name: { type: String, required: true }, age: Number, address: { city: String, zip: String } }),
)
type Picked = { name: string; address?: { city?: string } }

const createUser = guard(User, { allow: ['name', 'address.city'] })
export type OfMiddleware = Expect<Equal<Validated<typeof createUser>, Picked>>
export type IsMiddleware = Expect<Equal<typeof createUser, GuardMiddleware<Picked>>>

// A ready guard of the core, in place of a model.
const newUser = createGuard(User, { allow: ['name', 'address.city'] })
const fromReady = guard(newUser)
export type OfReady = Expect<Equal<Validated<typeof fromReady>, Picked>>
const partialUser = guard(User, { allow: ['name'], partial: true })
export type OfPartial = Expect<Equal<Validated<typeof partialUser>, { name?: string }>>

// An answer of the application's own does not loosen the types.
const withAnswer = guard(User, {
  allow: ['name', 'address.city'],
  onReject: (errors, req, res) => {
    isExactly<GuardErrorItem[]>()(errors)
    res.status(422).json({ problems: errors, path: req.path })
  },
})
export type OfAnswering = Expect<Equal<Validated<typeof withAnswer>, Picked>>
// @ts-expect-error: a wrong entry beside the answer
guard(User, { allow: ['nme'], onReject: (errors, req, res) => res.sendStatus(400) })

const app = express()
app.use(express.json())

// In place: the handler needs no annotation, and `req.params` comes from the path.
app.post('/users/:id', guard(User, { allow: ['name', 'address.city'] }), (req, res) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()(req.params.id)
  res.json(req.validated)
})
app.post('/users/:id', guard(newUser), (req) => {
  isExactly<Picked>()(req.validated)
})

// Asynchronous handlers, several of them, and middlewares before and after.
app.patch(
  '/users/:id/posts/:post',
  express.json(),
  createUser,
  async (req, res, next) => {
    isExactly<Picked>()(req.validated)
    isExactly<string>()(req.params.post)
    next()
  },
  async (req) => {
    isExactly<Picked>()(req.validated)
    await User.create(req.validated)
  },
)
const requireAdmin: RequestHandler = (req, res, next) => next()
function log(req: Request, res: Response, next: NextFunction) {
  next()
}
app.post('/users', requireAdmin, log, createUser, log, (req) => {
  isExactly<Picked>()(req.validated)
})
declare const untyped: any
app.post('/users', untyped, createUser, (req) => {
  isExactly<Picked>()(req.validated)
})

// Routers, routes, `use`, and paths that are no string.
const router = express.Router()
router.post('/users/:id', createUser, (req) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()(req.params.id)
})
router
  .route('/users/:id')
  .post(createUser, async (req) => {
    isExactly<Picked>()(req.validated)
    isExactly<string>()(req.params.id)
  })
  .put(requireAdmin, createUser, (req) => {
    isExactly<Picked>()(req.validated)
  })
  // Express's first signature here has `any` for the body, and an untyped middleware fits no other of its own.
  .patch(untyped, createUser, log, async (req, res) => {
    isExactly<Picked>()(req.validated)
    isExactly<core.Response>()(res)
    isExactly<string>()(req.params.id)
  })
  .put(untyped, createUser, (req, res: Response<{ saved: true }>) => {
    isExactly<Picked>()(req.validated)
    // @ts-expect-error: the answer has another type
    res.json({ saved: false })
  })
  .delete(untyped, (req) => {
    isExactly<unknown>()(req.validated)
    isExactly<any>()(req.body)
    isExactly<string>()(req.params.id)
  })
app.use(untyped, createUser, (req) => {
  isExactly<Picked>()(req.validated)
})
app.use(createUser)
app.use('/users', createUser, (req) => {
  isExactly<Picked>()(req.validated)
})
app.post(/users/, createUser, (req) => {
  isExactly<Picked>()(req.validated)
})
app.post(['/users', '/people'], createUser, (req) => {
  isExactly<Picked>()(req.validated)
})
app.post('/users', [createUser, requireAdmin])
app.post('/users', [requireAdmin, createUser], createUser)

const onError: ErrorRequestHandler = (error, req, res, next) => {
  res.status(500).end()
}
app.use(onError)

// Wrappers that pass Express's parameters on.
declare function asyncHandler<P = core.ParamsDictionary, ResBody = any, ReqBody = any, Query = core.Query>(
  handler: (...parameters: Parameters<RequestHandler<P, ResBody, ReqBody, Query>>) => void | Promise<void>,
): RequestHandler<P, ResBody, ReqBody, Query>
app.post(
  '/users',
  createUser,
  asyncHandler(async (req) => {
    isExactly<Picked>()(req.validated)
  }),
)
declare function wrap<P, ResBody, ReqBody, Query, Locals extends Record<string, any>>(
  handler: RequestHandler<P, ResBody, ReqBody, Query, Locals>,
): RequestHandler<P, ResBody, ReqBody, Query, Locals>
app.post(
  '/users',
  createUser,
  wrap(async (req) => {
    isExactly<Picked>()(req.validated)
  }),
)

// Handlers in other files.
async function create(req: GuardedRequest<typeof createUser>, res: Response) {
  isExactly<Picked>()(req.validated)
  res.json(await User.create(req.validated))
}
const update: GuardedHandler<typeof createUser, { id: string }> = async (req, res, next) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()(req.params.id)
  next()
}
function withSession(req: GuardedRequest<typeof createUser, { id: string }, { user?: { id: string } }>, res: Response) {
  isExactly<Picked>()(req.validated)
  isExactly<string | undefined>()(req.user?.id)
}
const ofCore: GuardedHandler<typeof newUser> = (req) => {
  isExactly<Picked>()(req.validated)
}
app.post('/users', createUser, create)
app.post('/users', createUser, ofCore)
app.put('/users/:id', createUser, update)
app.put('/users/:id', createUser, withSession)
router.route('/users/:id').put(createUser, update).post(createUser, create)
app.post(
  '/users',
  createUser,
  asyncHandler(async (req: GuardedRequest<typeof createUser>) => {
    isExactly<Picked>()(req.validated)
  }),
)

// Without a guard `req.validated` is unusable, and `req.body` is Express's own.
app.post('/free', (req) => {
  isExactly<unknown>()(req.validated)
  isExactly<any>()(req.body)
})
app.post('/users', createUser, (req: Request) => {
  isExactly<unknown>()(req.validated)
})
// @ts-expect-error: no guard, so nothing is known
app.post('/free', (req) => req.validated.name)
// @ts-expect-error: nor can it be saved
app.post('/free', (req) => new User().set(req.validated))

// After a guard the body is opaque.
// @ts-expect-error: reads the body
app.post('/users', createUser, (req) => req.body.name)
// @ts-expect-error: takes the body apart
app.post('/users', createUser, (req) => { const { name } = req.body; return name }) // oxfmt-ignore
// @ts-expect-error: reads the body on a route()
router.route('/users').post(untyped, createUser, (req) => req.body.name)
// @ts-expect-error: reads the body of a handler in another file
const reads = (req: GuardedRequest<typeof createUser>) => req.body.name
// @ts-expect-error: saves the body
app.post('/users', createUser, (req) => new User().set(req.body.address))
// @ts-expect-error: reads what the route does not allow
app.post('/users', createUser, (req) => req.validated.age)

// Guards and handlers that do not belong together.
const setAge = guard(User, { allow: ['age'] })
// @ts-expect-error: the handler of another guard
app.post('/users', setAge, create)
// @ts-expect-error: two guards on one body
app.post('/users', createUser, setAge, (req) => {})

// A guard is a middleware like any other where one is stored.
export const stored: RequestHandler = createUser
export const list: RequestHandler[] = [requireAdmin, createUser]
export const routes: Record<string, RequestHandler> = { createUser }
// It asks for no more of a request and a response than it uses, as in frameworks that hand on Node's own.
type NodeHandler = (req: IncomingMessage & { body: any }, res: ServerResponse, next: (error?: Error) => void) => void
export const ofNode: NodeHandler = createUser

// @ts-expect-error: a wrong entry
guard(User, { allow: ['nme'] })
// @ts-expect-error: an option of nobody
guard(User, { allow: ['name'], strict: true })
// @ts-expect-error: no options
guard(User)
// @ts-expect-error: no model
guard({}, { allow: [] })
// A Schema may stand where a model stands.
const ofSchema = guard(new Schema({ name: String }), { allow: ['name'] })
isExactly<GuardMiddleware<{ name?: string }>>()(ofSchema)

// any, never, unknown
const anyGuard = guard({} as any, { allow: ['what.ever'] })
app.post('/any', anyGuard, (req) => {
  isExactly<{ [key: string]: unknown }>()(req.validated)
})
export type OfAnyHandler = Expect<Equal<GuardedRequest<GuardMiddleware<never>>['validated'], never>>
export type OfUnknownHandler = Expect<Equal<GuardedRequest<GuardMiddleware>['validated'], unknown>>
export type ErrorCodes = Expect<
  Equal<GuardErrorItem['code'], 'invalid_body' | 'forbidden_field' | 'invalid_type' | 'invalid_value'>
>

// What makes guards is no middleware, in any place of one.
// @ts-expect-error: the call is missing
app.post('/uncalled', guard)
// @ts-expect-error: and here
app.post('/uncalled', guard, (req: Request, res: Response) => res.json(req.body))
// @ts-expect-error: and here
app.post('/uncalled', [guard], () => undefined)
// @ts-expect-error: and here
app.use(guard)
// @ts-expect-error: and here
app.route('/uncalled').post(guard)
// @ts-expect-error: and here
app.post('/uncalled', guard.with({ maxErrors: 3 }))
// @ts-expect-error: and here
app.post('/uncalled', guardBy)
app.post('/any', guard({} as any), (req) => {
  isExactly<unknown>()(req.validated)
})

// Nor is a middleware made into one.
// @ts-expect-error: a middleware already
guard(createUser)
// @ts-expect-error: a middleware already, with options
guard(createUser, { allow: ['name'] })
// @ts-expect-error: a middleware already, of several guards
guard(guardBy(() => 'one', { one: createUser.guard }))
