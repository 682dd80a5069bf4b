import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noUnguardedFilter } from '../src/rules/no-unguarded-filter.ts'
import { Application } from './lint-files.ts'
import { type Cases, isDeep, runSuite, runTypeScriptSuite } from './rule-tester.ts'

const preamble = `import mongoose, { Schema } from 'mongoose'
const User = mongoose.model('User', new Schema({ email: String }))
`
const handler = (body: string) => `export const find = async (req, res) => { ${body}; res.json({ ok: true }) }`

const suite = { rule: 'no-unguarded-filter', preamble, bringsOwn: /from 'mongoose'|require\('mongoose'\)/ }

const rawValues: Cases = {
  'findOne()': handler('await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» })'),
  'a destructured value': handler('const { email } = req.body; await User.findOne({ «email→email: { $eq: email }» })'),
  'a long name': handler(
    'const { emailOfTheCustomerWhoHasPlacedTheOrder } = req.body; await User.findOne({ «emailOfTheCustomerWhoHasPlacedTheOrder→emailOfTheCustomerWhoHasPlacedTheOrder: { $eq: emailOfTheCustomerWhoHasPlacedTheOrder }» })',
  ),
  'a renamed value': handler('const { mail: email } = req.body; await User.exists({ «email→email: { $eq: email }» })'),
  'a member of a filter': handler(
    'const filter = {}; filter.email = «req.body.email→{ $eq: req.body.email }»; await User.find(filter)',
  ),
  'a member of a filter that a test of the value sets': handler(
    'const { email } = req.body; const filter = { active: true }; if (email) filter.email = «email→{ $eq: email }»; res.json(await User.find(filter).sort({ name: 1 }))',
  ),
  'a value with a default': handler(
    "const { email = '' } = req.body; await User.exists({ «email→email: { $eq: email }» })",
  ),
  'a destructured parameter': `export const find = async ({ body: { email } }, res) => { res.json(await User.findOne({ «email→email: { $eq: email }» })) }`,
  'two values': handler(
    'await User.deleteOne({ email: «req.body.email→{ $eq: req.body.email }», code: «req.body.code→{ $eq: req.body.code }» })',
  ),
  'an update': handler('await User.updateMany({ team: «req.body.team→{ $eq: req.body.team }» }, { active: true })'),
  'a filter in a variable': handler(
    'const filter = { email: «req.body.email→{ $eq: req.body.email }» }; await User.find(filter)',
  ),
  $or: handler('await User.find({ $or: [{ a: 1 }, { email: «req.body.email→{ $eq: req.body.email }» }] })'),
  $match: handler('await User.aggregate([{ $match: { email: «req.body.email→{ $eq: req.body.email }» } }])'),
  'where() of a query for several': handler(
    'await User.find().sort({ a: 1 }).where({ email: «req.body.email→{ $eq: req.body.email }» })',
  ),
  'or() of a query': handler('await User.findOne().or([{ email: «req.body.email→{ $eq: req.body.email }» }])'),
  'where() with a path': handler("await User.where('email', «req.body.email»)"),
  'findById()': handler('await User.findById(«req.body.id»)'),
  'findByIdAndDelete()': handler('await User.findByIdAndDelete(«req.body.id»)'),
  'a helper of the same file': `const byMail = (email) => User.findOne({ «email→email: { $eq: email }» })
    ${handler('await byMail(req.body.email)')}`,
  'a Next.js route handler': `export async function POST(request) { const { email } = await request.json(); return Response.json(await User.findOne({ «email→email: { $eq: email }» })) }`,
  Koa: `router.post('/', async (ctx) => { ctx.body = await User.findOne({ email: «ctx.request.body.email→{ $eq: ctx.request.body.email }» }) })`,
  'a check of another value': handler(
    "if (typeof req.body.password !== 'string') return; await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» })",
  ),
  'a check that it is there': handler(
    'const { email } = req.body; if (!email) return; await User.findOne({ «email→email: { $eq: email }» })',
  ),
  'a filter with a value, or none': handler(
    'const filter = req.body.name ? { name: «req.body.name→{ $eq: req.body.name }» } : {}; await User.find(filter)',
  ),
  'a filter that a branch makes': handler(
    'let filter = {}; if (req.body.name) filter = { name: «req.body.name→{ $eq: req.body.name }» }; await User.find(filter)',
  ),
  'a check that comes too late': handler(
    "await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» }); if (typeof req.body.email !== 'string') return",
  ),
  'a value that a document takes and nobody saves': handler(
    'const user = new User({ email: req.body.email }); await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» })',
  ),
  'a value of which another field is saved': handler(
    'await User.create({ name: req.body.email }); await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» })',
  ),
  'a value that a saved document takes in one branch': handler(
    "await User.create({ email: req.body.kind ? req.body.email : '' }); await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» })",
  ),
  'another member that is looked at before the whole is handed over': `const byMember = (params) => User.findOne({ email: «params.email→{ $eq: params.email }» })
    const isName = (text) => name.test(text)
    ${handler('const data = req.body; if (!isName(data.name)) return; await byMember(data)')}`,
  'a member that one of two callers looks at': `const byMember = (params) => User.findOne({ email: «params.email→{ $eq: params.email }» })
    ${handler('const data = req.body; if (isMail(data.email)) await byMember(data); else res.end()')}
    export const other = async (req, res) => { res.json(await byMember(req.body)) }`,
  'a value in an object that is spread': handler(
    'const { email } = req.body; await User.findOne({ active: true, ...(email ? { «email→email: { $eq: email }» } : { name: 1 }) })',
  ),
  'a filter that is spread into itself': handler(
    'let filter = { active: true }; if (req.query.all) filter = { ...filter, all: true }; await User.findOne({ ...filter, email: «req.body.email→{ $eq: req.body.email }» })',
  ),
  'a date that is made of a value, and not asked for': handler(
    'const { year } = req.body; const since = new Date(year, 0, 1); await User.find({ «year→year: { $eq: year }», since: { $lte: since } })',
  ),
  'a value that is compared with what was sent': handler(
    'const { kind, kinds } = req.body; for (const each of kinds) { if (each.kind !== kind) continue; await User.findOne({ «kind→kind: { $eq: kind }» }) }',
  ),
  'a query that is run later': handler(
    'const query = User.findOne({ email: «req.body.email→{ $eq: req.body.email }» }); if (!query) return; await query',
  ),
  'a route that only authenticates': `import passport from 'passport'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({}))
    app.post('/', passport.authenticate('jwt'), async (req, res) => { res.json(await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» })) })`,
}

