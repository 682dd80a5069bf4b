import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { accessSurface, findGuards, openapi } from '../../src/adapters/openapi.ts'
import { createGuard, GuardConfigError } from '../../src/index.ts'
import { modelOf } from '../support/models.ts'
import { expressVersions } from '../support/server.ts'

const Member = modelOf({ name: String, role: String })
const byName = createGuard(Member, { allow: ['name'] })
const byRole = createGuard(Member, { allow: ['role'] })

interface App {
  (): void
  use: (...handlers: unknown[]) => void
  post: (path: unknown, ...handlers: unknown[]) => void
}

/** Leaves of the layers what a router of Express 5 before 2.1 has. */
function forgetPaths(app: object): void {
  const routers = app as Record<string, { stack: Record<string, unknown>[] } | undefined>
  for (const layer of routers['_router' in app ? '_router' : 'router']?.stack ?? []) {
    layer.rawPath = undefined
    layer.regexp = undefined
  }
}

const found = (app: object, mounts: object) => findGuards(app, { mounts } as never).map(({ path }) => path)

describe.each(expressVersions)('applications mounted in Express $version', ({ express: anyExpress }) => {
  const express = anyExpress as unknown as () => App
  const appWith = (path: string, guarded: typeof byName) => {
    const app = express()
    app.post(path, guard(guarded))
    return app
  }

  it('are named in their order where several stand at one path', () => {
    const [app, first, second] = [express(), appWith('/x', byName), appWith('/y', byRole)]
    app.use(first)
    app.use(second)
    const message =
      'another application is mounted at "/": name all of them in their order, as in { mounts: { \'/\': [adminApp, otherApp] } }'
    expect(() => accessSurface(app, { mounts: { '/': first } })).toThrow(new GuardConfigError(message))
    const mounts = { '/': [first, second] }
    expect(accessSurface(app, { mounts }).routes.map(({ path, fields }) => [path, fields])).toEqual([
      ['/x', ['name']],
      ['/y', ['role']],
    ])
    const idle = 'mounts: nothing is mounted at "/" that had to be named'
    expect(() => found(app, { '/': [first, second, express()] })).toThrow(new GuardConfigError(idle))
    const { paths } = openapi(app, { info: { title: 'Members', version: '1' }, mounts })
    expect(Object.keys(paths)).toEqual(['/x', '/y'])
  })

  it('are found at each of their paths', () => {
    const [app, twice] = [express(), appWith('/x', byName)]
    app.use(['/v1', '/v2/'], twice)
    expect(found(app, { '/v1': twice, '/v2': twice })).toEqual(['/v1/x', '/v2/x'])
    const other = express()
    other.use('/a', twice)
    other.use('/b.c/:id', twice)
    expect(found(other, { '/a': twice, '/b.c/:id': twice })).toEqual(['/a/x', '/b.c/:id/x'])
  })

  it('are no others than those that Express has there', () => {
    const [app, admin, shop, nowhere] = [express(), appWith('/x', byName), appWith('/y', byRole), express()]
    app.use('/admin', admin)
    app.use('/shop', shop)
    const wrong = (mounts: object, message: string) => {
      expect(() => found(app, mounts)).toThrow(new GuardConfigError(message))
    }
    wrong({ '/admin': nowhere, '/shop': shop }, 'mounts: the application for "/admin" is mounted nowhere')
    wrong({ '/admin': shop, '/shop': admin }, 'mounts: the application for "/admin" is mounted at "/shop"')
    expect(found(app, { '/admin': admin, '/shop': shop })).toEqual(['/admin/x', '/shop/y'])
    // Express remembers the last application that one was mounted in.
    express().use('/elsewhere', admin)
    expect(found(app, { '/admin': admin, '/shop': shop })).toEqual(['/admin/x', '/shop/y'])
  })

  it('are known by their regular expression, or as the next one, where no path can be read', () => {
    const [app, inner] = [express(), appWith('/x', byName)]
    app.use(/^\/(?:en|de)/, inner)
    const message =
      "an application is mounted where no path can be read: name it in mounts, as in { mounts: { '/admin': adminApp } }"
    expect(() => found(app, {})).toThrow(new GuardConfigError(message))
    expect(() => found(app, { '/en': appWith('/y', byRole) })).toThrow(new GuardConfigError(message))
    expect(found(app, { '/en': inner })).toEqual(['/en/x'])
    forgetPaths(app)
    expect(found(app, { '/en': inner })).toEqual(['/en/x'])
    expect(() => found(app, { '/en': express() })).toThrow(new GuardConfigError(message))
  })

  it('leave a guard in use() at its path, or its regular expression', () => {
    const [app, router] = [express(), (anyExpress as unknown as { Router: () => App }).Router()]
    app.use(guard(byName))
    app.use('/api', router)
    router.use(/^\/x/, guard(byName))
    router.use(['/y', '/z'], guard(byRole))
    expect(findGuards(app).map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...['USE /', 'USE /api/^\\/x/', 'USE /api/y', 'USE /api/z'],
    ])
    expect(findGuards(app)[1]?.pattern).toEqual(/^\/x/)
  })

  it('ask for a newer router where that keeps no path of a guard in use()', () => {
    const app = express()
    app.use('/x', guard(byRole))
    forgetPaths(app)
    const message =
      'a guard in use() keeps no path that can be read: update the package "router", or put the guard into the routes'
    expect(() => findGuards(app)).toThrow(new GuardConfigError(message))
  })
})

