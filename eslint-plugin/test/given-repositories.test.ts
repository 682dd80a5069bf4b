import { describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const files = {
  'package.json': '{ "dependencies": { "express": "*", "mongoose": "*" } }',
  'user.js': `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: String }))`,
  'users.js': `import { User } from './user.js'
export const users = { create: (data) => User.create(data) }
export const named = { create: ({ name }) => User.create({ name }) }
export const remote = { create: (data) => api.create(data) }
export const usersOf = (Model) => ({ create: (data) => Model.create(data) })`,
  'controller.js': `export const controller = ({ users }) => ({
  create: async (req, res) => { res.json(await users.create(req.body)) },
  rename: async (req, res) => { res.json(await users.create({ name: req.body.name })) },
})
export const plain = (users) => ({ create: async (req, res) => { res.json(await users.create(req.body)) } })`,
}

/** The lines of what is reported where `made` is put on a route. */
function lines(made: string, route = "app.post('/', made.create)"): string[] {
  const code = `import { controller, plain } from './controller.js'
import { User } from './user.js'
import { named, remote, users, usersOf } from './users.js'
const made = ${made}
${route}`
  const application = new Application({ ...files, 'app.js': code })
  const found = application.lint('app.js', code, { rules: { 'mongoose-guard/no-unguarded-write': 'error' } })
  application.remove()
  return found.map((message) => String(message.split(':')[0]))
}

describe('no-unguarded-write of repositories that a factory of handlers is given', () => {
  it.each(['controller({ users })', 'plain(users)', 'controller({ users: usersOf(User) })', 'plain(usersOf(User))'])(
    'follows the body into %s',
    (made) => {
      expect(lines(made)).toEqual(['4'])
    },
  )

  it.each(['controller({ users: named })', 'plain(named)', 'plain(remote)', 'controller({ users: usersOf(api) })'])(
    'is silent about %s',
    (made) => {
      expect(lines(made)).toEqual([])
    },
  )

  it.each([
    ['no route leads to it', ''],
    ['a route of it writes fields', "app.post('/', made.rename)"],
    ['a guard is before it', "app.post('/', guard(User, { allow: ['name'] }), made.create)"],
    ['a strict schema is before it', "app.post('/', validate(z.strictObject({ name: z.string() })), made.create)"],
  ])('is silent where %s', (_name, route) => {
    const imports = `import { guard } from 'mongoose-guard/express'
import { z } from 'zod'
const validate = (schema) => (req, res, next) => { schema.parse(req.body); next() }
`
    expect(lines('plain(users)', imports + route)).toEqual([])
  })
})
