import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite, runTypeScriptSuite } from './rule-tester.ts'

const preamble = `import mongoose, { Schema } from 'mongoose'
const User = mongoose.model('User', new Schema({ name: String }))
`
// Where the fields of a model are known, a guard is suggested, which `suggestions.test.ts` looks at.
const unknownFields = `import mongoose from 'mongoose'
const User = mongoose.model('User', schema)
`
const handler = (body: string) => `export const save = async (req, res) => { ${body}; res.json({ ok: true }) }`
const onDocument = (body: string) =>
  handler(`const user = await User.findById(req.params.id); ${body}; await user.save()`)
const zod = (body: string, helper = '') => `import { z } from 'zod'
const S = z.strictObject({ name: z.string() })
${helper}
${handler(body)}`
const web = (body: string) =>
  `export async function POST(request, { params }) { ${body}; return Response.json(await User.create(«body»)) }`
const onRoute = (body: string) => `router.post('/', auth, asyncHandler(async (req) => { ${body} }))`

const create = (body: string) => `async (req, res) => { res.json(await User.create(${body})) }`
const strictly = `import mongoose from 'mongoose'
import { z } from 'zod'
const User = mongoose.model('User', schema)
const S = z.strictObject({ name: z.string() })
const check = (schema) => (req, res, next) => { const { success } = schema.safeParse(req.body); if (!success) return res.sendStatus(400); next() }
`

const yup = (schema: string, body: string) => `import mongoose from 'mongoose'
import * as yup from 'yup'
import { object, string } from 'yup'
const User = mongoose.model('User', schema)
const A = ${schema}
${handler(body)}`
const strictYup = 'yup.object({ name: yup.string() }).noUnknown().strict()'

const schema = `import mongoose from 'mongoose'
const schema = new mongoose.Schema(fields)
const Tree = mongoose.model('Tree', schema)`
const ofSchema = (body: string) => `router.post('/', async (req, res) => { ${body}; res.end() })`

const closed = "{ type: 'object', additionalProperties: false, properties: { name: { type: 'string' } } }"
const fastify = (route: string) => `import mongoose from 'mongoose'
import { Type } from '@sinclair/typebox'
import { z } from 'zod'
const User = mongoose.model('User', schema)
${route}`

const decorated = (decorator: string, body: string) => `import mongoose from 'mongoose'
const User = mongoose.model('User', schema)
export class Users { ${decorator} async create(req: Request, res: Response) { res.json(await User.create(${body})) } }`
const nest = (decorator: string, dto: string) => `import mongoose from 'mongoose'
import { Body, UsePipes, ValidationPipe } from '@nestjs/common'
const User = mongoose.model('User', schema)
class NewUser { name: string }
export class Users { ${decorator} create(@Body() dto: NewUser) { return User.create(${dto}) } }`

const pipe = (methods: string) => `class OwnPipe { ${methods} }`
const trimming = `transform(value: any, _metadata: ArgumentMetadata) {
    let val = value
    if (typeof val === 'string') val = val.trim()
    else if (typeof val === 'object') val = this.parse(val)
    return val
  }
  parse(object: any) {
    for (const key of Object.keys(object)) {
      if (!object[key]) continue
      if (typeof object[key] === 'string') object[key] = object[key].trim()
      if (typeof object[key] === 'object') object[key] = this.parse(object[key])
    }
    return object
  }`
const piped = (given: string, dto: string, before = '') =>
  nest('', dto).replace('@Body()', `@Body(${given})`).replace('class NewUser', `${before}\nclass NewUser`)

const crud = `${unknownFields}import express from 'express'
import { guard } from 'mongoose-guard/express'
const Post = mongoose.model('Post', schema)
const makeRouter = ({ model }) => {
  const router = express.Router()
  router.post('/', async (req, res) => { res.json(await model.create(«req.body»)) })
  return router
}
const crud = (Model) => ({ create: async (req, res) => { res.json(await Model.create(«req.body»)) } })
`
const unmarked = (code: string) => code.replaceAll(/[«»]/g, '')

const lodash = (body: string) => `import _ from 'lodash'\n${handler(body)}`
const lists: Cases = {
  ...Object.fromEntries(
    [
      'req.body.filter((user) => user.name)',
      'req.body.users.filter(Boolean).slice(0, 10)',
      'req.body.map((user) => ({ ...user, team: 1 })).filter(Boolean)',
      'req.body.concat([{ name: "Ada" }])',
      '[].concat(req.body)',
      'Array.from(req.body)',
      'Array.from(req.body, (user) => ({ ...user, team: 1 }))',
      'Object.values(req.body)',
      '_.map(req.body, (user) => ({ ...user, team: 1 }))',
      '_.filter(req.body, (user) => user.name)',
    ].map((list) => [`a list of bodies: ${list}`, lodash(`await User.insertMany(«${list}»)`)]),
  ),
  'one of a list of bodies': handler('await User.create(«req.body.at(0)»)'),
  'a list that a loop fills': handler(
    'const list = []; for (const user of req.body) list.push({ ...user, team: 1 }); await User.insertMany(«list»)',
  ),
  'a list that a callback fills': handler(
    'const list = []; req.body.forEach((user) => { list.push(user) }); await User.insertMany(«list»)',
  ),
  'a loop that counts': handler('for (let i = 0; i < req.body.length; i++) await User.create(«req.body[i]»)'),
  'a callback of lodash for each body of a list': lodash(
    'await Promise.all(_.map(req.body.users, (user) => User.create(«user»)))',
  ),
  'a callback of lodash that copies each key': lodash(
    'const user = await User.findById(1); _.forEach(«req.body», (value, key) => { user[key] = value }); await user.save()',
  ),
}
const listsOfFields: Cases = {
  'a list of some fields of bodies': lodash(
    'await User.insertMany(req.body.filter(Boolean).map(({ name }) => ({ name })).slice(0, 9).concat(_.map(req.body, (user) => ({ name: user.name }))))',
  ),
  'a list that is made with some fields': lodash(
    "await User.insertMany(Array.from(req.body, ({ name }) => ({ name }))); await User.insertMany(_.map(req.body, 'name'))",
  ),
  'a list that a loop fills with some fields': handler(
    'const list = []; for (const user of req.body) list.push({ name: user.name }); await User.insertMany(list)',
  ),
  'entries that are chosen': handler(
    'await User.create(Object.fromEntries(Object.entries(req.body).filter(([key]) => allowed.includes(key)).slice(0, 5)))',
  ),
  'entries of a form that are chosen': web(
    'const form = await request.formData(); const body = Object.fromEntries([...form].filter(([key]) => allowed.has(key)))',
  ).replaceAll(/[«»]/gu, ''),
  'a copied list of the entries of a form, of which some are chosen': web(
    "const list = Array.from((await request.formData()).entries()); const body = Object.fromEntries(list.filter(([key]) => key === 'name').map(([key, value]) => [key, value.trim()]))",
  ).replaceAll(/[«»]/gu, ''),
  'entries of a form that are chosen as they come': web(
    'const form = await request.formData(); const body = Object.fromEntries(form.entries().filter(([key]) => allowed.has(key)))',
  ).replaceAll(/[«»]/gu, ''),
  'a copied list of entries, of which some are chosen': handler(
    'const list = [...Object.entries(req.body)]; await User.create(Object.fromEntries(list.filter((entry) => allowed.has(entry[0]))))',
  ),
  'entries that reduce() assigns if a list has them': handler(
    'await User.create(Object.entries(req.body).reduce((all, [key, value]) => allowed.has(key) ? Object.assign(all, { [key]: value }) : all, {}))',
  ),
  'a callback of lodash that chooses keys': lodash(
    'const user = await User.findById(1); _.forEach(req.body, (value, key) => { if (allowed.includes(key)) user[key] = value }); await user.save()',
  ),
  'parts of a text': handler(
    'await User.create({ name: req.body.name.slice(0, 9), tags: req.body.tags.filter(Boolean) })',
  ),
}

