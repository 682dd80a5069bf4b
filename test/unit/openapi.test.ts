import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import mongoose from 'mongoose'
import multer from 'multer'
import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { accessSurface, findGuards, openapi, type OpenAPIDocument } from '../../src/adapters/openapi.ts'
import { guard as webGuard } from '../../src/adapters/web.ts'
import { createGuard, GuardConfigError, type GuardErrorItem, problemDetails } from '../../src/index.ts'
import { modelOf, sub } from '../support/models.ts'
import { expressVersions } from '../support/server.ts'

const userModel = (instance: mongoose.Mongoose) =>
  instance.model(
    'User',
    new instance.Schema({
      name: { type: String, required: true },
      role: { type: String, enum: ['user', 'admin'] },
      address: { city: String, zip: String },
    }) as mongoose.Schema,
  )
const User = userModel(new mongoose.Mongoose())
const newUser = createGuard(User, { allow: ['name', 'address.city'] as never })
const userChanges = createGuard(User, { allow: ['name', 'address'] as never, partial: true })

const info = { title: 'Members', version: '1.0.0' }

// It compiles the meta-schema of OpenAPI, once.
const validator = new Validator()

async function problemsOf(document: OpenAPIDocument): Promise<unknown> {
  const { valid, errors } = await validator.validate(structuredClone(document))
  return valid ? [] : errors
}

/** Express as these tests use it; both majors agree on it. */
interface Router {
  (): void
  use: (...handlers: unknown[]) => void
  get: (path: unknown, ...handlers: unknown[]) => void
  post: (path: unknown, ...handlers: unknown[]) => void
  patch: (path: unknown, ...handlers: unknown[]) => void
  all: (path: unknown, ...handlers: unknown[]) => void
  route: (
    path: unknown,
  ) => Record<'get' | 'post' | 'put' | 'all', (...handlers: unknown[]) => ReturnType<Router['route']>>
}
interface Framework {
  (): Router
  Router: () => Router
  json: () => unknown
  urlencoded: (options: object) => unknown
}
const handler = () => undefined

const found = (app: object, options = {}) => findGuards(app, options).map(({ method, path }) => `${method} ${path}`)

