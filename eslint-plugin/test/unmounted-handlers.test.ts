import { afterEach, describe, expect, it } from 'vitest'
import * as typescriptParser from '@typescript-eslint/parser'
import { Application, type Files } from './lint-files.ts'

interface Case {
  readonly files: Files
  readonly code: string
  readonly path?: string
}

const model = `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: String }))
`
const importUser = `import { User } from '../models/user.js'\n`
const requireUser = `const { User } = require('../models/user.js')\n`
const save = 'async (req, res) => { res.json(await User.create(req.body)) }'
const list = 'async (req, res) => { res.json(await User.find()) }'
/** A controller of which the routes may name one handler, both or none. */
const controller = `${importUser}export const list = ${list}\nexport const save = ${save}`
const routes = (code: string, names = 'list, save') =>
  `import { Router } from 'express'\nimport { ${names} } from '../controllers/users.js'\nconst router = Router()\n${code}`
const byMember = (code: string) =>
  `import { Router } from 'express'\nimport * as users from '../controllers/users.js'\nconst router = Router()\n${code}`
const one = (text: string): Files => ({ 'routes/users.js': text })
const oneFile = (name: string) => `${requireUser}module.exports = ${name === 'list' ? list : save}`
const ownFiles = (code: string): Files => ({
  'controllers/list.js': oneFile('list'),
  'controllers/index.js': `const router = require('express').Router()\n${code}\nmodule.exports = router`,
})

const handedOn = (code: string): Files => ({
  'controllers/list.js': `${requireUser}exports.list = ${list}`,
  'controllers/index.js': `module.exports.listController = require('./list')\nmodule.exports.usersController = require('./users')`,
  'routes/index.js': `const controllers = require('../controllers')\nconst router = require('express').Router()\n${code}\nmodule.exports = router`,
})

const router = (name: string, handler = list) =>
  `import { Router } from 'express'\n${importUser}const router = Router()\nrouter.post('/${name}', ${handler})\nexport default router`
const routers = (app: string): Files => ({
  'routes/posts.js': router('posts'),
  'routes/tags.js': router('tags'),
  'app.js': `import express from 'express'\nimport posts from './routes/posts.js'\nimport tags from './routes/tags.js'\nconst app = express()\n${app}`,
})
const mountBoth = "app.use('/posts', posts)\napp.use('/tags', tags)\napp.listen(80)"

/** A server that mounts two routers of other folders. */
const server = (app: string, start = 'app.listen(80)', manifest = startsServer): Files => ({
  'package.json': manifest,
  'posts/posts.routes.js': router('posts'),
  'tags/tags.routes.js': router('tags'),
  'server.js': `import express from 'express'\nimport posts from './posts/posts.routes.js'\nimport tags from './tags/tags.routes.js'\nconst app = express()\n${app}\n${start}`,
})
const startsServer = '{ "scripts": { "dev": "nodemon --exec \\"ts-node ./server.ts\\"" } }'
const mountOthers = "app.use(globalErrorHandler)\napp.use('/posts', posts)\napp.use('/tags', tags)"
const usersRoutes: Files = {
  'users/users.routes.js': `import { Router } from 'express'\nimport { save } from './users.controller.js'\nconst router = Router()\nrouter.post('/', save)\nexport default router`,
}
const usersController = { path: 'users/users.controller.js', code: `${importUser}export const save = ${save}` }

/** A class that is given its handlers by another one, of which the routes name some. */
const inherited = (code: string, base = ''): Files => ({
  'lib/base.js': `export class Base { constructor(model) { this.model = model }
    list = async (req, res) => { res.json(await this.model.find()) }
    save = async (req, res) => { res.json(await this.model.create(req.body)) }
    ${base} }`,
  'lib/checks.js': 'class Checks { save = 1 }\nexport default new Checks()',
  'routes/users.js': `import { Router } from 'express'\nimport users from '../controllers/users.js'\nimport checks from '../lib/checks.js'\nconst router = Router()\n${code}`,
})
const subclass = (made = 'export default new Users()') =>
  `${importUser}import { Base } from '../lib/base.js'\nclass Users extends Base { constructor() { super(User) } find(req, res) { res.json({}) } }\n${made}`
