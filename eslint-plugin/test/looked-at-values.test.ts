import { afterAll, describe, expect, it } from 'vitest'
import { noUnguardedFilter } from '../src/rules/no-unguarded-filter.ts'
import { Application } from './lint-files.ts'
import { runSuite } from './rule-tester.ts'

const handler = (body: string) => `import mongoose from 'mongoose'
import jwt from 'jsonwebtoken'
const User = mongoose.model('User', new mongoose.Schema({ name: String, team: String, tags: [String] }))
const Team = mongoose.model('Team', new mongoose.Schema({ name: String }))
function needText(value) { if (typeof value !== 'string') throw new Error('text'); return value }
export const find = async (req, res) => { const user = await User.findById(req.params.id); ${body}; res.end() }`
const cases = (bodies: readonly string[]) => Object.fromEntries(bodies.map((body) => [body, handler(body)]))

runSuite(noUnguardedFilter, {
  rule: 'no-unguarded-filter of values that something has looked at',
  messageId: 'rawValue',
  preamble: '',
  bringsOwn: /from 'mongoose'/,
  quiet: cases([
    "if (!validator.isEmail(req.body.name ?? '')) return; await User.findOne({ name: req.body.name })",
    'needText(req.body.name); await User.findOne({ name: req.body.name })',
    'await User.findOne({ name: needText(req.body.name) })',
    'const { name } = req.body; needText(name); await User.findOne({ name })',
    'jwt.verify(req.body.token, secret, async (error, payload) => { await User.findOne({ token: req.body.token }) })',
    'await User.updateOne({ _id: req.params.id }, { $set: { team: req.body.team } }); await Team.findOne({ name: req.body.team })',
    'await User.findByIdAndUpdate(req.params.id, { team: req.body.team }).lean(); await Team.findById(req.body.team)',
    'user.team = req.body.team; await user.save(); await Team.findById(req.body.team)',
    "const filter = { team: req.body.team }; await User.find({ ...filter, team: 'red' })",
    "const filter = { team: req.body.team }; filter.team = 'red'; await User.find(filter)",
  ]),
  suggestion: 'useEq',
  flagged: cases([
    'await User.findOne({ name: «req.body.name→{ $eq: req.body.name }» }); needText(req.body.name)',
    'needText(req.body.title); await User.findOne({ name: «req.body.name→{ $eq: req.body.name }» })',
    'jwt.verify(req.body.token, secret, async (error, payload) => { await User.findOne({ name: «req.body.name→{ $eq: req.body.name }» }) })',
    'User.updateOne({ _id: req.params.id }, { team: req.body.team }); await Team.findOne({ name: «req.body.team→{ $eq: req.body.team }» })',
    'await User.updateOne({ _id: req.params.id }, { tags: req.body.team }); await Team.findOne({ name: «req.body.team→{ $eq: req.body.team }» })',
    'await User.updateOne({ _id: req.params.id }, { $push: { team: req.body.team } }); await Team.findOne({ name: «req.body.team→{ $eq: req.body.team }» })',
    'if (req.user) await User.updateOne({}, { team: req.body.team }); await Team.findOne({ name: «req.body.team→{ $eq: req.body.team }» })',
    'await user.save(); user.team = req.body.team; await Team.findOne({ name: «req.body.team→{ $eq: req.body.team }» })',
    'if (user) user.team = req.body.team; await user.save(); await Team.findOne({ name: «req.body.team→{ $eq: req.body.team }» })',
    "const filter = { team: «req.body.team→{ $eq: req.body.team }» }; await User.find({ team: 'red', ...filter })",
    "const filter = { team: «req.body.team→{ $eq: req.body.team }» }; await User.find({ ...filter, name: 'Ada' })",
    "const filter = { team: «req.body.team→{ $eq: req.body.team }» }; if (req.user.isAdmin) filter.team = 'red'; await User.find(filter)",
    "const filter = { team: «req.body.team→{ $eq: req.body.team }» }; await User.find(filter); filter.team = 'red'",
    'const filter = {}; filter.team = «req.body.team→{ $eq: req.body.team }»; await User.find({ ...filter, name: 1 })',
  ]),
})

const application = new Application({
  'texts.js': `export const need = (value) => { if (typeof value !== 'string') throw new Error('text'); return value }
export const needAll = (...values) => { for (const value of values) if (typeof value !== 'string') throw new Error('text') }
export const needKeys = (body, keys) => { for (const key of keys) if (typeof body[key] !== 'string') throw new Error(key) }
export const through = (value) => { need(value) }
export const isText = (value) => typeof value === 'string'
export const log = (value) => { console.log(typeof value) }
export const tell = (value) => { console.log(value) }
`,
})
afterAll(() => {
  application.remove()
})

const lint = (body: string) =>
  application.lint('users.js', handler(body).replace('import jwt', "import * as texts from './texts.js'\nimport jwt"), {
    rules: { 'mongoose-guard/no-unguarded-filter': 'error' },
  })
const query = 'await User.findOne({ name: req.body.name })'

describe('no-unguarded-filter behind a helper of another file', () => {
  it.each([
    `texts.need(req.body.name); ${query}`,
    'await User.findOne({ name: texts.need(req.body.name) })',
    `texts.needAll(req.body.title, req.body.name); ${query}`,
    `texts.needKeys(req.body, ['name']); ${query}`,
    `texts.through(req.body.name); ${query}`,
    `if (!texts.isText(req.body.name)) return; ${query}`,
  ])('is silent: %s', (body) => {
    expect(lint(body)).toEqual([])
  })

  it.each([
    `texts.log(req.body.name); ${query}`,
    `texts.tell(req.body.name); ${query}`,
    `texts.need(req.body.title); ${query}`,
  ])('reports a value that nothing has refused: %s', (body) => {
    expect(lint(body)).toHaveLength(1)
  })
})
