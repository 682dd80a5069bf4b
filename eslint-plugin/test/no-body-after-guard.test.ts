import { noBodyAfterGuard } from '../src/rules/no-body-after-guard.ts'
import { type Cases, runSuite, runTypeScriptSuite } from './rule-tester.ts'

const handlers: Cases = {
  'an inline arrow function': `app.post('/', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'an inline async function': `app.post('/', guard(User, { allow: [] }), async function (req, res) { await User.create(«req.body→req.validated») })`,
  'a hoisted function': `
    app.post('/', guard(User, { allow: [] }), create)
    function create(req, res) { res.json(«req.body→req.validated») }`,
  'a function in a const': `
    const create = async (req, res) => { res.json(«req.body→req.validated») }
    app.post('/', guard(User, { allow: [] }), create)`,
  'a const that is given its function later': `
    let create
    create = (req, res) => { res.json(«req.body→req.validated») }
    app.post('/', guard(User, { allow: [] }), create)`,
  'the second of several handlers': `app.post('/', guard(User, { allow: [] }), audit, (req, res) => res.json(«req.body→req.validated»))`,
  'every handler after the guard': `app.post('/', guard(User, { allow: [] }), (req, res, next) => { log(«req.body→req.validated»); next() }, (req, res) => res.json(«req.body→req.validated»))`,
  'an array of handlers': `app.post('/', [auth, guard(User, { allow: [] })], [(req, res) => res.json(«req.body→req.validated»)])`,
  'a const array': `
    const chain = [auth, guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»)]
    app.post('/', chain)`,
  'a spread array': `
    const checks = [auth, guard(User, { allow: [] })]
    app.post('/', ...checks, (req, res) => res.json(«req.body→req.validated»))`,
  'a chain of handlers that is exported': `export const create = [guard(User, { allow: [] }), (req, res) => { res.json(«req.body→req.validated») }]`,
  'a member of an object': `
    const users = { create(req, res) { res.json(«req.body→req.validated») }, list: (req, res) => res.json(req.body) }
    app.post('/', guard(User, { allow: [] }), users.create)`,
  'a member of an object by its name in brackets': `
    const users = { create: (req, res) => res.json(«req.body→req.validated») }
    app.post('/', guard(User, { allow: [] }), users['create'])`,
  'a member that is assigned to an object': `
    const users = {}
    users.create = async (req, res) => { res.json(«req.body→req.validated») }
    app.post('/', guard(User, { allow: [] }), users.create)`,
  'a handler taken out of an object': `
    const users = { create: (req, res) => res.json(«req.body→req.validated») }
    const { create: handler } = users
    app.post('/', guard(User, { allow: [] }), handler)`,
  'a method of an instance': `
    class Users { create(req, res) { res.json(«req.body→req.validated») } }
    const users = new Users()
    app.post('/', guard(User, { allow: [] }), users.create)`,
  'a bound method of an instance': `
    class Users { create(req, res) { res.json(«req.body→req.validated») } }
    const users = new Users()
    app.post('/', guard(User, { allow: [] }), users.create.bind(users))`,
  'a class field': `
    class Users { create = async (req, res) => { res.json(«req.body→req.validated») } }
    app.post('/', guard(User, { allow: [] }), new Users().create)`,
  'a static method': `
    class Users { static async create(req, res) { res.json(«req.body→req.validated») } }
    app.post('/', guard(User, { allow: [] }), Users.create)`,
  'an inherited method': `
    class Base { create(req, res) { res.json(«req.body→req.validated») } }
    class Users extends Base {}
    app.post('/', guard(User, { allow: [] }), new Users().create)`,
  'a method that registers itself': `
    class Users {
      constructor(router) { router.post('/', guard(User, { allow: [] }), this.create.bind(this)) }
      create(req, res) { res.json(«req.body→req.validated») }
    }`,
  'a method that the constructor binds': `
    class Users {
      constructor() { this.create = this.create.bind(this); this.router.post('/', guard(User, { allow: [] }), this.create) }
      create(req, res) { res.json(«req.body→req.validated») }
    }`,
  'a private method': `
    class Users {
      routes(router) { router.post('/', guard(User, { allow: [] }), this.#create) }
      #create = (req, res) => { res.json(«req.body→req.validated») }
    }`,
  'a function that bind gives its service first': `
    function create(service, req, res) { service.create(«req.body→req.validated») }
    app.post('/', guard(User, { allow: [] }), create.bind(null, users))`,
  'a wrapped handler': `app.post('/', guard(User, { allow: [] }), asyncHandler(async (req, res) => { res.json(«req.body→req.validated») }))`,
  'a handler in several wrappers': `app.post('/', guard(User, { allow: [] }), timed('users', asyncHandler(withUser(async (req, res) => { res.json(«req.body→req.validated») }))))`,
  'a handler wrapped at its definition': `
    const create = catchAsync(async (req, res) => { res.json(«req.body→req.validated») })
    app.post('/', guard(User, { allow: [] }), create)`,
  'a wrapped handler by its name': `
    const create = async (req, res) => { res.json(«req.body→req.validated») }
    app.post('/', guard(User, { allow: [] }), asyncHandler(create))`,
  'a handler in a wrapper of the same file': `
    const wrap = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next)
    app.post('/', guard(User, { allow: [] }), wrap(async (req, res) => { res.json(«req.body→req.validated») }))`,
  'a handler that a factory makes': `
    const createOne = (Model) => async (req, res) => { res.json(await Model.create(«req.body→req.validated»)) }
    app.post('/', guard(User, { allow: [] }), createOne(User))`,
  'a wrapped handler that a factory makes': `
    const createOne = (Model) => catchAsync(async (req, res) => { res.json(await Model.create(«req.body→req.validated»)) })
    app.post('/', guard(User, { allow: [] }), createOne(User))`,
  'a middleware of the same file that reads the body once more': `
    const validate = (schema) => (req, res, next) => { schema.parse(«req.body→req.validated»); next() }
    app.post('/', guard(User, { allow: [] }), validate(schema), save)`,
  'handlers that exports holds': `
    exports.create = async (req, res) => { res.json(«req.body→req.validated») }
    router.post('/', guard(User, { allow: [] }), exports.create)`,
  'one of two handlers': `app.post('/', guard(User, { allow: [] }), isNew ? (req, res) => res.json(«req.body→req.validated») : list)`,
}

const routes: Cases = {
  'router.route().post()': `router.route('/').get((req, res) => res.json(req.body)).post(guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'router.route().post().patch()': `router.route('/:id')
    .post(auth, guard(User, { allow: [] }), (req, res) => res.json(req.validated))
    .patch(guard(User, { allow: [], partial: true }), (req, res) => res.json(«req.body→req.validated»))`,
  'app.use()': `app.use('/users', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'app.all()': `app.all('/users', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a guard of all methods of a route': `router.route('/').all(guard(User, { allow: [] })).post((req, res) => res.json(«req.body→req.validated»))`,
  'a guard of everything on a router': `
    const router = Router()
    router.use(guard(User, { allow: [] }))
    router.post('/', (req, res) => res.json(«req.body→req.validated»))`,
  'a router that is mounted behind a guard before its routes': `
    const router = Router()
    app.use('/users', guard(User, { allow: [] }), router)
    router.post('/', (req, res) => res.json(«req.body→req.validated»))`,
  'a router that is mounted behind a guard after its routes, and exported': `
    export const router = Router()
    router.post('/', (req, res) => res.json(«req.body→req.validated»))
    app.use(guard(User, { allow: [] }), router)`,
  'a router on a router that is mounted behind a guard': `
    const api = Router(), users = Router()
    users.post('/', (req, res) => res.json(«req.body→req.validated»))
    api.use('/users', users)
    app.use('/api', guard(User, { allow: [] }), api)`,
  'a router that is mounted below the path of a guard': `
    const app = express()
    const router = Router()
    app.use('/users', guard(User, { allow: [] }))
    app.use('/users/new', router)
    router.post('/', (req, res) => res.json(«req.body→req.validated»))`,
  'a guard of everything below a path of a router': `
    const router = Router()
    router.use('/users/', guard(User, { allow: [] }))
    router.route('/users/:id').post((req, res) => res.json(«req.body→req.validated»))`,
  'a guard of the root of a router': `
    const router = Router()
    router.use('/', guard(User, { allow: [] }))
    router.post(path, (req, res) => res.json(«req.body→req.validated»))`,
  'a guard of all methods of a path': `
    const router = Router()
    router.all('/', guard(User, { allow: [] }))
    router.post('/', (req, res) => res.json(«req.body→req.validated»))`,
  'a guard of one of several paths': `
    const router = Router()
    router.all(['/', '/users'], guard(User, { allow: [] }))
    router.post('/users', (req, res) => res.json(«req.body→req.validated»))`,
  'a guard that is registered by itself': `
    const router = Router()
    router.post('/', guard(User, { allow: [] }))
    router.post('/', (req, res) => res.json(«req.body→req.validated»))`,
  'a router that is built in a function': `
    export function routes(app) { app.post('/', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»)) }`,
  'a call that is no method of a router': `register('post', '/users', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a composed chain': `app.post('/', compose(auth, guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»)))`,
  'an optional call': `app?.post?.('/', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
}

const bindings: Cases = {
  'a renamed import': `import { guard as check } from 'mongoose-guard/express'
    app.post('/', check(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a namespace import': `import * as mg from 'mongoose-guard/express'
    app.post('/', mg.guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a destructured require': `const { guard } = require('mongoose-guard/express')
    app.post('/', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a renamed destructured require': `const { guard: check } = require('mongoose-guard/express')
    app.post('/', check(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a member of a require': `const check = require('mongoose-guard/express').guard
    app.post('/', check(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a required namespace': `const mg = require('mongoose-guard/express')
    app.post('/', mg.guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a require in place': `app.post('/', require('mongoose-guard/express').guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a require with a template':
    'const { guard } = require(`mongoose-guard/express`)\napp.post(`/`, guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))',
  'a require that is declared first and assigned later': `let guard
    ;({ guard } = require('mongoose-guard/express'))
    const check = require('mongoose-guard/express').guard
    app.post('/', check(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  createRequire: `import { createRequire } from 'node:module'
    const load = createRequire(import.meta.url)
    const { guard } = load('mongoose-guard/express')
    app.post('/', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a dynamic import': `const { guard } = await import('mongoose-guard/express')
    app.post('/', guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'an alias of the import': `const check = guard
    app.post('/', check(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'guard.with()': `const check = guard.with({ onReject })
    app.post('/', check(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'guard.with() of guard.with()': `const check = guard.with({ onReject }).with({ maxErrors: 5 })
    app.post('/', check(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'guard.with() in place': `app.post('/', guard.with({ onReject })(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
  'a guard in a const': `const signup = guard(User, { allow: [] })
    app.post('/', signup, (req, res) => res.json(«req.body→req.validated»))`,
  'a guard in an object': `const guards = { create: guard(User, { allow: [] }), update: guard(User, { allow: [], partial: true }) }
    app.patch('/', guards.update, (req, res) => res.json(«req.body→req.validated»))`,
  'a guard in a class': `class Routes { static signup = guard(User, { allow: [] }) }
    app.post('/', Routes.signup, (req, res) => res.json(«req.body→req.validated»))`,
  'a guard made of a Guard': `import { createGuard } from 'mongoose-guard'
    import { guard } from 'mongoose-guard/express'
    const newUser = createGuard(User, { allow: [] })
    app.post('/', guard(newUser), (req, res) => res.json(«req.body→req.validated»))`,
  'a local factory': `const allow = (...entries) => guard(User, { allow: entries })
    app.post('/', allow('name'), (req, res) => res.json(«req.body→req.validated»))`,
  'a local factory with a body': `function allow(entries) { const options = { allow: entries }; return guard(User, options) }
    app.post('/', allow(['name']), (req, res) => res.json(«req.body→req.validated»))`,
  'a guard in a wrapper of its own': `app.post('/', asyncHandler(guard(User, { allow: [] })), (req, res) => res.json(«req.body→req.validated»))`,
  'one guard or another': `app.post('/', strict ? guard(User, { allow: [] }) : guard(User, { allow: ['name'] }), (req, res) => res.json(«req.body→req.validated»))`,
}

const inHandler = (body: string, parameters = 'req, res') =>
  `app.post('/', guard(User, { allow: [] }), async (${parameters}) => { ${body} })`

const reads: Cases = {
  'a member of the body': inHandler('await User.create({ name: «req.body→req.validated».name })'),
  brackets: inHandler(`res.json(«req['body']→req.validated»)`),
  'a template in brackets': inHandler('res.json(«req[`body`]→req.validated»)'),
  'a constant key': `const KEY = 'body'\n${inHandler('res.json(«req[KEY]→req.validated»)')}`,
  'a constant key of an object': `const KEYS = { body: 'body' }\n${inHandler('res.json(«req[KEYS.body]→req.validated»)')}`,
  'an optional chain': inHandler('res.json(«req?.body→req?.validated»?.name)'),
  'an optional chain with brackets': inHandler(`res.json(«req?.['body']→req?.validated»)`),
  'a destructured body': inHandler('const { «body→validated: body» } = req; res.json(body)'),
  'a renamed destructured body': inHandler('const { «body: data→validated: data» } = req; res.json(data)'),
  'a destructured body with a default': inHandler('const { «body = {}→validated: body = {}» } = req; res.json(body)'),
  'a deeply destructured body': inHandler('const { «body: { name }→validated: { name }» } = req; res.json(name)'),
  'a destructured body by a key in quotes': inHandler(`const { «'body': data→validated: data» } = req; res.json(data)`),
  'a destructured parameter': inHandler('res.json(body)', '{ «body→validated: body» }, res'),
  'a renamed destructured parameter': inHandler('res.json(data)', '{ «body: data→validated: data» }, res'),
  'a deeply destructured parameter': inHandler(
    'res.json(name)',
    '{ params, «body: { name, ...rest }→validated: { name, ...rest }» }, res',
  ),
  'a destructured parameter with a default': inHandler(
    'res.json(body)',
    '{ «body = {}→validated: body = {}» } = {}, res',
  ),
  'the rest of a destructured request': inHandler(
    'const { params, ...rest } = req; res.json(«rest.body→rest.validated»)',
  ),
  'an assignment pattern': inHandler('let data; ({ «body: data→validated: data» } = req); res.json(data)'),
  'an alias of the request': inHandler('const request = req; res.json(«request.body→request.validated»)'),
  'an alias of an alias': inHandler('const a = req; const { b } = { b: a }; res.json(«b.body→b.validated»)'),
  'an object that holds the request': inHandler(
    'const context = { req, res }; context.res.json(«context.req.body→context.req.validated»)',
  ),
  'a closure': inHandler('const save = () => User.create(«req.body→req.validated»); await save()'),
  'a callback': inHandler('items.forEach((item) => { item.set(«req.body→req.validated») })'),
  'arguments[0]': `app.post('/', guard(User, { allow: [] }), function () { save(«arguments[0].body→arguments[0].validated») })`,
  'a rest parameter': `app.post('/', guard(User, { allow: [] }), (...args) => save(«args[0].body→args[0].validated»))`,
  'a destructured rest parameter': `app.post('/', guard(User, { allow: [] }), (...args) => { const [req, res] = args; res.json(«req.body→req.validated») })`,
  'a helper of the same file': `${inHandler('await save(req)')}
    function save(request) { return User.create(«request.body→request.validated») }`,
  'a helper that is handed the request in an object': `${inHandler('await save({ req, user })')}
    async function save({ req, user }) { return User.create(«req.body→req.validated») }`,
  'a helper that takes the request apart': `const nameOf = ({ «body→validated: body» }) => body.name
    ${inHandler('res.json(nameOf(req))')}`,
  'a helper of a helper': `const bodyOf = (r) => «r.body→r.validated»
    const save = (r) => User.create(bodyOf(r))
    ${inHandler('await save(req)')}`,
  'a helper method': `class Users {
      routes(router) { router.post('/', guard(User, { allow: [] }), this.create) }
      create = async (req, res) => { res.json(await this.save(req)) }
      save(request) { return User.create(«request.body→request.validated») }
    }`,
  'a helper through call': `function save(request) { return User.create(«request.body→request.validated») }
    ${inHandler('await save.call(this, req)')}`,
  'a helper through apply': `function save(request) { return User.create(«request.body→request.validated») }
    app.post('/', guard(User, { allow: [] }), function () { return save.apply(this, arguments) })`,
  'a helper that is spread its arguments': `function save(request) { return User.create(«request.body→request.validated») }
    app.post('/', guard(User, { allow: [] }), (...args) => save(...args))`,
  'a request that might be another one': inHandler('res.json(«(original || req).body→(original || req).validated»)'),
  'a write into the body': inHandler('«req.body→req.validated».owner = req.user.id; await User.create(req.validated)'),
  'a spread of the body': inHandler('await User.create({ ...«req.body→req.validated», owner: req.user.id })'),
  'the right side of its own replacement': inHandler(
    'req.body = pick(«req.body→req.validated», fields); await User.create(req.body)',
  ),
  'a computed destructured key': `const KEY = 'body'\n${inHandler('const { «[KEY]: data→validated: data» } = req; res.json(data)')}`,
}

const onWeb = (body: string, parameters = 'req') => `import { guard } from 'mongoose-guard/web'
    export const POST = guard(User, { allow: [] }, async (${parameters}) => { ${body} })`

const web: Cases = {
  'await req.json()': onWeb('return Response.json(await User.create(«await req.json()→req.validated»))'),
  'req.json() with a promise': onWeb('return «req.json()».then((body) => User.create(body))'),
  'a member of the body': onWeb('const name = («await req.json()→req.validated»).name'),
  'req.text()': onWeb('return JSON.parse(«await req.text()»)'),
  'req.formData()': onWeb('const form = «await req.formData()»; return save(form)'),
  'req.arrayBuffer()': onWeb('return save(«await req.arrayBuffer()»)'),
  'req.blob()': onWeb('return save(«await req.blob()»)'),
  'req.bytes()': onWeb('return save(«await req.bytes()»)'),
  'the stream': onWeb('return save(«req.body→req.validated»)'),
  'a clone': onWeb('return save(«await req.clone().json()→req.validated»)'),
  'a clone in a const': onWeb('const copy = req.clone(); return save(«await copy.json()→copy.validated»)'),
  brackets: onWeb("return save(«await req['json']()→req.validated»)"),
  'an optional call': onWeb('return save(«await req.json?.()→req.validated»)'),
  'a destructured request': onWeb('return save(body)', '{ «body→validated: body» }'),
  'a context beside the request': onWeb(
    'const { id } = await params; return save(id, «await req.json()→req.validated»)',
    'req, { params }',
  ),
  'a helper': `const read = async (request) => «await request.json()→request.validated»
    ${onWeb('return save(await read(req))')}`,
  'a hoisted handler': `import { guard } from 'mongoose-guard/web'
    export const POST = guard(User, { allow: [] }, create)
    async function create(req) { return save(«await req.json()→req.validated») }`,
  'a wrapped handler': `import { guard } from 'mongoose-guard/web'
    export const POST = guard(User, { allow: [] }, withUser(async (req) => save(«await req.json()→req.validated»)))`,
  'a wrapped guard': `import { guard } from 'mongoose-guard/web'
    export const POST = withUser(guard(User, { allow: [] }, async (req) => save(«await req.json()→req.validated»)))`,
  'a ready Guard': `import { createGuard } from 'mongoose-guard'
    import { guard } from 'mongoose-guard/web'
    const newUser = createGuard(User, { allow: [] })
    export const POST = guard(newUser, async (req) => save(«await req.json()→req.validated»))`,
  'guard.with()': `import { guard as plain } from 'mongoose-guard/web'
    const guard = plain.with({ onReject })
    export const POST = guard(User, { allow: [] }, async (req) => save(«await req.json()→req.validated»))`,
  'a handler in another function': `import { guard } from 'mongoose-guard/web'
    const create = guard(User, { allow: [] }, async (request) => save(«await request.json()→request.validated»))
    export async function POST({ request }) { return create(request) }`,
}

// A guard stays one whatever its options are.
const options: Cases = Object.fromEntries(
  [
    "{ allow: ['name'], at: 'user' }",
    "{ allow: ['name'], each: true }",
    "{ allow: ['name'], extra: new Schema({ captcha: String }) }",
    "{ allow: ['name'], rules: { name: { required: true } }, ignore: ['_id'] }",
    '{ allow, check: (validated, { request }) => request.body !== undefined || { message: "Nothing" } }',
  ].map((each) => [
    `the options ${each}`,
    `app.post('/', guard(User, ${each}), async (req, res) => { res.json({ user: «req.body→req.validated», extra: req.extra }) })`,
  ]),
)
const guards: Cases = {
  'a Schema as first argument': `app.post('/login', guard(new Schema({ email: String }), { allow: ['email'] }), (req, res) => res.json(«req.body→req.validated».email))`,
  'guardBy()': `import { guardBy } from 'mongoose-guard/express'
    app.patch('/', guardBy((req) => req.body.kind, { admin, user }), (req, res) => res.json(«req.body→req.validated»))`,
  'guardBy() in CommonJS': `const { guardBy } = require('mongoose-guard/express')
    router.patch('/', auth, guardBy(roleOf, { admin, user }), (req, res) => { res.json(«req.body→req.validated») })`,
  'guardBy() in a const': `import * as mg from 'mongoose-guard/express'
    const byRole = mg.guardBy(roleOf, { admin, user })
    router.patch('/', byRole, (req, res) => { res.json(«req.body→req.validated») })`,
  'guardBy() of the web': `import { guardBy } from 'mongoose-guard/web'
    export const PATCH = guardBy(async (req) => (await req.clone().json()).kind, { admin, user }, async (req) => Response.json(«await req.json()→req.validated»))`,
  'guardBy() of the web with options': `import { guardBy } from 'mongoose-guard/web'
    export const PATCH = guardBy(roleOf, { admin, user }, { maxBytes: 100 }, async (req) => Response.json(«await req.json()→req.validated»))`,
  'a form that is made a body before the guard': `import { fromForm } from 'mongoose-guard'
    import { guard } from 'mongoose-guard/express'
    const formOf = (someGuard) => (req, res, next) => { req.body = fromForm(someGuard, req.body); next() }
    app.post('/', formOf(newBook), guard(newBook), (req, res) => res.json(«req.body→req.validated»))`,
}
const quietGuards: Cases = {
  'what guards leave on a request': `app.post('/', guard(User, { allow: ['name'], extra: { captcha: String } }), (req, res) => res.json([req.validated, req.extra]))`,
  'guardBy() and req.validated': `import { guardBy } from 'mongoose-guard/express'
    app.patch('/', guardBy((req) => req.body.kind, { admin, user }), (req, res) => res.json(req.validated))`,
  'guardBy() of the web and validated': `import { guardBy } from 'mongoose-guard/web'
    export const PATCH = guardBy(async (req) => (await req.clone().json()).kind, { admin, user }, async (req) => Response.json(req.validated))`,
  "somebody else's guardBy()": `import { guardBy } from './permissions.js'
    app.patch('/', guardBy(roleOf, { admin, user }), (req, res) => res.json(req.body))`,
  'a server action behind a wrapper of its own': `import { createGuard } from 'mongoose-guard'
    import { guardAction } from './guard-action.js'
    const newUser = createGuard(User, { allow: ['name'] })
    export const create = guardAction(newUser, async (validated) => { await User.create(validated.body) })`,
}
const quiet: Cases = {
  ...quietGuards,
  "somebody else's guard": `import { guard } from './auth/guard'
    app.post('/', guard(User, { allow: [] }), (req, res) => res.json(req.body))`,
  'a guard of another package': `import { guard } from 'role-guard'
    app.post('/', guard('admin'), (req, res) => res.json(req.body))`,
  'a guard that is declared in the file': `const guard = (role) => (req, res, next) => next()
    app.post('/', guard('admin'), (req, res) => res.json(req.body))`,
  'another export of the package': `import { toUpdate } from 'mongoose-guard'
    app.post('/', toUpdate(User, {}), (req, res) => res.json(req.body))`,
  'a shadowed guard': `function routes(app, guard) { app.post('/', guard(User), (req, res) => res.json(req.body)) }`,
  'a shadowed require': `function load(require) {
      const { guard } = require('mongoose-guard/express')
      app.post('/', guard(User), (req, res) => res.json(req.body))
    }`,
  'an unguarded route': `app.post('/', (req, res) => res.json(req.body))
    app.put('/', guard(User, { allow: [] }), (req, res) => res.json(req.validated))`,
  'a handler before the guard': `app.post('/', (req, res, next) => { log(req.body); next() }, guard(User, { allow: [] }), (req, res) => res.json(req.validated))`,
  'a handler before the guard in an array': `app.post('/', [(req, res, next) => { log(req.body); next() }, guard(User, { allow: [] })], (req, res) => res.json(req.validated))`,
  'another method of the same route': `router.route('/').get((req, res) => res.json(req.body)).post(guard(User, { allow: [] }), (req, res) => res.json(req.validated)).put((req, res) => res.json(req.body))`,
  'a route before the guard of its router': `
    const router = Router()
    router.post('/login', (req, res) => res.json(req.body))
    router.use(guard(User, { allow: [] }))`,
  'a guard of one path of a router': `
    const router = Router()
    router.use('/users', guard(User, { allow: [] }))
    router.post('/login', (req, res) => res.json(req.body))`,
  'a guard of a path that begins alike': `
    const router = Router()
    router.use('/user', guard(User, { allow: [] }))
    router.post('/users', (req, res) => res.json(req.body))`,
  'a guard of the root of a router alone': `
    const router = Router()
    router.all('/', guard(User, { allow: [] }))
    router.post('/login', (req, res) => res.json(req.body))`,
  'a guard of one of the paths of a route': `
    const router = Router()
    router.use('/users', guard(User, { allow: [] }))
    router.post(['/users', '/login'], (req, res) => res.json(req.body))`,
  'a guard of another method': `
    const router = Router()
    router.post('/', guard(User, { allow: [] }), (req, res) => res.json(req.validated))
    router.put('/', (req, res) => res.json(req.body))`,
  'a guard of one path before a router that is mounted there': `
    const app = express()
    const users = Router()
    app.all('/users', guard(User, { allow: [] }))
    app.use('/users', users)
    users.post('/new', (req, res) => res.json(req.body))`,
  'a guard after a router that is mounted': `
    const app = express()
    const users = Router()
    app.use('/users', users)
    app.use('/users', guard(User, { allow: [] }))
    users.post('/', (req, res) => res.json(req.body))`,
  'a guard of another router': `
    const users = Router(), login = Router()
    users.use(guard(User, { allow: [] }))
    login.post('/', (req, res) => res.json(req.body))`,
  'a guard of a router that depends on something': `
    const router = Router()
    if (strict) { router.use(guard(User, { allow: [] })) }
    router.post('/', (req, res) => res.json(req.body))`,
  'the body of the response': inHandler('log(res.body); res.json(req.validated)'),
  'a field called body': inHandler('await Post.create({ text: req.validated.body })'),
  'a field called body, destructured': inHandler(
    'const { validated: { body } } = req; const { body: text } = req.validated; res.json(body, text)',
  ),
  'a shadowed request': inHandler('posts.map((req) => req.body); res.json(req.validated)'),
  'a body of something else': inHandler('const mail = await fetchMail(); res.json(mail.body)'),
  'an unknown key': inHandler('res.json(req[key])'),
  'a key that is assigned twice': `let key = 'body'; key = 'params'\n${inHandler('res.json(req[key])')}`,
  'error middleware': `app.post('/', guard(User, { allow: [] }), (err, req, res, next) => { res.status(400).json(err.body) })`,
  'error middleware that logs the body': `app.post('/', guard(User, { allow: [] }), save, (err, req, res, next) => { log(req.body) })`,
  'a reassigned handler': `let create = (req, res) => res.json(req.body)
    create = (req, res) => res.json(req.validated)
    app.post('/', guard(User, { allow: [] }), create)`,
  'a reassigned function': `function create(req, res) { res.json(req.body) }
    create = other
    app.post('/', guard(User, { allow: [] }), create)`,
  'a member that is assigned twice': `const users = { create: (req, res) => res.json(req.body) }
    users.create = other
    app.post('/', guard(User, { allow: [] }), users.create)`,
  'a reassigned request': inHandler('req = await load(req.params.id); res.json(req.body)'),
  'a reassigned alias': inHandler('let source = req; source = await load(); res.json(source.body)'),
  'a body that is replaced': inHandler('req.body = req.validated; res.json(req.body)'),
  'a body that a middleware replaces': `app.post('/', guard(User, { allow: [] }), (req, res, next) => { req.body = req.validated; next() }, (req, res) => res.json(req.body))`,
  'a body that is deleted': inHandler('delete req.body; res.json(req.validated)'),
  'the body left out of the rest': inHandler('const { body, ...rest } = req; log(rest)'),
  'a handler from nowhere': `app.post('/', guard(User, { allow: [] }), controller.create, handlers[name])`,
  'a service in an unknown wrapper': `const posts = { create: async (post) => { check(post.body); return Post.create(post) } }
    app.post('/', guard(Post, { allow: ['body'] }), controller(posts.create))`,
  'a guard that runs sometimes': `app.post('/', strict && guard(User, { allow: [] }), (req, res) => res.json(req.body))`,
  'a guard or something else': `app.post('/', strict ? guard(User, { allow: [] }) : skip, (req, res) => res.json(req.body))`,
  'the options of the guard': `app.post('/', guard(User, { allow: [], onReject(errors, req, res) { log(req.body); res.sendStatus(400) } }), save)`,
  'a Guard that checks by hand': `import { createGuard } from 'mongoose-guard'
    const newUser = createGuard(User, { allow: [] })
    app.post('/', async (req, res) => { const outcome = await newUser.validate(req.body); res.json(outcome) })`,
  'a Guard in a form': `import { createGuard } from 'mongoose-guard'
    useForm(createGuard(Post, { allow: ['body'] }), (post) => { save(post.body) })`,
  'a web request before its guard': `import { guard } from 'mongoose-guard/web'
    const create = guard(User, { allow: [] }, async (req) => save(req.validated))
    export async function POST(req) { log(await req.clone().json()); return create(req) }`,
  'a web handler without a guard': `import { guard } from 'mongoose-guard/web'
    export const POST = guard(User, { allow: [] }, async (req) => save(req.validated))
    export const PUT = async (req) => save(await req.json())`,
  'other members of a web request': onWeb(
    'return Response.json({ url: req.nextUrl, ip: req.headers.get("x"), ...req.validated })',
  ),
  'the body of a web response': onWeb('const answer = await fetch(url); return Response.json(await answer.json())'),
  'req.json behind an Express guard': inHandler('res.json(req.json, req.text, req.validated)'),
  'a function that calls itself': `const loop = (req, res) => loop(req, res)
    app.post('/', guard(User, { allow: [] }), loop)`,
  'a handler that is its own alias': `const a = b; const b = a
    app.post('/', guard(User, { allow: [] }), a)`,
}

runSuite(noBodyAfterGuard, {
  rule: 'no-body-after-guard',
  messageId: 'bodyAfterGuard',
  suggestion: 'useValidated',
  preamble: "import { guard } from 'mongoose-guard/express'\n",
  bringsOwn: /mongoose-guard|import \{ guard|const guard =|let guard/,
  flagged: {
    ...options,
    ...guards,
    ...named('in', handlers),
    ...named('on', routes),
    ...named('with', bindings),
    ...named('reads', reads),
    ...named('web:', web),
  },
  quiet,
})

function named(prefix: string, cases: Cases): Cases {
  return Object.fromEntries(Object.entries(cases).map(([name, code]) => [`${prefix} ${name}`, code]))
}

runTypeScriptSuite(noBodyAfterGuard, {
  rule: 'no-body-after-guard, in TypeScript',
  messageId: 'bodyAfterGuard',
  suggestion: 'useValidated',
  preamble: "import { guard } from 'mongoose-guard/express'\n",
  bringsOwn: /mongoose-guard|import \{ guard|const guard =|let guard/,
  flagged: {
    'a cast request of a web handler': onWeb(
      'return save(«await (req as any).json()→(req as any).validated», «await (req as Form).clone().json()→(req as Form).validated», «await req!.json()→req!.validated»)',
    ),
    'an awaited request of a web handler': onWeb(
      'const it = Promise.resolve(req); return save(«await (await it).json()→(await it).validated»)',
    ),
    'a cast request': inHandler('res.json(«(req as any).body→(req as any).validated»)'),
    'a request with a non-null assertion': inHandler('res.json(«req!.body→req!.validated»)'),
    'a body with a cast': inHandler('await User.create(«req.body→req.validated» as NewUser)'),
    'a body with a non-null assertion': inHandler('await User.create(«req.body→req.validated»!.name)'),
    'a request in angle brackets': inHandler('res.json(«(<any>req).body→(<any>req).validated»)'),
    'a request that satisfies a type': inHandler(
      'const { «body→validated: body» } = req satisfies Request; res.json(body)',
    ),
    'a cast alias': inHandler('const r = req as unknown as { body: User }; res.json(«r.body→r.validated»)'),
    'a constant key with a cast': `const KEYS = { body: 'body' } as const\n${inHandler('res.json(«req[KEYS.body]→req.validated»)')}`,
    'a handler after a this parameter': `
      app.post('/', guard(User, { allow: [] }), function (this: App, req: Request, res: Response) { res.json(«req.body→req.validated») })`,
    'a cast handler': `
      const create = ((req, res) => { res.json(«req.body→req.validated») }) as RequestHandler
      app.post('/', guard(User, { allow: [] }), create as RequestHandler)`,
    'an annotated handler': `
      const create: RequestHandler = async (req, res) => { res.json(«req.body→req.validated») }
      app.post('/', guard(User, { allow: [] }), create)`,
    'a handler of a class with accessibility': `
      class Users {
        constructor(private readonly router: Router) { this.router.post('/', guard(User, { allow: [] }), this.create) }
        private create = async (req: Request, res: Response): Promise<void> => { res.json(«req.body→req.validated») }
      }`,
    'a typed guard': `
      const signup = guard<User>(User, { allow: [] }) satisfies RequestHandler
      app.post('/', signup, (req, res) => res.json(«req.body→req.validated»))`,
    'an overloaded handler': `
      function create(req: Request, res: Response): void
      function create(req: any, res: any) { res.json(«req.body→req.validated») }
      app.post('/', guard(User, { allow: [] }), create)`,
    'an import of CommonJS': `import mg = require('mongoose-guard/express')
      app.post('/', mg.guard(User, { allow: [] }), (req, res) => res.json(«req.body→req.validated»))`,
    'a helper with types': `
      async function save(request: Request & { user: User }) { return User.create(«request.body→request.validated» as NewUser) }
      ${inHandler('res.json(await save(req as AuthRequest))', 'req: Request, res: Response')}`,
  },
  quiet: {
    'a type that is imported': `import type { guard } from 'mongoose-guard/express'
      declare const check: typeof guard
      other.post('/', (req: Request, res: Response) => { res.json(req.body) })`,
    'a type called body': inHandler('type Body = Request["body"]; const data: Body = req.validated; res.json(data)'),
    'a type position': inHandler(
      'const data: typeof req.body = req.validated; res.json(data)',
      'req: Request, res: Response',
    ),
  },
})