const rawBehindParsers: Cases = {
  'parsers of the body and of cookies': `import bodyParser from 'body-parser'
    import cookieParser from 'cookie-parser'
    import express from 'express'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({}))
    const app = express()
    app.use(bodyParser.json())
    app.use(cookieParser())
    app.post('/', async (req, res) => { res.json(await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» })) })`,
  'a function that verifies who has sent it': `import { verify } from 'jsonwebtoken'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({}))
    const verifyToken = (req, res, next) => { req.user = verify(req.headers.authorization, key); next() }
    app.post('/', verifyToken, async (req, res) => { res.json(await User.findOne({ email: «req.body.email→{ $eq: req.body.email }» })) })`,
}

const rawChosen: Cases = {
  'a value beside one that bcrypt compares': `import bcrypt from 'bcryptjs'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({}))
    ${handler('await bcrypt.compare(req.body.password, req.body.token); await User.findOne({ token: «req.body.token→{ $eq: req.body.token }» })')}`,
  'a variable that only another value is looked at for': handler(
    "let email = ''; if (typeof req.body.name === 'string') email = req.body.email; await User.findOne({ «email→email: { $eq: email }» })",
  ),
  'a value by a condition that asks nothing of it': handler(
    "const email = req.body?.named ? req.body.email : 'none'; await User.findOne({ «email→email: { $eq: email }» })",
  ),
}

