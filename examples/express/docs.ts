import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type Express, Router } from 'express'
import { openapi } from 'mongoose-guard/openapi'

// The viewer sets styles of elements, and has its icons in data URLs.
const VIEWER_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const page = fileURLToPath(new URL('docs.html', import.meta.url))

const listed = (tag: string) => ({ tags: [tag], responses: { 200: { description: 'The latest ones.' } } })
const created = { responses: { 201: { description: 'The document as it was saved.' } } }
const changed = { responses: { 200: { description: 'The document as it is now.' } } }

/** An OpenAPI document made from the guards of an application, and a page that shows it. */
export function docs(app: Express): Router {
  const routes = Router()
  routes.get('/openapi.json', (_req, res) => {
    res.json(
      openapi(app, {
        info: { title: 'mongoose-guard demo', version: '1.0.0', description: 'Made from the guards of the routes.' },
        paths: {
          '/users': { get: { summary: 'Lists users', ...listed('User') }, post: { summary: 'Signs up', ...created } },
          '/users/{id}': { patch: { summary: 'Changes a user', ...changed } },
          '/orders': {
            get: { summary: 'Lists orders', ...listed('Order') },
            post: { summary: 'Places an order', ...created },
          },
          '/orders/{id}': { patch: { summary: 'Changes an order', ...changed } },
        },
      }),
    )
  })
  routes.get('/docs', (_req, res) => {
    res.setHeader('Content-Security-Policy', VIEWER_POLICY)
    res.sendFile(page)
  })
  routes.use('/docs', express.static(viewer, { index: false }))
  return routes
}
