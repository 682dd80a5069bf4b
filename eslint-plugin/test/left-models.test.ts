import { describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const manifest = (...names: string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) })
const tenant = `export const tenant = (req, res, next) => {
  const connection = mongoose.createConnection(urlOf(req))
  req.models = { User: connection.model('User', schema) }
  next()
}`
const route = (statement: string, parameters = 'req, res') =>
  `router.post('/', async (${parameters}) => { ${statement} })`

/** The columns of what is reported in a file of an application with `files`. */
function columns(code: string, files: Record<string, string> = { 'tenant.js': tenant }): string[] {
  const application = new Application({ 'package.json': manifest('express', 'mongoose'), ...files })
  try {
    const found = application.lint('routes.js', code, { rules: { 'mongoose-guard/no-unguarded-write': 'error' } })
    return found.map((message) => String(message.split(' ')[0]))
  } finally {
    application.remove()
  }
}

/** `«` stands before what is reported. */
function expectMarked(marked: string, files?: Record<string, string>): void {
  const code = marked.replaceAll('«', '')
  expect(columns(code, files)).toEqual(marked.includes('«') ? [`1:${String(marked.indexOf('«') + 1)}`] : [])
}

describe('no-unguarded-write of models that a middleware leaves on the request', () => {
  it.each([
    ['one of them', route('res.json(await req.models.User.create(«req.body))')],
    ['a new document', route('const user = new req.models.User(«req.body); await user.save(); res.json(user)')],
    ['one in a pattern', route('const { User } = req.models; res.json(await User.create(«req.body))')],
    ['one of a pattern of the request', route('res.json(await models.User.create(«body))', '{ models, body }, res')],
    ['one by a name of the path', route('res.json(await req.models[req.params.kind].create(«req.body))')],
    [
      'a document',
      route('const user = await req.models.User.findById(1); user.set(«req.body); await user.save(); res.end()'),
    ],
    [
      'one on the context',
      `router.post('/', async (ctx) => { ctx.body = await ctx.state.models.User.create(«ctx.request.body) })`,
    ],
  ])('knows %s', (_name, marked) => {
    expectMarked(marked)
  })

  it.each([
    ['fields', route('res.json(await req.models.User.create({ name: req.body.name }))')],
    ['what is no model', route('req.models.list.push(req.body); res.end()')],
    ['another member of the request', route('res.json(await req.clients.User.create(req.body))')],
    [
      'models of something else',
      route('const client = await connect(); res.json(await client.models.User.create(req.body))'),
    ],
    [
      'models of a parameter that is no request',
      'export const save = (client, data) => client.models.User.create(data)',
    ],
  ])('is silent about %s', (_name, code) => {
    expectMarked(code)
  })

  it('knows those that a plugin decorates a server with', () => {
    const decorating = { 'models.js': "export default (fastify) => { fastify.decorate('models', { User }) }" }
    const plugin = (call: string) =>
      `export default (fastify) => { fastify.post('/', async function (request) { return ${call} }) }`
    expectMarked(plugin('fastify.models.User.create(«request.body)'), decorating)
    expectMarked(plugin('this.models.User.create(«request.body)'), decorating)
  })

  it.each([
    ['where nothing leaves them', {}],
    ['where a test alone does', { 'tenant.test.js': tenant }],
    ['beside another mapper', { 'tenant.js': tenant, 'package.json': manifest('mongoose', 'sequelize') }],
    ['without Mongoose', { 'tenant.js': tenant, 'package.json': manifest('orm') }],
  ])('is silent %s', (_name, files) => {
    expectMarked(route('res.json(await req.models.User.create(req.body))'), files)
  })
})