const rawFilters: Cases = {
  'a whole body': handler('await User.find(«req.body»)'),
  'a spread of a filter that is spread into itself': handler(
    'let filter = { ...req.body }; if (req.query.all) filter = { ...filter, all: true }; if (req.query.some) filter = { ...(req.query.x ? filter : {}), some: true }; await User.findOne(«filter»)',
  ),
  'a filter in the body': handler('await User.findOne(«req.body.filter»)'),
  'a spread': handler('await User.countDocuments(«{ ...req.body, active: true }»)'),
  'an update by it': handler('await User.updateOne(«req.body.filter», { active: true })'),
}

const quiet: Cases = {
  'a member of a filter that was looked at': handler(
    "const filter = {}; if (typeof req.body.email === 'string') filter.email = req.body.email; await User.find(filter)",
  ),
  'a member of an object that is no filter': handler(
    'const sort = {}; sort.email = req.body.email; await User.find({}).sort(sort)',
  ),
  'a value that is kept after it was looked at': handler(
    "const filter = {}; if (typeof req.body.email === 'string') filter.email = req.body.email; await User.findOne(filter)",
  ),
  'a value that a helper keeps after it has looked at it': `
    function pick(body) { const out = {}; if (typeof body.email === 'string') out.email = body.email; return out }
    ${handler('const data = pick(req.body); await User.findOne({ email: data.email })')}`,
  $eq: handler('await User.findOne({ email: { $eq: req.body.email } })'),
  'what Mongoose casts': handler('await User.find({ _id: { $in: req.body.ids }, age: { $gt: req.body.age } })'),
  'String()': handler('await User.findOne({ email: String(req.body.email) })'),
  'a template': handler('await User.findOne({ email: `${req.body.email}` })'),
  'toString()': handler('await User.findOne({ email: req.body.email.toString() })'),
  'a trimmed variable': handler('const email = req.body.email.trim(); await User.findOne({ email })'),
  'a text by what an optional member can do': handler(
    "const email = req.body?.email && !!(req.body?.email).trim() ? req.body.email : 'none'; await User.findOne({ email })",
  ),
  'an ObjectId': handler('await User.findById(new mongoose.Types.ObjectId(req.body.id))'),
  'a RegExp': handler('await User.find({ email: new RegExp(req.body.email) })'),
  typeof: handler("const { email } = req.body; if (typeof email !== 'string') return; await User.findOne({ email })"),
  'typeof of the member': handler(
    "if (typeof req.body.email !== 'string') return; const { email } = req.body; await User.findOne({ email })",
  ),
  'a validator': handler(
    'if (!validator.isEmail(req.body.email)) return; await User.findOne({ email: req.body.email })',
  ),
  'a schema': handler(
    'const { error } = loginSchema.validate(req.body); if (error) return; await User.findOne({ email: req.body.email })',
  ),
  'isValidObjectId()': handler('if (!mongoose.isValidObjectId(req.body.id)) return; await User.findById(req.body.id)'),
  'a list of texts': handler(
    "if (!['a', 'b'].includes(req.body.state)) return; await User.find({ state: req.body.state })",
  ),
  'a switch': handler("switch (req.body.state) { case 'a': await User.find({ state: req.body.state }) }"),
  'an assertion on the request': handler(
    "req.checkBody('email').isEmail(); await User.find({ email: req.body.email })",
  ),
  'an outer check': handler(
    "if (typeof req.body.email !== 'string') return; await run(async () => User.find({ email: req.body.email }))",
  ),
  'a parsed body': handler('const { email } = schema.parse(req.body); await User.findOne({ email })'),
  'parameters of the path': handler('await User.findById(req.params.id)'),
  'a query that is parsed to texts': `router.get('/', async (req, res) => { res.json(await User.find({ email: req.query.email })) })`,
  'a variable for what was looked at': handler(
    "let email = ''; if (typeof req.body.email === 'string') { email = req.body.email } await User.findOne({ email })",
  ),
  'a function that verifies who has sent it, by the body': `import { verify } from 'jsonwebtoken'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({}))
    const verifyToken = (req, res, next) => { if (!verify(req.body.email)) return res.end(); next() }
    app.post('/', verifyToken, async (req, res) => { res.json(await User.findOne({ email: req.body.email })) })`,
  'a text that bcrypt has compared': `import bcrypt from 'bcryptjs'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({}))
    ${handler('if (await bcrypt.compare(req.body.email, req.body.token)) await User.updateOne({ email: req.body.email }, { verified: true })')}`,
  'a function of a package that verifies users': `import { verifyUser } from 'users'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({}))
    app.post('/', verifyUser, async (req, res) => { res.json(await User.findOne({ email: req.body.email })) })`,
  'a key of an entry, which is a text': handler(
    'for (const [key] of Object.entries(req.body)) await User.findOne({ name: key })',
  ),
  'a key of the first entry': handler('const [[key]] = Object.entries(req.body); await User.findOne({ name: key })'),
  'an ObjectId that is made before': handler(
    'const found = await find(new mongoose.Types.ObjectId(req.body.id)); await User.findById(req.body.id)',
  ),
  'a signed body': handler(
    "const digest = crypto.createHmac('sha256', secret).update(JSON.stringify(req.body)).digest('hex'); if (digest === req.headers.signature) await User.findOne({ email: req.body.email })",
  ),
  'sanitizeFilter of the query': handler('await User.find({ email: req.body.email }, null, { sanitizeFilter: true })'),
  'sanitizeFilter behind it': handler(
    'await User.find({ email: req.body.email }).sort({ a: 1 }).setOptions({ sanitizeFilter: true })',
  ),
  'mongoose.trusted()': handler('await User.find(mongoose.trusted({ email: req.body.email }))'),
  'mongoose.sanitizeFilter()': handler('await User.find(mongoose.sanitizeFilter(req.body))'),
  'another receiver': handler('await users.find({ email: req.body.email }); list.find(req.body)'),
  'a change': handler('await User.updateOne({ _id: req.params.id }, { email: req.body.email })'),
  'a guarded route': `import mongoose from 'mongoose'
    import { guard } from 'mongoose-guard/express'
    const User = mongoose.model('User', new mongoose.Schema({ email: String }))
    app.post('/', guard(User, { allow: ['email'] }), async (req, res) => { res.json(await User.findOne({ email: req.body.email })) })`,
  'a validator on the route': `import { body } from 'express-validator'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({ email: String }))
    app.post('/', [body('email').isEmail()], async (req, res) => { res.json(await User.findOne({ email: req.body.email })) })`,
  'a body without query selectors': `import sanitize from 'mongo-sanitize'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({ email: String }))
    app.post('/', async (req, res) => { const body = sanitize(req.body); res.json(await User.findOne({ email: body.email })) })
    app.put('/', async (req, res) => { req.body = sanitize(req.body); res.json(await User.findOne({ email: req.body.email })) })`,
  'a list of validators that a function gives': `import { body } from 'express-validator'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', new mongoose.Schema({ email: String }))
    const rules = () => [body('email').isEmail()]
    app.post('/', rules(), async (req, res) => { res.json(await User.findOne({ email: req.body.email })) })`,
  'a middleware that reads the body': `const noBots = (req, res, next) => { if (req.body.website) return res.end(); next() }
    app.post('/', noBots, async (req, res) => { res.json(await User.findOne({ email: req.body.email })) })`,
  'a value that a named field of a saved document has cast': handler(
    'const { name, email } = req.body; await User.create({ name, email }); await User.findOne({ email })',
  ),
  'a value that a saved document has cast where it is there': handler(
    'const user = new User({ email: req.body.mail ? req.body.mail : null }); await user.save(); await User.findOne({ email: req.body.mail })',
  ),
  'a member that is looked at before the whole is handed over': `const byMember = (params) => User.findOne({ email: params?.email })
    const isMail = (text) => mail.test(text)
    ${handler('const data = req.body; if (data?.email && !isMail(data.email)) return; await byMember(data)')}`,
  'a value that a saved document of an unknown schema takes': `import mongoose from 'mongoose'
    const User = mongoose.model('User', schema)
    ${handler('await User.create({ email: req.body.email }); await User.findOne({ email: req.body.email })')}`,
  'a value that another query has as a date': handler(
    'const { year } = req.body; await User.find({ since: { $lte: new Date(year, 0, 1) } }); await User.find({ year })',
  ),
  'a value that is compared with each stored one': handler(
    'const { kind } = req.body; const rules = await User.find(); for (const rule of rules) { if (rule.kind !== kind) continue; await User.findOne({ kind }) }',
  ),
  'a parameter of the path, or what stands for it': handler(
    'const id = req.params.id || req.body.id; await User.findById(id); await User.findById(req.params.id ?? req.body.id)',
  ),
  'a query that nobody runs': handler(
    'const found = User.findOne({ email: req.body.email }); if (!found) return res.sendStatus(404)',
  ),
  'a form': `export async function POST(request) { const { email } = Object.fromEntries(await request.formData()); return Response.json(await User.findOne({ email })) }`,
}