describe.each(expressVersions)('findGuards in Express $version', ({ version, express: anyExpress }) => {
  const express = anyExpress as unknown as Framework

  it('finds guards in routes, arrays, chains and app.use(), in the order in which Express tries them', () => {
    const app = express()
    app.use(express.json())
    app.get('/users', handler)
    app.post('/users', handler, guard(newUser), handler)
    app.patch('/users/:id', [guard(userChanges), handler])
    app.post(['/a', '/b'], guard(newUser))
    app.route('/chain').get(handler).post(guard(newUser), handler).put(guard(userChanges), handler)
    app.route('/every').all(guard(newUser)).post(handler).put(handler)
    app.all('/all', guard(newUser))
    app.use('/below', guard(newUser))
    app.post(/^\/pattern/, guard(newUser))
    expect(found(app)).toEqual([
      ...['POST /users', 'PATCH /users/:id', 'POST /a', 'POST /b', 'POST /chain', 'PUT /chain'],
      ...['POST /every', 'PUT /every', 'ALL /all', 'USE /below', 'POST /^\\/pattern/'],
    ])
    expect(findGuards(app)[0]).toEqual({ method: 'POST', path: '/users', guard: newUser })
    expect(findGuards(app)[1]?.guard).toBe(userChanges)
  })

  it('follows routers into the paths where they are mounted', () => {
    const inner = express.Router()
    inner.post('/', guard(newUser))
    inner.patch('/:id', guard(userChanges))
    const middle = express.Router()
    middle.use('/members', inner)
    middle.use(inner)
    const app = express()
    app.use('/api/v1.0', middle)
    app.use('/teams/:team', inner)
    app.use(['/x', '/y-z'], inner)
    expect(found(app)).toEqual([
      ...['POST /api/v1.0/members', 'PATCH /api/v1.0/members/:id', 'POST /api/v1.0', 'PATCH /api/v1.0/:id'],
      ...['POST /teams/:team', 'PATCH /teams/:team/:id', 'POST /x', 'POST /y-z', 'PATCH /x/:id', 'PATCH /y-z/:id'],
    ])
    expect(found(inner)).toEqual(['POST /', 'PATCH /:id'])
  })

  it('finds nothing in an application without routes, and ends where a router holds itself', () => {
    expect(found(express())).toEqual([])
    const router = express.Router()
    router.use('/again', router)
    router.post('/', guard(newUser))
    expect(found(router)).toEqual(['POST /'])
  })

  it('asks for the name of an application that is mounted', () => {
    const admin = express()
    admin.post('/users', guard(newUser))
    const app = express()
    app.use('/admin', admin)
    const message =
      'the application mounted at "/admin" cannot be seen from outside: name it in mounts, as in { mounts: { \'/admin\': adminApp } }'
    expect(() => findGuards(app)).toThrow(new GuardConfigError(message))
    expect(() => findGuards(app, { mounts: { '/other': admin } })).toThrow(new GuardConfigError(message))
    expect(found(app, { mounts: { '/admin': admin } })).toEqual(['POST /admin/users'])
  })

  it('asks for the path of a router that keeps none, and refuses a mount that nothing needs', () => {
    const router = express.Router()
    router.post('/users', guard(newUser))
    const app = express()
    // What an older router of Express 5 leaves behind; Express 4 has an expression that is no path.
    app.use(version === 4 ? /^\/(?:a|b)+/ : '/a', router)
    const { stack = [] } =
      (app as unknown as Record<string, { stack: { rawPath?: unknown }[] }>)[version === 4 ? '_router' : 'router'] ?? {}
    for (const layer of stack) delete layer.rawPath
    const message =
      "a router keeps no path that can be read: name it in mounts, as in { mounts: { '/admin': adminRouter } }"
    expect(() => findGuards(app)).toThrow(new GuardConfigError(message))
    expect(found(app, { mounts: { '/a': router } })).toEqual(['POST /a/users'])
    const idle = 'mounts: nothing is mounted at "/b" that had to be named'
    expect(() => findGuards(app, { mounts: { '/a': router, '/b': express() } })).toThrow(new GuardConfigError(idle))
  })

  it('makes a document of an application that a validator takes', async () => {
    const router = express.Router()
    router.post('/', guard(newUser))
    router.patch('/:id', guard(userChanges))
    router.get('/:id', handler)
    const app = express()
    app.use('/users', router)
    app.all('/any', guard(newUser))
    app.use('/ignored', guard(newUser))
    const document = openapi(app, { info })
    expect(await problemsOf(document)).toEqual([])
    const refused = {
      400: {
        description: 'The body is refused, for all of these reasons.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/GuardErrors' } } },
      },
    }
    const body = (name: string) => ({
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    })
    const creating = { tags: ['User'], requestBody: body('User'), responses: refused }
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    expect(document).toMatchObject({ openapi: '3.1.1', info })
    expect(document.paths).toEqual({
      '/users': { post: creating },
      '/users/{id}': { patch: { tags: ['User'], parameters, requestBody: body('UserChanges'), responses: refused } },
      '/any': { post: creating, put: creating, patch: creating },
    })
    const { properties } = newUser.toJSONSchema()
    expect(document.components.schemas).toMatchObject({ User: { properties }, GuardErrors: { type: 'object' } })
  })

  it('knows the media types that the parsers of a route take', async () => {
    const app = express()
    app.use(express.json())
    app.use(express.urlencoded({ extended: true }))
    app.post('/json', guard(newUser))
    app.post('/form', express.urlencoded({ extended: true }), guard(newUser))
    app.post('/files', multer().single('photo'), guard(newUser))
    app.post('/both', express.json(), express.urlencoded({ extended: true }), guard(newUser))
    const forms = express()
    const router = express.Router()
    router.use(express.urlencoded({ extended: true }))
    router.post('/', guard(newUser))
    forms.use('/form', router)
    const typesIn = async (document: OpenAPIDocument) => {
      expect(await problemsOf(document)).toEqual([])
      return Object.fromEntries(
        Object.entries(document.paths).map(([path, { post }]) => {
          const { requestBody } = post as { requestBody: { content: object } }
          return [path, Object.keys(requestBody.content)]
        }),
      )
    }
    const [json, form] = ['application/json', 'application/x-www-form-urlencoded']
    expect(await typesIn(openapi(app, { info }))).toEqual({
      '/json': [json],
      '/form': [json, form],
      '/files': [json, 'multipart/form-data'],
      '/both': [json, form],
    })
    expect(await typesIn(openapi(forms, { info }))).toEqual({ '/form': [form] })
    expect(findGuards(forms)).toEqual([{ method: 'POST', path: '/form', guard: newUser, mediaTypes: [form] }])
  })

  it('says how each route answers a refused body', async () => {
    const app = express()
    const problems = guard.with({ onReject: problemDetails })
    const onReject = (_errors: unknown, _req: unknown, res: { end: () => void }) => {
      res.end()
    }
    app.post('/problems', problems(newUser))
    app.post('/own', guard.with({ onReject } as never)(newUser))
    app.post('/each', problems(newUser), guard(userChanges))
    const document = openapi(app, {
      info,
      paths: { '/own': { put: { responses: { 204: { description: 'Done.' } } } } },
    })
    expect(await problemsOf(document)).toEqual([])
    const description = 'The body is refused, for all of these reasons.'
    const refers = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } })
    const responsesOf = (path: string) => (document.paths[path]?.post as { responses: object } | undefined)?.responses
    const problem = { 'application/problem+json': refers('GuardProblem') }
    expect(responsesOf('/problems')).toEqual({ 400: { description, content: problem } })
    expect(responsesOf('/own')).toEqual({ '4XX': { description } })
    expect(responsesOf('/each')).toEqual({
      400: { description, content: { 'application/json': refers('GuardErrors'), ...problem } },
    })
    expect(document.components.schemas).toMatchObject({ GuardErrors: {}, GuardProblem: {} })
    const said = { post: { responses: { 422: { description: 'No.' } } } }
    const { paths } = openapi(app, { info, paths: { '/own': said } })
    expect(paths['/own']).toMatchObject(said)
    expect(Object.keys((paths['/own']?.post as { responses: object } | undefined)?.responses ?? {})).toEqual(['422'])
  })

  it(`has paths of Express ${version} in their OpenAPI form`, () => {
    const paths = {
      4: {
        '/a/:id(\\d+)': ['/a/{id}'],
        '/b/:id?': ['/b', '/b/{id}'],
        '/c/*': ['/c/{wildcard}'],
        '/d/:x-:y': ['/d/{x}-{y}'],
      },
      5: {
        '/a/:"full id"': ['/a/{full id}'],
        '/b{/:id}': ['/b', '/b/{id}'],
        '/c/*rest': ['/c/{rest}'],
        '/d/:x-:y': ['/d/{x}-{y}'],
        '/e\\:f': ['/e:f'],
      },
    }[version as 4 | 5]
    for (const [path, expected] of Object.entries(paths)) {
      const app = express()
      app.post(path, guard(newUser))
      expect(Object.keys(openapi(app, { info }).paths)).toEqual(expected)
    }
    const app = express()
    app.post(/^\/pattern/, guard(newUser))
    const message = 'the path "/^\\/pattern/" of a guarded route has no form in OpenAPI'
    expect(() => openapi(app, { info })).toThrow(new GuardConfigError(message))
  })
})