const flagged: Cases = {
  ...lists,
  'a model that a router is made for, and another one in an object of handlers': `${crud}app.use('/users', makeRouter({ model: User }))
const posts = crud(Post)
app.post('/posts', posts.create)`,
  'two objects of handlers, one of them behind a guard': `${crud.replace('model.create(«req.body»)', 'model.find()')}const users = crud(User)
app.post('/users', guard(User, { allow: ['name'] }), users.create)
app.post('/posts', crud(Post).create)`,
  'a body without query selectors': `import mongoSanitize from 'express-mongo-sanitize'
    ${unknownFields}${handler('await User.create(«mongoSanitize.sanitize(req.body)»)')}`,
  'steps of a route that are made of themselves': `${unknownFields}const steps = () => [auth, steps()]
    router.post('/', steps(), async (req, res) => { res.json(await User.create(«req.body»)) })`,
  'Model.create()': handler('await User.create(«req.body»)'),
  'Model.create() with a list': handler('await User.create([«req.body»])'.replace('[«req.body»]', '«[req.body]»')),
  'a body that the other branch has made something else of': handler(
    'let data = req.body; if (req.query.draft) data = draft(data); else await User.create(«data»)',
  ),
  'Model.insertMany()': handler('await User.insertMany(«req.body»)'),
  ...Object.fromEntries(
    [
      "let User; try { User = mongoose.model('User') } catch { User = mongoose.model('User', schema) }",
      "let User; if (mongoose.models.User) User = mongoose.model('User'); else User = mongoose.model('User', schema)",
      "let User = null; try { User = mongoose.model('User') } catch (error) { User = mongoose.model('User', schema) }",
    ].map((model) => [
      `a model of ${model}`,
      `import mongoose from 'mongoose'\n${model}\n${handler('await User.create(«req.body»)')}`,
    ]),
  ),
  ...Object.fromEntries(
    [
      "var mongoose = require('bluebird').promisifyAll(require('mongoose'))",
      "import mongooseItself from 'mongoose'\nimport { promisifyAll } from 'bluebird'\nconst mongoose = promisifyAll(mongooseItself)",
      "import Promise from 'bluebird'\nconst mongoose = Promise.promisifyAll(require('mongoose'))",
      "import mongoose from 'mongoose'\nPromise.promisifyAll(mongoose)",
    ].flatMap((start, index) =>
      [
        'const user = await User.createAsync(«req.body»)',
        'const user = await User.create(«req.body»)',
        'const user = new User(«req.body»); await user.saveAsync()',
        'const user = await User.findByIdAndUpdateAsync(req.params.id, «req.body»)',
        'const user = await User.findByIdAsync(1); Object.assign(user, «req.body»); await user.saveAsync()',
        'const user = await User.updateAsync({ _id: 1 }, «req.body»)',
      ].map((code) => [
        `${code} of models by bluebird, way ${String(index)}`,
        `${start} // from 'mongoose'\nconst User = mongoose.model('User', schema)\n${handler(code)}`,
      ]),
    ),
  ),
  'new Model()': handler('const user = new User(«req.body»); await user.save()'),
  'Model.findByIdAndUpdate()': handler('await User.findByIdAndUpdate(req.params.id, «req.body», { new: true })'),
  'Model.findOneAndUpdate() with a body that also filters': handler(
    'await User.findOneAndUpdate({ email: req.body.email }, «req.body»)',
  ),
  'Model.updateOne() with $set': handler('await User.updateOne({ _id: req.params.id }, «{ $set: req.body }»)'),
  'Model.updateMany()': handler('await User.updateMany({}, «req.body»)'),
  'Model.replaceOne()': handler('await User.replaceOne({ _id: req.params.id }, «req.body»)'),
  'Model.bulkWrite()': handler('await User.bulkWrite(«[{ insertOne: { document: req.body } }]»)'),
  'Model.bulkWrite() with an update': handler(
    'await User.bulkWrite(«[{ updateOne: { filter: {}, update: { $set: req.body } } }]»)',
  ),
  'doc.set()': handler('const user = await User.findById(req.params.id); user.set(«req.body»); await user.save()'),
  'doc.set() with options': handler(
    'const user = await User.findById(req.params.id); user.set(«req.body», undefined, { merge: true })',
  ),
  'doc.set() of a populated document': handler(
    "const user = await User.findById(req.params.id).populate('team').exec(); user.set(«req.body»)",
  ),
  'Object.assign() to a document': handler(
    'const user = await User.findOne({ _id: req.params.id }); Object.assign(user, «req.body»); await user.save()',
  ),
  ...Object.fromEntries(
    ['Object.assign', '_.extend'].flatMap((assign) => [
      [
        `${assign}() that gives the document back`,
        `import _ from 'lodash'\n${handler(`let user = await User.findById(req.params.id); user = ${assign}(user, «req.body»); await user.save()`)}`,
      ],
      [
        `${assign}() that gives back what a middleware has left`,
        `import _ from 'lodash'\n${handler(`let user = req.profile; user = ${assign}(user, «req.body»); user.changed = Date.now(); await user.save()`)}`,
      ],
    ]),
  ),
  'a document that is what its save gives': handler(
    'let user = await User.findById(req.params.id); Object.assign(user, «req.body»); user = await user.save()',
  ),
  'a callback that copies each key to a document on the request': handler(
    'Object.keys(req.body).forEach((key) => { req.user[key] = «req.body»[key] }); await req.user.save()',
  ),
  'a helper that gives the body of the request': `const bodyOf = (req) => req.body\n${handler('const data = bodyOf(req); await User.create(«data»)')}`,
  'a helper that gives a copy of it': `function bodyOf(req) { const { body } = req; return { ...body } }\n${handler('await User.create(«bodyOf(req)»)')}`,
  'a static that gives the body of the request': `class NewUser { static from(req) { return { ...req.body } } }\n${handler('await User.create(«NewUser.from(req)»)')}`,
  'a helper that waits for the body of a web request': `${unknownFields}async function readJson(request) { try { return await request.json() } catch { return {} } }\n${web('const body = await readJson(request)')}`,
  'Object.assign() to a new document': handler('const user = new User(); Object.assign(user, «req.body»)'),
  "lodash's merge() to a document": `import { merge } from 'lodash'\n${handler('const user = await User.findById(req.params.id); merge(user, «req.body»)')}`,
  'doc.updateOne()': handler('const user = await User.findById(req.params.id); await user.updateOne(«req.body»)'),
  'a query that updates': handler('await User.findById(req.params.id).updateOne(«req.body»)'),
  'a query that updates with a filter': handler('await User.where({ a: 1 }).updateMany({ b: 1 }, «req.body»)'),
  'a spread': handler('await User.create(«{ ...req.body, owner: req.user.id }»)'),
  'a spread before what it may not set': handler('await User.create(«{ role: "user", ...req.body }»)'),
  'an alias': handler('const data = req.body; await User.create(«data»)'),
  'an alias of an alias': handler('const data = req.body; const copy = { ...data }; await User.create(«copy»)'),
  'a destructured body': handler('const { body } = req; await User.create(«body»)'),
  'a destructured parameter': `export const save = async ({ body }, res) => { res.json(await User.create(«body»)) }`,
  'the rest of the body': handler('const { password, ...rest } = req.body; await User.create(«rest»)'),
  'an object inside the body': handler('await User.create(«req.body.user»)'),
  'a destructured object inside the body': handler('const { user } = req.body; await User.create(«user»)'),
  'a copy': handler('const data = Object.assign({}, req.body); await User.create(«data»)'),
  'a body with a default': handler('await User.create(«req.body ?? {}»)'),
  'a helper of the same file': `const insert = (data) => User.create(«data»)\n${handler('await insert(req.body)')}`,
  'a helper that is handed the request': `const insert = (req) => User.create(«req.body»)\n${handler('await insert(req)')}`,
  'a class': `export class Users { async create(req, res) { res.status(201).json(await User.create(«req.body»)) } }`,
  'a wrapped handler on a route': unknownFields + onRoute('return User.create(«req.body»)'),
  'a handler without a use of its response': `${unknownFields}app.post('/', async (req, res, next) => { await User.create(«req.body»); next() })`,
  Koa: `router.post('/', async (ctx) => { ctx.body = await User.create(«ctx.request.body») })`,
  'Koa, of which no route is found': `async function create(ctx) { const data = ctx.request.body; ctx.body = await new User(«data»).save() }
    module.exports = { create }`,
  Fastify: `fastify.post('/', async (request, reply) => { return User.create(«request.body») })`,
  Hono: `app.post('/', async (c) => { const body = await c.req.json(); return c.json(await User.create(«body»)) })`,
  'a Next.js route handler': `${unknownFields}export async function POST(request) { const body = await request.json(); return Response.json(await User.create(«body»)) }`,
  'a Next.js route handler in a const': `${unknownFields}export const PATCH = async (request, { params }) => Response.json(await User.findByIdAndUpdate((await params).id, «await request.json()»))`,
  "a Next.js route handler in a file that says 'use server'": `'use server'
    ${unknownFields}export async function POST(request) { return Response.json(await User.create(«await request.json()»)) }`,
  'a SvelteKit endpoint': `export async function POST({ request }) { return json(await User.create(«await request.json()»)) }`,
  'a Next.js API route': `export default async function handler(req, res) { if (req.method === 'POST') { res.status(201).json(await User.create(«req.body»)) } }`,
  'a model by its class': `import mongoose from 'mongoose'
    class User extends mongoose.Model {}
    ${handler('await User.create(«req.body»)')}`,
  'a model of a connection': `import { createConnection } from 'mongoose'
    const connection = createConnection(url)
    const User = connection.model('User', schema)
    ${handler('await User.create(«req.body»)')}`,
  'a model that hot reloading keeps': `import mongoose from 'mongoose'
    const User = mongoose.models.User || mongoose.model('User', schema)
    ${handler('await User.create(«req.body»)')}`,
  'a model that hot reloading would keep, if it were looked up in `models`': `const mongoose = require('mongoose')
    const User = mongoose.model.User || mongoose.model('User', schema)
    ${handler('await User.create(«req.body»)')}`,
  'a model by its name': `import { model } from 'mongoose'\n${handler("await model('User').create(«req.body»)")}`,
  'a model in CommonJS': `const { model, Schema } = require('mongoose')
    const User = model('User', new Schema({}))
    exports.create = async (req, res) => { res.json(await User.create(«req.body»)) }`,
  'a discriminator': `const Admin = User.discriminator('Admin', schema)\n${handler('await Admin.create(«req.body»)')}`,
  'a model that a function gives': `const users = () => mongoose.model('User')\n${handler('await users().create(«req.body»)')}`,
  'a loop over entries': handler(
    'const user = await User.findById(1); for (const [key, value] of Object.entries(«req.body»)) user[key] = value; await user.save()',
  ),
  'forEach() over entries': handler(
    'const user = await User.findById(1); Object.entries(«req.body»).forEach(([key, value]) => { user[key] = value }); await user.save()',
  ),
  'keys whose value is another one than before': onDocument(
    'Object.keys(req.body).forEach((key) => { if (JSON.stringify(user[key]) !== JSON.stringify(req.body[key])) { changed.push(key); user[key] = «req.body»[key] } })',
  ),
  'entries that are copied as they are or as something else': handler(
    "const data = {}; for (const [key, value] of Object.entries(req.body)) { if (typeof value === 'string' && isJson(value)) data[key] = JSON.parse(value); else data[key] = value } await User.create(«data»)",
  ),
  'an update of toUpdate(), which checks nothing': `import { toUpdate } from 'mongoose-guard'
    ${handler('await User.findByIdAndUpdate(req.params.id, «toUpdate(User, req.body)»)')}`,
  'what toUpdate() sets': `import { toUpdate } from 'mongoose-guard'
    ${handler('const { $set } = toUpdate(User, req.body); await User.updateOne({ _id: 1 }, «{ $set }»)')}`,
  'a form that nothing has checked': `import { createGuard, fromForm } from 'mongoose-guard'
    const newUser = createGuard(User, { allow: ['name'] })
    ${handler('await User.create(«fromForm(newUser, req.body)»)')}`,
  'a loop over keys that the document has': onDocument(
    'for (const key in req.body) if (key in user) user[key] = «req.body»[key]',
  ),
  'a loop over keys that skips what the document lacks': onDocument(
    'const updates = Object.keys(req.body); updates.forEach((key) => { if (!(key in user)) return; user[key] = «req.body»[key] })',
  ),
  'a loop over keys that have a value in the document': onDocument(
    'for (const [key, value] of Object.entries(«req.body»)) if (user[key] !== undefined) user[key] = value',
  ),
  'keys that the document has already': onDocument(
    'Object.keys(req.body).forEach((key) => { if (user[key] !== undefined && req.body[key]) user[key] = «req.body»[key] })',
  ),
  'a loop over keys that the schema has': onDocument(
    'for (const key in req.body) if (key in User.schema.paths) user[key] = «req.body»[key]',
  ),
  'keys that are filtered by what the document has': onDocument(
    'Object.keys(req.body).filter((key) => key in user).forEach((key) => { user[key] = «req.body»[key] })',
  ),
  'a loop over the fields of the schema that the body has': handler(
    'const data = {}; Object.keys(User.schema.paths).forEach((key) => { if (key in req.body) data[key] = req.body[key] }); await User.create(«data»)',
  ),
  'a loop over all fields of the schema': handler(
    'const data = {}; for (const key of Object.keys(User.schema.paths)) if (req.body[key] !== undefined) data[key] = req.body[key]; await User.create(«data»)',
  ),
  'a loop over keys that are paths of the schema': handler(
    'const changes = {}; for (const key in req.body) if (User.schema.path(key)) changes[key] = req.body[key]; await User.updateOne({ _id: 1 }, «changes»)',
  ),
  'a loop over keys in a list of all paths': handler(
    'const fields = Object.keys(User.schema.paths); const changes = {}; for (const key in req.body) if (fields.includes(key)) changes[key] = req.body[key]; await User.updateOne({ _id: 1 }, «changes»)',
  ),
  'doc.set() of every key': onDocument('for (const key of Object.keys(req.body)) user.set(key, «req.body»[key])'),
  'bulkWrite() of operations that a loop fills': handler(
    'const ops = []; for (const user of req.body) ops.push({ updateOne: { filter: { _id: user._id }, update: { $set: user } } }); await User.bulkWrite(«ops»)',
  ),
  'a loop over the keys by their index': onDocument(
    'const keys = Object.keys(req.body); for (let i = 0; i < keys.length; i++) user[keys[i]] = «req.body»[keys[i]]',
  ),
  'a loop over keys but one, which stands first': onDocument(
    "for (const key in req.body) if ('_id' !== key) user[key] = «req.body»[key]",
  ),
  'a loop over the body as a computed member': onDocument(
    "for (const key of Object.keys(req['body'])) user[key] = «req['body']»[key]",
  ),
  'a list of fields with their values': handler(
    'const changes = {}; for (const ops of req.body) { changes[ops.propName] = ops.value } await User.updateOne({ _id: 1 }, «{ $set: changes }»)',
  ),
  'such a list in a pattern': handler(
    'const changes = {}; for (const { path, value } of req.body.changes) changes[path] = value; await User.updateOne({ _id: 1 }, «changes»)',
  ),
  'such a list that is gone through by a function': onDocument(
    '«req.body».forEach((change) => { user.set(change.path, change.value) })',
  ),
  'such a list on a document': onDocument('for (const change of «req.body») user[change.path] = change.value'),
  'a field that the client names': onDocument('const { field, value } = «req.body»; user[field] = value'),
  'such a field by members of the body': onDocument('user[req.body.field] = «req.body».value'),
  'such a field in doc.set()': onDocument('const { field, value } = «req.body»; user.set(field, value)'),
  'such a field of an object that is an update': handler(
    'const changes = {}; changes[req.body.field] = req.body.value; await User.updateOne({ _id: 1 }, «changes»)',
  ),
  'such a field by members of the body in doc.set()': handler(
    'const user = await User.findById(req.params.id); user.set(req.body.path, «req.body».value)',
  ),
  'such a field in an update': handler(
    'const { id, field, value } = req.body; await User.updateOne({ _id: id }, «{ $set: { [field]: value } }»)',
  ),
  'such a field of several in an update': handler(
    'await User.findByIdAndUpdate(req.params.id, «{ [req.body.field]: req.body.value, updatedAt: new Date() }»)',
  ),
  'doc.set() of every entry': onDocument('for (const [key, value] of Object.entries(«req.body»)) user.set(key, value)'),
  'map() in the place of forEach()': onDocument('Object.keys(req.body).map((key) => (user[key] = «req.body»[key]))'),
  'map() over entries': onDocument('Object.entries(«req.body»).map(([key, value]) => (user[key] = value))'),
  'an element of a list': handler('const [first] = req.body; await User.create(«first»)'),
  'the rest of a list': handler('const [, ...others] = req.body.users; await User.insertMany(«others»)'),
  'doc.set() in forEach()': onDocument('Object.keys(req.body).forEach((key) => user.set(key, «req.body»[key]))'),
  'doc.set() of entries in forEach()': onDocument(
    'Object.entries(«req.body»).forEach(([key, value]) => user.set(key, value))',
  ),
  'a loop over keys that changes values': onDocument('for (const key in req.body) user[key] = «req.body»[key].trim()'),
  'a loop over keys that cleans values': onDocument(
    'for (const key of Object.keys(req.body)) user[key] = clean(«req.body»[key])',
  ),
  'a loop over keys that keeps what it has': onDocument(
    'for (const key in req.body) user[key] = «req.body»[key] ?? user[key]',
  ),
  'a loop over keys that trims texts': onDocument(
    "for (const key in req.body) user[key] = typeof req.body[key] === 'string' ? «req.body»[key].trim() : «req.body»[key]",
  ),
  'entries whose values are trimmed': onDocument(
    "for (const [key, value] of Object.entries(«req.body»)) user[key] = typeof value === 'string' ? value.trim() : value",
  ),
  'a loop over keys that leaves inherited ones out': onDocument(
    'for (const key in req.body) { if (req.body.hasOwnProperty(key)) user[key] = «req.body»[key] }',
  ),
  'a loop over keys that asks Object.hasOwn()': onDocument(
    'for (const key in req.body) if (Object.hasOwn(req.body, key)) { user[key] = «req.body»[key] }',
  ),
  'a loop over keys that leaves absent values out': onDocument(
    'Object.keys(req.body).forEach((key) => { if (req.body[key] !== undefined) user[key] = «req.body»[key] })',
  ),
  'a loop over keys but one': onDocument(
    "for (const key in req.body) { if (key === '_id') continue; user[key] = «req.body»[key] }",
  ),
  'a loop over entries but one': onDocument(
    "for (const [key, value] of Object.entries(«req.body»)) { if (key !== '_id' && value) user[key] = value }",
  ),
  'a loop over keys in a variable': onDocument(
    'const updates = Object.keys(req.body); updates.forEach((update) => (user[update] = «req.body»[update]))',
  ),
  'entries that are copied to an object': handler(
    "const data = {}; for (const [key, value] of Object.entries(req.body)) { if (value !== '') data[key] = value }; await User.create(«data»)",
  ),
  'entries that are filtered by their values': handler(
    "await User.create(«Object.fromEntries(Object.entries(req.body).filter(([, value]) => value !== ''))»)",
  ),
  'entries that are filtered by a look at their values': handler(
    'const given = Object.entries(req.body).filter(([key, value]) => value != null && String(value).trim().length > 0); await User.create(«Object.fromEntries(given)»)',
  ),
  'entries but those of a list': handler(
    'await User.create(«Object.fromEntries(Object.entries(req.body).filter(([key]) => !refused.includes(key)))»)',
  ),
  'entries that are made anew': handler(
    'await User.create(«Object.fromEntries(Object.entries(req.body).map(([key, value]) => [key, trim(value)]))»)',
  ),
  'entries with keys in another case': handler(
    'await User.create(«Object.fromEntries(Object.entries(req.body).sort().map(([key, value]) => { const text = trim(value); return [camelCase(key), text] }))»)',
  ),
  'entries that are filtered by their values, and collected': handler(
    "const data = Object.entries(req.body).filter(([, value]) => value !== '').reduce((all, [key, value]) => { all[key] = value; return all }, {}); await User.create(«data»)",
  ),
  'entries that are filtered, and copied': handler(
    'const data = {}; Object.entries(req.body).filter(([, value]) => value).forEach(([key, value]) => { data[key] = value }); await User.create(«data»)',
  ),
  'entries of a filtered list in a loop': handler(
    'const data = {}; for (const [key, value] of Object.entries(req.body).filter(([, value]) => value)) data[key] = value; await User.create(«data»)',
  ),
  'keys that are filtered by their values': handler(
    'const data = Object.keys(req.body).filter((key) => req.body[key] !== undefined).reduce((all, key) => { all[key] = req.body[key]; return all }, {}); await User.create(«data»)',
  ),
  'keys in a template': handler(
    'const flat = {}; for (const [key, value] of Object.entries(req.body)) flat[`${key}`] = value; await User.create(«flat»)',
  ),
  'keys that are made texts': handler(
    'const flat = {}; for (const key in req.body) flat[String(key)] = req.body[key]; await User.create(«flat»)',
  ),
  'keys that are counted': handler(
    'const keys = Object.keys(req.body), data = {}; for (let i = 0; i < keys.length; i++) { const key = keys[i]; data[key] = req.body[key] }; await User.create(«data»)',
  ),
  'a chain of lodash': `import _ from 'lodash'\n${handler("await User.create(«_.chain(req.body).omit(['role']).value()»)")}`,
  'what lodash wraps': `import _ from 'lodash'\n${handler('await User.create(«_(req.body).omitBy(_.isNil).value()»)')}`,
  'a Lambda handler of another name':
    'exports.create = async (event) => { const user = await User.create(«JSON.parse(event.body)»); return { statusCode: 200, body: JSON.stringify(user) } }',
  'a Lambda handler that is exported as a const':
    "export const createUser = async (event) => { const body = JSON.parse(event.body ?? '{}'); return { statusCode: 201, body: JSON.stringify(await User.create(«body»)) } }",
  'entries that reduce() collects': handler(
    'const data = Object.entries(req.body).reduce((all, [key, value]) => { if (value) all[key] = value; return all }, {}); await User.create(«data»)',
  ),
  'entries that reduce() assigns': handler(
    'await User.create(«Object.entries(req.body).reduce((all, [key, value]) => Object.assign(all, { [key]: value }), {})»)',
  ),
  'entries that reduce() spreads': handler(
    'await User.create(«Object.entries(req.body).reduce((all, [key, value]) => ({ ...all, [key]: value }), {})»)',
  ),
  'a loop over keys but those of a list': onDocument(
    'for (const key of Object.keys(req.body)) { if (refused.includes(key)) continue; user[key] = «req.body»[key] }',
  ),
  'a loop over entries with a value that a function likes': onDocument(
    'for (const [key, value] of Object.entries(«req.body»)) if (!isEmpty(value)) user[key] = value',
  ),
  'values that lodash maps': `import _ from 'lodash'\n${handler('await User.create(«_.mapValues(req.body, trim)»)')}`,
  'keys that lodash maps': `import { mapKeys } from 'lodash'\n${handler('await User.create(«mapKeys(req.body, (value, key) => camelCase(key))»)')}`,
  'values that lodash picks': `import _ from 'lodash'\n${handler('await User.create(«_.pickBy(req.body, (value) => value != null)»)')}`,
  'keys that lodash leaves out by a list': `import _ from 'lodash'\n${handler('await User.create(«_.omitBy(req.body, (value, key) => refused.includes(key))»)')}`,
  'a list that is spread': handler('await User.insertMany(«[...req.body.users]»)'),
  'a list that is spread behind another': handler('await User.create(«[first, ...req.body.users]»)'),
  'a document of several that are waited for': handler(
    'const [team, user] = await Promise.all([Team.findById(1), User.findById(2)]); user.set(«req.body»); await user.save()',
  ),
  'the first document of several': handler('const user = (await User.find())[0]; user.set(«req.body»)'),
  'the first document of a destructured list': handler(
    'const [user] = await User.find(); Object.assign(user, «req.body»)',
  ),
  'the last document of several': handler('const users = await User.find(); users.at(-1).set(«req.body»)'),
  'each document of a list': handler(
    'for (const user of await User.find()) { user.set(«req.body»); await user.save() }',
  ),
  'each document of a cursor': handler(
    'for await (const user of User.find().cursor()) { Object.assign(user, «req.body»); await user.save() }',
  ),
  'each document in forEach()': handler(
    'const users = await User.find(); users.forEach((user) => user.set(«req.body»))',
  ),
  'each document in map()': handler(
    'await Promise.all((await User.find()).map(async (user) => { user.set(«req.body»); await user.save() }))',
  ),
  'each document that a callback is given': handler(
    'User.find({}, (error, users) => { for (const user of users) user.set(«req.body») })',
  ),
  'each of several models': handler(
    "for (const Model of [User, mongoose.model('Team', schema)]) await Model.create(«req.body»)",
  ),
  'a body that is compared with keys to refuse': handler(
    'if (Object.keys(req.body).some((key) => refused.includes(key))) return res.sendStatus(400); await User.create(«req.body»)',
  ),
  'a body that has no key to refuse': handler(
    'const ok = Object.keys(req.body).every((key) => !refused.includes(key)); if (!ok) return res.sendStatus(400); await User.create(«req.body»)',
  ),
  'a body with keys left by a list to refuse': handler(
    'const rest = Object.keys(req.body).filter((key) => !refused.has(key)); if (rest.length === 0) return res.sendStatus(400); await User.create(«req.body»)',
  ),
  'a body that has some known key': handler(
    "if (!Object.keys(req.body).some((key) => ['name'].includes(key))) return res.sendStatus(400); await User.create(«req.body»)",
  ),
  'a body whose keys nobody asks for after the comparison': handler(
    "const ok = Object.keys(req.body).every((key) => ['name'].includes(key)); log(ok); await User.create(«req.body»)",
  ),
  'a body that may be let through in spite of its keys': handler(
    "const ok = Object.keys(req.body).every((key) => ['name'].includes(key)); if (!ok && strict) return res.sendStatus(400); await User.create(«req.body»)",
  ),
  'a body in the branch of unknown keys': handler(
    "const ok = Object.keys(req.body).every((key) => ['name'].includes(key)); if (ok) return res.end(); await User.create(«req.body»)",
  ),
  'a body whose keys are compared with all fields of the schema': handler(
    'if (!Object.keys(req.body).every((key) => Object.keys(User.schema.paths).includes(key))) return res.sendStatus(400); await User.create(«req.body»)',
  ),
  'a body whose unknown keys are collected, and reported alone': handler(
    "const unknown = []; for (const key of Object.keys(req.body)) if (!['name'].includes(key)) unknown.push(key); log(unknown); await User.create(«req.body»)",
  ),
  'a body whose known keys are collected': handler(
    "const known = []; for (const key of Object.keys(req.body)) if (['name'].includes(key)) known.push(key); if (known.length) return res.end(); await User.create(«req.body»)",
  ),
  'a body of which a flag is set for another reason as well': handler(
    'let isKnown = true; for (const key in req.body) if (!allowed.has(key)) isKnown = false; isKnown = true; if (!isKnown) return res.sendStatus(400); await User.create(«req.body»)',
  ),
  'a body of which a flag holds back the known keys': handler(
    'let isKnown = true; for (const key in req.body) if (!allowed.has(key)) isKnown = false; if (isKnown) return res.end(); await User.create(«req.body»)',
  ),
  'a body from which a loop deletes keys to refuse': handler(
    'for (const key of Object.keys(req.body)) if (refused.has(key)) delete req.body[key]; await User.create(«req.body»)',
  ),
  'Model.bulkWrite() of the body': handler('await User.bulkWrite(«req.body»)'),
  'Model.bulkWrite() of a part of the body': handler('await User.bulkWrite(«req.body.ops»)'),
  'Model.bulkWrite() of updates that map() makes': handler(
    'await User.bulkWrite(«req.body.map((user) => ({ updateOne: { filter: { _id: user.id }, update: { $set: user } } }))»)',
  ),
  'Model.bulkWrite() of documents that map() makes': handler(
    'const operations = req.body.map((user) => ({ insertOne: { document: { ...user } } })); await User.bulkWrite(«operations»)',
  ),
  'an update pipeline': handler('await User.updateOne({ _id: req.params.id }, «[{ $set: req.body }]»)'),
  'a body after a check whose answer nobody reads': zod('S.safeParse(req.body).success; await User.create(«req.body»)'),
  'a body in the branch of a check that fails': zod(
    'if (S.safeParse(req.body).success) res.end(); await User.create(«req.body»)',
  ),
  'a body in a branch on a result that is always an object': zod(
    'if (S.safeParse(req.body)) { await User.create(«req.body») }',
  ),
  'a body after an assertion that nobody awaits': zod(
    'assertUser(req.body); await User.create(«req.body»)',
    'const assertUser = async (value) => { S.parse(value) }',
  ),
  'a body after an assertion that may do nothing': zod(
    'assertUser(req.body); await User.create(«req.body»)',
    'const assertUser = (value) => { if (strict) S.parse(value) }',
  ),
  'a body after an assertion that catches its error': zod(
    'assertUser(req.body); await User.create(«req.body»)',
    'const assertUser = (value) => { try { S.parse(value) } catch (error) { log(error) } }',
  ),
  'a body after a predicate that nobody asks': zod(
    'ok(req.body); await User.create(«req.body»)',
    'const ok = (value) => S.safeParse(value).success',
  ),
  'a schema that a helper builds, which lets unknown keys through': zod(
    'const build = () => z.looseObject({}); build().parse(req.body); await User.create(«req.body»)',
  ),
  'a helper that builds itself': zod(
    'const build = () => build(); build().parse(req.body); await User.create(«req.body»)',
  ),
  'a list of a schema that strips': zod('z.array(z.object({})).parse(req.body); await User.insertMany(«req.body»)'),
  'a union with a schema that strips': zod('z.union([S, z.object({})]).parse(req.body); await User.create(«req.body»)'),
  "ajv's validate() with an open schema": `import Ajv from 'ajv'
    const ajv = new Ajv()
    ${handler("if (!ajv.validate({ type: 'object' }, req.body)) return res.sendStatus(400); await User.create(«req.body»)")}`,
  'a body that is awaited with other things': web('const [body, { id }] = await Promise.all([request.json(), params])'),
  'a body that may not be JSON': web('const body = await request.json().catch(() => null)'),
  'a text that is parsed': web('const body = JSON.parse(await request.text())'),
  'a list of copies': handler(
    'const docs = req.body.map((item) => ({ ...item, owner: 1 })); await User.insertMany(«docs»)',
  ),
  'what a promise of the body gives': handler('await Promise.resolve(req.body).then((data) => User.create(«data»))'),
  'a private method': `export class C { create = async (req, res) => { res.json(await this.#save(req.body)) }; #save(data) { return User.create(«data») } }`,
  'a getter of a model': `export class C { get model() { return User }; async create(req, res) { res.json(await this.model.create(«req.body»)) } }`,
  'a document that a middleware left on the request': handler('req.user.set(«req.body»); await req.user.save()'),
  'Object.assign() to such a document': handler('Object.assign(req.user, «req.body»); await req.user.save()'),
  'such a document in a variable': handler(
    'const { user } = req; Object.assign(user, «{ ...req.body }»); await user.save()',
  ),
  'a document that another step has left on the context': `class Users {
      async find(ctx, next) { const user = await User.findById(ctx.params.id); ctx.state.user = user; await next() }
      async change(ctx) { await ctx.state.user.updateOne(«ctx.request.body»); ctx.body = ctx.state.user }
    }`,
  'such a document on the response': handler('res.locals.user.set(«req.body»); await res.locals.user.save()'),
  "class-transformer's instance of a model": `import { plainToInstance } from 'class-transformer'
    import mongoose from 'mongoose'
    const User = mongoose.model('User', schema)
    ${handler('const user = plainToInstance(User, «req.body»); await user.save()')}`,
  'a model that is called without new': handler('const user = User(«req.body»); await user.save()'),
  'a member that is a model, without new': `const models = { User }\n${handler('await models.User(«req.body»).save()')}`,
  'Object.assign() to a document that was made without new': handler(
    'const user = User({}); Object.assign(user, «req.body»)',
  ),
  'a variable that a branch gives a copy': handler(
    'let data = req.body; if (req.file) { data = { ...req.body, image: req.file.path } } else { data.image = none }; await User.create(«data»)',
  ),
  'a variable that branches fill': handler(
    'let data; if (req.file) data = JSON.parse(req.body.data); else data = req.body; data.image = 1; await User.create(«data»)',
  ),
  'a form that forEach() copies': web(
    'const body = {}; (await request.formData()).forEach((value, key) => { body[key] = value })',
  ),
  'a form whose entries a loop copies': web(
    'const body = {}; for (const [key, value] of await request.formData()) body[key] = value',
  ),
  'entries of a form that a loop copies': web(
    'const body = {}; for (const pair of (await request.formData()).entries()) body[pair[0]] = pair[1]',
  ),
  'entries of a form that reduce() copies': web(
    'const form = await request.formData(); const body = [...form.entries()].reduce((all, [key, value]) => ({ ...all, [key]: value }), {})',
  ),
  'entries of a form but those of the framework': web(
    "const body = Object.fromEntries([...(await request.formData())].filter(([key]) => !key.startsWith('$ACTION')))",
  ),
  'a copied list of entries but for some of a kind': handler(
    "const data = Object.fromEntries([...Object.entries(req.body)].filter(([key, value]) => value && !key.endsWith('_at'))); await User.create(«data»)",
  ),
  'a copied list of bodies that is filtered': handler(
    'await User.insertMany(«[...req.body].filter((user) => user.active)»)',
  ),
  'JSON in a field of a form': web("const form = await request.formData(); const body = JSON.parse(form.get('data'))"),
  'a variable that one branch gives the body, and the other one fields': handler(
    'let data; if (req.user.isAdmin) { data = req.body } else { data = { name: req.body.name } }; await User.create(«data»)',
  ),
  'a variable that one of several branches gives the body': handler(
    'let data; if (req.query.a) data = { a: 1 }; else if (req.query.b) data = { ...req.body, b: 1 }; else data = {}; await User.create(«data»)',
  ),
  'a variable that is given a copy of itself': handler(
    'let data = req.body; data = { ...data, owner: 1 }; await User.create(«data»)',
  ),
  'a variable that is cleaned later': handler(
    'let data = req.body; await User.create(«data»); data = clean(data); use(data)',
  ),
  'a parameter that becomes the body': `${unknownFields}export async function POST(request) { request = await request.json(); await User.updateOne({ _id: 1 }, «{ $set: request }»); return Response.json({}) }`,
  'one of several models': `const Team = mongoose.model('Team', schema)
    ${handler('let Model; if (req.query.team) { Model = Team } else Model = User; await Model.create(«req.body»)')}`,
  'a model that another one replaces': `const Team = mongoose.model('Team', schema)
    ${handler('let Model = User; if (req.query.team) Model = Team; await new Model(«req.body»).save()')}`,
  'a router that one of its mounts has without a strict schema': `${strictly}
    const users = express.Router()
    users.post('/', ${create('«req.body»')})
    app.use('/users', check(S), users)
    app.use('/people', users)`,
  'a strict schema of another path': `${strictly}
    const router = express.Router()
    router.all('/z', check(S)); router.use('/x', check(S))
    router.post('/z/x', ${create('«req.body»')})`,
  "Yup's validate() that nothing waits for": yup(strictYup, 'A.validate(req.body); await User.create(«req.body»)'),
  'a Yup schema that is not strict': yup(
    'yup.object({ name: yup.string() }).noUnknown()',
    'await A.validate(req.body); await User.create(«req.body»)',
  ),
  'a Yup schema that strips a copy': yup(
    'yup.object({ name: yup.string() }).noUnknown()',
    'await A.validate(req.body, { stripUnknown: true, strict: false }); await User.create(«req.body»)',
  ),
  'a Yup schema that is strict no more': yup(
    `${strictYup}.strict(false)`,
    'await A.validate(req.body); await User.create(«req.body»)',
  ),
  'a Yup schema that is not asked': yup(strictYup, 'await A.isValid(req.body); await User.create(«req.body»)'),
  "Joi's validate() whose answer nobody asks for": `import Joi from 'joi'
    ${strictly}
    const A = Joi.object({ name: Joi.string() })
    ${handler('await A.validate(req.body); await User.create(«req.body»)')}`,
  "an open schema of Fastify's": fastify(
    `app.post('/', { schema: { body: { type: 'object' } } }, async (request) => User.create(«request.body»))`,
  ),
  "a closed schema of the query of Fastify's": fastify(
    `app.post('/', { schema: { querystring: ${closed} } }, async (request) => User.create(«request.body»))`,
  ),
  'an open schema of TypeBox': fastify(
    `app.post('/', { schema: { body: Type.Object({ name: Type.String() }) } }, async (request) => User.create(«request.body»))`,
  ),
  "an open schema of Zod's for Fastify": fastify(
    `app.post('/', { schema: { body: z.object({ name: z.string() }).loose() } }, async (request) => User.create(«request.body»))`,
  ),
  'a body that a middleware leaves on the request':
    'router.post("/", (req, res, next) => { req.payload = { ...req.body, at: 1 }; next() }, async (req, res) => { res.json(await User.create(«req.payload»)) })',
  'a body that a middleware of the router leaves in the locals':
    'const router = express.Router(); router.use((req, res, next) => { res.locals.user = req.body; next() }); router.post("/", async (req, { locals: { user } }) => { await User.create(«user») })',
  'a body that is kept in a member of an object': handler(
    'const job = { at: 1 }; job.user = req.body; await User.create(«job.user»)',
  ),
  'a static of the schema': `${schema}
    schema.statics.add = function (data) { return this.create(«data») }
    ${ofSchema('await Tree.add(req.body)')}`,
  'a static that calls another one': `${schema}
    schema.statics.add = function (data) { return this.insert({ ...data }) }
    schema.static('insert', async function (data) { const tree = new this(«data»); return tree.save() })
    ${ofSchema('await Tree.add(req.body)')}`,
  'a static that finds a document': `${schema}
    schema.statics.change = async function (id, data) { const tree = await this.findById(id); tree.set(«data»); return tree.save() }
    ${ofSchema('await Tree.change(1, req.body)')}`,
  'a method of the schema': `${schema}
    const apply = async function (data) { Object.assign(this, «data»); return this.save() }
    schema.methods = { apply }
    ${ofSchema('const tree = await Tree.findById(1); await tree.apply(req.body)')}`,
  'a helper of queries': `${schema}
    schema.query.changeTo = function (data) { return this.set(«data») }
    ${ofSchema('await Tree.findOneAndUpdate({}).changeTo(req.body)')}`,
  'functions in the options of a schema': `import mongoose, { Schema } from 'mongoose'
    const statics = { add(data) { return this.create(«data») } }
    const Tree = mongoose.model('Tree', new Schema(fields, { statics, methods: { apply(data) { return this.updateOne(«data») } } }))
    ${ofSchema('await Tree.add(req.body); const tree = new Tree(); await tree.apply(req.body)')}`,
  'a class that is loaded into a schema': `${schema}
    class TreeClass { static add(data) { return this.create(«data») } apply(data) { this.set(«data») } }
    schema.loadClass(TreeClass)
    ${ofSchema('await Tree.add(req.body); const tree = await Tree.findById(1); tree.apply(req.body)')}`,
  'a document that a class makes which is loaded into a schema': `${schema}
    class TreeClass { static add(data) { const tree = new this(«data»); return tree.save() } }
    schema.loadClass(TreeClass)
    ${ofSchema('await Tree.add(req.body)')}`,
  'a factory that hands its model on to a function beside it': `${schema}
    const update = async (req, res, Model) => res.json(await Model.findByIdAndUpdate(req.params.id, «req.body»))
    const updateOne = (Model) => async (req, res) => update(req, res, Model)
    router.put('/:id', updateOne(Tree))`,
  "Fastify's route()": fastify(
    `app.route({ method: 'POST', url: '/', handler: async (request) => User.create(«request.body») })`,
  ),
  'the body that a Guard has only checked': `import { createGuard } from 'mongoose-guard'
    const newUser = createGuard(User, { allow: ['name'] })
    ${handler('const outcome = await newUser.validate(req.body); if (outcome.ok) await User.create(«req.body»)')}`,
}