runSuite(noUnguardedFilter, {
  ...suite,
  messageId: 'rawValue',
  suggestion: 'useEq',
  flagged: { ...rawValues, ...rawBehindParsers, ...rawChosen },
  quiet,
})
runSuite(noUnguardedFilter, { ...suite, messageId: 'rawFilter', flagged: rawFilters, quiet: {} })
runSuite(noUnguardedFilter, {
  ...suite,
  rule: 'no-unguarded-filter with the query',
  options: [{ query: 'always' }],
  messageId: 'rawFilter',
  flagged: {
    'a whole query': `router.get('/', async (req, res) => { res.json(await User.find(«req.query»)) })`,
  },
  quiet: {
    'a handler that no route leads to': handler('await User.find({ email: req.query.email })'),
    'a converted value': `router.get('/', async (req, res) => { res.json(await User.find({ email: String(req.query.email) })) })`,
  },
})
runTypeScriptSuite(noUnguardedFilter, {
  ...suite,
  messageId: 'rawValue',
  suggestion: 'useEq',
  flagged: {
    'a cast, which is no check': handler(
      'await User.findOne({ email: «req.body.email as string→{ $eq: req.body.email as string }» })',
    ),
    'a body of NestJS without a pipe': `import mongoose from 'mongoose'
      import { Body } from '@nestjs/common'
      const User = mongoose.model('User', new mongoose.Schema({ email: String }))
      class Users { login(@Body() dto: LoginDto) { return User.findOne({ email: «dto.email→{ $eq: dto.email }» }) } }`,
  },
  quiet: {
    'a body of NestJS that a pipe has checked': `import mongoose from 'mongoose'
      import { Body, UsePipes, ValidationPipe } from '@nestjs/common'
      const User = mongoose.model('User', new mongoose.Schema({ email: String }))
      class LoginDto { email: string }
      class Users { @UsePipes(new ValidationPipe()) login(@Body() dto: LoginDto) { return User.findOne({ email: dto.email }) } }`,
    'the same, taken apart by its parameter': `import mongoose from 'mongoose'
      import { Body, UsePipes, ValidationPipe } from '@nestjs/common'
      const User = mongoose.model('User', new mongoose.Schema({ email: String }))
      class LoginDto { email: string }
      class Users { @UsePipes(new ValidationPipe()) login(@Body() { email }: LoginDto) { return User.findOne({ email }) } }`,
    'a decorator that checks the body': `import mongoose from 'mongoose'
      import { joiValidation } from './decorators'
      const User = mongoose.model('User', new mongoose.Schema({ email: String }))
      export class Users { @joiValidation(loginSchema) async login(req: Request, res: Response) { res.json(await User.findOne({ email: req.body.email })) } }`,
  },
})

