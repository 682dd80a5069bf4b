import * as typescriptParser from '@typescript-eslint/parser'
import type { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { Application, type Files } from './lint-files.ts'

interface Layout {
  readonly files?: Files
  readonly path?: string
  readonly code: string
  readonly settings?: Record<string, unknown>
}

const model = `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: String }))
`
const models = { 'models/user.js': model }
const importUser = `import { User } from '../models/user.js'\n`
const handler = (body: string) => `export const save = async (req, res) => { ${body}; res.json({ ok: true }) }`
const typescript: Linter.LanguageOptions = { parser: typescriptParser }
const commonjs: Linter.LanguageOptions = { sourceType: 'commonjs' }
const rules = { 'mongoose-guard/no-unguarded-write': 'error' } as const

/** Messages as `line:column`, with the other file and its line where one is named. */
function lint({ files = {}, path = 'controllers/users.js', code, settings = {} }: Layout): string[] {
  const application = new Application({ ...models, ...files, [path]: code })
  const isCommonJs = /\bmodule\.exports\b|\bexports\./.test(code)
  const languageOptions = path.endsWith('.ts') ? typescript : isCommonJs ? commonjs : {}
  const messages = application.lint(path, code, { rules, languageOptions, settings })
  application.remove()
  return messages.map((message) => {
    const [place = ''] = message.split(' ')
    const elsewhere = / in (\S+:\d+) takes/.exec(message)?.[1]
    return elsewhere === undefined ? place : `${place} ${elsewhere}`
  })
}

/** Where `«` stands in marked code. */
function marksOf(marked: string): string[] {
  return [...marked.matchAll(/«/g)].map(({ index }) => {
    const before = marked.slice(0, index).split('\n')
    const onLine = before.at(-1) ?? ''
    const marksBefore = marked.slice(index - onLine.length, index).match(/[«»]/g)?.length ?? 0
    return `${String(before.length)}:${String(onLine.length + 1 - marksBefore)}`
  })
}

const bookSchema = `import mongoose from 'mongoose'
export const bookSchema = new mongoose.Schema({ title: String })
`
const importBookSchema = `import { bookSchema } from '../models/book.js'\n`
const pooled = `import mongoose from 'mongoose'
const pool = new Map()
export const connectionOf = async (tenant) => {
  if (pool.has(tenant)) { const known = pool.get(tenant); if (known.readyState === 1) return known }
  const connection = await mongoose.createConnection(url + tenant).asPromise()
  pool.set(tenant, connection)
  return connection
}`
/** What `tenants.js` has for a controller that asks for its model there. */
const tenants = (code: string) => ({ 'models/book.js': bookSchema, 'models/tenants.js': importBookSchema + code })
const ofTenant = (model: string, names = 'modelOf') =>
  `import { ${names} } from '../models/tenants.js'\n${importBookSchema}${handler(`const Book = ${model}; await Book.create(«req.body»)`)}`

/** A class one method of which is given the request, and one that it inherits the body. */
const inheriting = (body: string) => `import { Base } from './base.js'
class Users extends Base {
  log(request) {}
  create(req, res) { this.store(${body}); this.log(req, res); res.json({ ok: true }) }
}
export const users = new Users()`

const refusing = `const { error } = schema.validate(req.body)
  if (error) return res.status(400).json({ message: error.message })`
/** Routes behind a middleware that leaves its request to a helper of a third file. */
const behindHelper = (schema: string, check = refusing) => ({
  'checks/validate.js': `export const validate = (schema, req, res, next) => {
  ${check}
  next()
}`,
  'checks/user.js': `import Joi from 'joi'
import { validate } from './validate.js'
const schema = Joi.object({ name: Joi.string() })
export const validateUser = (req, res, next) => validate(${schema}, req, res, next)`,
  'routes/users.js': `import { save } from '../controllers/users.js'
import { validateUser } from '../checks/user.js'
router.post('/', validateUser, save)`,
})

/** Routes the steps of which call a handler of another file themselves. */
const callingSave = (...steps: readonly string[]) => ({
  'routes/users.js': `import { z } from 'zod'
import { save } from '../controllers/users.js'
const schema = z.object({ name: z.string() })
${steps.map((step) => `router.post('/', async (req, res, next) => { ${step} })`).join('\n')}`,
})
const parsesBody = 'req.body = schema.parse(req.body)'
/** The same by a handler that stands between the routes and the one that saves. */
const behindParsing = (step: string) => ({
  'routes/users.js': `import { create } from '../controllers/create.js'\nrouter.post('/', create)`,
  'controllers/create.js': `import { z } from 'zod'
import { save } from './users.js'
const schema = z.object({ name: z.string() })
export const create = (req, res) => { ${step} }`,
})

/** A base controller of another file, the handlers of which answer by methods of the house. */
const house = (routes: string) => ({
  'base/controller.js': `export class BaseController {
  constructor(service) { this.service = service }
  create = async (req, res) => { try { res.success(await this.service.create(req.body), 201) } catch (error) { res.error(error) } }
}`,
  'base/service.js': `export class BaseService {\n  constructor(model) { this.model = model }\n  async create(data) { return this.model.create(data) }\n}`,
  'services/users.js': `import { BaseService } from '../base/service.js'\n${importUser}class Users extends BaseService {\n  constructor() { super(User) }\n}\nexport default new Users()`,
  'routes/users.js': `import users from '../controllers/users.js'\n${routes}`,
})
const houseController = (service: string) => `import { BaseController } from '../base/controller.js'
import service from '../services/users.js'
class Users extends BaseController {
  constructor() { ${service} }
}
export default new Users()`

const bySource = (call: string, made = '') => ({
  'middleware/validate.js': `import Joi from 'joi'
export const validateAll = (schemas) => (req, res, next) => {
  for (const part of ['body', 'query', 'params']) {
    if (!schemas[part]) continue
    const { error, value } = schemas[part].validate(req[part], { abortEarly: false })
    if (error) return res.status(400).json(error.details)
    req[part] = value
  }
  next()
}
export const checkAll = (schemas) => (req, res, next) => {
  for (const part of ['params', 'body']) {
    const { error } = schemas[part].validate(req[part])
    if (error) return next(error)
  }
  next()
}
export const replaceEach = (schemas) => (req, res, next) => {
  Object.keys(schemas).forEach((part) => { req[part] = Joi.attempt(req[part], schemas[part]) })
  next()
}
export const logEach = (parts) => (req, res, next) => {
  for (const part of ['body', 'query']) log(req[part])
  next()
}
export const validate = (schema, property = 'body') => (req, res, next) => {
  const { error } = schema.validate(req[property])
  if (error) return res.status(422).json(error)
  next()
}
export const replace = (schema, source) => (req, res, next) => {
  const { error, value } = schema.validate(req[source], { stripUnknown: true })
  if (error) return next(error)
  req[source] = value
  next()
}`,
  'routes/users.js': `import Joi from 'joi'\nimport { checkAll, logEach, replace, replaceEach, validate, validateAll } from '../middleware/validate.js'\nimport { save } from '../controllers/users.js'\nconst schema = Joi.object({ name: Joi.string() })${made}\nrouter.post('/', ${call}, save)`,
})
/** Routes to a controller, each handler of which a helper wraps, behind a schema. */
const wrapped = (method: string) => ({
  'lib/wrap.js': `export const wrapAll = (controller) => {
  const wrapped = {}
  Object.keys(controller).forEach((key) => { wrapped[key] = (req, res, next) => Promise.resolve(controller[key](req, res, next)).catch(next) })
  return wrapped
}`,
  'routes/users.js': `import { z } from 'zod'
import * as raw from '../controllers/users.js'
import { wrapAll } from '../lib/wrap.js'
const users = wrapAll(raw)
const check = (schema) => (req, res, next) => { const result = schema.safeParse(req.body); if (!result.success) return res.sendStatus(400); next() }
router.post('/', check(z.object({ name: z.string() }).${method}()), users.save)`,
})
/** Routes behind rules of express-validator in a file of their own. */
const ruled = (route: string) => ({
  'rules/users.js': `import { body, checkExact, matchedData, validationResult } from 'express-validator'
export const rules = [body('name').isString(), checkExact()]
export const rulesOf = () => [body('name').isString(), checkExact()]
export const loose = [body('name').isString()]
export const looseOf = () => [body('name').isString()]
export const exact = checkExact([body('name').isString()], { message: 'unknown' })
export const inBody = [body('name').isString(), checkExact([], { locations: ['body', 'params'] })]
export const inQuery = [body('name').isString(), checkExact([], { locations: ['query'] })]
export const check = (req, res, next) => { const errors = validationResult(req); if (!errors.isEmpty()) return res.status(400).json(errors.array()); next() }
export const run = (list) => async (req, res, next) => { for (const each of list) await each.run(req); check(req, res, next) }
export const matched = (req, res, next) => { req.body = matchedData(req, { locations: ['body'] }); next() }`,
  'routes/users.js': `import { check, exact, inBody, inQuery, loose, looseOf, matched, rules, rulesOf, run } from '../rules/users.js'\nimport { save } from '../controllers/users.js'\n${route}`,
})
const saving = importUser + handler('await User.create(«req.body»)')

/** A controller of NestJS, beside what the application starts with. */
const nest = (written: string, files: Files, imported = `import { CreateUserDto } from './create-user.dto'`) => ({
  path: 'src/users/users.controller.ts',
  files: {
    'src/users/create-user.dto.ts':
      'export class CreateUserDto { name: string }\nexport interface UserFields { name: string }',
    'src/users/users.service.ts': `import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
export class UsersService {
  constructor(@InjectModel('User') private readonly model: Model<User>) {}
  create(dto: CreateUserDto) { return this.model.create(dto) }
}`,
    ...files,
  },
  code: `import { Body, Controller, Post } from '@nestjs/common'
import { UsersService } from './users.service'
${imported}
@Controller('users')
export class UsersController {
  constructor(private readonly usersService: UsersService) {}
  @Post() create(@Body() dto: CreateUserDto) { return this.usersService.create(${written}) }
}`,
})
const mainOf = (setUp: string, imports = '') => ({
  'src/main.ts': `import { ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module'
${imports}
const app = await NestFactory.create(AppModule)
${setUp}
await app.listen(3000)`,
})
const moduleOf = (provider: string, imports = '') => ({
  'src/app.module.ts': `import { Module, ValidationPipe } from '@nestjs/common'
import { APP_PIPE } from '@nestjs/core'
${imports}
@Module({ providers: [{ provide: APP_PIPE, ${provider} }] })
export class AppModule {}`,
})
const inService = ['src/users/users.service.ts:5']
const routing = (written: string, server: string) => ({
  path: 'src/controllers/users.controller.ts',
  files: {
    'src/app.ts': `import { createExpressServer } from 'routing-controllers'\nexport const app = createExpressServer(${server})`,
    'src/controllers/create-user.dto.ts': 'export class CreateUserDto { name: string }',
  },
  code: `import { Body, JsonController, Post } from 'routing-controllers'
import { User } from '../../models/user.js'
import { CreateUserDto } from './create-user.dto'
@JsonController('/users')
export class UsersController {
  @Post() create(@Body() dto: CreateUserDto) { return User.create(${written}) }
}`,
})
const underTsoa = (written: string, config: string | undefined, middlewares = '', script?: string) => ({
  path: 'src/users/users.controller.ts',
  files: {
    ...(config === undefined ? {} : { 'tsoa.json': config }),
    ...(script === undefined ? {} : { 'package.json': `{ "scripts": { "swagger": "${script}" } }` }),
  },
  code: `import { Body, Controller, Middlewares, Post, Route } from 'tsoa'
import { User } from '../../models/user.js'
@Route('users')
export class UsersController extends Controller {
  @Post() ${middlewares}
  public async create(@Body() fields: UserFields): Promise<void> { await User.create(${written}) }
}`,
})
const describedByTsoa = (given: string) => {
  const { path, code, files } = underTsoa('fields', '{}', '', 'tsoa spec')
  return {
    path: 'src/users/users.routes.ts',
    files: { ...files, [path]: code },
    code: `import { Router } from 'express'
import { UsersController } from './users.controller'
const users = new UsersController()
export const router = Router()
router.post('/', async (req, res) => { res.json(await users.create(${given})) })`,
  }
}

const reported: Readonly<Record<string, Layout & { readonly where: readonly string[] }>> = {
  'a method that a class inherits, beside one that is given the request': {
    where: ['controllers/base.js:2'],
    files: { 'controllers/base.js': `${importUser}export class Base { store(data) { return User.create(data) } }` },
    code: inheriting('«req.body»'),
  },
  'a middleware that leaves its request to a helper, which replaces the body by an open schema': {
    files: behindHelper('schema.unknown()', 'req.body = schema.validate(req.body).value'),
    code: importUser + handler('await User.create(«req.body»)'),
    where: [],
  },
  'a step that parses the body with an open schema, and calls the handler': {
    files: callingSave('req.body = schema.passthrough().parse(req.body); return save(req, res)'),
    code: importUser + handler('await User.create(«req.body»)'),
    where: [],
  },
  'a step that calls the handler, and parses the body then': {
    files: callingSave(`await save(req, res); ${parsesBody}`),
    code: importUser + handler('await User.create(«req.body»)'),
    where: [],
  },
  'a step that parses the body, and one of another route that calls the handler alone': {
    files: callingSave(`${parsesBody}; return save(req, res)`, 'return save(req, res)'),
    code: importUser + handler('await User.create(«req.body»)'),
    where: [],
  },
  'a handler that calls another one, and parses the body then': {
    files: behindParsing(`save(req, res); ${parsesBody}`),
    code: importUser + handler('await User.create(«req.body»)'),
    where: [],
  },
  'a middleware that leaves its request to a helper, with an open schema': {
    files: behindHelper('schema.unknown()'),
    code: importUser + handler('await User.create(«req.body»)'),
    where: [],
  },
  'a class of another file that copies what it is made of': {
    files: {
      'dto/new-user.js': 'export class NewUser {\n  constructor(data) {\n    Object.assign(this, data)\n  }\n}',
      'services/users.js': `${importUser}export const create = (user) => User.create(user)`,
    },
    code: `${importUser}import { NewUser } from '../dto/new-user.js'
import { create } from '../services/users.js'
${handler('await User.create(«new NewUser(req.body)»); await create(«new NewUser(req.body)»)')}`,
    where: ['', 'services/users.js:2'],
  },
  'a model of a connection that only the request knows, by its schema': {
    files: { 'models/book.js': bookSchema },
    code: ofTenant("req.tenant.connection.model('Book', bookSchema)"),
    where: [''],
  },
  'a model of a connection that is opened when it is needed': {
    files: { 'models/book.js': bookSchema, 'db.js': pooled },
    code: `import { connectionOf } from '../db.js'\n${importBookSchema}${handler("let connection = null; connection = await connectionOf(req.tenant); const Book = connection.model('Book', bookSchema); const book = new Book(«{ ...req.body, by: req.user.id }»); await book.save()")}`,
    where: [''],
  },
  'a model that a pooled connection has by its name': {
    files: { 'db.js': pooled },
    code: `import { connectionOf } from '../db.js'\n${handler("const connection = await connectionOf(req.tenant); await connection.model('Book').create(«req.body»)")}`,
    where: [''],
  },
  ...Object.fromEntries(
    [
      'export const models = { User }',
      'export const models: Record<string, unknown> = Object.freeze({ User, })',
      'const models = { User }\nexport default models',
      'export default { User }',
    ].map((exported) => [
      `one of the models in an object: ${exported}`,
      {
        path: 'controllers/users.ts',
        files: { 'models/index.ts': `import { User } from './user.js'\n${exported}` },
        code: `import ${exported.includes('const models') && !exported.includes('default') ? '{ models }' : 'models'} from '../models/index.ts'\n${handler('await models.User.create(«req.body»)')}`,
        where: [''],
      },
    ]),
  ),
  'one of the models in an object, by a name of the path': {
    files: { 'models/index.js': `import { User } from './user.js'\nexport const models = { users: User }` },
    code: `import { models } from '../models/index.js'\n${handler('const Model = models[req.params.kind]; await Model.create(«req.body»)')}`,
    where: [''],
  },
  'a model by the schema of another model': {
    code: importUser + handler("await req.db.model('User', User.schema).create(«req.body»)"),
    where: [''],
  },
  'a helper that makes the model of a connection': {
    files: tenants(`export const modelOf = (connection, name, schema) => {
  if (connection.models[name]) return connection.models[name]
  return connection.model(name, schema)
}`),
    code: ofTenant("modelOf(req.tenant.connection, 'Book', bookSchema)"),
    where: [''],
  },
  'a helper that takes a schema or a model': {
    files: tenants(`export const modelOf = (connection, name, given) => {
  try { return connection.models[name] ?? connection.model(name, given?.schema || given) } catch (error) { throw error }
}`),
    code: ofTenant("modelOf(req.db, 'Book', bookSchema)"),
    where: [''],
  },
  'a helper of a helper': {
    files: tenants(`const make = (connection, name, schema) => connection.models[name] || connection.model(name, schema)
export const modelOf = (request, schema) => make(request.db, 'Book', schema)`),
    code: ofTenant('modelOf(req, bookSchema)'),
    where: [''],
  },
  'a model that is picked by its name from those of a connection': {
    files: tenants(`function modelsOf(connection) {
  if (connection.kept) return connection.kept
  const models = {}
  const add = (name, given) => {
    let schema
    if (given.bookSchema) schema = given.bookSchema
    else if (given.schema) schema = given.schema
    else schema = given
    if (!schema) return null
    return connection.models[name] ? connection.models[name] : connection.model(name, schema)
  }
  models.Book = add('Book', bookSchema)
  models.User = add('User', other)
  connection.kept = models
  return models
}
export function modelOf(connection, name) { const models = modelsOf(connection); return models[name] }`),
    code: ofTenant("modelOf(req.tenant.connection, 'Book')"),
    where: [''],
  },
  'models that a helper gives in an object': {
    files: tenants(`const make = (connection, name, schema) => connection.models[name] || connection.model(name, schema)
export const modelsOf = (connection) => { const Book = make(connection, 'Book', bookSchema); return { Book, count: 1 } }`),
    code: ofTenant('Found', 'modelsOf').replace(
      'const Book = Found',
      'const { Book } = modelsOf(req.tenant.connection)',
    ),
    where: [''],
  },
  'a model in a variable that one branch leaves as a document': {
    code:
      importUser +
      handler(
        "const found = await User.findOne(); let target; switch (found.kind) { case 'user': target = User; break; case 'other': target = mongoose.model('Other'); break; default: target = found }; await target.findByIdAndUpdate(found.id, «req.body»)",
      ).replace('export', "import mongoose from 'mongoose'\nexport"),
    where: [''],
  },
  'a document that is found or made': {
    code:
      importUser +
      handler(
        'let user = await User.findOne(); if (!user) { user = new User({ name: 1 }) } Object.assign(user, «req.body»); await user.save()',
      ),
    where: [''],
  },
  'one of several models, whichever the request names': {
    code: `${importUser}const models = { user: User, person: User }\n${handler('const Model = models[req.params.kind]; await Model.create(«req.body»)')}`,
    where: [''],
  },
  'a model of those that Mongoose has, whichever the request names': {
    code: `import mongoose from 'mongoose'\n${handler('await mongoose.models[req.params.kind].create(«req.body»)')}`,
    where: [''],
  },
  'a model of a declared connection': {
    path: 'src/users.service.ts',
    code: `import type { Connection, Schema } from 'mongoose'
const modelOf = (connection: Connection, schema: Schema) => connection.models.User ?? connection.model<IUser>('User', schema)
export const save = async (req: Request, res: Response) => { res.json(await modelOf(req.db, schemas.user).create(«req.body»)) }`,
    where: [''],
  },
  'a handler of a base class that only its route tells': {
    files: house("router.post('/', users.create)"),
    code: houseController('«super(service)»'),
    where: ['base/service.js:3'],
  },
  'a service that the base class of another file keeps': {
    files: house("router.post('/', users.register)"),
    code: houseController('super(service)').replace(
      'constructor',
      'register = async (req, res) => { const user = req.body; res.json(await this.service.create(«user»)) }\n  constructor',
    ),
    where: ['base/service.js:3'],
  },
  'a model that the base class of another file keeps': {
    files: house(''),
    code: `import { BaseService } from '../base/service.js'
${importUser}class Users extends BaseService {
  constructor() { super(User) }
  async save(req, res) { res.json(await this.model.create(«req.body»)) }
}`,
    where: [''],
  },
  'a service of another file': {
    files: { 'services/users.js': `${importUser}export const create = (data) => User.create(data)` },
    code: `import * as users from '../services/users.js'\n${handler('await users.create(«req.body»)')}`,
    where: ['services/users.js:2'],
  },
  'an update with operators for a repository': {
    files: {
      'repositories/users.js': `${importUser}export const update = (filter, change) => User.updateOne(filter, change)\nexport const replace = (id, change) => User.findByIdAndUpdate(id, change)\nexport const put = (id, change) => User.updateOne({ _id: id }, { $set: change.$set })`,
    },
    code: `import { put, replace, update } from '../repositories/users.js'
${handler('await update({ _id: 1 }, «{ $set: req.body }»)')}
export const second = async (req, res) => { res.json(await replace(1, «{ ...req.body }»)) }
export const third = async (req, res) => { res.json(await replace(1, «{ $setOnInsert: req.body }»)) }
export const fourth = async (req, res) => { res.json(await put(1, «{ $set: { ...req.body } }»)) }`,
    where: [2, 3, 3, 4].map((line) => `repositories/users.js:${String(line)}`),
  },
  'a service in CommonJS': {
    files: {
      'models/team.js': `const { model, Schema } = require('mongoose')\nmodule.exports = model('Team', new Schema({}))`,
      'services/teams.js': `const Team = require('../models/team')\nexports.create = async (data) => {\n  const team = new Team(data)\n  return team.save()\n}`,
    },
    code: `const teams = require('../services/teams')\nexports.create = async (req, res) => { res.json(await teams.create(«req.body»)) }`,
    where: ['services/teams.js:3'],
  },
  'a service behind a service': {
    files: {
      'services/users.js': `import { insert } from './insert.js'\nexport const create = ({ password, ...rest }) => insert({ ...rest, hash: hash(password) })`,
      'services/insert.js': `${importUser}export async function insert(data) {\n  return User.insertMany(data)\n}`,
    },
    code: `import { create } from '../services/users.js'\n${handler('const data = { ...req.body, at: 1 }; await create(«data»)')}`,
    where: ['services/insert.js:3'],
  },
  'an update with an id': {
    files: {
      'services/users.js': `${importUser}export const update = async (id, changes) => User.findByIdAndUpdate(id, { $set: changes })`,
    },
    code: `import { update } from '../services/users.js'\n${handler('await update(req.params.id, «req.body»)')}`,
    where: ['services/users.js:2'],
  },
  'a helper that is given the request': {
    files: { 'lib/save.js': `${importUser}export const insert = (req) => User.create(req.body)` },
    code: `import { insert } from '../lib/save.js'\n${handler('await insert(«req»)')}`,
    where: ['lib/save.js:2'],
  },
  'a helper that is given the request and a model': {
    files: {
      'lib/save.js': `export const insert = (req, res, Model) => Model.create(req.body).then((doc) => res.json(doc))`,
    },
    code: `${importUser}import { insert } from '../lib/save.js'\nexport const save = (req, res) => { insert(«req», res, User) }`,
    where: ['lib/save.js:1'],
  },
  'a helper of the same file that is given the request and a model': {
    code: `${importUser}const createItem = async (Model, req, res, transform) => { const data = transform ? transform(req.body) : req.body; res.json(await Model.create(«data»)) }
export const createUser = (req, res) => createItem(User, req, res)`,
    where: [''],
  },
  'a handler that another handler calls, once': {
    files: {
      'routes/users.js': `import { save } from '../controllers/users.js'\nrouter.post('/', (req, res) => save(req, res))`,
    },
    code: importUser + handler('await User.create(«req.body»)'),
    where: [''],
  },
  'a function that gives the body back': {
    files: { 'lib/prepare.js': `export const prepare = (data) => ({ ...data, slug: slugify(data.name) })` },
    code: `${importUser}import { prepare } from '../lib/prepare.js'\n${handler('await User.create(«prepare(req.body)»)')}`,
    where: [''],
  },
  'an instance of a service': {
    files: {
      'services/users.js': `${importUser}class UserService {\n  async create(data) { return User.create(data) }\n}\nexport default new UserService()`,
    },
    code: `import users from '../services/users.js'\n${handler('await users.create(«req.body»)')}`,
    where: ['services/users.js:3'],
  },
  'a service that is a field': {
    files: {
      'services/users.js': `${importUser}export class UserService {\n  model = User\n  create(data) { return this.model.create(data) }\n}`,
    },
    code: `import { UserService } from '../services/users.js'
export class UserController {
  service = new UserService()
  create = async (req, res) => { res.json(await this.service.create(«req.body»)) }
}`,
    where: ['services/users.js:4'],
  },
  'a base method by super': {
    files: {
      'services/base.js': `export class BaseService {\n  constructor(model) { this.model = model }\n  create(data) { return this.model.create(data) }\n}`,
      'services/users.js': `${importUser}import { BaseService } from './base.js'\nclass UserService extends BaseService {\n  constructor() { super(User) }\n  async create(data) { return super.create({ ...data, at: Date.now() }) }\n}\nexport const users = new UserService()`,
    },
    code: `import { users } from '../services/users.js'\n${handler('await users.create(«req.body»)')}`,
    where: ['services/base.js:3'],
  },
  'a base method by super in a repository that a container makes': {
    files: {
      'base.repository.ts': `import { Model } from 'mongoose'\nexport abstract class BaseRepository<T> {\n  constructor(protected model: Model<T>) {}\n  async create(dto: unknown) { return this.model.create(dto) }\n}`,
      'users.repository.ts': `import { InjectModel } from '@nestjs/mongoose'\nimport { Model } from 'mongoose'\nimport { BaseRepository } from './base.repository'\nexport class UsersRepository extends BaseRepository<User> {\n  constructor(@InjectModel('User') private users: Model<User>) { super(users) }\n  async create(dto: CreateUser) { return super.create(dto) }\n}`,
    },
    path: 'users.controller.ts',
    code: `import { Body, Controller, Post } from '@nestjs/common'\nimport { UsersRepository } from './users.repository'\nclass CreateUser { name: string }\n@Controller()\nexport class Users {\n  constructor(private readonly users: UsersRepository) {}\n  @Post() create(@Body() dto: CreateUser) { return this.users.create(«dto») }\n}`,
    where: ['base.repository.ts:4'],
  },
  'a service with an inherited method and a model of its own': {
    files: {
      'services/base.js': `export class BaseService {\n  constructor(model) { this.model = model }\n  create(data) { return this.model.create(data) }\n}`,
      'services/users.js': `${importUser}import { BaseService } from './base.js'\nclass UserService extends BaseService {\n  constructor() { super(User) }\n}\nexport const users = new UserService()`,
    },
    code: `import { users } from '../services/users.js'\n${handler('await users.create(«req.body»)')}`,
    where: ['services/base.js:3'],
  },
  'a generic service that is made for a model': {
    files: {
      'services/base.js': `export class BaseService {\n  constructor(model) { this.model = model }\n  create(data) { return this.model.create(data) }\n}`,
    },
    code: `${importUser}import { BaseService } from '../services/base.js'\nconst users = new BaseService(User)\n${handler('await users.create(«req.body»)')}`,
    where: ['services/base.js:3'],
  },
  'a service that a function makes for a model': {
    files: {
      'services/base.js': `export const serviceOf = (Model) => ({\n  create: (data) => Model.create(data),\n})`,
    },
    code: `${importUser}import { serviceOf } from '../services/base.js'\nconst users = serviceOf(User)\n${handler('await users.create(«req.body»)')}`,
    where: ['services/base.js:2'],
  },
  'a subclass with a model in a field of its own': {
    files: { 'services/base.js': `export class BaseService {\n  create(data) { return this.model.create(data) }\n}` },
    code: `${importUser}import { BaseService } from '../services/base.js'\nclass Users extends BaseService { model = User }\nconst users = new Users()\n${handler('await users.create(«req.body»)')}`,
    where: ['services/base.js:2'],
  },
  'a controller with an inherited handler': {
    files: {
      'controllers/base.js': `export class BaseController {\n  constructor(model) { this.model = model }\n  create = async (req, res) => { res.json(await this.model.create(req.body)) }\n}`,
    },
    code: `${importUser}import { BaseController } from './base.js'\nexport class UserController extends BaseController {\n  constructor() { «super(User)» }\n}`,
    where: ['controllers/base.js:3'],
  },
  'a factory of handlers': {
    files: {
      'controllers/factory.js': `import { catchAsync } from '../lib/catch-async.js'\nexport const createOne = (Model) => catchAsync(async (req, res) => {\n  res.json(await Model.create(req.body))\n})`,
      'lib/catch-async.js': 'export const catchAsync = (fn) => (req, res, next) => fn(req, res, next).catch(next)',
    },
    code: `${importUser}import { createOne } from './factory.js'\nexport const createUser = «createOne(User)»`,
    where: ['controllers/factory.js:3'],
  },
  'a factory of the same file': {
    code: `${importUser}const createOne = (Model) => async (req, res) => { res.json(await Model.create(«req.body»)) }\nexport const createUser = createOne(User)`,
    where: [''],
  },
  'a constructor with a service by its type': {
    path: 'controllers/users.ts',
    files: {
      'services/users.ts': `${importUser}export class UserService {\n  async create(dto: CreateUser) { return User.create(dto) }\n}`,
    },
    code: `import { UserService } from '../services/users'
export class UserController {
  constructor(private readonly users: UserService) {}
  create = async (req: Request, res: Response) => { res.json(await this.users.create(«req.body»)) }
}`,
    where: ['services/users.ts:3'],
  },
  'methods of a query of a model that may be compiled already': {
    files: {
      'models/pet.js': `import mongoose from 'mongoose'\nexport const Pet = mongoose.models.Pet || mongoose.model('Pet', new mongoose.Schema({ name: String }))`,
    },
    code: `import { Pet } from '../models/pet.js'
${handler("const pet = await Pet.findById(1).exec(); pet.set(«req.body»); const other = await Pet.findById(2).populate('owner').orFail(); Object.assign(other, «req.body»)")}`,
    where: ['', ''],
  },
  'a validator of another part of the request': {
    files: bySource("validate(schema, 'query'), replace(schema, 'params')"),
    code: saving,
    where: [''],
  },
  'a validator of the body whose schema lets any field through': {
    files: bySource("validate(schema, 'body')", '.unknown()'),
    code: saving,
    where: [''],
  },
  'a validator in a loop whose schema lets any field through': {
    files: bySource('checkAll({ body: schema })', '.unknown()'),
    code: saving,
    where: [''],
  },
  'a list of rules of another file that says nothing of other fields': {
    files: ruled("router.post('/', loose, ...loose, ...looseOf(), run(loose), check, save)"),
    code: saving,
    where: [''],
  },
  'a middleware that takes out nothing but query selectors': {
    files: {
      'middleware/clean.js': `import sanitize from 'mongo-sanitize'\nexport const clean = (req, res, next) => { req.body = sanitize(req.body); next() }`,
      'routes/users.js': `import { clean } from '../middleware/clean.js'\nimport { save } from '../controllers/users.js'\nrouter.post('/', clean, save)`,
    },
    code: saving,
    where: [''],
  },
  'a handler of a whole controller that is wrapped, behind a schema that strips': {
    files: wrapped('strip'),
    code: saving,
    where: [''],
  },
  'exact rules of another part of the request': {
    files: ruled("router.post('/', inQuery, check, save)"),
    code: saving,
    where: [''],
  },
  'what express-validator has matched beside the body': {
    files: ruled("router.post('/', loose, check, save)"),
    code: `import { matchedData } from 'express-validator'\n${importUser}${handler('await User.create(«{ ...req.body, ...matchedData(req) }»)')}`,
    where: [''],
  },
  'a loop over the parts of the request that checks nothing': {
    files: bySource('logEach({ body: schema })'),
    code: saving,
    where: [''],
  },
  'NestJS with the whitelist of another validator at the start': {
    path: 'src/users.controller.ts',
    files: {
      'src/main.ts': `import { check } from './check'\napp.use('/other', check)`,
      'src/check.ts': `import { validate } from 'class-validator'\nexport const check = async (req, res, next) => { await validate(req.dto, { whitelist: true }); next() }`,
      'src/create-user.dto.ts': 'export class CreateUserDto {}',
    },
    code: `import { Body, Post } from '@nestjs/common'
import { User } from '../models/user.js'
import { CreateUserDto } from './create-user.dto'
export class UsersController {
  @Post() create(@Body() dto: CreateUserDto) { return User.create(«dto») }
}`,
    where: [''],
  },
  'NestJS without any pipe': { ...nest('«dto»', mainOf('')), where: inService },
  'NestJS with a pipe that strips nothing': {
    ...nest('«dto»', mainOf('app.useGlobalPipes(new ValidationPipe({ transform: true }))')),
    where: inService,
  },
  'NestJS with a whitelist that is off': {
    ...nest('«dto»', mainOf('app.useGlobalPipes(new ValidationPipe({ whitelist: false }))')),
    where: inService,
  },
  'NestJS with a whitelist in a comment': {
    ...nest(
      '«dto»',
      mainOf(`app.useGlobalPipes(new ValidationPipe()) // new ValidationPipe({ whitelist: true })
/* app.useGlobalPipes(new ValidationPipe({ whitelist: true })) */`),
    ),
    where: inService,
  },
  'NestJS with a pipe of the module that strips nothing': {
    ...nest('«dto»', { ...mainOf(''), ...moduleOf('useClass: ValidationPipe') }),
    where: inService,
  },
  'NestJS with a pipe that strips nothing, as a function of another file makes it': {
    ...nest('«dto»', {
      ...mainOf('app.useGlobalPipes(makePipe())', `import { makePipe } from './pipes'`),
      'src/pipes.ts': `import { ValidationPipe } from '@nestjs/common'
export const makePipe = () => { return new ValidationPipe({ transform: true }) }`,
    }),
    where: inService,
  },
  'NestJS with a whitelist, and a type that is no class': {
    ...nest(
      '«dto»',
      mainOf('app.useGlobalPipes(new ValidationPipe({ whitelist: true }))'),
      `import { UserFields as CreateUserDto } from './create-user.dto'`,
    ),
    where: inService,
  },
  'tsoa, which keeps extra fields': {
    ...underTsoa('«fields»', '{ "entryFile": "src/app.ts" /* , */ }'),
    where: [''],
  },
  'tsoa, which is told to keep them': {
    ...underTsoa('«fields»', '{ "noImplicitAdditionalProperties": "ignore" }'),
    where: [''],
  },
  'tsoa that makes its routes beside the description': {
    ...underTsoa('«fields»', '{}', '', 'tsoa spec && tsoa routes'),
    where: [''],
  },
  'tsoa that makes both at once': {
    ...underTsoa('«fields»', '{}', '', 'tsoa spec-and-routes'),
    where: [''],
  },
  'a controller that tsoa describes, and a route of Express calls with the body': {
    ...describedByTsoa('«req.body»'),
    where: ['src/users/users.controller.ts:6'],
  },
  'routing-controllers without a whitelist': {
    ...routing('«dto»', '{ controllers: [UsersController], validation: { forbidUnknownValues: true } }'),
    where: [''],
  },
  NestJS: {
    path: 'src/users.controller.ts',
    files: {
      'src/users.service.ts': `import { Injectable } from '@nestjs/common'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
@Injectable()
export class UsersService {
  constructor(@InjectModel(User.name) private userModel: Model<User>) {}
  async create(dto: CreateUserDto) {
    const created = new this.userModel(dto)
    return created.save()
  }
}`,
      'src/create-user.dto.ts': 'export class CreateUserDto {}',
    },
    code: `import { Body, Controller, Post } from '@nestjs/common'
import { UsersService } from './users.service'
import { CreateUserDto } from './create-user.dto'
@Controller('users')
export class UsersController {
  constructor(private readonly usersService: UsersService) {}
  @Post() create(@Body() dto: CreateUserDto) { return this.usersService.create(«dto») }
}`,
    where: ['src/users.service.ts:8'],
  },
  'a service that checks the fields it knows': {
    files: {
      'services/users.js': `${importUser}import { z } from 'zod'
const newUser = z.object({ name: z.string() })
export const create = (data) => {
  newUser.parse(data)
  return User.create(data)
}`,
    },
    code: `import { create } from '../services/users.js'\n${handler('await create(«req.body»)')}`,
    where: ['services/users.js:6'],
  },
  'a barrel of requires': {
    files: {
      'services/index.js': `const users = require('./users')\nmodule.exports = { users }`,
      'services/users.js': `${importUser}export const create = (data) => User.create(data)`,
    },
    code: `const { users } = require('../services')\nexports.create = async (req, res) => { res.json(await users.create(«req.body»)) }`,
    where: ['services/users.js:2'],
  },
  'a barrel of imports': {
    files: {
      'services/index.js': `import users from './users.js'\nimport * as teams from './teams.js'\nexport { users, teams }`,
      'services/users.js': `${importUser}export default { create: (data) => User.create(data) }`,
      'services/teams.js': 'export const list = []',
    },
    code: `import { users } from '../services/index.js'\n${handler('await users.create(«req.body»)')}`,
    where: ['services/users.js:2'],
  },
  'a model behind a barrel': {
    files: { 'models/index.js': `import { User } from './user.js'\nexport { User }` },
    code: `import { User } from '../models/index.js'\n${handler('await User.create(«req.body»)')}`,
    where: [''],
  },
  'a model under another name': {
    files: { 'models/account.js': `import { User } from './user.js'\nexport const Account = User` },
    code: `import { Account } from '../models/account.js'\n${handler('await Account.create(«req.body»)')}`,
    where: [''],
  },
  'one of the services that a factory makes': {
    files: {
      'services/index.js': `${importUser}export const createServices = () => ({ users: { create: (data) => User.create(data) }, teams: {} })`,
    },
    code: `import { createServices } from '../services/index.js'\nconst services = createServices()\n${handler('await services.users.create(«req.body»)')}`,
    where: ['services/index.js:2'],
  },
  'one of the services that a factory makes of models': {
    files: {
      'services/index.js': `export function createServices(models) {\n  const users = { create: (data) => models.User.create(data) }\n  return { users }\n}`,
    },
    code: `${importUser}import { createServices } from '../services/index.js'\nconst { users } = createServices({ User })\n${handler('await users.create(«req.body»)')}`,
    where: ['services/index.js:2'],
  },
  'the actions of a page of SvelteKit': {
    path: 'src/routes/join/+page.server.js',
    code: `import { User } from '../../../models/user.js'
const register = async ({ request }) => { await new User(«Object.fromEntries(await request.formData())»).save() }
export const actions = {
  default: async ({ request }) => { const form = await request.formData(); await User.create(«Object.fromEntries(form)») },
  update: async (event) => { await User.updateOne({ _id: event.params.id }, «await event.request.json()») },
  register,
}`,
    where: ['', '', ''],
  },
  'an action of another file': {
    files: {
      'src/routes/join/+page.server.ts': `import { save } from '../../../controllers/users.js'\nexport const actions = { save }`,
    },
    code: `${importUser}export const save = async ({ request }) => { await User.create(«Object.fromEntries(await request.formData())») }`,
    where: [''],
  },
  'a handler that hands its response on': {
    files: { 'lib/respond.js': 'export const respond = (res, data) => res.status(200).json(data)' },
    code: `${importUser}import { respond } from '../lib/respond.js'\nexport const save = wrap(async (req, res) => { respond(res, await User.create(«req.body»)) })`,
    where: [''],
  },
  'a handler that only its route tells': {
    files: { 'routes/users.js': `import { save } from '../controllers/users.js'\nrouter.post('/', save)` },
    code: `${importUser}export const save = async (req, res, next) => { req.user = await User.create(«req.body»); next() }`,
    where: [''],
  },
  'a middleware that parses the body and checks nothing': {
    files: {
      'routes/users.js': `import { save } from '../controllers/users.js'\nrouter.post('/', (req, res, next) => { req.body = JSON.parse(req.body.data); next() }, save)`,
    },
    code: importUser + handler('await User.create(«req.body»)'),
    where: [''],
  },
  'one of two routes without a guard': {
    files: {
      'routes/users.js': `import { guard } from 'mongoose-guard/express'\nimport { save } from '../controllers/users.js'\nrouter.post('/', guard(User, { allow: [] }), save)\nrouter.put('/', save)`,
    },
    code: importUser + handler('await User.create(«req.body»)'),
    where: [''],
  },
  'one of two routes without a guard in a file that waits for the controller': {
    files: {
      'routes/users.js': `import { guard } from 'mongoose-guard/express'\nimport('../controllers/users.js').then(({ save }) => { router.post('/', guard(User, { allow: [] }), save)\nrouter.put('/', save) })`,
    },
    code: importUser + handler('await User.create(«req.body»)'),
    where: [''],
  },
  'a guard behind the handler': {
    files: {
      'routes/users.js': `import { guard } from 'mongoose-guard/express'\nimport { save } from '../controllers/users.js'\nrouter.post('/', save, guard(User, { allow: [] }))`,
    },
    code: importUser + handler('await User.create(«req.body»)'),
    where: [''],
  },
  'a schema that lets unknown keys through': {
    files: {
      'routes/users.js': `import Joi from 'joi'\nimport { save } from '../controllers/users.js'\nconst schema = Joi.object({ name: Joi.string() }).unknown()\nconst check = (req, res, next) => { const { error } = schema.validate(req.body); if (error) return next(error); next() }\nrouter.post('/', check, save)`,
    },
    code: importUser + handler('await User.create(«req.body»)'),
    where: [''],
  },
  'a check that nobody looks at': {
    code: `${importUser}import Joi from 'joi'\nconst schema = Joi.object({ name: Joi.string() })\n${handler('schema.validate(req.body); await User.create(«req.body»)')}`,
    where: [''],
  },
  'a Zod schema that strips a copy': {
    code: `${importUser}import { z } from 'zod'\nconst schema = z.object({ name: z.string() })\n${handler('schema.parse(req.body); await User.create(«req.body»)')}`,
    where: [''],
  },
  'a check that comes too late': {
    code: `${importUser}import { z } from 'zod'\nconst schema = z.strictObject({ name: z.string() })\n${handler('await User.create(«req.body»); schema.parse(req.body)')}`,
    where: [''],
  },
}

const check = (schema: string, test: string) =>
  `const check = (schema) => (req, res, next) => { ${test} }\nrouter.post('/', check(${schema}), save)`

const silent: Readonly<Record<string, Layout>> = {
  'an object of actions that is none of a page': {
    path: 'src/store/actions.js',
    code: `import { User } from '../../models/user.js'\nexport const actions = { save: async ({ request }) => { await User.create(await request.json()) } }`,
  },
  'a page whose action validates': {
    path: 'src/routes/join/+page.server.js',
    code: `import { z } from 'zod'
import { User } from '../../../models/user.js'
const newUser = z.strictObject({ name: z.string() })
export const actions = { default: async ({ request }) => { await User.create(newUser.parse(Object.fromEntries(await request.formData()))) } }`,
  },
  'a method of a class that inherits it, and is given the request by another one': {
    files: { 'controllers/base.js': 'export class Base { store(data) { return queue.add(data) } }' },
    code: inheriting('req.body'),
  },
  'a method of a class that inherits it from a file which is not there': { code: inheriting('req.body') },
  'a base method by super that picks fields': {
    files: {
      'services/base.js': `export class BaseService {\n  constructor(model) { this.model = model }\n  create({ name }) { return this.model.create({ name }) }\n}`,
      'services/users.js': `${importUser}import { BaseService } from './base.js'\nclass UserService extends BaseService {\n  constructor() { super(User) }\n  async create(data) { return super.create(data) }\n}\nexport const users = new UserService()`,
    },
    code: `import { users } from '../services/users.js'\n${handler('await users.create(req.body)')}`,
  },
  'a static base method by super': {
    files: {
      'services/users.js': `class Base {\n  static create(data) { return data }\n}\nexport class Users extends Base {\n  static async create(data) { return super.create(data) }\n}`,
    },
    code: `import { Users } from '../services/users.js'\n${handler('await Users.create(req.body)')}`,
  },
  'a method of a base class that no route leads to': {
    files: house("queue.run('/', users.create)"),
    code: houseController('super(service)'),
  },
  'something else that the base class of another file keeps': {
    files: house("router.post('/', users.register)"),
    code: houseController('super({ create: ({ name }) => User.create({ name }) })').replace(
      'constructor',
      'register = async (req, res) => { res.json(await this.service.create(req.body)) }\n  constructor',
    ),
  },
  'a handler of a base class behind a guard': {
    files: house(
      "import { guard } from 'mongoose-guard/express'\nrouter.post('/', guard(User, { allow: ['name'] }), users.create)",
    ),
    code: houseController('super(service)'),
  },
  'a model of something else that takes a name and an object': {
    code: handler("const Book = req.db.model('Book', { title: String }); await Book.create(req.body)"),
  },
  'a helper that makes the model of something else': {
    files: tenants(
      `export const modelOf = (connection, name, schema) => connection.models[name] || connection.model(name, schema)`,
    ),
    code: `import { modelOf } from '../models/tenants.js'\n${handler("await modelOf(req.db, 'Book', { title: String }).create(req.body)")}`,
  },
  'a helper that gives a service or a model': {
    files: {
      'models/pick.js': `${importUser}import { service } from './service.js'\nexport const pick = (name) => { if (name === 'user') return User; return service }`,
      'models/service.js': `export const service = { create: ({ name }) => fetch(name) }`,
    },
    code: `import { pick } from '../models/pick.js'\n${handler("await pick('book').create(req.body)")}`,
  },
  'what is picked by its name beside a model': {
    files: tenants(`function modelsOf(connection) {
  const models = {}
  models.Book = connection.model('Book', bookSchema)
  models.mailer = connection.mailer
  return models
}
export function modelOf(connection, name) { return modelsOf(connection)[name] }`),
    code: `import { modelOf } from '../models/tenants.js'\n${handler("await modelOf(req.db, 'mailer').create(req.body)")}`,
  },
  'one of several things, only some of which are models': {
    code: `${importUser}const models = { user: User, mail: { create: ({ to }) => send(to) } }\n${handler('const Model = models[req.params.kind]; await Model.create(req.body)')}`,
  },
  'a service in one case, a model in the other': {
    files: { 'services/mail.js': `export const mail = { create: ({ to }) => send(to) }` },
    code: `${importUser}import { mail } from '../services/mail.js'\n${handler('const target = req.params.kind === 1 ? mail : User; await target.create(req.body)')}`,
  },
  'a variable that is given something else after nothing': {
    code: `${importUser}${handler('let target = null; target = req.queue; await target.create(req.body)')}`,
  },
  'a validator of the part of the request that is its default': {
    files: bySource('validate(schema)'),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a validator of the part of the request that it is told': {
    files: bySource("validate(schema, 'body')"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a middleware that replaces the part of the request that it is told': {
    files: bySource("replace(schema, 'body')"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a validator in a loop over the parts of the request': {
    files: bySource('checkAll({ body: schema })'),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a middleware that replaces each part of the request in a loop': {
    files: bySource('validateAll({ body: schema })'),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a middleware that replaces each part of the request that it has a schema for': {
    files: bySource('replaceEach({ body: schema })'),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a handler of a whole controller that is wrapped': {
    files: wrapped('strict'),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a list of rules of another file that is exact': {
    files: ruled("router.post('/', rules, check, save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a list of exact rules that is spread': {
    files: ruled("router.post('/', ...rules, check, save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a list of lists of exact rules': {
    files: ruled("router.post('/', [auth, rules], check, save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'exact rules that a function gives': {
    files: ruled("router.post('/', rulesOf(), check, save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'exact rules that a function gives, spread': {
    files: ruled("router.post('/', ...rulesOf(), check, save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'exact rules that a middleware runs': {
    files: ruled("router.post('/', run(rules), save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'rules around which an exact one is': {
    files: ruled("router.post('/', exact, check, save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'exact rules of the folder of the body': {
    files: ruled("router.post('/', inBody, check, save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a list of another file that has a guard': {
    files: {
      'rules/users.js': `import { guard } from 'mongoose-guard/express'\n${importUser}export const steps = [auth, guard(User, { allow: ['name'] })]`,
      'routes/users.js': `import { steps } from '../rules/users.js'\nimport { save } from '../controllers/users.js'\nrouter.post('/', steps, save)`,
    },
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'what express-validator has matched': {
    files: ruled("router.post('/', loose, check, save)"),
    code: `import { matchedData } from 'express-validator'\n${importUser}${handler('const data = matchedData(req); await User.create(data); await User.create({ ...matchedData(req, { locations: [place] }), by: req.user.id })')}`,
  },
  'a middleware that leaves what express-validator has matched': {
    files: ruled("router.post('/', loose, check, matched, save)"),
    code: saving.replaceAll(/[«»]/g, ''),
  },
  'a service that picks': {
    files: { 'services/users.js': `${importUser}export const create = ({ name }) => User.create({ name })` },
    code: `import { create } from '../services/users.js'\n${handler('await create(req.body)')}`,
  },
  'a service of another database': {
    files: {
      'services/users.js': `import { db } from './db.js'\nexport const create = (data) => db.users.create(data)`,
    },
    code: `import { create } from '../services/users.js'\n${handler('await create(req.body)')}`,
  },
  'a service that is given what was validated': {
    files: { 'services/users.js': `${importUser}export const create = (data) => User.create(data)` },
    code: `import { create } from '../services/users.js'\n${handler('await create(req.validated)')}`,
  },
  'a generic service that is made for something else': {
    files: {
      'services/base.js': `export class BaseService {\n  constructor(model) { this.model = model }\n  create(data) { return this.model.create(data) }\n}`,
    },
    code: `import { BaseService } from '../services/base.js'\nconst users = new BaseService(new Map())\n${handler('await users.create(req.body)')}`,
  },
  'a generic service alone': {
    code: `export class BaseController {\n  constructor(model) { this.model = model }\n  create = async (req, res) => { res.json(await this.model.create(req.body)) }\n}`,
  },
  'functions that call each other': {
    files: {
      'services/a.js': `import { b } from './b.js'\nexport const a = (data) => b(data)`,
      'services/b.js': `import { a } from './a.js'\nexport const b = (data) => a(data)`,
    },
    code: `import { a } from '../services/a.js'\n${handler('await a(req.body)')}`,
  },
  'a callback that is no handler': {
    code: `${importUser}export const importMail = (mail, done, cb) => { User.create(mail.body); cb() }`,
  },
  'a guard in the routes file': {
    files: {
      'routes/users.js': `import { guard } from 'mongoose-guard/express'\nimport { save } from '../controllers/users.js'\nrouter.post('/', guard(User, { allow: [] }), save)`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a guard in a routes file that waits for the controller': {
    files: {
      'routes/users.js': `import { guard } from 'mongoose-guard/express'\nimport('../controllers/users.js').then(({ save }) => { router.post('/', guard(User, { allow: [] }), save) })`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a guard before a handler that waits for the controller': {
    files: {
      'routes/users.js': `import { guard } from 'mongoose-guard/express'\nrouter.post('/', guard(User, { allow: [] }), (req, res) => import('../controllers/users.js').then((users) => users.save(req, res)))`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a guard in the routes file, behind a barrel': {
    files: {
      'controllers/index.js': `export * as users from './users.js'`,
      'routes/users.js': `import { guard } from 'mongoose-guard/express'\nimport { users } from '../controllers/index.js'\nconst router = express.Router()\nrouter.use(guard(User, { allow: [] }))\nrouter.post('/', users.save)`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a guard before a handler that calls another one': {
    files: {
      'routes/users.js': `import { guard } from 'mongoose-guard/express'\nimport { save } from '../controllers/users.js'\nrouter.post('/', guard(User, { allow: [] }), (req, res) => save(req, res))`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a handler that only hands on what is reported where it is written': {
    files: { 'lib/save.js': importUser + handler('await User.create(req.body)') },
    path: 'routes/users.js',
    code: `import { save } from '../lib/save.js'\nrouter.post('/', (req, res) => save(req, res))`,
  },
  'a guard where the router is mounted': {
    files: {
      'routes/users.js': `import express from 'express'\nimport { save } from '../controllers/users.js'\nexport const router = express.Router()\nrouter.post('/', save)`,
      'app.js': `import { guard } from 'mongoose-guard/express'\nimport { router } from './routes/users.js'\napp.use('/users', guard(User, { allow: [] }), router)`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a guard of the path where the router is mounted': {
    files: {
      'routes/users.js': `import express from 'express'\nimport { save } from '../controllers/users.js'\nexport const router = express.Router()\nrouter.post('/', save)`,
      'app.js': `import { guard } from 'mongoose-guard/express'\nimport { router } from './routes/users.js'\nconst app = express()\napp.use('/users', guard(User, { allow: [] }))\napp.use('/users', router)`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a body that a middleware of the routes file replaces': {
    files: {
      'routes/users.js': `import { save } from '../controllers/users.js'\n${check('schema', 'req.body = schema.parse(req.body); next()')}`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a request that a middleware of another file fills': {
    files: {
      'middleware/validate.js': `export const validate = (schema) => (req, res, next) => {\n  const { value, error } = schema.validate(pick(req, ['body']))\n  if (error) return next(error)\n  Object.assign(req, value)\n  return next()\n}`,
      'routes/users.js': `import { validate } from '../middleware/validate.js'\nimport { save } from '../controllers/users.js'\nrouter.route('/').post(validate(schema), save)`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'Joi in a middleware': {
    files: {
      'routes/users.js': `import Joi from 'joi'\nimport { save } from '../controllers/users.js'\nconst schema = Joi.object({ name: Joi.string() })\n${check('schema', 'const { error } = schema.validate(req.body); if (error) return res.status(400).json(error); next()')}`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a validated route behind a handler that hands its request on': {
    files: {
      'controllers/entry.js': `import { save } from './users.js'\nexport const entry = (req, res, next) => save(req, res, next)`,
      'routes/users.js': `import { entry } from '../controllers/entry.js'\n${check('schema', 'req.body = schema.parse(req.body); next()').replace('save)', 'entry)')}`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  celebrate: {
    files: {
      'routes/users.js': `import { celebrate, Joi } from 'celebrate'\nimport { save } from '../controllers/users.js'\nrouter.post('/', celebrate({ body: Joi.object({}) }), save)`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'a strict part of a Zod schema': {
    files: {
      'routes/users.js': `import { z } from 'zod'\nimport { save } from '../controllers/users.js'\nconst schema = z.object({ body: z.object({ name: z.string() }).strict() })\n${check('schema', 'schema.parse({ body: req.body, query: req.query }); next()')}`,
    },
    code: importUser + handler('await User.create(req.body)'),
  },
  'Joi in the handler': {
    code: `${importUser}import Joi from 'joi'\nconst schema = Joi.object({ name: Joi.string() })\n${handler('const { error } = schema.validate(req.body); if (error) return res.sendStatus(400); await User.create(req.body)')}`,
  },
  'Joi that throws': {
    code: `${importUser}import Joi from 'joi'\nconst schema = Joi.object({ name: Joi.string() })\n${handler('await schema.validateAsync(req.body); await User.create(req.body)')}`,
  },
  'z.strictObject()': {
    code: `${importUser}import { z } from 'zod'\nconst schema = z.strictObject({ name: z.string() })\n${handler('const data = req.body; schema.parse(data); await User.create(data)')}`,
  },
  'a safe parse that is asked for': {
    code: `${importUser}import { z } from 'zod'\nconst schema = z.object({ name: z.string() }).strict()\n${handler('const result = schema.safeParse(req.body); if (!result.success) throw result.error; await User.create(req.body)')}`,
  },
  'strictObject of Valibot': {
    code: `${importUser}import * as v from 'valibot'\nconst schema = v.strictObject({ name: v.string() })\n${handler('v.parse(schema, req.body); await User.create(req.body)')}`,
  },
  'a service that refuses unknown fields': {
    files: {
      'services/users.js': `${importUser}import Joi from 'joi'
const newUser = Joi.object({ name: Joi.string() })
export class Users {
  async create(data) {
    const { error } = newUser.validate(data)
    if (error) throw new Error(error.message)
    const user = new User(data)
    return user.save()
  }
}
export default new Users()`,
    },
    code: `import users from '../services/users.js'\n${handler('await users.create(req.body)')}`,
  },
  'ajv without additional properties': {
    code: `${importUser}import Ajv from 'ajv'\nconst ajv = new Ajv()\nconst check = ajv.compile({ type: 'object', additionalProperties: false })\n${handler('if (!check(req.body)) return res.sendStatus(400); await User.create(req.body)')}`,
  },
  'a validator that the settings name': {
    files: {
      'routes/users.js': `import { validate } from '@acme/validate'\nimport { save } from '../controllers/users.js'\nrouter.post('/', validate('user'), save)`,
    },
    settings: { validators: ['@acme/*'] },
    code: importUser + handler('await User.create(req.body)'),
  },
  'NestJS with a whitelist in a module of the set-up': {
    path: 'src/users.controller.ts',
    files: {
      'src/main.ts': `import { NestFactory } from '@nestjs/core'\nimport { setUp } from './app.settings'\nsetUp(app)`,
      'src/app.settings.ts':
        'export const setUp = (app) => app.useGlobalPipes(new ValidationPipe({ whitelist: true }))',
      'src/create-user.dto.ts': 'export class CreateUserDto {}',
    },
    code: `import { Body, Post } from '@nestjs/common'
import { User } from '../models/user.js'
import { CreateUserDto } from './create-user.dto'
export class UsersController {
  @Post() create(@Body() dto: CreateUserDto) { return User.create(dto) }
}`,
  },
  'an update of one field for a repository': {
    files: {
      'repositories/users.js': `${importUser}export const update = (filter, change) => User.updateOne(filter, change)\nexport const find = (filter, change) => User.updateOne(filter, { $set: { name: change.$set.name } })`,
    },
    code: `import { find, update } from '../repositories/users.js'
${handler('await update({ _id: 1 }, { $set: { profile: req.body } }); await update({ _id: 1 }, { $push: { list: req.body } }); await find(1, { $set: req.body })')}`,
  },
  'NestJS with the options of its pipe in a file of their own': {
    path: 'src/users.controller.ts',
    files: {
      'src/main.ts': `import { options } from './options'\napp.useGlobalPipes(new ValidationPipe(options))`,
      'src/options.ts': 'export const options = { transform: true, whitelist: true }',
      'src/create-user.dto.ts': 'export class CreateUserDto {}',
    },
    code: `import { Body, Post } from '@nestjs/common'
import { User } from '../models/user.js'
import { CreateUserDto } from './create-user.dto'
export class UsersController {
  @Post() create(@Body() dto: CreateUserDto) { return User.create(dto) }
}`,
  },
  'NestJS with a whitelist behind a barrel': {
    path: 'src/users.controller.ts',
    files: {
      'src/main.ts': `import { setUp } from './setup'\nsetUp(app)`,
      'src/setup/index.ts': `export * from './bootstrap'\nexport { filter } from './filter'`,
      'src/setup/bootstrap.ts':
        'export const setUp = (app) => app.useGlobalPipes(new ValidationPipe({ whitelist: true }))',
      'src/create-user.dto.ts': 'export class CreateUserDto {}',
    },
    code: `import { Body, Post } from '@nestjs/common'
import { User } from '../models/user.js'
import { CreateUserDto } from './create-user.dto'
export class UsersController {
  @Post() create(@Body() dto: CreateUserDto) { return User.create(dto) }
}`,
  },
  'NestJS with a whitelist at the start': nest(
    'dto',
    mainOf('app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }))'),
  ),
  'NestJS with a whitelist that a variable tells': nest(
    'dto',
    mainOf("const whitelist = process.env.NODE_ENV !== 'test'\napp.useGlobalPipes(new ValidationPipe({ whitelist }))"),
  ),
  'NestJS with options of its pipe that are not known': nest(
    'dto',
    mainOf('app.useGlobalPipes(new ValidationPipe(pipeOptions))', `import { pipeOptions } from '@acme/nest'`),
  ),
  'NestJS with a pipe of a package at the start': nest(
    'dto',
    mainOf('app.useGlobalPipes(new ZodValidationPipe())', `import { ZodValidationPipe } from 'nestjs-zod'`),
  ),
  'NestJS with a pipe of its own at the start': nest('dto', {
    ...mainOf('app.useGlobalPipes(new KnownFieldsPipe())', `import { KnownFieldsPipe } from './known-fields.pipe'`),
    'src/known-fields.pipe.ts': `import { plainToInstance } from 'class-transformer'
export class KnownFieldsPipe { transform(value, { metatype }) { return plainToInstance(metatype, value, { excludeExtraneousValues: true }) } }`,
  }),
  'NestJS with a pipe of the module': nest('dto', {
    ...mainOf(''),
    ...moduleOf('useValue: new ValidationPipe({ whitelist: true })'),
  }),
  'NestJS with a pipe that a function of another file makes': nest('dto', {
    ...mainOf('app.useGlobalPipes(makePipe())', `import { makePipe } from './pipes'`),
    'src/pipes.ts': `import { ValidationPipe } from '@nestjs/common'
export const makePipe = () => { return new ValidationPipe({ whitelist: true }) }`,
  }),
  'NestJS with a pipe of the module that is made by a function': nest('dto', {
    ...mainOf(''),
    ...moduleOf(
      'useFactory: () => new ValidationPipe({ whitelist: isStrict })',
      `import { isStrict } from '@acme/nest'`,
    ),
  }),
  'NestJS with a pipe of the module that is a class of its own': nest('dto', {
    ...mainOf(''),
    ...moduleOf('useClass: StrictPipe', `import { StrictPipe } from '@acme/nest'`),
  }),
  'NestJS with a whitelist, and a class of a package': nest(
    'dto',
    mainOf('app.useGlobalPipes(new ValidationPipe({ whitelist: true }))'),
    `import { CreateUserDto } from '@acme/dtos'`,
  ),
  'tsoa that refuses extra fields': underTsoa('fields', '{ "noImplicitAdditionalProperties": "throw-on-extras" }'),
  'tsoa that removes extra fields': underTsoa(
    'fields',
    '{ "noImplicitAdditionalProperties": "silently-remove-extras" }',
  ),
  'tsoa whose configuration is not seen': underTsoa('fields', undefined),
  'tsoa that only describes': underTsoa('fields', '{}', '', 'tsoa spec'),
  'a controller that tsoa describes, and a route of Express calls with fields':
    describedByTsoa('{ name: req.body.name }'),
  'tsoa with a middleware': underTsoa('fields', '{}', '@Middlewares(check)'),
  'routing-controllers with a whitelist': routing(
    'dto',
    '{ controllers: [UsersController], validation: { whitelist: true } }',
  ),
  'NestJS with a whitelist': {
    path: 'src/users.controller.ts',
    files: {
      'src/main.ts': 'app.useGlobalPipes(new ValidationPipe({ whitelist: true }))',
      'src/users.service.ts': `import { Model } from 'mongoose'\nexport class UsersService {\n  constructor(private userModel: Model<User>) {}\n  create(dto: CreateUserDto) { return this.userModel.create(dto) }\n}`,
      'src/create-user.dto.ts': 'export class CreateUserDto {}',
    },
    code: `import { Body, Controller, Post } from '@nestjs/common'
import { UsersService } from './users.service'
import { CreateUserDto } from './create-user.dto'
export class UsersController {
  constructor(private readonly usersService: UsersService) {}
  @Post() create(@Body() dto: CreateUserDto) { return this.usersService.create(dto) }
}`,
  },
  'a middleware that leaves its request to a helper': {
    files: behindHelper('schema'),
    code: importUser + handler('await User.create(req.body)'),
  },
  'a middleware that leaves its request to a helper, which replaces the body': {
    files: behindHelper('schema', 'req.body = schema.validate(req.body).value'),
    code: importUser + handler('await User.create(req.body)'),
  },
  'a step that parses the body into its place, and calls the handler': {
    files: callingSave(`${parsesBody}; return save(req, res, next)`, `${parsesBody}; await save(req, res)`),
    code: importUser + handler('await User.create(req.body)'),
  },
  'a handler that parses the body into its place, and calls another one': {
    files: behindParsing(`${parsesBody}; return save(req, res)`),
    code: importUser + handler('await User.create(req.body)'),
  },
}

describe('a write in another file', () => {
  it.each(Object.entries(reported))('%s', (_name, { where, ...layout }) => {
    const expected = marksOf(layout.code).map((place, index) => `${place} ${where[index] ?? ''}`.trimEnd())
    expect(expected.length).toBeGreaterThan(0)
    expect(lint({ ...layout, code: layout.code.replaceAll(/[«»]/g, '') })).toEqual(expected)
  })

  it.each(Object.entries(silent))('quiet: %s', (_name, layout) => {
    expect(lint(layout)).toEqual([])
  })

  it('is named by its own text in a file with a byte order mark', () => {
    const application = new Application({
      ...models,
      'services/users.js': `\uFEFF${importUser}export const create = (data) => User.create(data)`,
    })
    const code = `import { create } from '../services/users.js'\n${handler('await create(req.body)')}`
    const messages = application.lint('controllers/users.js', code, { rules })
    application.remove()
    expect(messages).toEqual([expect.stringContaining('`User.create()` in services/users.js:2 ')])
  })

  it('is named where the body leaves the file', () => {
    const application = new Application({
      ...models,
      'services/users.js': `${importUser}\nexport const create = (data) => User.create(data)`,
    })
    const messages = application.lint(
      'controllers/users.js',
      `import { create } from '../services/users.js'\n${handler('await create(req.body)')}`,
      { rules },
    )
    application.remove()
    expect(messages).toEqual([
      '2:56 `User.create()` in services/users.js:3 takes the raw body from here: a request can set every field of the schema. Put a guard on the route and pass `req.validated`.',
    ])
  })
})