describe('web handlers', () => {
  const POST = webGuard(newUser, () => new Response())
  const PATCH = webGuard(userChanges, () => new Response())

  it('are found by a map of their paths', async () => {
    const app = { 'POST /users': POST, 'patch /users/{id}': PATCH, 'GET /users': () => new Response() }
    expect(found(app)).toEqual(['POST /users', 'PATCH /users/:id'])
    const document = openapi(app, { info })
    expect(Object.keys(document.paths)).toEqual(['/users', '/users/{id}'])
    expect(await problemsOf(document)).toEqual([])
  })

  it('answer a body above their limit with 413, as they answer all that they refuse', async () => {
    const responsesOf = (handler: unknown, options = {}) =>
      (
        openapi({ 'POST /users': handler }, { info, ...options }).paths['/users']?.post as
          | { responses: object }
          | undefined
      )?.responses
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/GuardErrors' } } }
    expect(responsesOf(POST)).toMatchObject({ 400: { content }, 413: { content } })
    const problems = webGuard(User, { allow: ['name'], onReject: problemDetails }, () => new Response())
    const ofProblems = { 'application/problem+json': { schema: { $ref: '#/components/schemas/GuardProblem' } } }
    expect(responsesOf(problems)).toMatchObject({ 413: { content: ofProblems } })
    const own = webGuard(User, { allow: ['name'], onReject: () => new Response() }, () => new Response())
    expect(Object.keys(responsesOf(own) ?? {})).toEqual(['4XX'])
    const badRequest = { description: 'No.' }
    expect(responsesOf(own, { badRequest })).toEqual({ 400: badRequest, 413: badRequest })
    expect(findGuards({ 'POST /users': POST })).toEqual([
      { method: 'POST', path: '/users', guard: newUser, maxBytes: 102_400 },
    ])
    expect(await problemsOf(openapi({ 'POST /users': POST }, { info }))).toEqual([])
  })

  it.each(['users', 'POST users', ''])('must have a method and a path: %j', (route) => {
    const message = `"${route}" must be a method and a path, such as "POST /users"`
    expect(() => findGuards({ [route]: POST })).toThrow(new GuardConfigError(message))
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['POST', 'the string "POST"'],
    [Promise.resolve(POST), 'an instance of Promise'],
    [{ POST }, 'a value of type object'],
  ])('must be functions: %o', (handler, received) => {
    const message = `"POST /users" must be a handler, received ${received}`
    expect(() => findGuards({ 'POST /users': handler })).toThrow(new GuardConfigError(message))
  })

  it('are the only thing beside an application that has guards', () => {
    const message = 'the first argument must be an Express application or router, or an object of web handlers'
    expect(() => findGuards(() => undefined)).toThrow(new GuardConfigError(message))
  })
})