describe.skipIf(isDeep)('no-unguarded-filter in an application', () => {
  const login = `import { User } from './user.js'
export const login = async (req, res) => { res.json(await User.findOne({ email: req.body.email })) }`
  const search = `import { User } from './user.js'
router.get('/', async (req, res) => { res.json(await User.find({ email: req.query.email })) })`
  const rules = { 'mongoose-guard/no-unguarded-filter': 'error' } as const
  const wrapped = `import { User } from './user.js'
const wrap = (fn) => async (req, res, next) => { try { return await fn(req, res, next) } catch (error) { next(error) } }
export const login = wrap(async (req, res) => { res.status(200); return User.findOne({ email: req.body.email }) })`
  const handedOn = (folder: string, before: string) => ({
    [`${folder}/user.js`]: `export { User } from '../user.js'`,
    [`${folder}/login.js`]: folder.startsWith('wrapped') ? wrapped : login,
    [`${folder}/passing.js`]: `import { login } from './login.js'\nexport const post = (req, res) => login(req, res)`,
    [`${folder}/routes.js`]: `import { post } from './passing.js'\nimport { validate } from './validate.js'\nrouter.post('/', ${before}post)`,
  })
  let application: Application
  beforeAll(() => {
    application = new Application({
      'package.json': '{ "dependencies": { "express": "^4.21.0" } }',
      'user.js': `import mongoose from 'mongoose'\nexport const User = mongoose.model('User', new mongoose.Schema({ email: String }))`,
      'users.js': `import { User } from './user.js'\nexport const byMail = (email) => User.findOne({ email })
export const all = (filter, sort) => User.find(filter).sort(sort)`,
      'services.js': `import { all } from './users.js'
export const list = (query) => all(query, { name: 1 })
export const listChecked = (query) => { if (typeof query.email !== 'string') throw new TypeError(); return all(query) }`,
      'clean/package.json': '{ "dependencies": { "express": "^5.0.0" } }',
      'clean/user.js': `export { User } from '../user.js'`,
      'clean/app.js': `import sanitize from 'express-mongo-sanitize'\napp.use(sanitize())`,
      'set/package.json': '{ "dependencies": {} }',
      'set/user.js': `export { User } from '../user.js'`,
      'set/db.js': `import mongoose from 'mongoose'\nmongoose.set('sanitizeFilter', true)`,
      ...handedOn('validated', 'validate(schema), '),
      ...handedOn('open', ''),
      ...handedOn('wrapped', 'validate(schema), '),
      ...handedOn('wrapped-open', ''),
      'members/user.js': `export { User } from '../user.js'`,
      'members/find.js': `import { User } from './user.js'\nexport const find = async (params) => { if (params?.email) return User.findOne({ email: params?.email }) }`,
      'typed/user.js': `export { User } from '../user.js'`,
      'typed/login.js': `${login}
export const find = async (request) => User.findOne({ email: request.body.email })
export const loose = async (request) => User.findOne({ email: request.body.email })
export const listed = async (request) => User.findOne({ email: request.body.email })`,
      'typed/schemas.js': `export const loginSchema = { tags: ['auth'], body: { type: 'object', properties: { email: { type: 'string' } } } }
export const looseSchema = { body: { type: 'object' } }
export const listSchema = { querystring: { type: 'object', properties: {} } }`,
      'typed/routes.js': `import { find, listed, login, loose } from './login.js'
import { listSchema, loginSchema, looseSchema } from './schemas.js'
fastify.post('/login', { schema: loginSchema }, login)
fastify.post('/find', { schema: { body: { type: 'object', properties: { email: { type: 'string' } } } } }, find)
fastify.post('/loose', { schema: looseSchema }, loose)
fastify.post('/listed', { schema: listSchema }, listed)`,
      'new/package.json': '{ "dependencies": { "express": "^5.0.0" } }',
      'new/user.js': `export { User } from '../user.js'`,
    })
  })
  afterAll(() => {
    application.remove()
  })

  it('names a filter in another file', () => {
    const code = `import { byMail } from './users.js'
export const login = async (req, res) => { res.json(await byMail(req.body.email)) }`
    expect(application.lint('login.js', code, { rules })).toEqual([
      '2:66 `User.findOne()` in users.js:2 matches what is sent from here: `{ "$ne": null }` would match other documents. Write `{ $eq: … }` there, or check the types here.',
    ])
  })

  it.each([
    ['an object', '{ email: req.body.email }'],
    ['a variable', 'filter', 'const filter = { email: req.body.email, active: true };'],
    ['an object that is filled', 'filter', 'const filter = {}; if (req.body.email) filter.email = req.body.email;'],
  ])('names a filter of another file for %s', (_name, filter, before = '') => {
    const code = `import { list } from './services.js'
export const find = async (req, res) => { ${before} res.json(await list(${filter})) }`
    expect(application.lint('find.js', code, { rules })).toEqual([
      `2:${String(code.indexOf(`list(${filter})`) + 6 - code.indexOf('\n') - 1)} \`User.find()\` in users.js:3 matches what is sent from here: \`{ "$ne": null }\` would match other documents. Write \`{ $eq: … }\` there, or check the types here.`,
    ])
  })

  it.each([
    ['a text', '{ email: String(req.body.email) }'],
    ['what was looked at', '{ email: req.body.email }', "if (typeof req.body.email !== 'string') return res.end();"],
    [
      'what was looked at before it was kept',
      'filter',
      'const filter = {}; if (isMail(req.body.email)) filter.email = req.body.email;',
    ],
    ['a member that no filter has', '{ options: { page: req.body.page } }'],
  ])('is silent where a filter of another file is given %s', (_name, filter, before = '') => {
    const code = `import { list } from './services.js'
export const find = async (req, res) => { ${before} res.json(await list(${filter})) }`
    expect(application.lint('find.js', code, { rules })).toEqual([])
  })

  it('is silent where the service looks at what its filter holds', () => {
    const code = `import { listChecked } from './services.js'
export const find = async (req, res) => { res.json(await listChecked({ email: req.body.email })) }`
    expect(application.lint('find.js', code, { rules })).toEqual([])
  })

  it('is silent where a function on the way has looked at the value', () => {
    const code = `import { byMail } from './users.js'
const find = (email) => { if (typeof email !== 'string') throw new TypeError('No text'); return byMail(email) }
export const login = async (req, res) => { res.json(await find(req.body.email)) }`
    expect(application.lint('login.js', code, { rules })).toEqual([])
  })

  it('is silent where a handler of a validated route hands its request on', () => {
    expect(application.lint('validated/login.js', login, { rules })).toEqual([])
    expect(application.lint('open/login.js', login, { rules })).toHaveLength(1)
  })

  it('is silent where a handler of a validated route hands its request to one in a wrapper', () => {
    expect(application.lint('wrapped/login.js', wrapped, { rules })).toEqual([])
    expect(application.lint('wrapped-open/login.js', wrapped, { rules })).toHaveLength(1)
  })

  it('is silent where a member has been looked at before the whole is handed to another file', () => {
    const code = (member: string) => `import { find } from './find.js'
const isMail = (text) => /^[^@]+@[^@]+$/.test(text)
export const list = async (req, res) => { const data = req.body; if (data?.${member} && !isMail(data?.${member})) return res.sendStatus(400); res.json(await find(data)) }`
    expect(application.lint('members/list.js', code('email'), { rules })).toEqual([])
    expect(application.lint('members/list.js', code('name'), { rules })).toHaveLength(1)
  })

  it('is silent where the schema of a Fastify route says what is in the body', () => {
    const text = readFileSync(join(application.folder, 'typed/login.js'), 'utf8')
    const lines = application.lint('typed/login.js', text, { rules }).map((message) => message.split(':')[0])
    expect(lines).toEqual(['4', '5'])
  })

  it('counts the query of Express 4, and not that of Express 5', () => {
    expect(application.lint('search.js', search, { rules })).toHaveLength(1)
    expect(application.lint('new/search.js', search, { rules })).toEqual([])
  })

  it.each(['clean', 'set'])('is silent in a package that sanitizes filters: %s', (folder) => {
    expect(application.lint(`${folder}/login.js`, login, { rules })).toEqual([])
    expect(application.lint('new/login.js', login, { rules })).toHaveLength(1)
  })
})
