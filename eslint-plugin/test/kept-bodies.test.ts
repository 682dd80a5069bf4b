import { describe, expect, it } from 'vitest'
import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { Application } from './lint-files.ts'
import { isDeep, runSuite } from './rule-tester.ts'

const start = `import mongoose from 'mongoose'
const User = mongoose.model('User', schema)
const List = mongoose.model('List', schema)
`
const kept = (before: string, members = '', saved = 'this._body') => `${start}
class Users { constructor() { this._body = null }
  create() { return User.create(${saved}) }
  ${members}
  async post(req, res) { ${before}; res.json(await this.create()) } }`
const handler = (body: string) => `${start}
export const save = async (req, res) => { const list = await List.findById(req.params.id); ${body}; await list.save(); res.end() }`

const suite = { messageId: 'unguardedWrite', preamble: '', bringsOwn: /from 'mongoose'/ }

runSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write of bodies in a field of their class',
  flagged: {
    'a method that is called after that': kept('this._body = req.body', '', '«this._body»'),
    'in a branch': kept('if (req.user) this._body = req.body', '', '«this._body»'),
    'an object with the body in it': kept('this._body = { data: req.body }', '', '«this._body.data»'),
  },
  quiet: {
    'fields of the body': kept('const { name } = req.body; this._body = { name }'),
    'what is set again': kept('this._body = req.body; this._body = { name: req.body.name }'),
    'what another method sets as well': kept(
      'this._body = req.body; this.pick()',
      'pick() { this._body = { name: this._body.name } }',
    ),
    'what another method may look at': kept(
      'this._body = req.body; this.validate()',
      'validate() { check(this._body) }',
    ),
    'a method that is called before that': `${start}class Users { create() { return User.create(this._body) }
      async post(req, res) { res.json(await this.create()); this._body = req.body } }`,
    'another field': kept('this._data = req.body'),
  },
})

runSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write of documents in documents',
  flagged: {
    'one by its id': handler('list.items.id(req.params.item).set(«req.body»)'),
    'one in a variable': handler('const item = list.items.id(req.params.item); item.set(«req.body»)'),
    'one that fields are copied into': handler('Object.assign(list.items.id(req.params.item), «req.body»)'),
    'one in a part of the document': handler('list.content.items.id(req.params.item).set(«req.body»)'),
    'one in another one': handler('list.items.id(req.params.item).parts.id(req.params.part).set(«req.body»)'),
  },
  quiet: {
    'a field of one': handler('list.items.id(req.params.item).set({ title: req.body.title })'),
    'what has an id of its own': handler('cache.items.id(req.params.item).set(req.body)'),
    'what is found in a list of another kind': handler('(await load()).items.id(req.params.item).set(req.body)'),
  },
})

runSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write of parts of a body under keys of a list',
  flagged: {
    'a loop over them': handler("for (const field of ['home', 'work']) await User.create(«req.body[field]»)"),
    'a constant': `const fields = ['home', 'work']\n${handler('for (const field of fields) await User.create(«req.body[field]»)')}`,
    'a callback': handler("['home', 'work'].forEach((field) => User.create(«req.body[field]»))"),
    'a choice': handler("const part = req.user ? 'own' : 'other'; await User.create(«req.body[part]»)"),
  },
  quiet: {
    'what is copied by them': handler(
      "const data = {}; for (const field of ['name', 'email']) data[field] = req.body[field]; await User.create(data)",
    ),
    'what a document gets by them': handler("['name', 'email'].forEach((field) => { list[field] = req.body[field] })"),
    'what is set by them': handler("for (const field of ['name', 'email']) list.set(field, req.body[field])"),
    'a value of a field': handler(
      "for (const name of ['home', 'work']) await User.create({ name, value: req.body[name] })",
    ),
  },
})

describe.skipIf(isDeep)('no-unguarded-write of bodies in a field of a class', () => {
  const base = (before = '') => `export class Base {
  constructor(model) { this.model = model }
  async create() { ${before} return this.model.create(this._body) } }`
  const users = `import mongoose from 'mongoose'
import { Base } from './base.js'
const User = mongoose.model('User', schema)
export class Users extends Base {
  constructor() { super(User) }
  async post(req, res) { this._body = req.body; res.json(await this.create()) } }`

  it.each([
    ['writes it', '', ['6:64']],
    ['looks at it', 'validate(this._body);', []],
    ['makes something else of it', '', [], 'clean() { this._body = {} }'],
  ])('follows it into a method of the base class that %s', (_name, before, places, more = '') => {
    const application = new Application({ 'base.js': base(before).replace(/ \}$/, ` ${more} }`), 'users.js': users })
    const found = application.lint('users.js', users, { rules: { 'mongoose-guard/no-unguarded-write': 'error' } })
    application.remove()
    expect(found.map((message) => message.split(' ')[0])).toEqual(places)
  })
})
