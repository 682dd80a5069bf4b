import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { Application } from './lint-files.ts'

const rules = Object.fromEntries(Object.keys(plugin.rules).map((name) => [`mongoose-guard/${name}`, 'error'] as const))
const terms = 1200
const users = `import mongoose from 'mongoose'\nconst User = mongoose.model('User')\n`

const deepFiles = {
  'a chain of calls': `${users}export const other = (body) => User${'.find()'.repeat(terms)}.set(body)`,
  'names for names': `${users}const name0 = User\n${Array.from({ length: terms }, (_, index) => `const name${String(index + 1)} = name${String(index)}`).join('\n')}
export const other = (body) => name${String(terms)}.create(body)`,
  'a sum that no analysis of scopes comes to the end of': `export const other = (body) => body${' + body'.repeat(10 * terms)}`,
}

describe.each(Object.entries(deepFiles))('%s', (_title, text) => {
  const application = new Application({ 'package.json': '{ "dependencies": { "mongoose": "9" } }', 'other.js': text })
  afterAll(() => {
    application.remove()
  })

  it('in a file that is imported does not stop the rules', () => {
    const route = `${users}import { other } from './other.js'
router.post('/', (req, res) => res.json(other(req.body)))
router.put('/', (req, res) => res.json(User.create(req.body)))`
    expect(application.lint('users.js', route, { rules }).at(-1)).toMatch(/^5:52 `User\.create\(\)` takes the raw body/)
  })
})

// What each call of a chain asked of the whole chain took a minute for some 1,500 calls.
it.each([
  [
    'a query that is given the body again and again',
    `router.put('/', (req, res) => res.json(User.findOne()${'.where(req.body.name)'.repeat(600)}))`,
  ],
  [
    'a chain of routes that write the body',
    `const router = express()\nrouter${".post('/', (req, res) => res.json(User.create(req.body)))".repeat(600)}`,
  ],
])('%s is linted call by call', (_title, text) => {
  const application = new Application({ 'package.json': '{ "dependencies": { "mongoose": "9" } }' })
  const messages = application.lint('users.js', `${users}${text}`, { rules })
  application.remove()
  expect(messages[0]).toMatch(/ `User\.(?:create\(\)` takes the raw body|findOne\(\)\.where\(\)` takes a filter)/)
})

it('a route behind a deep chain is linted as far as ESLint itself comes', () => {
  const application = new Application({ 'package.json': '{ "dependencies": { "mongoose": "9" } }' })
  const route = `${users}router.post('/', (req, res) => res.json(User${'.find()'.repeat(terms)}.set(req.body)))
router.put('/', (req, res) => res.json(User.create(req.body)))`
  const messages = application.lint('users.js', route, { rules })
  application.remove()
  expect(messages.at(-1)).toMatch(/^4:52 `User\.create\(\)` takes the raw body/)
})

it.each([
  [
    'an object that is given a copy of itself',
    'let done = { ...found }; if (req.query.x) done = { ...done, a: 1 }; done.model.set(req.body)',
  ],
  [
    'an object that is given many copies of itself',
    `let done = { ...found }; ${'if (req.query.x) done = { ...done, a: 1 }; '.repeat(60)}done.model.set(req.body)`,
  ],
  [
    'two objects that are copies of each other',
    'let a = {}, b = {}; a = { ...b, c: 1 }; b = { ...a, d: 1 }; a.model.set(req.body)',
  ],
])('%s is asked for its members once', (_title, text) => {
  const application = new Application({ 'package.json': '{ "dependencies": { "mongoose": "9" } }' })
  const route = `${users}router.post('/', (req, res) => { ${text}; res.json(User.create(req.body)) })`
  const messages = application.lint('users.js', route, { rules })
  application.remove()
  expect(messages.at(-1)).toMatch(/`User\.create\(\)` takes the raw body/)
})

const names = Array.from({ length: 30 }, (_, index) => `add${String(index)}`)

// As generated visitors of a syntax tree do.
it('functions that hand an object on to each other, and call methods of it, are linted', () => {
  const application = new Application({ 'package.json': '{ "dependencies": { "mongoose": "9" } }' })
  const calls = names.map((name) => `if (node.${name}) ${name}(node.${name}, visitors)`).join('; ')
  const functions = names.map((name) => `function ${name}(node, visitors) { visitors.${name}(node); ${calls} }`)
  const text = `${users}${functions.join('\n')}
router.put('/', (req, res) => {
  add0(req.body, req.app.visitors)
  res.json(User.create(req.body))
})`
  try {
    expect(application.lint('users.js', text, { rules })).toContainEqual(
      expect.stringMatching(/`User\.create\(\)` takes the raw body/),
    )
  } finally {
    application.remove()
  }
})

// Each assignment may give what any other gave: asked of one after the other, twelve levels of 30 never ended.
it('a variable that many functions are handed and give back is linted', () => {
  const application = new Application({ 'package.json': '{ "dependencies": { "mongoose": "9" } }' })
  const functions = names.map((name) => `function ${name}(log) { log.${name} = 1; return log }`)
  const assignments = names.map((name) => `  if (req.query.${name}) log = ${name}(log)`)
  const text = `${users}${functions.join('\n')}
router.put('/', (req, res) => {
  let log = {}
${assignments.join('\n')}
  log.create(req.body)
  res.json(User.create(req.body))
})`
  try {
    expect(application.lint('users.js', text, { rules })).toEqual([
      expect.stringMatching(/`User\.create\(\)` takes the raw body/),
    ])
  } finally {
    application.remove()
  }
})
