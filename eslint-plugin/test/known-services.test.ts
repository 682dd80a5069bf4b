import { afterAll, describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const files = {
  'models.js': `import mongoose from 'mongoose'
export const User = mongoose.model('User', schema)
export const Post = mongoose.model('Post', schema)
`,
  'services/users.js': `import { User } from '../models.js'
export const create = (data) => User.create(data)
export const rename = (id, { name }) => User.updateOne({ _id: id }, { name })
`,
  'services/posts.js': `import { Post } from '../models.js'
class Posts { create(data) { return Post.create(data) } rename(id, { name }) { return Post.updateOne({ _id: id }, { name }) } }
export default new Posts()
`,
  'services/index.js': `import * as users from './users.js'
import posts from './posts.js'
export const services = { users, posts }
export const makers = { user: users.create, post: (data) => posts.create(data) }
export const serviceFor = (kind) => { switch (kind) { case 'users': return users; default: return posts } }
export const caches = { users: new Map(), posts: new Map() }
`,
}
const application = new Application(files)
afterAll(() => {
  application.remove()
})

const rules = { 'mongoose-guard/no-unguarded-write': 'error' } as const
const lint = (body: string) =>
  application.lint(
    'app.js',
    `import { caches, makers, serviceFor, services } from './services/index.js'\napp.post('/:kind', async (req, res) => { ${body}; res.end() })`,
    { rules },
  )

describe('no-unguarded-write in services that a request names', () => {
  it.each([
    'await services[req.params.kind].create(req.body)',
    'const service = services[req.params.kind]; if (!service) return next(); await service.create({ ...req.body, at: 1 })',
    'const { kind } = req.params; await services[kind].create(req.body)',
    'await makers[req.query.action](req.body)',
    'await serviceFor(req.params.kind).create(req.body)',
    'const service = serviceFor(req.params.kind); await service.create(req.body)',
  ])('reports what any of them writes: %s', (body) => {
    expect(lint(body)).toHaveLength(1)
  })

  it.each([
    'await services[req.params.kind].rename(req.params.id, req.body)',
    'await services[req.params.kind].remove(req.body)',
    'await makers[req.query.action](req.params.id)',
    'await serviceFor(req.params.kind).rename(1, req.body)',
    'caches[req.params.kind].set(req.body.id, req.body)',
  ])('is silent about what writes fields, or nothing: %s', (body) => {
    expect(lint(body)).toEqual([])
  })
})

describe('no-unguarded-write in a service that is made once', () => {
  it('reports what it writes', () => {
    application.write(
      'services/once.js',
      `import { User } from '../models.js'
export class Once { static #made\nstatic get() { return (Once.#made ??= new Once()) }\nsave(data) { return new User(data).save() } }`,
    )
    const code = `import { Once } from './services/once.js'\napp.post('/', async (req, res) => { res.json(await Once.get().save(req.body)) })`
    expect(application.lint('once-app.js', code, { rules })).toHaveLength(1)
  })
})