const quiet: Cases = {
  ...listsOfFields,
  'an object of a class that is loaded into a schema': `${schema}
    class TreeClass { constructor(data) { this.name = data.name } }
    schema.loadClass(TreeClass)
    router.post('/', async (req, res) => { const tree = new TreeClass(req.body); res.json(await repository.insert(tree)) })`,
  'a factory that hands something else on': `${schema}
    const log = async (req, res, Logger) => res.json(await Logger.create(req.body))
    const logged = (Logger) => async (req, res) => log(req, res, Logger)
    router.put('/:id', logged({ create: (entry) => console.log(entry) })); Tree.find()`,
  'a router and an object of handlers that are made for a model behind a guard':
    unmarked(`${crud}app.use('/users', guard(User, { allow: ['name'] }), makeRouter({ model: User }))
const posts = crud(Post)
app.post('/posts', guard(Post, { allow: ['title'] }), posts.create)`),
  'a router with guards of its own': unmarked(
    `${crud.replace("'/', async", "'/', guard(model, { allow: ['name'] }), async")}app.use('/users', makeRouter({ model: User }))`,
  ),
  'a router and handlers that are made for something else':
    unmarked(`${crud}app.use('/users', makeRouter({ model: cache }))
app.post('/posts', crud(new Map()).create)`),
  'picked fields': handler('const { name, email } = req.body; await User.create({ name, email })'),
  'named fields': handler('await User.create({ name: req.body.name })'),
  'the body below a field': handler('await User.create({ profile: req.body })'),
  'a picked body': handler("await User.create(pick(req.body, ['name']))"),
  'a parsed body': handler('const data = schema.parse(req.body); await User.create(data)'),
  'a body that a middleware of Koa replaced': `
    router.post('/', async (ctx, next) => { ctx.request.body = schema.parse(ctx.request.body); await next() },
      async (ctx) => { ctx.body = await User.create(ctx.request.body) })`,
  'validated data': handler('await User.create(req.validated)'),
  'a body that was replaced': handler('req.body = schema.parse(req.body); await User.create(req.body)'),
  'a cache': `const cache = new Map()\n${handler('cache.set(req.body)')}`,
  'a receiver from nowhere': handler('await Account.create(req.body); await service.create(req.body)'),
  'a model of another mapper': `import { Model, DataTypes } from 'sequelize'
    class Account extends Model {}
    ${handler('await Account.create(req.body)')}`,
  'a plain object': handler('const user = await User.findById(req.params.id).lean(); Object.assign(user, req.body)'),
  'a filter': handler('await User.find(req.body); await User.findOneAndUpdate(req.body, { seen: true })'),
  'what a middleware leaves in another place':
    'router.post("/", (req, res, next) => { req.payload = req.body; next() }, async (req, res) => { res.json(await User.create(req.account)) })',
  'what a middleware leaves and a later one replaces':
    'router.post("/", (req, res, next) => { req.payload = req.body; next() }, (req, res, next) => { req.payload = clean(req.payload); next() }, async (req, res) => { res.json(await User.create(req.payload)) })',
  'a body that a middleware leaves behind a guard': `import { guard } from 'mongoose-guard/express'
    router.post('/', guard(User, { allow: ['name'] }), (req, res, next) => { req.payload = req.body; next() }, async (req, res) => { res.json(await User.create(req.payload)) })`,
  'a member that is read before it is given the body': handler(
    'const job = { user: { name: 1 } }; await User.create(job.user); job.user = req.body; use(job)',
  ),
  'a member that is given something else as well': handler(
    'const job = {}; job.user = req.body; job.user = clean(job.user); await User.create(job.user)',
  ),
  'a static of the schema that takes its fields': `${schema}
    schema.statics.add = function ({ name }) { return this.create({ name }) }
    schema.statics.check = function (data) { return this.exists({ name: String(data.name) }) }
    ${ofSchema('await Tree.add(req.body); await Tree.check(req.body)')}`,
  'a static of another schema': `${schema}
    const other = new mongoose.Schema(fields)
    other.statics.add = function (data) { return this.create(data) }
    ${ofSchema('await Tree.add(req.body)')}`,
  'a static that is set twice': `${schema}
    schema.statics.add = function (data) { return this.create(data) }
    if (isTest) schema.statics.add = function () { return undefined }
    ${ofSchema('await Tree.add(req.body)')}`,
  'a method in the place of a static': `${schema}
    schema.methods.add = function (data) { this.set(data) }
    schema.statics.apply = function (data) { return this.create(data) }
    ${ofSchema('await Tree.add(req.body); const tree = await Tree.findById(1); await tree.apply(req.body)')}`,
  'functions called statics of something that is no schema': `
    const schema = { statics: {}, methods: {} }
    schema.statics.add = function (data) { return this.create(data) }
    const table = { add(data) { return this.create(data) } }
    ${ofSchema('await schema.statics.add(req.body); await table.add(req.body)')}`,
  'a class that no schema loads': `${schema}
    class TreeClass { static add(data) { return this.create(data) } }
    ${ofSchema('await Tree.add(req.body); await TreeClass.add(req.body)')}`,
  'a reader of the model': handler('await User.countDocuments(req.body); await User.exists(req.body)'),
  'a guarded route': `import { guard } from 'mongoose-guard/express'
    router.post('/', guard(User, { allow: ['name'] }), async (req, res) => { res.json(await User.create(req.body)) })`,
  'a router that is mounted behind a guard in its own file': `import { guard } from 'mongoose-guard/express'
    export const users = express.Router()
    users.post('/', ${create('req.body')})
    app.use('/users', guard(User, { allow: ['name'] }), users)`,
  'a guard of a path of the router': `import { guard } from 'mongoose-guard/express'
    const router = express.Router()
    router.all('/', guard(User, { allow: ['name'] }))
    router.post('/', ${create('req.body')})`,
  'a router that is mounted behind a strict schema': `${strictly}
    const users = express.Router()
    users.post('/', ${create('req.body')})
    app.use('/users', check(S), users)`,
  'a router whose every mount is behind a strict schema': `${strictly}
    const users = express.Router(), api = express.Router()
    users.post('/', ${create('req.body')})
    app.use('/users', check(S), users)
    api.use('/users', users)
    app.use('/api', check(S), api)`,
  'a strict schema of all methods of a path': `${strictly}
    const router = express.Router()
    router.all('/z', check(S))
    router.post('/z', ${create('req.body')})`,
  'a strict schema of what is below a path': `${strictly}
    const router = express.Router()
    router.use('/x', check(S))
    router.post('/x/1', ${create('req.body')})`,
  "Yup's validate()": yup(strictYup, 'await A.validate(req.body); await User.create(req.body)'),
  "Yup's validate() with options": yup(
    'yup.object({ name: yup.string() }).strict().noUnknown()',
    'await A.validate(req.body, { abortEarly: false }); await User.create(req.body)',
  ),
  "Yup's validate() that is told not to strip": yup(
    'yup.object({ name: yup.string() }).noUnknown()',
    'await A.validate(req.body, { stripUnknown: false }); await User.create(req.body)',
  ),
  "Yup's validate() that is told to be strict": yup(
    'yup.object({ name: yup.string() }).noUnknown()',
    'await A.validate(req.body, { strict: true }); await User.create(req.body)',
  ),
  "Yup's validateSync() of all parts of a request": `${yup('{ name: yup.string() }', '')}
    const check = (fields) => (req, res, next) => {
      try {
        const given = { ...req.body, ...req.params, ...req.query }
        Object.assign(req, object(fields).noUnknown().validateSync(given, { abortEarly: false, stripUnknown: false }))
        return next()
      } catch (error) { return res.status(400).json(error.errors) }
    }
    router.patch('/:id', check(A), ${create('req.body')})`,
  "Yup's validate() of a shape": yup(
    'object().shape({ name: string() }).noUnknown(true).strict(true)',
    'try { await A.validate(req.body) } catch { return res.sendStatus(400) }; await User.create(req.body)',
  ),
  "Yup's validate() with then()": yup(strictYup, 'A.validate(req.body).then(() => User.create(req.body))'),
  "Yup's isValid()": yup(strictYup, 'if (!(await A.isValid(req.body))) return; await User.create(req.body)'),
  "Yup's validate() in a middleware": `${yup(strictYup, '')}
    const check = (schema) => async (req, res, next) => { try { await schema.validate(req.body); next() } catch (error) { res.status(400).json(error) } }
    router.post('/', check(A), ${create('req.body')})`,
  "a closed schema of Fastify's": fastify(
    `app.post('/', { schema: { body: ${closed} } }, async (request) => User.create(request.body))`,
  ),
  "a closed schema of Fastify's in a const": fastify(
    `const options = { schema: { body: ${closed} } }\napp.post('/', options, async (request, reply) => { reply.send(await User.create(request.body)) })`,
  ),
  'a closed schema of TypeBox': fastify(
    `const body = Type.Object({ name: Type.String() }, { additionalProperties: false })\napp.post('/', { schema: { body } }, async (request) => User.create(request.body))`,
  ),
  "a closed schema of Fastify's route()": fastify(
    `app.route({ method: 'POST', url: '/', schema: { body: ${closed} }, handler: async (request) => User.create(request.body) })`,
  ),
  "a schema of Zod's for Fastify": fastify(
    `app.post('/', { schema: { body: z.object({ name: z.string() }) } }, async (request) => User.create(request.body))`,
  ),
  "a hook of Fastify's route() that replaces the body": fastify(
    `app.route({ preHandler: [async (request) => { request.body = schema.parse(request.body) }], handler: async (request) => User.create(request.body) })`,
  ),
  'a body of something that is no request': `export function importPost(mail, options) { return User.create(mail.body) }`,
  'a message queue': `queue.on('message', async (message, done) => { await User.create(message.body); done() })`,
  'a function that registers routes': `export default (app, options, done) => { app.decorate(options); app.post('/', list); User.create(app.body); done() }`,
  'a reassigned alias': handler('let data = req.body; data = clean(data); await User.create(data)'),
  'a list whose elements have the body in one field': handler(
    'const list = []; list.push({ meta: req.body }); await User.insertMany(list)',
  ),
  'a loop over the keys by their index that compares them with a list': onDocument(
    'const keys = Object.keys(req.body); for (let i = 0; i < keys.length; i++) if (allowed.includes(keys[i])) user[keys[i]] = req.body[keys[i]]',
  ),
  'a list of fields of which a test lets some through': onDocument(
    'for (const ops of req.body) { if (allowed.has(ops.propName)) user[ops.propName] = ops.value }',
  ),
  'a list of fields that ends at others': onDocument(
    'for (const ops of req.body) { if (!allowed.has(ops.propName)) return res.sendStatus(400); user[ops.propName] = ops.value }',
  ),
  'a list of fields of which a pattern gives some': onDocument(
    'for (const { path, value } of req.body) { if (allowed.has(path)) user[path] = value }',
  ),
  'a list of fields that is compared with one before': onDocument(
    'if (!req.body.every((ops) => allowed.includes(ops.propName))) return res.sendStatus(400); for (const ops of req.body) user[ops.propName] = ops.value',
  ),
  'a list of fields in which no other one is found': onDocument(
    'const { changes } = req.body; if (changes.some(({ path }) => !allowed.has(path))) return res.sendStatus(400); for (const { path, value } of changes) user[path] = value',
  ),
  'a field that the client names, compared with a list': onDocument(
    'const { field, value } = req.body; if (!allowed.includes(field)) return res.sendStatus(400); user[field] = value',
  ),
  'such a field by members of the body, compared with a list': onDocument(
    'if (!allowed.includes(req.body.field)) return res.sendStatus(400); user[req.body.field] = req.body.value',
  ),
  'such a field in an update, behind a switch': handler(
    "const { field, value } = req.body; switch (field) { case 'name': case 'email': break; default: return res.sendStatus(400) } await User.updateOne({ _id: 1 }, { $set: { [field]: value } })",
  ),
  'a field below one that the handler names': handler(
    'const { field, value } = req.body; await User.updateOne({ _id: 1 }, { $set: { [`settings.${field}`]: value } }); await User.updateOne({ _id: 1 }, { settings: { [field]: value } })',
  ),
  'a field that the client names, of an object': handler(
    'const { field, value } = req.body; const filter = {}; filter[field] = value; res.json(await User.find({ [field]: value }))',
  ),
  'a field that a name of the server stands for': onDocument(
    'const { field, value } = req.body; user[names[field]] = value',
  ),
  'a list of fields by names of the server': onDocument(
    'for (const { path, value } of req.body) user[names[path]] = value; for (const each of req.body) user[names[each.path]] = each.value',
  ),
  'a table that is made of a list': handler(
    'const stock = {}; for (const { id, count } of req.body.items) stock[id] = count; await User.create({ stock })',
  ),
  'a variable that a branch gives the body, and something else after that': handler(
    'let data; if (req.query.a) { data = req.body; log(data); data = { a: 1 } } else { data = {} }; await User.create(data)',
  ),
  'a variable that a branch gives the body, and something else after the branches': handler(
    'let data; if (req.query.a) { data = req.body; log(data) } else { data = {} }; data = { a: 1 }; await User.create(data)',
  ),
  'a reassigned alias in a branch': handler(
    'let data = req.body; if (strict) data = clean(data); await User.create(data)',
  ),
  'an alias that is replaced in a try': handler(
    'let data = req.body; try { data = await schema.validate(data) } catch (error) { return res.status(400).json(error) }; await User.create(data)',
  ),
  'an alias that every branch replaces': handler(
    'let data = req.body; if (req.query.a) { data = { a: 1 } } else if (req.query.b) { data = { b: 1 } } else data = {}; await User.create(data)',
  ),
  'an alias that a callback may replace': handler(
    'let data = req.body; each((value) => { data = value }); await User.create(data)',
  ),
  'a variable that is read before it is given the body': handler(
    'let data = {}; await User.create(data); data = req.body; use(data)',
  ),
  'a model or something else': handler(
    'let Model = User; if (req.query.team) Model = service; await Model.create(req.body)',
  ),
  'a function that is called with the body': `function Account(data) { return data.name }\n${handler('Account(req.body); lib.Account(req.body)')}`,
  'a document of unknown kind': handler('Object.assign(req.user, req.body); Object.assign({}, req.body)'),
  'a loop over entries that asks for the key': handler(
    'const user = await User.findById(1); for (const [key, value] of Object.entries(req.body)) { if (ok.has(key)) user[key] = value }; await user.save()',
  ),
  'entries of keys that a list has': handler(
    'await User.create(Object.fromEntries(Object.entries(req.body).filter(([key]) => allowed.includes(key))))',
  ),
  'entries of keys that a list has, and values': handler(
    'const data = Object.entries(req.body).filter(([key, value]) => value && allowed.has(key)); await User.create(Object.fromEntries(data))',
  ),
  'entries of keys by a test that nobody knows': handler(
    'await User.create(Object.fromEntries(Object.entries(req.body).filter(([key]) => mayBeSet(key))))',
  ),
  'entries of known keys that are collected': handler(
    "const data = Object.entries(req.body).filter(([key]) => ['name'].includes(key)).reduce((all, [key, value]) => ({ ...all, [key]: value }), {}); await User.create(data)",
  ),
  'known keys that are copied': handler(
    "const data = {}; Object.keys(req.body).filter((key) => ['name'].includes(key)).forEach((key) => { data[key] = req.body[key] }); await User.create(data)",
  ),
  'keys below a field in a template': handler(
    'const flat = {}; for (const key in req.body) flat[`profile.${key}`] = req.body[key]; await User.updateOne({ _id: 1 }, { $set: flat })',
  ),
  'known keys in a chain of lodash': `import _ from 'lodash'\n${handler("await User.create(_.chain(req.body).pick(['name']).value())")}`,
  'known keys that are counted': handler(
    "const keys = Object.keys(req.body), data = {}; for (let i = 0; i < keys.length; i++) { const key = keys[i]; if (['name'].includes(key)) data[key] = req.body[key] }; await User.create(data)",
  ),
  'a message that looks like an event':
    'export const consume = async (message) => { await User.create(JSON.parse(message.body)); return { done: true } }',
  'records of a queue':
    'exports.consume = async (event) => { for (const record of event.Records) await User.create(JSON.parse(record.body)); return { statusCode: 200 } }',
  'entries with a key that is found out before': handler(
    'await User.create(Object.entries(req.body).reduce((all, [key, value]) => { const known = fields[key]; if (known) all[key] = value; return all }, {}))',
  ),
  'entries with keys of a table': handler(
    'await User.create(Object.fromEntries(Object.entries(req.body).map(([, value], index) => [names[index], value])))',
  ),
  'keys that lodash picks by a list': `import _ from 'lodash'\n${handler('await User.create(_.pickBy(req.body, (value, key) => allowed.includes(key)))')}`,
  'keys that lodash leaves out if a list has them not': `import _ from 'lodash'\n${handler('await User.create(_.omitBy(req.body, (value, key) => !allowed.includes(key)))')}`,
  'a list of values': handler('await User.create({ tags: [...req.body.tags] })'),
  'what is made of each document': handler(
    'for (const user of (await User.find()).map((each) => each.toObject())) Object.assign(user, req.body)',
  ),
  'each lean document': handler('for (const user of await User.find().lean()) Object.assign(user, req.body)'),
  'each element of something else': handler('for (const user of users) user.set(req.body)'),
  'entries that are filtered': handler(
    'const user = await User.findById(1); Object.entries(req.body).filter(([key]) => ok.has(key)).forEach(([key, value]) => { user[key] = value })',
  ),
  'toUpdate() of one field': `import { toUpdate } from 'mongoose-guard'
    ${handler('await User.findByIdAndUpdate(req.params.id, toUpdate(User, { name: req.body.name }))')}`,
  'a form that a guard has checked': `import { createGuard, fromForm } from 'mongoose-guard'
    const newUser = createGuard(User, { allow: ['name'] })
    ${handler('const { ok, validated } = await newUser.validate(fromForm(newUser, req.body)); if (ok) await User.create(validated)')}`,
  'a loop over keys that an object of the same name as a document has': handler(
    "const user = { name: '', email: '' }; for (const key in req.body) if (key in user) user[key] = req.body[key]; await User.create(user)",
  ),
  'a loop over keys that what a function gives has': handler(
    'const user = defaults(); for (const key in req.body) if (key in user) user[key] = req.body[key]; await User.create(user)',
  ),
  'keys that are filtered by what an object has': onDocument(
    'Object.keys(req.body).filter((key) => key in fields).forEach((key) => { user[key] = req.body[key] })',
  ),
  'a loop over the fields of another object': handler(
    'const data = {}; for (const key of Object.keys(fields)) if (req.body[key] !== undefined) data[key] = req.body[key]; await User.create(data)',
  ),
  'a loop over keys that the document and a list have': onDocument(
    'for (const key in req.body) if (key in user && allowed.has(key)) user[key] = req.body[key]',
  ),
  'doc.set() of keys that a list has': onDocument(
    'for (const key of Object.keys(req.body)) if (ok.includes(key)) user.set(key, req.body[key])',
  ),
  'a loop over keys that skips unknown ones': onDocument(
    'for (const key in req.body) { if (!ok.has(key)) continue; user[key] = req.body[key] }',
  ),
  'a loop over keys that asks for one': onDocument(
    "for (const key in req.body) { if (key === 'name') user[key] = req.body[key] }",
  ),
  'a loop over keys that skips all but one': onDocument(
    "for (const key in req.body) { if (key !== 'name') continue; user[key] = req.body[key] }",
  ),
  'a loop over keys that another object has': onDocument(
    'for (const key in req.body) { if (fields.hasOwnProperty(key)) user[key] = req.body[key] }',
  ),
  'a loop over keys that asks for a key and a value': onDocument(
    'for (const key in req.body) { if (req.body[key] && ok.has(key)) user[key] = req.body[key] }',
  ),
  'keys in a variable that are compared before': onDocument(
    'const updates = Object.keys(req.body); if (!updates.every((key) => ok.has(key))) return res.sendStatus(400); updates.forEach((key) => (user[key] = req.body[key]))',
  ),
  'keys that are filtered': onDocument(
    'Object.keys(req.body).filter((key) => ok.has(key)).forEach((key) => user.set(key, req.body[key]))',
  ),
  'every key of the body set in a cache': handler(
    'const cache = new Map(); for (const key of Object.keys(req.body)) cache.set(key, req.body[key]); await User.create(cache)',
  ),
  'a body whose keys are compared with a list': handler(
    "const updates = Object.keys(req.body); const ok = updates.every((update) => ['name', 'email'].includes(update)); if (!ok) return res.status(400).send({ error: 'Invalid updates!' }); await User.findByIdAndUpdate(req.params.id, req.body)",
  ),
  'a body whose keys are compared, and copied': onDocument(
    "const updates = Object.keys(req.body); const ok = updates.every((update) => ['name'].includes(update)); if (!ok) { return res.sendStatus(400) }; Object.keys(req.body).forEach((key) => (user[key] = req.body[key]))",
  ),
  'a body in the branch of known keys': handler(
    'const known = Object.keys(req.body).every((key) => { return allowed.has(key) }); if (known) { await User.create(req.body) } else res.status(400)',
  ),
  'a body whose unknown keys are collected, and refused': handler(
    "const unknown = []; for (const key of Object.keys(req.body)) { if (!['name'].includes(key)) unknown.push(key) }; if (unknown.length) return res.status(400).json(unknown); await User.create(req.body)",
  ),
  'a body whose unknown keys forEach() collects': handler(
    "const unknown = []; Object.keys(req.body).forEach((key) => { if (!allowed.has(key)) { unknown.push(key) } }); if (unknown.length > 0) throw new Error('unknown'); await User.create(req.body)",
  ),
  'a body of which a flag says that it has unknown keys': handler(
    'let isKnown = true; for (const key in req.body) if (!allowed.has(key)) isKnown = false; if (!isKnown) return res.sendStatus(400); await User.create(req.body)',
  ),
  'a body whose keys differ from a list by nothing': `import _ from 'lodash'
    ${handler("const unknown = _.difference(Object.keys(req.body), ['name']); if (unknown.length) return res.sendStatus(400); await User.create(req.body)")}`,
  'a body with an unknown key among some': handler(
    "if (Object.keys(req.body).some((key) => key !== 'name' && key !== 'email')) throw new Error('unknown'); await User.create(req.body)",
  ),
  'a body with keys of an object': handler(
    'if (!Object.keys(req.body).every((key) => key in fields)) return res.sendStatus(400); await User.create(req.body)',
  ),
  'a body whose keys are looked up by their index': handler(
    'if (Object.keys(req.body).some((key) => allowed.indexOf(key) === -1)) return res.sendStatus(400); await User.create(req.body)',
  ),
  'a body whose other keys are counted': handler(
    'const extra = Object.keys(req.body).filter((key) => !allowed.has(key)); if (extra.length) return res.status(400).json(extra); await User.create(req.body)',
  ),
  'a body whose other keys are more than none': handler(
    'if (Object.keys(req.body).filter((key) => !allowed.has(key)).length > 0) return res.sendStatus(400); await User.create(req.body)',
  ),
  'a body that a loop refuses': handler(
    'for (const key of Object.keys(req.body)) if (!allowed.has(key)) throw new Error(key); await User.create(req.body)',
  ),
  'a body that forEach() refuses': handler(
    'Object.keys(req.body).forEach((key) => { if (!allowed.has(key)) throw new Error(key) }); await User.create(req.body)',
  ),
  'a body that a loop strips': handler(
    'for (const key in req.body) { if (!allowed.includes(key)) { delete req.body[key] } }; await User.create(req.body)',
  ),
  'a body with no rest': handler(
    'const { name, email, ...rest } = req.body; if (Object.keys(rest).length > 0) return res.sendStatus(400); await User.create(req.body)',
  ),
  'a body that a middleware compares with a list': `
    const known = (req, res, next) => { for (const key of Object.keys(req.body)) if (!allowed.has(key)) return res.sendStatus(400); next() }
    router.post('/', known, async (req, res) => { res.json(await User.create(req.body)) })`,
  'a body that a middleware lets pass by its keys': `
    const known = (req, res, next) => { Object.keys(req.body).every((key) => allowed.has(key)) ? next() : res.sendStatus(400) }
    router.post('/', known, async (req, res) => { res.json(await User.create(req.body)) })`,
  'Model.bulkWrite() of picked fields': handler(
    'await User.bulkWrite(req.body.map(({ id, name }) => ({ updateOne: { filter: { _id: id }, update: { $set: { name } } } })))',
  ),
  'Model.bulkWrite() with a filter of the body': handler(
    'await User.bulkWrite(req.body.map((user) => ({ updateOne: { filter: user, update: { $set: { seen: true } } } })))',
  ),
  'an update pipeline of one field': handler('await User.updateOne({ _id: 1 }, [{ $set: { profile: req.body } }])'),
  'the branch of a check that passed': zod('if (S.safeParse(req.body).success) { await User.create(req.body) }'),
  'the branch of a result': zod(
    'const result = S.safeParse(req.body); if (result.success) { await User.create(req.body) }',
  ),
  'the branch of a result that is taken apart': zod(
    'const { success } = S.safeParse(req.body); if (success) await User.create(req.body)',
  ),
  'an assertion': zod(
    'assertUser(req.body); await User.create(req.body)',
    'function assertUser(value) { S.parse(value) }',
  ),
  'an assertion that throws itself': zod(
    'assertUser(req.body); await User.create(req.body)',
    "const assertUser = (value) => { const result = S.safeParse(value); if (!result.success) { throw new Error('invalid') } }",
  ),
  'an assertion of the keys': zod(
    'assertOnly(req.body); await User.create(req.body)',
    'const assertOnly = (body) => { for (const key of Object.keys(body)) if (!allowed.has(key)) throw new Error(key) }',
  ),
  'an assertion that is awaited': zod(
    'await assertUser(req.body); await User.create(req.body)',
    'const assertUser = async (value) => { await S.parseAsync(value) }',
  ),
  'a predicate': zod(
    'if (!ok(req.body)) return res.sendStatus(400); await User.create(req.body)',
    'const ok = (value) => S.safeParse(value).success',
  ),
  'a predicate of the keys': zod(
    'if (!isUser(req.body)) { return res.sendStatus(400) }; await User.create(req.body)',
    'const isUser = (body) => Object.keys(body).every((key) => allowed.has(key))',
  ),
  'a list of a strict schema': zod('z.array(S).parse(req.body); await User.insertMany(req.body)'),
  'a union of strict schemas': zod('z.union([S, S.partial()]).parse(req.body); await User.create(req.body)'),
  'a strict schema that a helper builds': zod(
    'const build = (shape) => z.object(shape).strict(); build({ name: z.string() }).parse(req.body); await User.create(req.body)',
  ),
  'the short name of safeParseAsync': zod(
    'const { success } = await S.spa(req.body); if (!success) return res.end(); await User.create(req.body)',
  ),
  'a discriminated union of strict schemas': zod(
    "z.discriminatedUnion('kind', [S, z.strictObject({})]).parse(req.body); await User.create(req.body)",
  ),
  "ajv's validate()": `import Ajv from 'ajv'
    const ajv = new Ajv()
    const schema = { type: 'object', additionalProperties: false }
    ${handler('if (!ajv.validate(schema, req.body)) return res.sendStatus(400); await User.create(req.body)')}`,
  "the branch of ajv's validate()": `import Ajv from 'ajv'
    const ajv = new Ajv()
    const schema = { type: 'object', additionalProperties: false }
    ${handler('if (ajv.validate(schema, req.body)) { await User.create(req.body) }')}`,
  'what else is awaited with a body': web('const [, body] = await Promise.all([request.json(), load()])').replace(
    /[«»]/g,
    '',
  ),
  'a text with a signature': web(
    "const text = await request.text(); verify(text, request.headers.get('signature')); const body = JSON.parse(text)",
  ).replace(/[«»]/g, ''),
  'a list of picked fields': handler(
    'const docs = req.body.map(({ name }) => ({ name })); await User.insertMany(docs)',
  ),
  'a list of parts below a field': handler('await User.create({ tags: req.body.tags.map((tag) => tag.name) })'),
  'a copy of known keys': handler(
    "const user = await User.findById(1); for (const key of ['name']) user[key] = req.body[key]",
  ),
  'what only looks like a context of Koa': `const insert = async (job) => User.create(job.request.body)\nmodule.exports = { insert }`,
  "arguments of a route's file that says 'use server'": `'use server'
    export async function GET(request, context) { return Response.json(await User.create(context.params)) }`,
  'a sub-document': handler('const user = await User.findById(1); user.items.push(req.body); await user.save()'),
  'something on the request that is not saved': handler('req.session.set(req.body); Object.assign(req.log, req.body)'),
  'what is chosen for a document that Object.assign() gives back': `import _ from 'lodash'\n${handler("let user = req.profile; user = _.extend(user, _.pick(req.body, ['name'])); await user.save()")}`,
  'what Object.assign() gives back and nobody saves': handler(
    'let user = req.profile; user = Object.assign(user, req.body); console.log(user)',
  ),
  'a callback that copies each key to something else': handler(
    'Object.keys(req.body).forEach((key) => { req.session[key] = req.body[key] }); await req.user.save()',
  ),
  'a callback that copies the keys of a list': handler(
    'Object.keys(req.body).forEach((key) => { if (allowed.includes(key)) req.user[key] = req.body[key] }); await req.user.save()',
  ),
  'a helper that gives a part of the body': `const bodyOf = (req) => ({ name: req.body.name })\n${handler('await User.create(bodyOf(req))')}`,
  'entries that are copied to different objects': handler(
    "const data = {}; const other = {}; for (const [key, value] of Object.entries(req.body)) { if (typeof value === 'string') data[key] = value; else other[key] = value } await User.create({ name: data.name })",
  ),
  'entries that are copied by their key': handler(
    "const data = {}; for (const [key, value] of Object.entries(req.body)) { if (allowed.includes(key)) data[key] = JSON.parse(value); else if (key === 'name') data[key] = value } await User.create(data)",
  ),
  'what another step has left on the context, and is no document': `class Users {
      async find(ctx, next) { const user = await User.findById(ctx.params.id).lean(); ctx.state.user = user; await next() }
      async change(ctx) { await ctx.state.user.updateOne(ctx.request.body); ctx.body = ctx.state.user }
    }`,
  'one of two things that steps have left on the context': `class Users {
      async find(ctx, next) { ctx.state.user = await User.findById(ctx.params.id); await next() }
      async open(ctx, next) { ctx.state.user = connect(ctx.params.id); await next() }
      async change(ctx) { await ctx.state.user.updateOne(ctx.request.body); ctx.body = 1 }
    }`,
  'one of two things on the request': handler('Object.assign(req.draft, req.body); await req.user.save()'),
  "class-transformer's instance of a plain class": `import { plainToInstance } from 'class-transformer'
    class UserDto {}
    ${handler('const dto = plainToInstance(UserDto, req.body); await check(dto)')}`,
  'another function called assign': handler('const user = await User.findById(1); assign(user, req.body)'),
  'an error handler': `export const onError = (err, req, res, next) => { User.create(err.body); res.end() }`,
  'a list of documents': handler('const users = await User.find(); users.push(req.body)'),
}

