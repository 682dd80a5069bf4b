import * as typescriptParser from '@typescript-eslint/parser'
import type { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { Application, type Files } from './lint-files.ts'

interface Layout {
  readonly files: Files
  readonly path?: string
  readonly route: string
  /** File and lines that the report names, `undefined` where nothing is reported. */
  readonly named: string | undefined
  readonly languageOptions?: Linter.LanguageOptions
}

const typescript: Linter.LanguageOptions = { parser: typescriptParser }
const commonjs: Linter.LanguageOptions = { sourceType: 'commonjs' }
const esm = (handler: string, imports: string) => `import { guard } from 'mongoose-guard/express'
${imports}
router.post('/', guard(User, { allow: ['name'] }), ${handler})`
const cjs = (handler: string, requires: string) => `const { guard } = require('mongoose-guard/express')
${requires}
router.post('/', guard(User, { allow: ['name'] }), ${handler})`

const create = 'async (req, res) => { res.json(await User.create(req.body)) }'

const layouts: Readonly<Record<string, Layout>> = {
  'a named export': {
    files: { 'controllers/users.js': `export const create = ${create}` },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: 'controllers/users.js:1',
  },
  'a renamed export': {
    files: { 'controllers/users.js': `const handler = ${create}\nexport { handler as create }` },
    route: esm('make', "import { create as make } from '../controllers/users.js'"),
    named: 'controllers/users.js:1',
  },
  'a function declaration': {
    files: {
      'controllers/users.js': '\nexport async function create(req, res) {\n  res.json(req.body)\n  log(req.body)\n}',
    },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: 'controllers/users.js:3, 4',
  },
  'a namespace import': {
    files: { 'controllers/users.js': `export const create = ${create}` },
    route: esm('users.create', "import * as users from '../controllers/users.js'"),
    named: 'controllers/users.js:1',
  },
  'a list of steps with the guard, of another file': {
    files: {
      'controllers/users.js': `export const create = ${create}`,
      'guards/users.js': `import { guard } from 'mongoose-guard/express'
export const newUser = [trim, guard(User, { allow: ['name'] })]`,
    },
    route: `import * as guards from '../guards/users.js'
import { create } from '../controllers/users.js'
router.post('/', guards.newUser, create)`,
    named: 'controllers/users.js:1',
  },
  'a list of steps with the guard, which a function of another file gives': {
    files: {
      'controllers/users.js': `export const create = ${create}`,
      'guards/users.js': `import { guard } from 'mongoose-guard/express'
export const checked = (allow) => [trim, guard(User, { allow })]`,
    },
    route: `import { checked } from '../guards/users.js'
import { create } from '../controllers/users.js'
router.post('/', checked(['name']), create)`,
    named: 'controllers/users.js:1',
  },
  'a list of steps without a guard': {
    files: {
      'controllers/users.js': `export const create = ${create}`,
      'guards/users.js': `import { guard } from 'mongoose-guard/express'
export const trimmed = [trim, log]`,
    },
    route: `import { guard } from 'mongoose-guard/express'
import { trimmed } from '../guards/users.js'
import { create } from '../controllers/users.js'
router.post('/', trimmed, create)`,
    named: undefined,
  },
  'a list of another file that has the handler as well, which is reported there': {
    files: {
      'controllers/users.js': `import { guard } from 'mongoose-guard/express'
export const create = [guard(User, { allow: ['name'] }), ${create}]`,
    },
    route: `import { create } from '../controllers/users.js'
router.post('/', create)`,
    named: undefined,
  },
  'an import that a route waits for': {
    files: { 'controllers/users.js': `export const create = ${create}` },
    route: `import { guard } from 'mongoose-guard/express'
import('../controllers/users.js').then(({ create }) => {
  router.post('/', guard(User, { allow: ['name'] }), create)})`,
    named: 'controllers/users.js:1',
  },
  'a module that a route waits for, with another': {
    files: { 'controllers/users.js': `export const create = ${create}`, 'db.js': 'export const db = 1' },
    route: `import { guard } from 'mongoose-guard/express'
Promise.all([import('../db.js'), import('../controllers/users.js')]).then(function ([, users]) {
  router.post('/', guard(User, { allow: ['name'] }), users.create)})`,
    named: 'controllers/users.js:1',
  },
  'a default export of an object': {
    files: { 'controllers/users.js': `export default {\n  create: ${create},\n}` },
    route: esm('users.create', "import users from '../controllers/users.js'"),
    named: 'controllers/users.js:2',
  },
  'a default export of an instance': {
    files: {
      'controllers/users.js': `class Users {\n  create = ${create}\n}\nexport default new Users()`,
    },
    route: esm('users.create', "import users from '../controllers/users.js'"),
    named: 'controllers/users.js:2',
  },
  'an instance of an exported class': {
    files: {
      'controllers/users.js': 'export class Users {\n  async create(req, res) {\n    res.json(req.body)\n  }\n}',
    },
    route: esm(
      'users.create.bind(users)',
      "import { Users } from '../controllers/users.js'\nconst users = new Users()",
    ),
    named: 'controllers/users.js:3',
  },
  'a static method': {
    files: {
      'controllers/users.js': 'export default class Users {\n  static async create(req, res) { res.json(req.body) }\n}',
    },
    route: esm('Users.create', "import Users from '../controllers/users.js'"),
    named: 'controllers/users.js:2',
  },
  'a handler that is wrapped at its definition': {
    files: {
      'controllers/users.js': `import { catchAsync } from '../catch-async.js'\nexport const create = catchAsync(${create})`,
      'catch-async.js': 'export const catchAsync = (fn) => (req, res, next) => fn(req, res, next).catch(next)',
    },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: 'controllers/users.js:2',
  },
  'a handler that is wrapped on the route': {
    files: { 'controllers/users.js': `export const create = ${create}` },
    route: esm('asyncHandler(create)', "import { create } from '../controllers/users.js'"),
    named: 'controllers/users.js:1',
  },
  'a handler that a factory of another file makes': {
    files: {
      'controllers/users.js': `import { createOne } from './factory.js'\nexport const create = createOne(User)`,
      'controllers/factory.js': `export const createOne = (Model) =>\n  catchAsync(async (req, res) => { res.json(await Model.create(req.body)) })`,
    },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: 'controllers/factory.js:2',
  },
  'a barrel': {
    files: {
      'controllers/index.js': "export * from './posts.js'\nexport * from './users.js'",
      'controllers/posts.js': 'export const list = (req, res) => res.json(req.query)',
      'controllers/users.js': `export const create = ${create}`,
    },
    route: esm('create', "import { create } from '../controllers/index.js'"),
    named: 'controllers/users.js:1',
  },
  'a barrel of namespaces, as a folder': {
    files: {
      'controllers/index.js': "export * as users from './users'",
      'controllers/users.js': `export const create = ${create}`,
    },
    route: esm('users.create', "import { users } from '../controllers'"),
    named: 'controllers/users.js:1',
  },
  'a barrel of default exports': {
    files: {
      'controllers/index.js': "export { default as users } from './users.js'",
      'controllers/users.js': `const users = { create: ${create} }\nexport default users`,
    },
    route: esm('users.create', "import { users } from '../controllers/index.js'"),
    named: 'controllers/users.js:1',
  },
  'CommonJS exports': {
    files: { 'controllers/users.js': `exports.create = ${create}` },
    route: cjs('users.create', "const users = require('../controllers/users')"),
    named: 'controllers/users.js:1',
    languageOptions: commonjs,
  },
  'CommonJS exports, destructured': {
    files: { 'controllers/users.js': `module.exports.create = ${create}` },
    route: cjs('create', "const { create } = require('../controllers/users')"),
    named: 'controllers/users.js:1',
    languageOptions: commonjs,
  },
  'module.exports with an object': {
    files: { 'controllers/users.js': `const create = ${create}\nmodule.exports = { create }` },
    route: cjs('users.create', "const users = require('../controllers/users')"),
    named: 'controllers/users.js:1',
    languageOptions: commonjs,
  },
  'module.exports with an instance': {
    files: { 'controllers/users.js': `class Users {\n  create = ${create}\n}\nmodule.exports = new Users()` },
    route: cjs('users.create', "const users = require('../controllers/users')"),
    named: 'controllers/users.js:2',
    languageOptions: commonjs,
  },
  'module.exports with a function': {
    files: { 'controllers/create.js': `module.exports = ${create}` },
    route: cjs("require('../controllers/create')", ''),
    named: 'controllers/create.js:1',
    languageOptions: commonjs,
  },
  'an object that module.exports is filled with': {
    files: { 'controllers/users.js': `const users = {}\nusers.create = ${create}\nmodule.exports = users` },
    route: cjs('users.create', "const users = require('../controllers/users')"),
    named: 'controllers/users.js:2',
    languageOptions: commonjs,
  },
  'a CommonJS barrel': {
    files: {
      'controllers/index.js': "module.exports = { users: require('./users') }",
      'controllers/users.js': `exports.create = ${create}`,
    },
    route: cjs('users.create', "const { users } = require('../controllers')"),
    named: 'controllers/users.js:1',
    languageOptions: commonjs,
  },
  'a CommonJS barrel that names its object': {
    files: {
      'controllers/index.js': "const users = require('./users')\nconst all = { users }\nmodule.exports = all",
      'controllers/users.js': `exports.create = ${create}`,
    },
    route: cjs('users.create', "const { users } = require('../controllers')"),
    named: 'controllers/users.js:1',
    languageOptions: commonjs,
  },
  'a CommonJS barrel that fills its object': {
    files: {
      'controllers/index.js': "const all = {}\nall.users = require('./users')\nmodule.exports = all",
      'controllers/users.js': `exports.create = ${create}`,
    },
    route: cjs('users.create', "const { users } = require('../controllers')"),
    named: 'controllers/users.js:1',
    languageOptions: commonjs,
  },
  'a CommonJS controller with a return at the top level': {
    files: { 'controllers/users.js': `exports.create = ${create}\nif (process.env.OFF) return` },
    route: cjs('users.create', "const users = require('../controllers/users')"),
    named: 'controllers/users.js:1',
    languageOptions: commonjs,
  },
  'CommonJS imported by an ES module': {
    files: { 'controllers/users.cjs': `exports.create = ${create}` },
    route: esm('users.create', "import users from '../controllers/users.cjs'"),
    named: 'controllers/users.cjs:1',
  },
  'TypeScript, imported as .js': {
    files: { 'controllers/users.ts': `export const create: RequestHandler = ${create}` },
    path: 'routes/users.ts',
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: 'controllers/users.ts:1',
    languageOptions: typescript,
  },
  'TypeScript, imported without an extension': {
    files: { 'controllers/users.ts': `class Users {\n  create = ${create}\n}\nexport const users = new Users()` },
    path: 'routes/users.ts',
    route: esm('users.create', "import { users } from '../controllers/users'"),
    named: 'controllers/users.ts:2',
    languageOptions: typescript,
  },
  'TypeScript with export =': {
    files: { 'controllers/users.ts': `const users = { create: ${create} }\nexport = users` },
    path: 'routes/users.ts',
    route: esm('users.create', "import users = require('../controllers/users')"),
    named: 'controllers/users.ts:1',
    languageOptions: typescript,
  },
  'a guard from another file': {
    files: {
      'guards.js': "import { guard } from 'mongoose-guard/express'\nexport const signup = guard(User, { allow: [] })",
      'controllers/users.js': `export const create = ${create}`,
    },
    route:
      "import { signup } from '../guards.js'\nimport { create } from '../controllers/users.js'\nrouter.post('/', signup, create)",
    named: 'controllers/users.js:1',
  },
  'a configured guard from another file': {
    files: {
      'lib/index.js': "export { check } from './guard.js'",
      'lib/guard.js': "import { guard } from 'mongoose-guard/express'\nexport const check = guard.with({ onReject })",
      'controllers/users.js': `export const create = ${create}`,
    },
    route:
      "import { check } from '../lib/index.js'\nimport { create } from '../controllers/users.js'\nrouter.post('/', check(User, { allow: [] }), create)",
    named: 'controllers/users.js:1',
  },
  'a factory of guards from another file': {
    files: {
      'middleware/allow.js':
        "const { guard } = require('mongoose-guard/express')\nmodule.exports = (Model, ...entries) => guard(Model, { allow: entries })",
      'controllers/users.js': `exports.create = ${create}`,
    },
    route:
      "const allow = require('../middleware/allow')\nconst users = require('../controllers/users')\nrouter.post('/', allow(User, 'name'), users.create)",
    named: 'controllers/users.js:1',
    languageOptions: commonjs,
  },
  'a chain from another file': {
    files: { 'controllers/users.js': `export const create = [log, ${create}]` },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: 'controllers/users.js:1',
  },
  'a wrapper of the house, in a file that does not name the package': {
    files: {
      'lib/guard.js': "export { guard } from 'mongoose-guard/express'",
      'lib/body.js':
        "import { guard } from './guard.js'\nexport const allowOnly = (Model, options) => guard(Model, { ...options, onReject })",
      'controllers/users.js': `export const create = ${create}`,
    },
    route:
      "import { allowOnly } from '../lib/body.js'\nimport { create } from '../controllers/users.js'\nrouter.post('/', allowOnly(User, { allow: [] }), create)",
    named: 'controllers/users.js:1',
  },
  'a barrel that imports and exports': {
    files: {
      'lib/index.js': "import { check } from './check.js'\nexport { check }",
      'lib/check.js':
        "import { guard } from 'mongoose-guard/express'\nexport const check = guard.with({ maxErrors: 1 })",
      'controllers/users.js': `export const create = ${create}`,
    },
    route:
      "import { check } from '../lib/index.js'\nimport { create } from '../controllers/users.js'\nrouter.post('/', check(User, { allow: [] }), create)",
    named: 'controllers/users.js:1',
  },
  'controllers that are merged': {
    files: {
      'controllers/index.js':
        "const _ = require('lodash')\nmodule.exports = _.extend(require('./read'), require('./write'))",
      'controllers/read.js': 'exports.list = (req, res) => res.json([])',
      'controllers/write.js': `exports.create = ${create}`,
    },
    route: cjs('users.create', "const users = require('../controllers')"),
    named: 'controllers/write.js:1',
    languageOptions: commonjs,
  },
  'controllers that are spread into one': {
    files: {
      'controllers/index.js': "module.exports = { ...require('./write'), ...require('./read') }",
      'controllers/read.js': 'exports.list = (req, res) => res.json([])',
      'controllers/write.js': `exports.create = ${create}`,
    },
    route: cjs('users.create', "const users = require('../controllers')"),
    named: 'controllers/write.js:1',
    languageOptions: commonjs,
  },
  'a helper of another file that is given the request': {
    files: {
      'controllers/users.js':
        "import { insert } from '../lib/insert.js'\nexport const create = (req, res) => res.json(insert(req))",
      'lib/insert.js': '\nexport const insert = (request) => User.create(request.body)',
    },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: 'lib/insert.js:2',
  },
  'a router that is mounted behind a guard': {
    files: {
      'routes/posts.js':
        "import express from 'express'\nexport const posts = express.Router()\nposts.post('/', (req, res) => res.json(req.body))",
    },
    route:
      "import { guard } from 'mongoose-guard/express'\nimport { posts } from './posts.js'\napp.use('/posts', guard(Post, { allow: [] }), posts)",
    named: 'routes/posts.js:3',
  },
  'a controller that is given by its type': {
    files: { 'controllers/users.ts': 'export class Users {\n  create = (req: any, res: any) => res.json(req.body)\n}' },
    path: 'routes/users.ts',
    route: `import { guard } from 'mongoose-guard/express'
import { Users } from '../controllers/users'
export const routes = (users: Users) => { router.post('/', guard(User, { allow: ['name'] }), users.create) }`,
    named: 'controllers/users.ts:2',
    languageOptions: typescript,
  },
  'a handler in a table of routes': {
    files: { 'controllers/users.js': `export const create = ${create}` },
    route:
      "import { guard } from 'mongoose-guard/express'\nimport { create } from '../controllers/users.js'\nexport const routes = [{ path: '/', middleware: [guard(User, { allow: [] })], handler: create }]",
    named: 'controllers/users.js:1',
  },
  'quiet: a handler that reads validated': {
    files: { 'controllers/users.js': 'export const create = (req, res) => res.json(req.validated)' },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: undefined,
  },
  'quiet: a file that is not there': {
    files: {},
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: undefined,
  },
  'quiet: a file that does not parse': {
    files: { 'controllers/users.js': 'export const create = (req, res) => res.json(req.body' },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: undefined,
  },
  'quiet: a file that does not export it': {
    files: { 'controllers/users.js': `const create = ${create}\nexport const other = 1` },
    route: esm('create', "import { create } from '../controllers/users.js'"),
    named: undefined,
  },
  'quiet: modules that import each other': {
    files: { 'controllers/a.js': "export * from './b.js'", 'controllers/b.js': "export * from './a.js'" },
    route: esm('create', "import { create } from '../controllers/a.js'"),
    named: undefined,
  },
  'quiet: an export that is assigned twice': {
    files: { 'controllers/users.js': `exports.create = ${create}\nif (test) exports.create = (req, res) => res.end()` },
    route: cjs('users.create', "const users = require('../controllers/users')"),
    named: undefined,
    languageOptions: commonjs,
  },
  "quiet: somebody else's guard from another file": {
    files: {
      'guards.js': '// not mongoose-guard\nexport const guard = (role) => (req, res, next) => next()',
      'controllers/users.js': `export const create = ${create}`,
    },
    route:
      "import { guard } from '../guards.js'\nimport { create } from '../controllers/users.js'\nrouter.post('/', guard('admin'), create)",
    named: undefined,
  },
  'quiet: a module that the wrapper of a service takes': {
    files: {
      'services/posts.js': 'export const create = async (post, user) => Post.create({ text: post.body, user })',
    },
    route: esm('controller(create)', "import { create } from '../services/posts.js'"),
    named: undefined,
  },
}

describe('a handler in another file', () => {
  it.each(Object.entries(layouts))(
    '%s',
    (_name, { files, path = 'routes/users.js', route, named, languageOptions }) => {
      const application = new Application(files)
      const messages = application.lint(path, route, languageOptions ? { languageOptions } : {})
      application.remove()
      const line = String(route.split('\n').length)
      expect(messages).toEqual(
        named === undefined
          ? []
          : [
              expect.stringMatching(
                new RegExp(`^${line}:\\d+ The handler of this guarded route reads .* in ${named}\\. `),
              ),
            ],
      )
    },
  )

  it('is reported at its argument, with what it reads', () => {
    const application = new Application({
      'users.js': '\nexport const create = ({ body: { name } }, res) => res.json(name)',
    })
    const route = `import { guard } from 'mongoose-guard/express'
import { create } from './users.js'
app.post('/', guard(User, { allow: [] }), create)`
    const messages = application.lint('app.js', route)
    application.remove()
    expect(messages).toEqual([
      '3:43 The handler of this guarded route reads the raw body, `body`, in users.js:2. Read `req.validated` there.',
    ])
  })

  it('is reported by its first read in the file, whichever is found first', () => {
    const application = new Application({
      'users.js': `const trace = (request) => log(request.body.name)
export const create = (req, res) => { trace(req); res.json(req.body) }`,
    })
    const route = `import { guard } from 'mongoose-guard/express'
import { create } from './users.js'
app.post('/', guard(User, { allow: [] }), create)`
    const messages = application.lint('app.js', route)
    application.remove()
    expect(messages).toEqual([
      '3:43 The handler of this guarded route reads the raw body, `request.body`, in users.js:1, 2. Read `req.validated` there.',
    ])
  })

  it('is parsed again after it has changed', () => {
    const application = new Application({ 'users.js': 'export const create = (req, res) => res.json(req.body)' })
    const route = `import { guard } from 'mongoose-guard/express'
import { create } from './users.js'
app.post('/', guard(User, { allow: [] }), create)`
    const before = application.lint('app.js', route)
    application.write('users.js', 'export const create = (req, res) => res.json(req.validated)')
    const after = application.lint('app.js', route)
    application.remove()
    expect([before.length, after.length]).toEqual([1, 0])
  })
})

it('a guard in a list of steps of another file stands before the body parser, too', () => {
  const application = new Application({
    'guards.js': `import { guard } from 'mongoose-guard/express'
export const newUser = [trim, guard(User, { allow: ['name'] })]`,
  })
  const route = `import { newUser } from './guards.js'
app.post('/', newUser, create)
app.use(express.json())`
  const rules = { 'mongoose-guard/guard-after-body-parser': 'error' } as const
  const messages = application.lint('app.js', `import express from 'express'\nconst app = express()\n${route}`, {
    rules,
  })
  application.remove()
  expect(messages).toEqual([expect.stringContaining('4:15 This guard is registered before the body parser in line 5')])
})

describe('settings', () => {
  const files = { 'src/http.js': 'export const guard = makeGuard()' }
  const route = (specifier: string, name: string) => `import { ${name}, asyncHandler } from '${specifier}'
app.post('/', ${name}(User, { allow: [] }), (req, res) => res.json(req.body))
app.put('/', asyncHandler(check, { times: 1 }), (req, res) => res.json(req.body))`

  it.each([
    ['a package of the workspace', '@acme/http', ['@acme/http'], 1],
    ['a path alias', '@/http', ['other', '@/http'], 1],
    ['a path from the working directory', '../http.js', ['./src/http'], 1],
    ['a name of its own', '@acme/http', ['@acme/http'], 1, 'allowOnly'],
    ['another module', '@acme/other', ['@acme/http'], 0],
    ['no setting', '@acme/http', undefined, 0],
  ])('modules: %s', (_name, specifier, modules, count, name = 'guard') => {
    const application = new Application(files)
    const messages = application.lint('src/routes/users.js', route(specifier, name), { settings: { modules } })
    application.remove()
    expect(messages).toHaveLength(count)
  })
})