const registersList = "router.get('/', check(checks.save), users.list)\nrouter.get('/all', users.find)"

/** An application of NestJS with two controllers, and modules that list them. */
const nest = (module = '', bootstrap = ''): Files => ({
  'package.json': '{ "scripts": { "start:dev": "nest start --watch" } }',
  ...Object.fromEntries(
    ['posts', 'tags'].map((name) => [
      `src/${name}.controller.ts`,
      "import { Controller } from '@nestjs/common'\n@Controller('posts')\nexport class PostsController {}",
    ]),
  ),
  'src/app.module.ts': `import { Module } from '@nestjs/common'\nimport { PostsController } from './posts.controller'\nimport { PostsController as Tags } from './tags.controller'\n${module}\n@Module({ controllers: [PostsController, Tags] })\nexport class AppModule {}`,
  'src/main.ts': `import { NestFactory } from '@nestjs/core'\nimport { AppModule } from './app.module'\n${bootstrap}\nconst app = await NestFactory.create(AppModule)\nawait app.listen(80)`,
})
const nestController = {
  path: 'src/users.controller.ts',
  code: `import { Body, Controller, Post } from '@nestjs/common'\nimport { User } from '../models/user.js'\n@Controller('users')\nexport class UsersController { @Post() async create(@Body() body: any) { return User.create(body) } }`,
}