const suite = {
  rule: 'no-unguarded-write',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'|require\('mongoose'\)|sequelize/,
}

// It has no route to put a guard on.
runSuite(noUnguardedWrite, {
  ...suite,
  messageId: 'unguardedWriteInAction',
  flagged: {
    'a form of a server action': `'use server'
      import mongoose from 'mongoose'
      const User = mongoose.model('User', schema)
      export async function save(formData) { await User.create(«Object.fromEntries(formData.entries())») }`,
    'the object that a server action is called with': `import mongoose from 'mongoose'
      const User = mongoose.model('User', schema)
      export async function save(data) { 'use server'; await User.create(«data») }`,
  },
  quiet: {},
})

const running = (code: string) =>
  `import { body, checkExact, validationResult } from 'express-validator'\nimport mongoose from 'mongoose'
  const User = mongoose.model('User', new mongoose.Schema({}))\n${code}`
const run = "await checkExact([body('name').isString()]).run(req)"
const refuse = 'if (!errors.isEmpty()) return res.status(400).json(errors.array())'

runSuite(noUnguardedWrite, {
  ...suite,
  flagged: {
    'a run of which nobody asks the result': running(handler(`${run}; await User.create(«req.body»)`)),
    'a run that nobody waits for': running(
      handler(`${run.slice(6)}; const errors = validationResult(req); ${refuse}; await User.create(«req.body»)`),
    ),
    'a run of other parts': running(
      handler(
        `const errors = await checkExact([], { locations: ['query'] }).run(req); ${refuse}; await User.create(«req.body»)`,
      ),
    ),
    'rules that are not exact': running(
      handler(`const errors = await body('name').run(req); ${refuse}; await User.create(«req.body»)`),
    ),
    'a result from before the run': running(
      handler(`const errors = validationResult(req); ${run}; ${refuse}; await User.create(«req.body»)`),
    ),
    'a run on another request': running(
      handler(`const errors = await checkExact([]).run(other); ${refuse}; await User.create(«req.body»)`),
    ),
  },
  quiet: {
    'a run the result of which is asked for': running(
      handler(`const errors = ${run}; ${refuse}; await User.create(req.body)`),
    ),
    'a run, and all that was found': running(
      handler(`${run}; const errors = validationResult(req); ${refuse}; await User.create(req.body)`),
    ),
    'a run that throws': running(handler(`${run}; validationResult(req).throw(); await User.create(req.body)`)),
    'a run in the branch of which it is saved': running(
      handler(`${run}; if (validationResult(req).isEmpty()) await User.create(req.body)`),
    ),
    'a run of rules in a constant': running(
      `const rules = checkExact([body('name').isString()])\n${handler(`const errors = await rules.run(req); ${refuse}; await User.create(req.body)`)}`,
    ),
    'a run in a step before': running(
      `router.post('/', async (req, res, next) => { const errors = ${run}; ${refuse}; next() }, async (req, res) => { res.json(await User.create(req.body)) })`,
    ),
  },
})

