import { afterAll, describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const files = {
  'package.json': '{ "dependencies": { "express": "5", "mongoose": "9" } }',
  'user.js': `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: String, email: String }))
`,
  'record.js': `import { User } from './user.js'
export class Record {
  constructor(data) { this.data = data }
  async add() { const added = await User.create(this.data); return added }
  async login() { if (!await User.exists({ email: 'a' })) throw new Error('the password is not valid') }
  async rename(id) { await User.updateOne({ _id: id }, { name: this.data.name }) }
}
export class Checked {
  constructor(data) { this.data = isValid(data) }
  add() { return User.create(this.data) }
}
export class Listed {
  constructor(data) {
    for (const key of Object.keys(data)) if (!['name', 'email'].includes(key)) throw new Error(key)
    this.data = data
  }
  add() { return User.create(this.data) }
}
export class Named {
  constructor(data) { this.data = { name: data.name } }
  add() { return User.create(this.data) }
}
`,
  'page.js': `import { Record } from './record.js'
export class Page {
  constructor(data) { this.records = { user: new Record(data) } }
  async add() { return await this.records.user.add() }
}
`,
  'login.js': `import { User } from './user.js'
export class Login {
  constructor(data) { this.email = data.email; this.password = data.password }
}
export class TypedLogin {
  constructor(data) { if (typeof data.email !== 'string') throw new Error('email'); this.email = data.email }
}
export const find = (login) => User.findOne({ email: login.email })
`,
}
const application = new Application(files)
afterAll(() => {
  application.remove()
})

function lint(rule: string, body: string): string[] {
  const code = `import { Checked, Listed, Named, Record } from './record.js'
import { Page } from './page.js'
import { find, Login, TypedLogin } from './login.js'
app.post('/:id', async (req, res) => { ${body}; res.end() })`
  return application.lint('app.js', code, { rules: { [`mongoose-guard/${rule}`]: 'error' } })
}

describe('no-unguarded-write in an object that a class of another file makes of the body', () => {
  it.each([
    'await new Record(req.body).add()',
    'const record = new Record(req.body); await record.add()',
    'const page = new Page(req.body); await page.add()',
  ])('follows it: %s', (body) => {
    expect(lint('no-unguarded-write', body)).toHaveLength(1)
  })

  it.each([
    'const record = new Record(req.body); await record.rename(req.params.id)',
    'const record = new Checked(req.body); await record.add()',
    'const record = new Named(req.body); await record.add()',
    'const record = new Listed(req.body); await record.add()',
    'const record = new Record({ name: req.body.name }); await record.add()',
  ])('is silent about what it checks, or names: %s', (body) => {
    expect(lint('no-unguarded-write', body)).toEqual([])
  })
})

describe('no-unguarded-filter by a value that a class of another file keeps', () => {
  it('reports one that nobody has looked at', () => {
    expect(lint('no-unguarded-filter', 'const login = new Login(req.body); await find(login)')).toHaveLength(1)
  })

  it('is silent about one whose type the class asks', () => {
    expect(lint('no-unguarded-filter', 'const login = new TypedLogin(req.body); await find(login)')).toEqual([])
  })
})