const unmounted: Readonly<Record<string, Case>> = {
  'a controller of NestJS that no module can list': { ...nestController, files: nest() },
  'a controller of NestJS that a module lists in a comment': {
    ...nestController,
    files: nest("// import { UsersController } from './users.controller'"),
  },
  'a method of a base class that no route names': { files: inherited(registersList), code: subclass() },
  'what a factory makes beside others that a call wraps': {
    files: {
      ...one(byMember("router.get('/', wrap(users.list))")),
      'lib/factory.js': `export const createOne = (Model) => async (req, res) => { res.json(await Model.create(req.body)) }\nexport const listAll = (Model) => async (req, res) => { res.json(await Model.find()) }`,
    },
    code: `${importUser}import { createOne, listAll } from '../lib/factory.js'\nexport const list = listAll(User)\nexport const save = createOne(User)`,
  },
  'a method of an instance beside another of that name': {
    files: {
      'controllers/posts.js': 'export default class Posts { save = (req, res) => { res.json({}) } }',
      'controllers/index.js': `import Users from './users.js'\nimport Posts from './posts.js'\nconst users = new Users()\nconst posts = new Posts()\nexport { users, posts }`,
      'routes/users.js': `import { Router } from 'express'\nimport { users, posts } from '../controllers/index.js'\nRouter().get('/', users.list).post('/', posts.save)`,
    },
    code: `${importUser}export default class Users { list = ${list}; save = ${save} }`,
  },
  'a controller that no file imports': { ...usersController, files: server(mountOthers) },
  'a router that the server never loads': {
    path: 'users/users.routes.js',
    code: router('users', save),
    files: server(mountOthers),
  },
  'a controller of a router that the server never loads': {
    ...usersController,
    files: { ...server(mountOthers), ...usersRoutes },
  },
  'a router that the server loads in a comment alone': {
    ...usersController,
    files: {
      ...server(`${mountOthers}\n// import users from './users/users.routes.js'\n/* app.use(users) */`),
      ...usersRoutes,
    },
  },
  'routers in a list that the server mounts': {
    ...usersController,
    files: {
      ...server(
        'for (const { path, route } of [{ path: 1, route: posts }, { path: 2, route: tags }]) app.use(path, route)',
      ),
      ...usersRoutes,
    },
  },
  'what a class is given of a router that the server never loads': {
    path: 'users/users.controller.js',
    code: `${importUser}import { Base } from '../lib/base.js'\nexport class Users extends Base { constructor() { super(User) } }`,
    files: {
      ...server(mountOthers),
      'lib/base.js': `export class Base { constructor(model) { this.model = model }\n  save = async (req, res) => { res.json(await this.model.create(req.body)) } }`,
    },
  },
  'a handler that is imported for nothing': { files: one(routes("router.get('/', list)")), code: controller },
  'a handler that nobody imports': { files: one(routes("router.get('/', list)", 'list')), code: controller },
  'a handler of a module of which another one is registered': {
    files: one(byMember("router.get('/', users.list)")),
    code: controller,
  },
  'a route in a comment': {
    files: one(byMember("router.get('/', users.list)\n// router.post('/', users.save)")),
    code: controller,
  },
  'a handler that a test calls': {
    files: {
      ...one(routes("router.get('/', list)", 'list')),
      'test/users.test.js': "import { save } from '../controllers/users.js'\nsave(request, response)",
    },
    code: controller,
  },
  'a handler in an object that is exported': {
    files: one(
      "import { Router } from 'express'\nimport users from '../controllers/users.js'\nRouter().get('/', users.list)",
    ),
    code: `${importUser}const list = ${list}\nconst save = ${save}\nexport default { list, save }`,
  },
  'a handler of CommonJS': {
    files: one("const users = require('../controllers/users.js')\nrequire('express').Router().get('/', users.list)"),
    code: `${requireUser}exports.list = ${list}\nexports.save = ${save}`,
  },
  'a wrapped handler': {
    files: one(byMember("router.get('/', users.list)")),
    code: `${importUser}const wrap = (fn) => (req, res, next) => fn(req, res, next).catch(next)\nexport const list = wrap(${list})\nexport const save = wrap(${save})`,
  },
  'the steps of a route': {
    files: one(byMember("router.get('/', users.list)")),
    code: `${importUser}export const list = ${list}\nexport const save = [(req, res, next) => next(), ${save}]`,
  },
  'a method of a controller': {
    files: one(
      "import { Router } from 'express'\nimport { Users } from '../controllers/users.js'\nconst users = new Users()\nRouter().get('/', users.list)",
    ),
    code: `${importUser}export class Users { list = ${list}; save = ${save} }`,
  },
  'what a factory makes': {
    files: {
      ...one(byMember("router.get('/', users.list)")),
      'lib/factory.js': `export const createOne = (Model) => async (req, res) => { res.json(await Model.create(req.body)) }`,
    },
    code: `${importUser}import { createOne } from '../lib/factory.js'\nexport const list = ${list}\nexport const save = createOne(User)`,
  },
  'a handler that the application calls with a request of its own': {
    files: {
      ...one(byMember("router.get('/', users.list)")),
      'jobs/events.js': `import * as users from '../controllers/users.js'\nqueue.on('event', async (name) => {\n  const request = { body: { name } }\n  await users.save(request, { json() {} })\n})`,
    },
    code: controller,
  },
  'a controller that is handed on for nothing': {
    files: handedOn("router.get('/', controllers.listController.list)"),
    code: `${requireUser}exports.save = ${save}`,
  },
  'a file beside those that are registered': {
    files: ownFiles("router.get('/', require('./list'))\n// router.post('/', require('./users'))"),
    code: oneFile('save'),
  },
  'a path that no request has': {
    files: one(routes("router.get('/', list)\nrouter.put('users/:id', save)\nrouter.route(':id').post(save)")),
    code: controller,
  },
  'a router that nobody mounts': { files: routers(mountBoth), path: 'routes/users.js', code: router('users', save) },
  'a controller of a router that nobody mounts': {
    files: {
      ...routers(mountBoth),
      'routes/users.js': `${routes("router.get('/', list); router.post('/', save)")}\nexport default router`,
    },
    code: controller,
  },
  'what a factory makes for a router that nobody mounts': {
    files: {
      ...routers(mountBoth),
      'lib/factory.js': `export const createOne = (Model) => async (req, res) => { res.json(await Model.create(req.body)) }`,
    },
    path: 'routes/users.js',
    code: router('users', 'createOne(User)').replace('import', `import { createOne } from '../lib/factory.js'\nimport`),
  },
}

