// An ordinary application that knows nothing of guards: it must compile as it does without the augmentation of `Request`.
import bodyParser from 'body-parser'
import compression from 'compression'
import cookieParser from 'cookie-parser'
import cors, { type CorsOptions, type CorsOptionsDelegate } from 'cors'
import { doubleCsrf } from 'csrf-csrf'
import express, {
  Router,
  type Application,
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import asyncHandler from 'express-async-handler'
import { expressjwt, UnauthorizedError, type Request as JwtRequest } from 'express-jwt'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import session from 'express-session'
import { body, checkSchema, matchedData, validationResult, type ValidationChain } from 'express-validator'
import helmet, { contentSecurityPolicy } from 'helmet'
import hpp from 'hpp'
import { createProxyMiddleware, fixRequestBody, type RequestHandler as ProxyHandler } from 'http-proxy-middleware'
import methodOverride from 'method-override'
import 'mongoose-guard/express'
import morgan, { type FormatFn } from 'morgan'
import multer, { MulterError, type FileFilterCallback } from 'multer'
import passport from 'passport'
import { ExtractJwt, Strategy as JwtStrategy, type VerifiedCallback } from 'passport-jwt'
import { pinoHttp } from 'pino-http'
import serveStatic from 'serve-static'
import { isExactly } from '../assert.ts'
import './declarations.ts'

export const app: Application = express()

// Headers, logs, limits.
app.use(
  helmet({
    contentSecurityPolicy: {
      directives: { scriptSrc: ["'self'", (req, res) => `'nonce-${(res as Response).locals.nonce}'`] },
    },
  }),
)
app.use(contentSecurityPolicy({ useDefaults: true }), helmet.hidePoweredBy())
const origins: CorsOptions = {
  origin: (origin, done) => done(null, origin === 'https://example.org'),
  credentials: true,
}
const perTenant: CorsOptionsDelegate<Request> = (req, done) => done(null, { origin: req.tenant !== undefined })
app.use(cors(origins))
app.options('/wide', cors<Request>(perTenant))
morgan.token<Request>('tenant', (req) => req.tenant?.name)
const format: FormatFn<Request, Response> = (tokens, req, res) => `${req.originalUrl} ${res.statusCode}`
app.use(
  morgan('dev'),
  morgan(format),
  morgan<Request, Response>(':tenant', { skip: (req, res) => res.statusCode < 400 }),
)
app.use(pinoHttp({ customProps: (req) => ({ id: req.id }) }))
app.use(compression({ filter: (req: Request, res: Response) => !req.headers['x-raw'] && compression.filter(req, res) }))
app.use(
  rateLimit({
    windowMs: 60_000,
    limit: 100,
    keyGenerator: (req) => `${ipKeyGenerator(req.ip ?? '')} ${req.body?.email}`,
    handler: (req, res, next, options) => res.status(options.statusCode).json({ tenant: req.tenant?.name }),
  }),
)

// Parsers, cookies, sessions, files on disk.
app.use(
  bodyParser.json({ limit: '1mb', verify: (req, res, buffer) => buffer.length }),
  bodyParser.urlencoded({ extended: true }),
)
app.use(express.json(), express.urlencoded({ extended: false }), express.text())
app.use(
  hpp({ whitelist: ['tag'] }),
  methodOverride('X-HTTP-Method-Override'),
  methodOverride((req, res) => req.method ?? ''),
)
app.use(cookieParser(['secret']))
app.use(session({ secret: 'secret', resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }))
app.use(
  '/public',
  serveStatic('public', { setHeaders: (res, path) => res.setHeader('x-path', path) }),
  express.static('more'),
)
app.get('/session', (req, res) => {
  isExactly<number | undefined>()(req.session.visits)
  req.session.visits = (req.session.visits ?? 0) + 1
  req.session.save((error) => res.json({ id: req.sessionID, cookies: req.cookies as unknown, error: error as unknown }))
})
const { doubleCsrfProtection, generateCsrfToken } = doubleCsrf({
  getSecret: (req) => req?.tenant?.name ?? 'secret',
  getSessionIdentifier: (req) => req.session.id,
  getCsrfTokenFromRequest: (req) => req.body._csrf,
})
app.use(doubleCsrfProtection)
app.get('/csrf', (req, res) => void res.json({ token: generateCsrfToken(req, res) }))

// Who is it?
passport.use(
  new JwtStrategy(
    { jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'secret', passReqToCallback: true },
    (req: Request, payload: { sub: string }, done: VerifiedCallback) => done(null, { id: payload.sub, isAdmin: false }),
  ),
)
passport.serializeUser((user, done) => done(null, user.id))
passport.deserializeUser((id: string, done) => done(null, { id, isAdmin: false }))
app.use(passport.initialize(), passport.session())
app.post('/login', passport.authenticate('local', { failureRedirect: '/login' }), (req, res) => {
  isExactly<Express.User | undefined>()(req.user)
  req.login(req.user!, (error) => (error ? res.sendStatus(500) : res.redirect('/')))
})
app.post('/login/own', (req: Request, res: Response, next: NextFunction) => {
  const answer = passport.authenticate('jwt', (error: Error | null, user?: Express.User | false) =>
    error || !user ? next(error) : req.logIn(user, next),
  ) as RequestHandler
  answer(req, res, next)
})
app.get('/jwt', expressjwt({ secret: 'secret', algorithms: ['HS256'] }), (req: JwtRequest, res: Response) => {
  res.json({ subject: req.auth?.sub })
})
app.get('/jwt/unless', expressjwt({ secret: 'secret', algorithms: ['HS256'] }).unless({ path: ['/jwt'] }))
export const requireAdmin: RequestHandler = (req, res, next) => {
  if (req.isAuthenticated() && req.user.isAdmin) next()
  else res.sendStatus(403)
}

// Files.
const storage = multer.diskStorage({
  destination: (req, file, done) => done(null, `uploads/${req.tenant?.name}`),
  filename: (req: Request, file: Express.Multer.File, done) => done(null, file.originalname),
})
export const upload = multer({
  storage,
  limits: { fileSize: 1_000_000 },
  fileFilter: (req: Request, file: Express.Multer.File, done: FileFilterCallback) => done(null, file.size > 0),
})
app.post('/avatar', requireAdmin, upload.single('avatar'), (req, res) => {
  isExactly<Express.Multer.File | undefined>()(req.file)
  res.json({ name: req.file?.originalname, caption: req.body.caption })
})
app.post('/gallery', upload.fields([{ name: 'photos', maxCount: 8 }]), (req: Request, res: Response) => {
  const files = req.files as Record<string, Express.Multer.File[]>
  res.json(files['photos']?.map(({ path }) => path))
})

// Bodies that another validator checks.
const check: RequestHandler = (req, res, next) => {
  const problems = validationResult(req)
  if (problems.isEmpty()) next()
  else res.status(400).json({ errors: problems.array() })
}
const rules: ValidationChain[] = [body('email').isEmail().normalizeEmail(), body('password').isLength({ min: 8 })]
app.post('/accounts', rules, check, (req: Request<{}, {}, { email: string }>, res: Response) => {
  res.json({ email: req.body.email, data: matchedData(req) })
})
app.post('/accounts/schema', checkSchema({ email: { isEmail: true } }), check, (req: Request, res: Response) => {
  res.json(req.body.email)
})

// Proxies, routers, wrappers, errors.
const proxy: ProxyHandler<Request, Response> = createProxyMiddleware<Request, Response>({
  target: 'http://localhost:3000',
  changeOrigin: true,
  on: {
    proxyReq: (proxied, req) => (proxied.setHeader('x-tenant', req.tenant?.name ?? ''), fixRequestBody(proxied, req)),
  },
})
app.use('/api', requireAdmin, proxy)
app.use('/plain', createProxyMiddleware({ target: 'http://localhost:3000', pathFilter: '/plain' }))
const router = Router({ mergeParams: true })
router.use(cors(), cookieParser(), compression())
router.param('id', (req, res, next, id: string) => next(id ? undefined : 'router'))
router
  .route('/:id')
  .all(requireAdmin)
  .get(asyncHandler(async (req, res) => void res.json({ id: req.params.id })))
  .put(
    asyncHandler<{ id: string }, unknown, { name: string }>(async (req, res) => {
      isExactly<string>()(req.body.name)
      res.json({ id: req.params.id })
    }),
  )
app.use('/routed', router)
export class Controller {
  create = asyncHandler(async (req: Request, res: Response) => void res.json(req.body))
  remove(req: Request<{ id: string }>, res: Response, next: NextFunction): void {
    next(req.params.id)
  }
}
const controller = new Controller()
app.post('/controlled', controller.create).delete('/controlled/:id', controller.remove)
export const onError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (error instanceof UnauthorizedError) res.status(error.status).end()
  else if (error instanceof MulterError) res.status(413).json({ field: error.field, tenant: req.tenant?.name })
  else next(error)
}
app.use(onError)
app.use((error: Error, req: Request, res: Response, next: NextFunction) => {
  req.log.error(error)
  res.status(500).json({ error: error.message, elapsed: Date.now() - req.startedAt })
})
