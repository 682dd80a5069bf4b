import { fileURLToPath } from 'node:url'
import express, { type Express } from 'express'
import { docs } from './docs.ts'
import { answerError, answerUnknownRoute } from './errors.ts'
import { newOrder, newUser, orderChanges, userChanges } from './guards.ts'
import { routes } from './routes.ts'
import { unguarded } from './unguarded.ts'

const PAGE_POLICY = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const page = fileURLToPath(new URL('public', import.meta.url))

// The page shows the guards that are really in force.
const guardedRoutes = [
  { method: 'POST', path: '/users', guard: newUser },
  { method: 'PATCH', path: '/users/:id', guard: userChanges },
  { method: 'POST', path: '/orders', guard: newOrder },
  { method: 'PATCH', path: '/orders/:id', guard: orderChanges },
].map(({ method, path, guard: { allow, partial } }) => ({ method, path, allow, partial }))

/** Builds the demo. `storage` tells the page where documents are saved; Mongoose must be connected by then. */
export function createApp(storage: { isEmbedded: boolean }): Express {
  const app = express()
  app.disable('x-powered-by')
  app.use(express.static(page, { setHeaders: (res) => res.setHeader('Content-Security-Policy', PAGE_POLICY) }))
  app.get('/demo.json', (_req, res) => {
    res.json({ ...storage, routes: guardedRoutes })
  })
  app.use(docs(app))
  app.use(express.json())
  app.use(routes)
  app.use('/unguarded', unguarded)
  app.use(answerUnknownRoute)
  app.use(answerError)
  return app
}