const flagged: Readonly<Record<string, Case>> = {
  'a controller of an example beside the application': {
    path: 'examples/users.controller.js',
    code: usersController.code,
    files: server(mountOthers),
  },
  'a controller beside a server of an example': {
    ...usersController,
    files: Object.fromEntries(
      Object.entries(server(mountOthers)).map(([path, text]) => [`examples/${path}`, text.replaceAll('../', '../../')]),
    ),
  },
  'a controller of NestJS that a module imports': {
    ...nestController,
    files: nest("import { UsersController } from './users.controller'"),
  },
  'a controller of NestJS in an application that reads its folders': {
    ...nestController,
    files: nest('', "const names = readdirSync('src')"),
  },
  'a controller of NestJS without modules': { ...nestController, files: {} },
  ...Object.fromEntries(
    (
      [
        ['that a route names', inherited(`${registersList}\nrouter.post('/', users.save)`)],
        ['of which the routes name none', inherited('mount(router, users)')],
        ['that a route names by what it is given', inherited(`${registersList}\nrouter.post('/', users[name])`)],
        ['that is spread', inherited(`${registersList}\nmount(router, { ...users })`)],
        ['that the base class names itself', inherited(registersList, "mount(router) { router.post('/', this.save) }")],
        [
          'that another file takes apart',
          inherited(`${registersList}\nconst { save: add } = users\nrouter.post('/', add)`),
        ],
        ['that another class inherits', inherited(`${registersList}\nclass Admins extends users.constructor {}`)],
      ] as const
    ).map(([title, files]) => [`a method of a base class ${title}`, { files, code: subclass() }]),
  ),
  'a method of a base class whose instance is used in its file': {
    files: inherited(registersList),
    code: subclass('const users = new Users()\nmount(users)\nexport default users'),
  },
  'a controller of a router that the server loads': {
    ...usersController,
    files: {
      ...server(`${mountOthers}\nimport users from './users/users.routes.js'\napp.use('/users', users)`),
      ...usersRoutes,
    },
  },
  'a controller of a router that the server loads when it runs': {
    ...usersController,
    files: { ...server(`${mountOthers}\napp.use((await import('./users/users.routes.js')).default)`), ...usersRoutes },
  },
  'a controller of a router that another server loads': {
    ...usersController,
    files: {
      ...server(mountOthers),
      ...usersRoutes,
      'other.js': `import express from 'express'\nimport users from './users/users.routes.js'\nexport default serverless(express().use(users))`,
    },
  },
  'a controller of a router that another file imports by what nobody knows': {
    ...usersController,
    files: { ...server(`${mountOthers}\nimport users from '#users/users.routes.js'`), ...usersRoutes },
  },
  'a controller beside a server that loads files by their names': {
    ...usersController,
    files: { ...server(`${mountOthers}\nfor (const name of readdirSync('.')) app.use(require(name))`), ...usersRoutes },
  },
  'a controller beside a server that names one router': {
    ...usersController,
    files: { ...server("app.use('/posts', posts)"), 'tags/tags.routes.js': 'export default []', ...usersRoutes },
  },
  'a controller beside a server that the package does not start': {
    ...usersController,
    files: { ...server(mountOthers, undefined, '{ "scripts": { "start": "node other.js" } }'), ...usersRoutes },
  },
  'a controller beside a server of no package': {
    ...usersController,
    files: { ...server(mountOthers, undefined, ''), ...usersRoutes },
  },
  'a controller of a router where no server is started': {
    ...usersController,
    files: { ...server(mountOthers, 'export default app'), ...usersRoutes },
  },
  'a controller that the package names': {
    ...usersController,
    files: server(
      mountOthers,
      undefined,
      '{ "main": "users/users.controller", "scripts": { "start": "node server" } }',
    ),
  },
  'a route that the place of its file tells': {
    path: 'pages/api/users.js',
    code: `import { User } from '../../models/user.js'\nexport default ${save}`,
    files: server(mountOthers),
  },
  ...Object.fromEntries(
    ["'*'", "''", "'(.*)'", "':id?'", '/users/', "['users', '/users']", 'path', "'/users'"].map((path) => [
      `a handler at the path ${path}`,
      { files: one(routes(`router.get('/', list)\nrouter.put(${path}, save)`)), code: controller },
    ]),
  ),
  'a path that another router may have': {
    files: one(routes("router.get('/', list)\nrouter.put('users', save)").replace("'express'", "'hono'")),
    code: controller,
  },
  'a path that no request has beside one that many have': {
    files: one(routes("router.put('users/:id', save)\nrouter.post('/', save)")),
    code: controller,
  },
  'a router that is mounted': {
    files: routers(`${mountBoth}\nawait import('./routes/users.js')`),
    path: 'routes/users.js',
    code: router('users', save),
  },
  'a router beside those that are mounted by their names': {
    files: routers(`${mountBoth}\nfor (const name of readdirSync('routes')) app.use((await import(name)).default)`),
    path: 'routes/users.js',
    code: router('users', save),
  },
  'a router beside others that nobody mounts': {
    files: routers(mountBoth.replaceAll('app.use', 'log')),
    path: 'routes/users.js',
    code: router('users', save),
  },
  'a router that stands beside one that is mounted': {
    files: routers("app.use('/posts', posts)"),
    path: 'routes/users.js',
    code: router('users', save),
  },
  'routes of a file that is started itself': {
    files: routers(mountBoth),
    path: 'routes/users.js',
    code: `${router('users', save)}\nexpress().use(router).listen(81)`,
  },
  'a handler that is registered': {
    files: one(routes("router.get('/', list); router.post('/', save)")),
    code: controller,
  },
  'a handler that a function is given': {
    files: one(routes("router.get('/', list); mount(router, save)")),
    code: controller,
  },
  'a handler that another file calls with what it is given': {
    files: {
      ...one(byMember("router.get('/', users.list)")),
      'lib/dispatch.js': `import * as users from '../controllers/users.js'\nexport const dispatch = (request, response) => users.save(request, response)`,
    },
    code: controller,
  },
  'a controller that is handed on for something': {
    files: handedOn("router.get('/', controllers.listController.list)\nmount(router, controllers.usersController)"),
    code: `${requireUser}exports.save = ${save}`,
  },
  'a handler under another name': {
    files: one(routes("router.get('/', list); mount(router, add)", 'list, save as add')),
    code: controller,
  },
  'a module of which the names are known when it runs': {
    files: one(byMember("router.get('/', users.list); for (const name of names) mount(router, users[name])")),
    code: controller,
  },
  'a module that is handed on as a whole': {
    files: one(byMember("router.get('/', users.list); mount(router, { ...users })")),
    code: controller,
  },
  'a module of which no handler is seen to be registered': { files: one(routes('mount(router)')), code: controller },
  'a handler that its own file uses': {
    files: one(routes("router.get('/', list); router.post('/', saveAll)", 'list, saveAll')),
    code: `${controller}\nexport const saveAll = [check, save]`,
  },
  'a handler that no file imports, in a folder of such files': {
    files: { 'controllers/list.js': oneFile('list'), 'controllers/index.js': 'module.exports = readFolder(__dirname)' },
    code: oneFile('save'),
  },
  'a file that another one of its folder registers': {
    files: ownFiles("router.get('/', require('./list'))\nrouter.post('/', require('./users'))"),
    code: oneFile('save'),
  },
  'a handler of a framework by its place': {
    files: { 'app/api/users/list.js': `${importUser}export const GET = ${list}` },
    path: 'app/api/users/route.js',
    code: `import { User } from '../../../models/user.js'\nexport async function POST(request) { return Response.json(await User.create(await request.json())) }`,
  },
}

describe('no-unguarded-write of handlers that no route leads to', () => {
  let application: Application | undefined
  afterEach(() => {
    application?.remove()
    application = undefined
  })

  function lint({ files, code, path = 'controllers/users.js' }: Case): string[] {
    application = new Application({ 'models/user.js': model, ...files, [path]: code })
    const isCommonJs = /\bmodule\.exports\b|\bexports\./.test(code)
    return application.lint(path, code, {
      rules: { 'mongoose-guard/no-unguarded-write': 'error' },
      languageOptions: { parser: typescriptParser, sourceType: isCommonJs ? 'commonjs' : 'module' },
    })
  }

  it.each(Object.entries(unmounted))('says nothing of %s', (_, example) => {
    expect(lint(example)).toEqual([])
  })

  it.each(Object.entries(flagged))('reports %s', (_, example) => {
    expect(lint(example)).toHaveLength(1)
  })
})