const anyRouter = Object.assign(() => undefined, { stack: [] })

describe('a first argument', () => {
  const message = 'the first argument must be an Express application or router, or an object of web handlers'
  it.each([null, undefined, 5, 'x', [], () => 1])('is no application: %j', (app) => {
    const asked = [
      () => findGuards(app as never),
      () => accessSurface(app as never),
      () => openapi(app as never, { info: { title: 'Members', version: '1' } }),
    ]
    for (const ask of asked) expect(ask).toThrow(new GuardConfigError(message))
  })
})

describe('an option', () => {
  it.each([
    [{ mounts: null }, 'option "mounts" must be an object, received null'],
    [{ mounts: [] }, 'option "mounts" must be an object, received an array'],
    [{ mounts: { '/a': 5 } }, 'mounts: "/a" must be an Express application or router, received a value of type number'],
    [{ mounts: { '/a': [null] } }, 'mounts: "/a" must be an Express application or router, received null'],
    [{ mounts: { '/a': anyRouter } }, 'mounts: nothing is mounted at "/a" that had to be named'],
    [{ components: null }, 'option "components" must be an object, received null'],
    [{ components: { schemas: 5 } }, 'option "components.schemas" must be an object, received a value of type number'],
    [{ paths: null }, 'option "paths" must be an object, received null'],
  ])('is no object: %j', (options, message) => {
    const info = { title: 'Members', version: '1' }
    expect(() => openapi({}, { info, ...options } as never)).toThrow(new GuardConfigError(message))
  })

  it('is none at all', () => {
    expect(() => findGuards({}, null as never)).toThrow(GuardConfigError)
    expect(() => accessSurface({}, null as never)).toThrow(GuardConfigError)
  })
})

it.each([
  [undefined, 'undefined'],
  [5, 'a value of type number'],
  [['name'], 'an array'],
])('guard.allows() takes a path: %j', (path, received) => {
  const message = `allows() takes a path such as "address.city", received ${received}`
  expect(() => byName.allows(path as never)).toThrow(new GuardConfigError(message))
  expect(createGuard(new mongoose.Schema({ name: String })).allows('name')).toBe(true)
})

it('applications are found at each of several paths, as Express 4.18 keeps them', () => {
  const express = expressVersions[0]?.express as unknown as () => App
  const app = express() as App & { _router: { stack: { name: string }[] } }
  const inner = express()
  inner.post('/users', guard(byName))
  app.use(['/a/:id', '/b'], inner)
  const layer = app._router.stack.find(({ name }) => name === 'mounted_app')
  Object.assign(layer ?? {}, { regexp: /(?:^\/a\/(?:([^/]+?))\/?(?=\/|$)|^\/b\/?(?=\/|$))/i })
  expect(found(app, { '/a/:id': inner, '/b': inner })).toEqual(['/a/:id/users', '/b/users'])
})
