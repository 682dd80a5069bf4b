import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { guard, guardBy } from '../../src/adapters/express.ts'
import { accessSurface, openapi, type OpenAPIDocument, type OpenAPIOptions } from '../../src/adapters/openapi.ts'
import { guard as webGuard } from '../../src/adapters/web.ts'
import { createGuard, GuardConfigError } from '../../src/index.ts'
import { modelOf } from '../support/models.ts'
import { expressVersions } from '../support/server.ts'

const Member = modelOf({ name: String, role: String })
const byName = createGuard(Member, { allow: ['name'] })
const byRole = createGuard(Member, { allow: ['role'] })
const byBoth = createGuard(Member, { allow: ['name', 'role'] })

type Register = (path: unknown, ...handlers: unknown[]) => void
type Router = Record<'use' | 'post' | 'put' | 'patch' | 'all' | 'search' | 'lock', Register> & (() => void)
interface Framework {
  (): Router
  Router: (options?: object) => Router
}
const info = { title: 'Members', version: '1.0.0' }

interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody: { content: Record<string, { schema: object }> }
}

// It compiles the meta-schema of OpenAPI, once.
const validator = new Validator()

async function documentOf(app: object, options: Partial<OpenAPIOptions> = {}): Promise<OpenAPIDocument> {
  const document = openapi(app, { info, ...options })
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(valid ? [] : errors).toEqual([])
  return document
}

const operation = ({ paths }: OpenAPIDocument, path: string, method = 'post') => paths[path]?.[method] as Operation
const parametersOf = (document: OpenAPIDocument, path: string, method?: string) =>
  operation(document, path, method).parameters?.map(({ name }) => name)
const bodyOf = (document: OpenAPIDocument, path: string) =>
  operation(document, path).requestBody.content['application/json']?.schema
const refersTo = (name: string) => ({ $ref: `#/components/schemas/${Member.modelName}_${name}` })

/** The paths of a document with a route, or with one in a router that is mounted. */
async function pathsOf(express: Framework, path: unknown, mount?: unknown, options = {}): Promise<string[]> {
  const app = express()
  const router = mount === undefined ? app : express.Router(options)
  router.post(path, guard(byName))
  if (mount !== undefined) app.use(mount, router)
  return Object.keys((await documentOf(app)).paths)
}

