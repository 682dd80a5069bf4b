// Ordinary typed Express code that knows nothing of guards. It must compile as it does without the augmentation of
// `Request`.
import express, {
  Router,
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type * as core from 'express-serve-static-core'
import 'mongoose-guard/express'
import { isExactly } from './assert.ts'

interface Named {
  name: string
}
interface Aged {
  name: string
  age: number
}
const app = express()

// Bodies of unlike types in one chain, and contravariance.
const needsName: RequestHandler<{}, any, Named> = (req, res, next) => {
  isExactly<string>()(req.body.name)
  next()
}
const needsAge: RequestHandler<{}, any, Aged> = (req, res, next) => {
  isExactly<number>()(req.body.age)
  next()
}
app.post('/1', needsName, needsAge)
app.post('/1', needsAge, needsName)
export const contravariant: RequestHandler<{}, any, Aged> = needsName
export const wide: RequestHandler = needsName
export const narrow: RequestHandler<{}, any, Named> = wide

// Factories of middlewares.
function validate<Body>(schema: { parse(value: unknown): Body }): RequestHandler<core.ParamsDictionary, any, Body> {
  return (req, res, next) => {
    req.body = schema.parse(req.body)
    next()
  }
}
app.post('/3', validate<Named>({ parse: (value) => value as Named }), (req) => {
  isExactly<string>()(req.body.name)
})
function typed<P, ResBody, Body>(
  handler: (req: Request<P, ResBody, Body>, res: Response<ResBody>) => Promise<void>,
): RequestHandler<P, ResBody, Body> {
  return (req, res, next) => {
    handler(req, res).catch(next)
  }
}
app.post(
  '/3/:id',
  typed(async (req: Request<{ id: string }, any, Named>) => {
    isExactly<string>()(req.body.name)
  }),
)

// Requests handed on.
function takesRequest(req: Request) {}
function takesCore(req: core.Request) {}
function takesNamed(req: Request<any, any, Named>) {}
app.post('/4', (req: Request<{}, {}, Aged>) => {
  takesRequest(req)
  takesCore(req)
  takesNamed(req)
})
export function generic<Body extends Named>(req: Request<{}, {}, Body>): string {
  takesRequest(req)
  takesNamed(req)
  return req.body.name
}
export function allGeneric<P, ResBody, Body, Query, Locals extends Record<string, any>>(
  req: core.Request<P, ResBody, Body, Query, Locals>,
) {
  const same: core.Request<P, ResBody, Body, Query, Locals> = req
  return same
}
export function handed<Body>(handler: RequestHandler<{}, any, Body>) {
  const same: core.RequestHandler<{}, any, Body> = handler
  app.post('/', handler as RequestHandler)
  return same
}

// Requests extended.
interface SessionRequest extends Request {
  user?: { id: string }
}
interface TenantRequest<Tenant> extends Request<{}, any, Tenant> {
  tenant: Tenant
}
export const withTenant = (req: TenantRequest<Named>) => req.tenant.name
const withSession = (req: SessionRequest, res: Response) => {}
app.get('/5', withSession)
class Controller {
  static create = async (req: Request<{}, {}, Named>, res: Response) => {}
  list(req: Request, res: Response) {}
}
app.post('/5', Controller.create).get('/5', new Controller().list)

// Requests made by hand, in tests.
export const partialRequest: Partial<Request> = { body: {} }
export const castRequest = { body: {}, params: {} } as Request
export const castTyped = { body: { name: '' } } as Request<{}, {}, Named>
export const pickedRequest: Pick<Request, 'body' | 'params'> = { body: 1, params: {} }
export const forcedRequest = { body: {} } as unknown as Request

// Error handlers and wrappers.
const onError: ErrorRequestHandler = (error, req, res, next) => {
  res.status(500).end()
}
app.use(onError)
const wrap =
  (handler: (req: Request, res: Response, next: NextFunction) => Promise<unknown>): RequestHandler =>
  (req, res, next) => {
    handler(req, res, next).catch(next)
  }
app.post(
  '/8',
  wrap(async (req) => req.body.name),
)
const wrapGeneric =
  <P, ResBody, Body, Query, Locals extends Record<string, any>>(
    handler: RequestHandler<P, ResBody, Body, Query, Locals>,
  ): RequestHandler<P, ResBody, Body, Query, Locals> =>
  (req, res, next) =>
    Promise.resolve(handler(req, res, next)).catch(next)
app.post(
  '/8/:id',
  wrapGeneric<{ id: string }, any, Named, any, any>(async (req) => {
    isExactly<string>()(req.body.name)
  }),
)

// Handlers typed by one object, as API generators do.
type Handler<Route extends { body?: any; params?: any }> = (
  req: Request<Route['params'], any, Route['body']>,
  res: Response,
) => void
const byRoute: Handler<{ body: Named; params: { id: string } }> = (req) => {
  isExactly<string>()(req.body.name)
  isExactly<string>()(req.params.id)
}
app.post('/9/:id', byRoute)

// Lists and mounted routers.
const handlers: RequestHandler<any, any, any>[] = [needsName, needsAge]
app.post('/10', handlers)
app.post('/10', ...handlers)
const mounted = Router({ mergeParams: true })
app.use('/10', mounted)

// An application that declares members of its own on every request.
declare global {
  namespace Express {
    interface Request {
      tenantId?: string
    }
  }
}
app.get('/11', (req) => {
  isExactly<string | undefined>()(req.tenantId)
})