describe('openapi', () => {
  const POST = webGuard(newUser, () => new Response())

  it('merges what was written by hand, operation by operation', async () => {
    const document = openapi(
      { 'POST /users': POST },
      {
        info,
        servers: [{ url: 'https://example.com' }],
        paths: {
          '/users': {
            get: { responses: { 200: { description: 'The users.' } } },
            post: { summary: 'Signs up', responses: { 201: { description: 'The user.' } } },
          },
        },
        components: { schemas: { User: { type: 'string' } } },
        badRequest: { description: 'No.' },
      },
    )
    expect(await problemsOf(document)).toEqual([])
    expect(document.servers).toEqual([{ url: 'https://example.com' }])
    expect(document.paths['/users']).toEqual({
      get: { responses: { 200: { description: 'The users.' } } },
      post: {
        summary: 'Signs up',
        tags: ['User'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/User_PostUsers' } } },
        },
        responses: { 201: { description: 'The user.' }, 400: { description: 'No.' }, 413: { description: 'No.' } },
      },
    })
    expect(Object.keys(document.components.schemas ?? {}).sort()).toEqual(['User', 'User_PostUsers'])
    expect(document.components.schemas?.User).toEqual({ type: 'string' })
  })

  it('names bodies by their model and place, whatever the order of the routes', async () => {
    const loginSchema = new mongoose.Schema({ login: String, password: { type: String, required: true } })
    const node = new mongoose.Schema({ name: String }, { _id: false })
    node.add({ children: [node] })
    const Tree = new mongoose.Mongoose().model<unknown>('Tree', node)
    const trees = { allow: ['name', 'children'] as never }
    const handler = () => new Response()
    const routes = {
      'POST /users': webGuard(newUser, handler),
      'POST /members': webGuard(User, { allow: ['name', 'address.city'] }, handler),
      'POST /admin/users/{id}': webGuard(User, { allow: ['name', 'role'] }, handler),
      'POST /login': webGuard(loginSchema, handler),
      'POST /sign-up': webGuard(new mongoose.Schema({ mail: String }), handler),
      'PATCH /users/{id}': webGuard(userChanges, handler),
      'POST /trees': webGuard(Tree, trees, handler),
      'PUT /trees': webGuard(Tree, { ...trees, rules: { name: { required: true } } } as never, handler),
    }
    const documentOf = (entries: [string, object][]) => openapi(Object.fromEntries(entries), { info })
    const document = documentOf(Object.entries(routes))
    expect(await problemsOf(document)).toEqual([])
    const names = {
      'post /users': 'User_PostMembers',
      'post /members': 'User_PostMembers',
      'post /admin/users/{id}': 'User_PostAdminUsersById',
      'post /login': 'PostLogin',
      'post /sign-up': 'PostSignUp',
      'patch /users/{id}': 'UserChanges',
      'post /trees': 'Tree_PostTrees',
      'put /trees': 'Tree_PutTrees',
    }
    for (const [operation, name] of Object.entries(names)) {
      const [method = '', path = ''] = operation.split(' ')
      const $ref = `#/components/schemas/${name}`
      const content = { 'application/json': { schema: { $ref } } }
      expect(document.paths[path]?.[method]).toMatchObject({ requestBody: { content } })
    }
    expect(document.paths['/login']?.post).not.toHaveProperty('tags')
    expect(Object.keys(document.components.schemas ?? {}).sort()).toEqual(
      [
        ...new Set([
          ...Object.values(names),
          'GuardErrors',
          ...['Post', 'Put'].map((method) => `Tree_${method}Trees.children.children`),
        ]),
      ].sort(),
    )
    expect(documentOf(Object.entries(routes).reverse()).components).toEqual(document.components)
  })

  it.each([
    [{ badRequets: {} }, 'unknown option "badRequets"; did you mean "badRequest"?'],
    [{ server: [] }, 'unknown option "server"; did you mean "servers"?'],
    [
      { nothingLikeIt: [] },
      'unknown option "nothingLikeIt"; it may have info, mounts, paths, components, badRequest, servers, tags, security, webhooks, externalDocs, jsonSchemaDialect',
    ],
    [{ paths: [] }, 'option "paths" must be an object, received an array'],
    [{ paths: { users: {} } }, 'paths: "users" must begin with a slash'],
    [{ paths: { '/users/:id': {} } }, 'paths: "/users/:id" is a path of Express; OpenAPI has "/users/{id}"'],
    [{ paths: { '/users': null } }, 'paths: "/users" must be a Path Item, received null'],
    [{ paths: { '/users': { POST: {} } } }, 'paths: "/users" has an unknown member "POST"; did you mean "post"?'],
    [{ paths: { '/a': { post: { responses: null } } } }, 'paths: "/a" must have its "responses" as an object'],
    [{ paths: { '/a': { post: [] } } }, 'paths: "/a" must have an object as its "post", received an array'],
    [{ paths: { '/a': { parameters: {} } } }, 'paths: "/a" must have its "parameters" as an array of objects'],
    [
      { paths: { '/a': { get: { parameters: [5] } } } },
      'paths: "/a" must have its "parameters" as an array of objects',
    ],
    [{ paths: { '/users/{userId}': {} } }, 'paths: "/users/{userId}" is "/users/{id}" in the application'],
  ])('finds a mistake in its options: %j', (options, message) => {
    const app = { 'PATCH /users/{id}': webGuard(userChanges, () => new Response()) }
    expect(() => openapi(app, { info, ...options } as never)).toThrow(new GuardConfigError(message))
  })

  it('names the schema of a model in the characters that a document takes', async () => {
    const Odd = new mongoose.Mongoose().model('Größe & Form', new mongoose.Schema({ name: String }))
    const document = openapi({ 'POST /odd': webGuard(Odd, { allow: ['name'] }, () => new Response()) }, { info })
    expect(await problemsOf(document)).toEqual([])
    expect(Object.keys(document.components.schemas ?? {})).toContain('Gr_e_Form')
  })

  it('takes the parts of a document, and extensions', async () => {
    const parts = { tags: [{ name: 'User' }], security: [], 'x-internal': true }
    const ofPath = { 'x-quiet': 1, 'x-gateway': { parameters: { timeout: 5 }, responses: ['200'] } }
    const document = openapi(
      {},
      { info, ...parts, paths: { '/health': { ...ofPath, get: { responses: { 204: { description: 'Well.' } } } } } },
    )
    expect(await problemsOf(document)).toEqual([])
    expect(document).toMatchObject({ ...parts, paths: { '/health': ofPath } })
    expect(() => accessSurface({}, { mount: {} } as never)).toThrow(
      new GuardConfigError('unknown option "mount"; did you mean "mounts"? The options are mounts', {
        suggestion: 'mounts',
      }),
    )
  })

  it('moves the parts of recursive schemas and discriminators to the components', async () => {
    const node = new mongoose.Schema(
      { name: { type: String, required: true, default: '#/$defs/x' } },
      { _id: false, discriminatorKey: 'kind' },
    )
    node.add({ children: [node], default: String })
    const Tree = new mongoose.Mongoose().model<unknown>('Tree', node)
    Tree.discriminator('Leaf', new mongoose.Schema({ size: Number }))
    const tree = createGuard(Tree, { allow: ['kind', 'name', 'children', 'size', 'default'] as never })
    const document = openapi({ 'POST /trees': webGuard(tree, () => new Response()) }, { info })
    expect(await problemsOf(document)).toEqual([])
    const text = JSON.stringify(document)
    expect(text.match(/#\/\$defs/g)).toHaveLength(text.match(/"default":"#\/\$defs\/x"/g)?.length ?? -1)
    const references = [...text.matchAll(/#\/components\/schemas\/([\w.]+)/g)].map(([, name]) => name)
    const schemas = Object.keys(document.components.schemas ?? {})
    expect(references.length).toBeGreaterThan(3)
    expect(references.filter((name) => !schemas.includes(name ?? ''))).toEqual([])
  })

  describe('describes refused bodies', () => {
    const body = { name: 1, unknown: true }
    const { errors = [] } = newUser.validate(body) as { errors?: GuardErrorItem[] }
    const problem = problemDetails(errors, { body })
    const handlersOf = (one: typeof newUser) => ({
      'POST /errors': webGuard(one, () => new Response()),
      'POST /problems': webGuard.with({ onReject: problemDetails })(one, () => new Response()),
    })
    const { schemas = {} } = openapi(handlersOf(newUser), { info }).components

    it.each([
      ['GuardErrors', { errors }],
      ['GuardProblem', problem],
    ])('as they are sent: %s', (name, sent: object) => {
      const takes = new Ajv2020().compile(schemas[name] as object)
      expect(takes(sent), JSON.stringify(takes.errors)).toBe(true)
      // Neither a text nor a number, nor an array.
      for (const key of Object.keys(sent)) expect(takes({ ...sent, [key]: {} }), key).toBe(false)
      for (const key of Object.keys(sent)) expect(takes({ ...sent, [key]: undefined }), key).toBe(false)
    })

    it.each(['GuardErrors', 'GuardProblem'])('by names that no body has: %s', (name) => {
      const Model = new mongoose.Mongoose().model<unknown>(name, new mongoose.Schema({ a: String }) as never)
      const ofModel = createGuard(Model, { allow: ['a'] as never })
      const { components } = openapi(handlersOf(ofModel), { info })
      expect(components.schemas?.[name]).toEqual(schemas[name])
      expect(Object.keys(components.schemas ?? {})).toHaveLength(3)
    })
  })

  it.each(['__proto__', 'constructor'])('has the schema of a model called %s', async (name) => {
    const Model = new mongoose.Mongoose().model<unknown>(name, new mongoose.Schema({ a: String }) as never)
    const guard = createGuard(Model, { allow: ['a'] as never })
    const document = openapi({ 'POST /named': webGuard(guard, () => new Response()) }, { info })
    expect(await problemsOf(document)).toEqual([])
    expect(JSON.stringify(document)).toContain(`"$ref":"#/components/schemas/${name}"`)
    const written = Object.entries(document.components.schemas ?? {}).find(([key]) => key === name)
    expect(written?.[1]).toMatchObject({ properties: { a: { type: 'string' } } })
  })

  it.each([{}, { info: {} }, { info: { title: 'x' } }, undefined])(
    'refuses %j, which has no title and version',
    (options) => {
      expect(() => openapi({}, options as never)).toThrow(GuardConfigError)
    },
  )
})

describe('accessSurface', () => {
  const Account = modelOf({
    name: { type: String, required: true },
    profile: { role: String, bio: String },
    items: [sub({ sku: String })],
  })
  const surface = (model: unknown, allow: string[], options = {}) =>
    webGuard(createGuard(model as typeof Account, { allow: allow as never, ...options }), () => new Response())

  it('is a table with a line for each field that a client may set, in a stable order', () => {
    const routes = {
      'POST /users': webGuard(newUser, () => new Response()),
      'PATCH /users/{id}': webGuard(userChanges, () => new Response()),
      'POST /accounts': surface(Account, ['profile', 'items.sku']),
    }
    const { text } = accessSurface(routes)
    expect(text).toBe(`POST /accounts -> ${Account.modelName}
  profile.role  ! sensitive
  profile.bio
  items.sku
  - name  ! missing

POST /users -> User
  name
  address.city

PATCH /users/:id -> User (partial)
  name
  address.city
  address.zip
`)
    expect(accessSurface(Object.fromEntries(Object.entries(routes).reverse())).text).toBe(text)
  })

  it('lists what a body holds beside the fields of the model, and where those stand', () => {
    const extra = { coupon: String, card: { number: String } }
    const many = createGuard(User, { allow: ['name'], at: 'data.users', each: { max: 50 }, extra, ignore: ['_csrf'] })
    const { text, routes } = accessSurface({ 'POST /import': webGuard(many, () => new Response()) })
    expect(text).toBe(`POST /import -> User, 0 to 50 of them, at data.users
  name
  + coupon  (extra)
  + card.number  (extra)
  ~ _csrf  (ignored)
`)
    expect(routes).toEqual([
      {
        method: 'POST',
        path: '/import',
        model: 'User',
        partial: false,
        fields: ['name'],
        at: 'data.users',
        each: { min: 0, max: 50 },
        extra: ['coupon', 'card.number'],
        ignore: ['_csrf'],
        notes: [],
      },
    ])
  })

  it('does not ask PUT and PATCH for what only create() would miss', () => {
    const whole = createGuard(User, { allow: ['address'] })
    const concerns = (route: string) =>
      accessSurface({ [route]: webGuard(whole, () => new Response()) }).routes[0]?.notes.map(({ concern }) => concern)
    expect(concerns('POST /users')).toEqual(['missing'])
    expect(concerns('PUT /users/{id}')).toEqual([])
    expect(concerns('PATCH /users/{id}')).toEqual([])
  })

  it('asks them for what the elements of an array lack, which they replace', () => {
    const line = sub({ sku: { type: String, required: true }, count: { type: Number, required: true } })
    const Order = modelOf({ owner: { type: String, required: true }, box: sub({ lines: [line], note: String }) })
    const lines = (options: object) =>
      accessSurface({ 'PATCH /orders/:id': surface(Order, ['box.lines.sku'], options) })
        .text.split('\n')
        .slice(1)
    expect(lines({ partial: true })).toEqual(['  box.lines.sku', '  - box.lines.count  ! missing', ''])
    expect(lines({})).toEqual(lines({ partial: true }))
    const { routes } = accessSurface({ 'PUT /orders/:id': surface(Order, ['box.lines'], { partial: true }) })
    expect(routes[0]?.notes).toEqual([])
  })

  it('is data as well', () => {
    expect(accessSurface({ 'PATCH /users/:id': webGuard(userChanges, () => new Response()) }).routes).toEqual([
      {
        method: 'PATCH',
        path: '/users/:id',
        model: 'User',
        partial: true,
        fields: ['name', 'address.city', 'address.zip'],
        notes: [],
      },
    ])
    expect(accessSurface({})).toEqual({ routes: [], text: '' })
  })
})