runSuite(noUnguardedWrite, { ...suite, flagged, quiet })

runSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write with settings.models',
  settings: { models: ['@/models/*', '../models/**'] },
  preamble: `import User from '@/models/user'
    import { Team } from '../models/people/team.js'
    import User2 from '@/services/user'
    `,
  flagged: {
    'a default export': handler('await User.create(«req.body»)'),
    'a named export': handler('await Team.create(«req.body»)'),
  },
  quiet: { 'another module': handler('await User2.create(req.body)') },
})

runTypeScriptSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write, in TypeScript',
  flagged: {
    'a cast body': handler('await User.create(«req.body as NewUser»)'),
    'a loop whose keys are cast': onDocument(
      'for (const key of Object.keys(req.body)) user[key as keyof User] = «req.body»[key]',
    ),
    'a loop that casts where it copies to': onDocument(
      'for (const key in req.body) (user[key as keyof User] as unknown) = «req.body»[key as keyof NewUser]',
    ),
    'a cast copy': handler(
      'const copy = {}; for (const [key, value] of Object.entries(req.body)) (copy as Changes)[key] = value; await User.updateOne({ _id: 1 }, «copy»)',
    ),
    'a cast list that a loop fills': handler(
      'const list = []; for (const user of req.body.users) (list as NewUser[]).push(user); await User.insertMany(«list»)',
    ),
    'a cast object that Object.assign() fills': handler(
      'const changes = {}; Object.assign(changes as Changes, req.body); await User.updateOne({ _id: 1 }, «changes»)',
    ),
    'a body that a step leaves on a cast request': `router.post('/', (req, res, next) => { (req as Checked).payload = req.body; next() }, async (req, res) => { res.json(await User.create(«(req as Checked).payload»)) })`,
    'a document that may be missing': onDocument(
      'for (const [key, value] of Object.entries(«req.body»)) user?.set(key, value)',
    ),
    'a list of fields whose names are cast': onDocument(
      'for (const change of «req.body as Change[]») user.set(change.path as keyof User, change.value)',
    ),
    'a function of a namespace': `namespace users { export const create = (data: NewUser) => User.create(«data») }
      ${handler('await users.create(req.body)')}`,
    'a typed model': `import { model, type Model } from 'mongoose'
      const Account: Model<User> = model<User>('Account', schema)
      ${handler('await Account.create(«req.body»)')}`,
    'a handler that its types tell': `export async function save(req: Request): Promise<void> { await User.create(«req.body») }`,
    'a handler that the type of its response tells': `export async function save(request, response: ApiResponse) { response.apiv3(await User.create(«request.body»)) }`,
    'a handler whose request has a type of its own': `import type { Request } from 'express'
type Req = Request<object, any, { name: string }> & { user: { id: string } }
export async function save(req: Req) { await User.create(«req.body») }`,
    'a handler whose request extends that of Express': `import * as express from 'express'
interface AuthedReq extends express.Request { user: { id: string } }
export async function save(req: AuthedReq) { await User.create(«req.body») }`,
    'a handler of qualified types': `export async function save(req: express.Request) { await User.create(«req.body») }`,
    'a cast document': handler(
      'const user = (await User.findById(req.params.id)) as UserDocument; user.set(«req.body»)',
    ),
    'a decorator that checks the fields it knows': `import { z } from 'zod'
      ${decorated('@validate(z.object({ name: z.string() }))', '«req.body»')}`,
    'a pipe that strips nothing of what is taken apart': nest('@UsePipes(new ValidationPipe())', '«rest»').replace(
      'dto: NewUser',
      '{ id, ...rest }: NewUser',
    ),
    'a pipe that strips nothing': nest('@UsePipes(new ValidationPipe())', '«dto»'),
    'one of a file of the package': nest('@UsePipes(new ValidationPipe())', '«dto»').replace(
      'UsePipes, ValidationPipe }',
      "UsePipes } from '@nestjs/common'\nimport { ValidationPipe } from '@nestjs/common/pipes/validation.pipe' //",
    ),
    'a text behind a pipe, that is parsed later': nest('@UsePipes(new FormPipe(NewUser))', '«JSON.parse(dto)»').replace(
      'dto: NewUser',
      'dto: string',
    ),
    'a ValidationPipe of the body without a whitelist': piped('ValidationPipe', '«dto»'),
    'a pipe that extends the one of NestJS': piped('OwnPipe', '«dto»', 'class OwnPipe extends ValidationPipe {}'),
    'one that makes its own errors': piped(
      'new OwnPipe()',
      '«dto»',
      'class OwnPipe extends ValidationPipe { createExceptionFactory() { return (errors) => new Error(String(errors)) } }',
    ),
    'one with other options': piped('new ValidationPipe({ transform: true, whitelist: false })', '«dto»'),
    'one with options in a variable': piped('strict', '«dto»').replace(
      'class NewUser',
      `const options = { transform: true }
      const strict = new ValidationPipe(options)
      class NewUser`,
    ),
    'a pipe that trims in a callback': piped(
      'OwnPipe',
      '«dto»',
      pipe(
        "transform(values) { Object.keys(values).forEach((key) => { if (typeof values[key] === 'string') values[key] = values[key].trim() }); return values }",
      ),
    ),
    'a pipe that trims entries': piped(
      'OwnPipe',
      '«dto»',
      pipe(
        "transform(value) { return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typeof each === 'string' ? each.trim() : each])) }",
      ),
    ),
    'a pipe that trims': piped('OwnPipe', '«dto»', pipe(trimming)),
    'a pipe that is made and copies': piped(
      'new OwnPipe()',
      '«dto»',
      pipe('async transform(value) { return { ...value } }'),
    ),
    'a pipe that logs': piped(
      'OwnPipe, ValidationPipe',
      '«dto»',
      pipe('transform(value) { console.log(value); return value }'),
    ),
    'a pipe of the method that trims': nest('@UsePipes(new OwnPipe())', '«dto»').replace(
      'class NewUser',
      `${pipe(trimming)}\nclass NewUser`,
    ),
    'a body of any type behind a whitelist': nest(
      '@UsePipes(new ValidationPipe({ whitelist: true }))',
      '«dto»',
    ).replace('dto: NewUser', 'dto: any'),
  },
  quiet: {
    'a cast copy of some keys': handler(
      'const copy = {}; for (const [key, value] of Object.entries(req.body)) if (allowed.has(key)) (copy as Changes)[key] = value; await User.updateOne({ _id: 1 }, copy)',
    ),
    'cast keys that are compared with a list': onDocument(
      'for (const key in req.body) if (allowed.includes(key as keyof User)) user[key as keyof User] = req.body[key]',
    ),
    'cast keys that have been compared with a list': handler(
      'const isKnown = Object.keys(req.body).every((key) => allowed.includes(key as keyof User)); if (!isKnown) return res.sendStatus(400); await User.create(req.body)',
    ),
    'cast keys that are refused in a loop': handler(
      'for (const key of Object.keys(req.body as NewUser)) if (!allowed.has(key as keyof User)) return res.sendStatus(400); await User.create(req.body as NewUser)',
    ),
    'cast keys of which unknown ones are found first': handler(
      'const unknown = Object.keys(req.body).filter((key) => !allowed.has(key!)); if (unknown.length > 0) return res.sendStatus(400); await User.create(req.body)',
    ),
    'cast keys of which unknown ones are deleted': handler(
      'Object.keys(req.body).forEach((key) => { if (!allowed.has(key as keyof User)) delete (req.body as Sent)[key] }); await User.create(req.body)',
    ),
    'a type': handler('type Body = typeof req.body; await User.create({} as Body)'),
    'a decorator that refuses unknown fields': `import Joi from 'joi'
      ${decorated('@joiValidation(Joi.object({ name: Joi.string() }))', 'req.body')}`,
    'a decorator with a schema of the request': `import { z } from 'zod'
      ${decorated('@validate({ body: z.strictObject({ name: z.string() }) })', 'req.body')}`,
    'a pipe of its own': nest('@UsePipes(new ZodPipe(schema))', 'dto'),
    'a pipe of the body': piped('new ZodPipe(schema)', 'dto'),
    'a pipe of the body from a package': `import { TrimPipe } from 'trim-pipe'\n${piped('TrimPipe', 'dto')}`,
    'a whitelist of what is taken apart': piped('new ValidationPipe({ whitelist: true })', 'rest').replace(
      'dto: NewUser',
      '{ id, ...rest }: NewUser',
    ),
    'a whitelist of the body': piped('new ValidationPipe({ whitelist: true })', 'dto'),
    'a pipe that chooses entries': piped(
      'OwnPipe',
      'dto',
      pipe('transform(value) { return Object.fromEntries(Object.entries(value).filter(([key]) => known.has(key))) }'),
    ),
    'a pipe that refuses keys in a callback': piped(
      'OwnPipe',
      'dto',
      `import { refuse } from 'refuse'\n${pipe('transform(value) { Object.keys(value).forEach((key) => { if (!known.has(key)) refuse(key) }); return value }')}`,
    ),
    'a pipe that unsets keys in a callback': piped(
      'OwnPipe',
      'dto',
      pipe(
        'transform(value) { Object.keys(value).forEach((key) => { if (!known.has(key)) value[key] = undefined }); return value }',
      ),
    ),
    'a whitelist beside another pipe': piped('OwnPipe, new ValidationPipe({ whitelist: true })', 'dto', pipe(trimming)),
    'options of a pipe that are not known': piped(
      'new ValidationPipe(options)',
      'dto',
      `import { options } from 'base'`,
    ),
    'options of a pipe that hold others': piped(
      'new ValidationPipe({ ...options, transform: true })',
      'dto',
      `import { options } from 'base'`,
    ),
    'what a namespace keeps to itself': `namespace users { const create = (data: NewUser) => User.create(data) }
      ${handler('await users.create(req.body)')}`,
    'a shape of data that is called like a request': `type CreateReq = { body: { name: string } }
export async function save(dto: CreateReq) { await User.create(dto.body) }`,
    'what a client of another service gets': `export async function save(mail: Mail, response: AxiosResponse) { await User.create(mail.body) }`,
    'a whitelist that is set later': piped(
      'new ValidationPipe(options)',
      'dto',
      'const options = { transform: true }\noptions.whitelist = true',
    ),
    'a pipe that extends the one of NestJS, with a whitelist': piped(
      'OwnPipe',
      'dto',
      'class OwnPipe extends ValidationPipe { constructor() { super({ whitelist: true }) } }',
    ),
    'one that is given a whitelist': piped(
      'new OwnPipe({ whitelist: true })',
      'dto',
      'class OwnPipe extends ValidationPipe {}',
    ),
    'one with a way of its own': piped(
      'OwnPipe',
      'dto',
      'class OwnPipe extends ValidationPipe { transform(value, metadata) { return only(value, metadata) } }',
    ),
    'a pipe that validates': piped(
      'OwnPipe',
      'dto',
      pipe(
        'async transform(value, { metatype }) { await validateOrReject(plainToInstance(metatype, value), { forbidNonWhitelisted: true }); return value }',
      ),
    ),
    'a pipe that refuses': piped(
      'OwnPipe',
      'dto',
      pipe(
        'transform(value) { if (Object.keys(value).some((key) => !known.has(key))) throw new BadRequestException(); return value }',
      ),
    ),
    'a pipe that refuses by a function': piped(
      'OwnPipe',
      'dto',
      `function refuse(value) { if (Object.keys(value).length > 2) throw new Error() }\n${pipe('transform(value) { refuse(value); return value }')}`,
    ),
    'a pipe that deletes': piped(
      'OwnPipe',
      'dto',
      pipe('transform(value) { for (const key in value) if (!known.has(key)) delete value[key]; return value }'),
    ),
    'a pipe that clears': piped(
      'OwnPipe',
      'dto',
      pipe('transform(value) { for (const key in value) if (!known.has(key)) value[key] = undefined; return value }'),
    ),
    'a pipe that names the fields': piped(
      'OwnPipe',
      'dto',
      pipe("transform(value, { type }) { if (type !== 'body') return value; return { name: value.name } }"),
    ),
    'a pipe that gives fields or all by a function': piped(
      'OwnPipe',
      'dto',
      `const known = (value) => { if (value.role) return { name: value.name }; return value }\n${pipe('transform(value) { return known(value) }')}`,
    ),
    'a pipe that refuses by a method for each key': piped(
      'OwnPipe',
      'dto',
      pipe(
        'transform(value) { for (const key of Object.keys(value)) this.see(key); return value } see(key) { if (!known.has(key)) throw new Error() }',
      ),
    ),
    'a pipe that asks a service about each key': piped(
      'OwnPipe',
      'dto',
      pipe('transform(value) { for (const key of Object.keys(value)) this.rules.check(key); return value }'),
    ),
    'a pipe that asks a function about its keys': piped(
      'OwnPipe',
      'dto',
      `import { refuse } from 'refuse'\n${pipe('transform(value) { refuse(Object.keys(value)); return value }')}`,
    ),
    'a pipe that names the fields in a variable': piped(
      'OwnPipe',
      'dto',
      pipe('transform(value) { if (value) value = { name: value.name }; return value }'),
    ),
    'a pipe that names the fields, or not': piped(
      'OwnPipe',
      'dto',
      pipe('transform(value) { return value ? { name: value.name } : value }'),
    ),
    'a pipe that takes fields from a copy': piped(
      'OwnPipe',
      'dto',
      `import { only } from 'only'\n${pipe("transform(value) { let val = value; if (val) val = only(val, 'name'); return val }")}`,
    ),
    'a pipe with a whitelist': nest('@UsePipes(new ValidationPipe({ whitelist: true }))', 'dto'),
    'a pipe of the class': nest('', 'dto').replace('class Users', '@UsePipes(new ZodPipe(schema)) class Users'),
  },
})