describe.each(expressVersions)('the paths of Express $version', ({ version, express: anyExpress }) => {
  const express = anyExpress as unknown as Framework

  it('are those that Express answers', async () => {
    const routes: [expected: string[], path: unknown, mount?: unknown, options?: object][] =
      version === 4
        ? [
            [['/{wildcard}'], '*'],
            [['/a/{wildcard}/b/{wildcard2}'], '/a/*/b/*'],
            [['/u/{id}'], '/u/:id*'],
            [['/u/x', '/u/x/{id}'], '/x/:id?', '/u'],
          ]
        : [
            [['/users', '/users/{id}'], '{/:id}', '/users'],
            [['/users/{id}'], '{/:id}', '/users', { strict: true }],
            [['/{all}'], '*all'],
            [['/', '/{all}'], '/{*all}'],
            [['/{first}/b/{all}'], '/*first/b/*all'],
            // The option takes the first part of the path, and nothing is left for the route.
            [['/{lang}/about'], '/about', '{/:lang}'],
            [['/v1/about', '/about'], '/about', '{/v1}'],
            [['/', '/{lang}'], '/', '{/:lang}'],
            [['/{a}/x', '/b/{c}/x'], '/x', ['/b/:c', '/:a']],
            [['/{user-id}'], '/:"user-id"'],
          ]
    for (const [expected, ...route] of routes) {
      const paths = await pathsOf(express, ...route)
      expect([route, paths.sort()]).toEqual([route, expected.sort()])
    }
  })

  it('are an error where no request comes to them, or OpenAPI cannot say them', async () => {
    const unreached = (path: string) =>
      `Express answers no path that OpenAPI has for the guarded route "${path}": try it with a request, and mend its path, or that of its router`
    const noForm = (path: string) => `the path "${path}" of a guarded route has no form in OpenAPI`
    const routes: [message: string, path: unknown, mount?: unknown][] = [
      [unreached('users'), 'users'],
      [unreached('api/x'), '/x', 'api'],
    ]
    if (version === 4) {
      routes.push([unreached('/a$b'), '/a$b'], [unreached('/a{2}'), '/a{2}'])
      routes.push([noForm('/(s|t)'), '/(s|t)'], [noForm('/m+'), '/m+'])
    } else {
      routes.push([noForm('/a\\{b\\}'), '/a\\{b\\}'], [noForm('/:"a/b"'), '/:"a/b"'], [noForm('/a\\?'), '/a\\?'])
      routes.push([unreached('/*all/x'), '/x', '/*all'], [unreached('/b/:c/x'), '/x', ['/:a', '/b/:c']])
    }
    for (const [message, ...route] of routes) {
      await expect(pathsOf(express, ...route)).rejects.toThrow(new GuardConfigError(message))
    }
  })

  it('have each name of a parameter once', async () => {
    const router = express.Router({ mergeParams: true })
    router.patch('/:id/:id2', guard(byName))
    const app = express()
    app.use('/teams/:id/members', router)
    const document = await documentOf(app)
    expect(parametersOf(document, '/teams/{id}/members/{id3}/{id2}', 'patch')).toEqual(['id', 'id3', 'id2'])
  })

  it('are one where only the names of their parameters differ, whatever the order', async () => {
    const routes: ((app: Router) => void)[] = [
      (app) => {
        app.put('/users/:userId', guard(byName))
      },
      (app) => {
        app.patch('/users/:id', guard(byRole))
      },
    ]
    for (const order of [routes, [...routes].reverse()]) {
      const app = express()
      for (const register of order) register(app)
      const document = await documentOf(app)
      expect(Object.keys(document.paths)).toEqual(['/users/{id}'])
      expect(Object.keys(document.paths['/users/{id}'] ?? {}).sort()).toEqual(['patch', 'put'])
      const twin = 'paths: "/users/{userId}" is "/users/{id}" in the application'
      expect(() => openapi(app, { info, paths: { '/users/{userId}': {} } })).toThrow(new GuardConfigError(twin))
    }
  })

  it('leave out the methods that OpenAPI has no operation for, which the access surface has', async () => {
    const app = express()
    app.search('/users', guard(byName))
    app.lock('/users/:id', guard(byName))
    app.post('/users', guard(byName))
    const { paths } = await documentOf(app)
    expect(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([['/users', ['post']]])
    expect(accessSurface(app).routes.map(({ method }) => method)).toEqual(['POST', 'SEARCH', 'LOCK'])
  })

  it('have bodies that pass every guard in a row, and one of those that guardBy chooses from', async () => {
    const app = express()
    app.post('/row', guard(byBoth), guard(byName), guard(byName))
    app.all('/rows', guard(byBoth))
    app.post('/rows', guard(byRole))
    const choice = guardBy(() => 'a', { a: byName, b: byRole })
    app.post('/choice', choice)
    app.post('/both', guard(byBoth), choice)
    const document = await documentOf(app)
    const [both, name, role] = ['PatchRows', 'PostBothA', 'PostBothB'].map(refersTo)
    expect(bodyOf(document, '/row')).toEqual({ allOf: [both, name] })
    expect(bodyOf(document, '/rows')).toEqual({ allOf: [both, role] })
    expect(bodyOf(document, '/choice')).toEqual({ anyOf: [name, role] })
    expect(bodyOf(document, '/both')).toEqual({ allOf: [both, { anyOf: [name, role] }] })
  })
})

describe('the paths of web handlers', () => {
  const POST = webGuard(byName, () => new Response())

  it('have names of any letters in braces', async () => {
    const app = { 'POST /x/{user-id}/{größe}': POST, 'PUT /files/{...path}': POST }
    const document = await documentOf(app)
    expect(Object.keys(document.paths)).toEqual(['/x/{user-id}/{größe}', '/files/{...path}'])
    expect(parametersOf(document, '/x/{user-id}/{größe}')).toEqual(['user-id', 'größe'])
    expect(accessSurface(app).routes.map(({ path }) => path)).toEqual(['/files/:"...path"', '/x/:"user-id"/:"größe"'])
  })

  it('have a method of HTTP', () => {
    const message = '"FETCH /a" must be a method and a path, such as "POST /users"'
    expect(() => openapi({ 'FETCH /a': POST }, { info })).toThrow(new GuardConfigError(message))
    expect(accessSurface({ 'query /a': POST, 'ALL /a': POST }).routes.map(({ method }) => method)).toEqual([
      'ALL',
      'QUERY',
    ])
  })
})

describe('parameters written by hand', () => {
  const app = { 'PATCH /users/{id}/{part}': webGuard(byName, () => new Response()) }
  const query = { name: 'dry', in: 'query', schema: { type: 'boolean' } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{24}$' } }
  const made = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
  const path = '/users/{id}/{part}'

  it('stand beside those of the path, or in their place', async () => {
    const ofOperation = async (parameters: object[], components = {}) =>
      operation(await documentOf(app, { paths: { [path]: { patch: { parameters } } }, components }), path, 'patch')
        .parameters
    expect(await ofOperation([query])).toEqual([made('id'), made('part'), query])
    expect(await ofOperation([id])).toEqual([made('part'), id])
    const reference = { $ref: '#/components/parameters/Id' }
    expect(await ofOperation([reference], { parameters: { Id: id } })).toEqual([made('part'), reference])
  })

  it('count for all operations of a path', async () => {
    const document = await documentOf(app, { paths: { [path]: { parameters: [id, made('part')] } } })
    expect(document.paths[path]).toMatchObject({ parameters: [id, made('part')] })
    expect(operation(document, path, 'patch').parameters).toBeUndefined()
  })
})

describe('names of bodies', () => {
  it('do not depend on the order of the routes, though words be the same', () => {
    const handler = (guarded: typeof byName) => webGuard(guarded as never, () => new Response())
    const routes: [string, object][] = [
      ['POST /a/b', handler(byName)],
      ['POST /a-b', handler(byRole)],
      ['POST /ä', handler(byBoth)],
      ['POST /ö', handler(createGuard(Member, { allow: ['name'], partial: true }))],
      ['PUT /ö', handler(createGuard(Member, { allow: [], partial: true }))],
    ]
    const bodies = (order: typeof routes) => {
      const { paths, components } = openapi(Object.fromEntries(order), { info })
      return [Object.entries(paths).sort(), Object.entries(components.schemas ?? {}).sort()]
    }
    expect(bodies([...routes].reverse())).toEqual(bodies(routes))
  })
})
