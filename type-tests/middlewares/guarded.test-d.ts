// Guarded routes among those middlewares: what each of them puts on the request is there, and the body is opaque.
import compression from 'compression'
import cors from 'cors'
import { doubleCsrf } from 'csrf-csrf'
import express, { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import asyncHandler from 'express-async-handler'
import { expressjwt } from 'express-jwt'
import { rateLimit } from 'express-rate-limit'
import session from 'express-session'
import { param, query, validationResult } from 'express-validator'
import helmet from 'helmet'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { Schema, model } from 'mongoose'
import { guard, type GuardedHandler, type GuardedRequest } from 'mongoose-guard/express'
import morgan from 'morgan'
import passport from 'passport'
import { pinoHttp } from 'pino-http'
import { isExactly } from '../assert.ts'
import { app, onError, requireAdmin, upload } from './application.test-d.ts'
import './declarations.ts'

const User = model(
  'User',
  new Schema({ name: { type: String, required: true }, age: Number, address: { city: String, zip: String } }),
)
type Picked = { name: string; address?: { city?: string } }
const createUser = guard(User, { allow: ['name', 'address.city'] })
const limit = rateLimit({ windowMs: 1000 })
const { doubleCsrfProtection } = doubleCsrf({
  getSecret: () => 'secret',
  getSessionIdentifier: (req) => req.session.id,
})
const log = (req: Request, res: Response, next: NextFunction) => {
  req.log.info({ body: req.body as unknown }, req.tenant?.name)
  next()
}

// Each one before and after the guard of a route.
app.post('/users/helmet', helmet(), createUser, helmet(), (req) => isExactly<Picked>()(req.validated))
app.post('/users/cors', cors(), createUser, cors(), (req) => isExactly<Picked>()(req.validated))
app.post('/users/morgan', morgan('dev'), createUser, morgan('dev'), (req) => isExactly<Picked>()(req.validated))
app.post('/users/pino', pinoHttp(), createUser, pinoHttp(), (req) => isExactly<Picked>()(req.validated))
app.post('/users/limit', limit, createUser, limit, (req) => isExactly<Picked>()(req.validated))
app.post('/users/compression', compression(), createUser, compression(), (req) => isExactly<Picked>()(req.validated))
app.post('/users/session', session({ secret: '' }), createUser, session({ secret: '' }), (req) => {
  isExactly<Picked>()(req.validated)
  isExactly<number | undefined>()(req.session.visits)
})
app.post('/users/csrf', doubleCsrfProtection, createUser, doubleCsrfProtection, (req) => {
  isExactly<Picked>()(req.validated)
})
app.post('/users/jwt', expressjwt({ secret: '', algorithms: ['HS256'] }), createUser, (req) => {
  isExactly<Picked>()(req.validated)
})
app.post('/users/:id/checked', param('id').isMongoId(), query('draft').isBoolean(), createUser, (req, res) => {
  isExactly<Picked>()(req.validated)
  res.json({ id: req.params?.['id'], problems: validationResult(req).array() }) // as without a guard
})
app.post('/users/proxied', createUser, createProxyMiddleware<Request, Response>({ target: 'http://localhost' }))

// What they put on the request is there in a guarded handler, and the path gives the parameters.
app.patch('/users/:id', express.json(), createUser, async (req, res) => {
  isExactly<Picked>()(req.validated)
  isExactly<string>()(req.params.id)
  isExactly<Express.User | undefined>()(req.user)
  isExactly<{ name: string } | undefined>()(req.tenant)
  isExactly<string>()(req.sessionID)
  res.json({ by: req.user?.id, nonce: res.locals.nonce, user: await User.create(req.validated) })
})
// `any` in the type of `authenticate` and of multer's handlers does not leak into the handler.
app.post('/users', passport.authenticate('jwt'), createUser, (req, res) => {
  isExactly<Picked>()(req.validated)
  isExactly<Express.User | undefined>()(req.user)
})
app.post('/users/avatar', requireAdmin, upload.single('avatar'), createUser, (req, res) => {
  isExactly<Picked>()(req.validated)
  isExactly<Express.Multer.File | undefined>()(req.file)
  res.json({ file: req.file?.filename, name: req.validated.name })
})

// Annotated handlers, routers, wrappers, a whole stack.
app.post('/users/annotated', log, createUser, log, (req: Request, res: Response) => void res.json(req.user))
const stack: RequestHandler[] = [helmet(), cors(), limit, log, requireAdmin, upload.none(), createUser]
app.post('/users/stacked', stack, createUser)
const router = Router()
router.use(helmet(), cors(), limit, log)
router.post('/:id', requireAdmin, createUser, log, (req) => {
  isExactly<Picked>()(req.validated)
})
// Of the signatures of `route()` and `use`, the first has `any` for the body: it must not be the one that is taken.
router
  .route('/:id')
  .all(requireAdmin)
  .put(limit, createUser, log, async (req, res) => {
    isExactly<Picked>()(req.validated)
    isExactly<string>()(req.params.id)
    res.json({ by: req.user?.id })
  })
  .patch(passport.authenticate('jwt'), createUser, (req) => {
    isExactly<Picked>()(req.validated)
    isExactly<string>()(req.params.id)
  })
  .post(
    log,
    upload.single('avatar'),
    createUser,
    asyncHandler(async (req) => {
      isExactly<Picked>()(req.validated)
      isExactly<string>()(req.params.id)
    }),
  )
  .delete(log, passport.authenticate('jwt'), (req) => {
    isExactly<unknown>()(req.validated)
    isExactly<any>()(req.body)
    isExactly<string>()(req.params.id)
  })
router.use(log, passport.authenticate('jwt'), createUser, (req) => {
  isExactly<Picked>()(req.validated)
})
app.use('/routed-users', router, onError)
app.post(
  '/users/async',
  createUser,
  asyncHandler(async (req, res) => {
    isExactly<Picked>()(req.validated)
    isExactly<Express.User | undefined>()(req.user)
    res.json(await User.create(req.validated))
  }),
)
const update: GuardedHandler<typeof createUser, { id: string }> = async (req, res, next) => {
  isExactly<Picked>()(req.validated)
  if (req.user?.isAdmin) res.json({ id: req.params.id, file: req.file?.path })
  else next()
}
app.put('/users/:id', requireAdmin, upload.single('avatar'), createUser, update)
app.put(
  '/users/:id/async',
  createUser,
  asyncHandler(async (req: GuardedRequest<typeof createUser>) => {
    isExactly<Picked>()(req.validated)
    isExactly<string>()(req.sessionID)
  }),
)

// The body stays opaque, whoever stands around the guard.
// @ts-expect-error: reads the body
app.post('/wrong', helmet(), cors(), limit, createUser, log, (req) => req.body.name)
// @ts-expect-error: reads the body behind `authenticate`, whose type is `any`
app.post('/wrong', passport.authenticate('jwt'), createUser, (req) => req.body.name)
// @ts-expect-error: reads the body behind multer
app.post('/wrong', upload.single('avatar'), createUser, (req) => req.body.name)
app.post(
  '/wrong',
  createUser,
  // @ts-expect-error: reads the body in a wrapped handler
  asyncHandler(async (req) => void req.body.name),
)
// @ts-expect-error: reads the body on a route()
router.route('/wrong').put(log, createUser, (req) => req.body.name)
// @ts-expect-error: reads the body on a route() behind `authenticate`
router.route('/wrong').put(passport.authenticate('jwt'), createUser, log, (req) => req.body.name)
// @ts-expect-error: reads what the route does not allow
app.post('/wrong', requireAdmin, createUser, (req) => req.validated.age)
// @ts-expect-error: no guard in the chain
app.post('/wrong', helmet(), limit, requireAdmin, (req) => req.validated.name)
