import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import * as typescriptParser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import express, { type Express } from 'express'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { toUpdate } from '../../src/index.ts'
import plugin from '../src/index.ts'
import { configFor, corpus, type CorpusFile } from './corpus.ts'
import { Application, type Files } from './lint-files.ts'

const folder = join(import.meta.dirname, 'corpus')
const linter = new Linter({ cwd: folder })

function lint(file: CorpusFile): Linter.LintMessage[] {
  return linter.verify(file.text, configFor(file, true), { filename: join(folder, file.path) })
}

/** What a message is about, wherever it stands. */
function subject({ ruleId, message }: Linter.LintMessage): string {
  return `${String(ruleId)} ${message}`
}

function withFix(
  text: string,
  { range: [start, end], text: insert }: { range: [number, number]; text: string },
): string {
  return text.slice(0, start) + insert + text.slice(end)
}

/** What a suggestion may lead to: a guarded update that reads `req.validated` may still need `toUpdate()`. */
const next = new Set(['mongoose-guard/no-body-after-guard mongoose-guard/prefer-to-update'])

const suggested = corpus.flatMap((file) => {
  const messages = lint(file)
  return messages.flatMap((message) =>
    (message.suggestions ?? []).map((suggestion) => ({
      title: `${file.path}:${String(message.line)} ${String(suggestion.messageId)}`,
      file,
      messages,
      message,
      fixed: { path: file.path, text: withFix(file.text, suggestion.fix) },
    })),
  )
})

describe('the suggestions for the corpus', () => {
  it('are many, of each kind', () => {
    const count = (kind: string) => suggested.filter(({ title }) => title.endsWith(` ${kind}`)).length
    expect(count('insertGuard')).toBeGreaterThanOrEqual(12)
    expect(count('useValidated')).toBeGreaterThanOrEqual(3)
    expect(count('useEq')).toBeGreaterThanOrEqual(5)
  })

  it.each(suggested)(
    '$title: parses, and leaves nothing to report that was not there',
    ({ messages, message, fixed }) => {
      const after = lint(fixed).filter(({ ruleId }) => !next.has(`${message.ruleId ?? ''} ${ruleId ?? ''}`))
      expect(after.filter(({ fatal }) => fatal)).toEqual([])
      expect(after.length).toBeLessThan(messages.length)
      const before = messages.filter((other) => other !== message).map(subject)
      for (const left of after.map(subject)) {
        expect(before).toContain(left)
        before.splice(before.indexOf(left), 1)
      }
    },
  )
})

const model = `const mongoose = require('mongoose')
module.exports = mongoose.model('User', new mongoose.Schema({ name: String, email: String, role: String, updatedBy: String }))
`
const moduleModel = `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: String, email: String, role: String }))
`

/** What each suggestion for `no-unguarded-write` in a file makes of it; `undefined` for a report without one. */
function guardedEach(path: string, text: string, files: Files = {}): (string | undefined)[] {
  const application = new Application({ ...files, [path]: text })
  const messages = new Linter({ cwd: application.folder }).verify(
    text,
    {
      files: ['**/*.*'],
      plugins: { 'mongoose-guard': plugin },
      languageOptions: {
        sourceType: /\bexport\b/.test(text) ? 'module' : 'commonjs',
        ...(path.endsWith('.ts') ? { parser: typescriptParser } : {}),
      },
      rules: { 'mongoose-guard/no-unguarded-write': 'error' },
    },
    { filename: join(application.folder, path) },
  )
  application.remove()
  return messages.map(({ messageId, suggestions: [suggestion] = [] }) => {
    expect(messageId).toMatch(/^unguardedWrite/)
    return suggestion && withFix(text, suggestion.fix)
  })
}

/** The same of the one report in a file. */
function guarded(path: string, text: string, files: Files = {}): string | undefined {
  const outputs = guardedEach(path, text, files)
  expect(outputs).toHaveLength(1)
  return outputs[0]
}

describe('the guard that no-unguarded-write suggests', () => {
  const esm = { 'user.js': moduleModel }
  const importUser = `import { User } from './user.js'\n`
  const routes = (name: string) => ({
    'routes.js': `import { ${name} } from './users.js'\nrouter.post('/', auth, ${name})`,
  })

  it('stands before a handler on its route, inside of what wraps it', () => {
    const code = `${importUser}router.post('/', auth, wrap(async (req, res) => { res.json(await User.create(req.body)) }))`
    expect(guarded('users.js', `${code}\nexport {}`, esm)).toBe(
      `import { guard } from 'mongoose-guard/express'\n${importUser}router.post('/', auth, guard(User, { allow: ['name', 'email'] }), wrap(async (req, res) => { res.json(await User.create(req.validated)) }))\nexport {}`,
    )
  })

  it('gives a handler of its route the type of the request', () => {
    const annotated = (handler: string) =>
      guarded(
        'users.ts',
        `import type { Request, Response } from 'express'\n${importUser}router.post('/', auth, ${handler})\nexport {}`,
        esm,
      )
    const handler = (type: string, body: string) =>
      `async (req${type}, res: Response) => { res.json(await User.create(req.${body})) }`
    const plain = handler(': Request', 'body')
    expect(annotated(plain)).toContain(`guard(User, { allow: ['name', 'email'] }), ${handler('', 'validated')})`)
    const wrapped = `wrap(${plain})`
    expect(annotated(wrapped)).toContain(`wrap(${handler(': Request', 'validated as Validated<typeof newUser>')})`)
  })

  it('stands on each route of its file', () => {
    const code = `${importUser}export const save = async (req, res) => { res.json(await User.updateOne({ _id: req.params.id }, req.body)) }
router.put('/a', save)
router.route('/b').put(auth, save)`
    const output = guarded('users.js', code, esm) ?? ''
    expect(output).toContain(`router.put('/a', guard(User, { allow: ['name', 'email'], partial: true }), save)`)
    expect(output).toContain(`.put(auth, guard(User, { allow: ['name', 'email'], partial: true }), save)`)
    expect(output).toContain('{ _id: req.params.id }, req.validated)')
  })

  it('makes a list of an exported handler that routes of other files lead to', () => {
    const code = `${importUser}export async function create(req, res) { res.json(await User.create(req.body)) }`
    expect(guarded('users.js', code, { ...esm, ...routes('create') })).toBe(
      `import { guard } from 'mongoose-guard/express'\n${importUser}export const create = [guard(User, { allow: ['name', 'email'] }), async function create(req, res) { res.json(await User.create(req.validated)) }]`,
    )
  })

  it('is not suggested where a function goes to no route, or is called as well', () => {
    const code = `${importUser}export const create = async (req, res) => { res.json(await User.create(req.body)) }`
    expect(guarded('users.js', code, esm)).toBeUndefined()
    const calling = {
      'other.js': `import { create } from './users.js'\nexport const both = (req, res) => create(req, res)`,
    }
    expect(guarded('users.js', code, { ...esm, ...routes('create'), ...calling })).toBeUndefined()
    expect(
      guarded('users.js', `${code}\nexport const again = (req, res) => create(req, res)`, {
        ...esm,
        ...routes('create'),
      }),
    ).toBeUndefined()
    const wrapping = { 'routes.js': `import { create } from './users.js'\nrouter.post('/', wrap(create))` }
    expect(guarded('users.js', code, { ...esm, ...wrapping })).toBeUndefined()
  })

  it('takes nothing for a call of the handler but what may be one', () => {
    const code = `${importUser}export const create = async (req, res) => { res.json(await User.create(req.body)) }`
    const output = (lines: string) =>
      guarded('users.js', code, {
        ...esm,
        'routes.js': `import axios from 'axios'\nimport { User } from './user.js'\nimport * as users from './users.js'\nrouter.post('/', users.create)\n${lines}`,
      })
    for (const other of [
      'export const seed = () => User.create({ name: "a" })',
      'const client = axios.create()',
      'const empty = Object.create(null)',
      'const local = { create() {} }\nlocal.create()',
      '// users.create(req, res)',
    ])
      expect([other, output(other)]).toEqual([other, expect.stringContaining('create = [guard(')])
    for (const call of [
      'export const again = (req, res) => users.create(req, res)',
      'import { create as make } from "./users.js"\nexport const again = (req, res) => make(req, res)',
      'export const again = (handlers) => (req, res) => handlers.create(req, res)',
    ])
      expect([call, output(call)]).toEqual([call, undefined])
  })

  it('is not suggested for other frameworks', () => {
    const code = `import Fastify from 'fastify'\n${importUser}const app = Fastify()\napp.post('/', async (req, reply) => User.create(req.body))\nexport {}`
    expect(guarded('users.js', code, esm)).toBeUndefined()
  })

  it('leaves out what a server keeps of an account and of a document, by its name', () => {
    const names = [
      'isEmailConfirmed email_verified phoneVerified is_admin suspended twoFactorCode otp otpExpires refreshTokens',
      'reset_token lastLoginAt loginAttempts lockUntil passwordChangedAt stripeCustomerId isPaid created updated',
      'created_at updated_by createAt removed averageRating ratingsAverage numReviews',
    ].flatMap((line) => line.split(' '))
    const kept = ['name', 'token_name', 'unverifiedNote', 'option', 'update', 'createdFor', 'paid_by']
    const schema = [...kept, ...names].map((name) => `${name}: String`).join(', ')
    const code = `import mongoose from 'mongoose'\nconst User = mongoose.model('User', new mongoose.Schema({ ${schema} }))
router.post('/', async (req, res) => { await User.create(req.body); res.end() })\nexport {}`
    expect(guarded('users.js', code)).toContain(`allow: [${kept.map((name) => `'${name}'`).join(', ')}] }`)
  })

  it('allows what the handler reads, and leaves out what it sets and what is reserved', () => {
    const handler = (body: string) =>
      guarded('users.js', `${importUser}router.post('/', async (req, res) => { ${body}; res.end() })\nexport {}`, esm)
    expect(handler('await User.create({ ...req.body, email: req.user.email })')).toContain("allow: ['name'] }")
    expect(handler('req.body.email = req.user.email; await User.create(req.body)')).toContain("allow: ['name'] }")
    expect(handler('log(req.body.role); await User.create(req.body)')).toContain("allow: ['name', 'email', 'role'] }")
    const lodash = `import _ from 'lodash'\n`
    const omitted = (keys: string) =>
      guarded(
        'users.js',
        `${lodash}${importUser}router.post('/', async (req, res) => { await User.create(_.omit(req.body, ${keys})); res.end() })\nexport {}`,
        esm,
      )
    expect(omitted("['email', 'role']")).toContain("allow: ['name'] }")
    expect(omitted("'email'")).toContain("allow: ['name'] }")
    expect(omitted('keys')).toContain("allow: ['name', 'email'] }")
    expect(handler('const { email, ...rest } = req.body; await User.create(rest)')).toContain("allow: ['name'] }")
    expect(handler('const { email: _, ...rest } = req.body; await User.create(rest)')).toContain("allow: ['name'] }")
    expect(handler('const { email: _, ...rest } = req.body; await User.create(rest)')).toContain(
      'const { ...rest } = req',
    )
    expect(handler('const { email, ...rest } = req.body; send(email); await User.create(rest)')).toContain(
      "allow: ['name', 'email'] }",
    )
    expect(handler('const { _id, ...rest } = req.body; await User.create(rest)')).toContain(
      "allow: ['name', 'email'] }",
    )
  })

  it('is not suggested where the handler reads what is no field, or the fields are not known', () => {
    const code = `${importUser}router.post('/', async (req, res) => { check(req.body.captcha); res.json(await User.create(req.body)) })\nexport {}`
    expect(guarded('users.js', code, esm)).toBeUndefined()
    const other = { 'user.js': moduleModel.replace('{ name', '{ ...base, name') }
    expect(guarded('users.js', code.replace('check(req.body.captcha); ', ''), other)).toBeUndefined()
  })

  it('is not suggested where a part of the body is written, also by a pattern with a default', () => {
    const create = (request: string, data: string) =>
      guarded(
        'users.js',
        `${importUser}router.post('/', async (${request}, res) => { res.json(await User.create(${data})) })\nexport {}`,
        esm,
      )
    expect(create('{ body: { user: payload = {} } = {} }', 'payload')).toBeUndefined()
    expect(create('{ body: { user, ...rest } = {} }', 'rest')).toBeUndefined()
    expect(create('{ body: { name, ...rest } = {} }', '{ ...rest, name }')).toContain(
      '{ validated: { name, ...rest } = {} }',
    )
  })

  it.each(['await User.create(this.req.body)', 'const { body } = this.req; await User.create(body)'])(
    'is not suggested where a controller that is made for each request reads the body: %s',
    (read) => {
      const controller = `class Users { constructor(req, res) { this.req = req; this.res = res }\nasync create() { ${read}; this.res.end() } }`
      const code = `${importUser}${controller}\nrouter.post('/', (req, res) => new Users(req, res).create())\nexport {}`
      expect(guarded('users.js', code, esm)).toBeUndefined()
    },
  )

  it('is not suggested where the body is a text, or a list', () => {
    const route = (steps: string, data: string) =>
      guarded(
        'users.js',
        `import express from 'express'\n${importUser}router.post('/', ${steps}async (req, res) => { ${data}; res.end() })\nexport {}`,
        esm,
      )
    expect(route('', 'await User.create(JSON.parse(req.body))')).toBeUndefined()
    expect(route('', 'const text = req.body; const data = JSON.parse(text); await User.create(data)')).toBeUndefined()
    expect(route('express.text(), ', 'await User.create(req.body)')).toBeUndefined()
    expect(route('express.raw({ type: "*/*" }), ', 'await User.create(req.body)')).toBeUndefined()
    const list = 'const users = Array.isArray(req.body) ? req.body : [req.body]; await User.create(users)'
    expect(route('', list)).toBeUndefined()
    expect(route('express.json(), ', 'await User.create(JSON.parse(JSON.stringify(req.body)))')).toContain(
      'User.create(JSON.parse(JSON.stringify(req.validated)))',
    )
    const behind = `import express from 'express'\n${importUser}const app = express()\napp.use(express.text())
app.post('/', async (req, res) => { res.json(await User.create(req.body)) })\nexport {}`
    expect(guarded('users.js', behind, esm)).toBeUndefined()
  })

  describe('for a model with an owner', () => {
    const post = {
      'post.js': `import mongoose from 'mongoose'
export const Post = mongoose.model('Post', new mongoose.Schema({ title: String, text: String, author: String }))\n`,
      'service.js': `import { Post } from './post.js'\nexport const create = (data) => Post.create(data)\n`,
    }
    const update = `router.put('/:id', async (req, res) => { res.json(await Post.findByIdAndUpdate(req.params.id, req.body)) })`
    const both = (create: string, change = update) =>
      guardedEach(
        'posts.js',
        `import { guard } from 'mongoose-guard/express'\nimport { Post } from './post.js'\nimport { create } from './service.js'\n${create}\n${change}\nexport {}`,
        post,
      )
    const withoutAuthor = "guard(Post, { allow: ['title', 'text'], partial: true })"

    it.each([
      `router.post('/', async (req, res) => { res.json(await Post.create({ ...req.body, author: req.user.id })) })`,
      `router.post('/', async (req, res) => { res.json(await create({ ...req.body, author: req.user.id })) })`,
      `router.post('/', async (req, res) => { const post = new Post(req.body); post.author = req.user.id; res.json(await post.save()) })`,
      `router.post('/', async (req, res) => { const post = new Post(req.body); post.set('author', req.user.id); res.json(await post.save()) })`,
      `router.post('/', async (req, res) => { const data = { ...req.body, author: req.user.id }; res.json(await Post.create(data)) })`,
      `router.post('/', async (req, res) => { let post; post = new Post(req.body); post.author = req.user.id; res.json(await post.save()) })`,
      `router.post('/', async (req, res) => { req.body.author = req.user.id; res.json(await Post.create(req.body)) })`,
      `router.post('/', async (req, res) => { res.json(await Post.create(Object.assign({}, req.body, { author: req.user.id }))) })`,
      `router.put('/', async (req, res) => { const post = await Post.findOne(); Object.assign(post, req.body, { author: req.user.id }); res.json(await post.save()) })`,
    ])('leaves out what another handler of the file sets: %s', (create) => {
      const [first, second] = both(create)
      expect(first).toContain("guard(Post, { allow: ['title', 'text']")
      expect(second).toContain(withoutAuthor)
    })

    it.each([
      `router.post('/', guard(Post, { allow: ['title'] }), async (req, res) => { res.json(await Post.create({ ...req.validated, author: req.user.id })) })`,
      `router.post('/', guard(Post, { allow: ['title'] }), async (req, res) => { res.json(await create({ ...req.validated, author: req.user.id })) })`,
    ])('leaves out what a guarded handler of the file sets: %s', (create) => {
      expect(both(create)).toEqual([expect.stringContaining(withoutAuthor)])
    })

    it.each(['true', "[true, 'A text is needed']"])(
      'allows what the model requires and another handler leaves out: %s',
      (required) => {
        const code = (options: string) => `import mongoose from 'mongoose'
const Post = mongoose.model('Post', new mongoose.Schema({ title: String, text: { type: String, ${options} } }))
router.post('/', async (req, res) => { res.json(await Post.create(req.body)) })
router.put('/:id', async (req, res) => { const { text, ...rest } = req.body; res.json(await Post.findByIdAndUpdate(req.params.id, rest)) })
export {}`
        const [create, change] = guardedEach('posts.js', code(`required: ${required}`))
        expect(create).toContain("guard(Post, { allow: ['title', 'text'] }")
        expect(change).toContain("guard(Post, { allow: ['title'], partial: true }")
        expect(guardedEach('posts.js', code('trim: true'))[0]).toContain("guard(Post, { allow: ['title'] }")
      },
    )

    it('allows what the handler reads, and what the other makes of what was sent', () => {
      const create = `router.post('/', async (req, res) => { res.json(await Post.create({ ...req.body, author: req.user.id })) })`
      const reading = `router.put('/:id', async (req, res) => { log(req.body.author); res.json(await Post.findByIdAndUpdate(req.params.id, req.body)) })`
      expect(both(create, reading)[1]).toContain("allow: ['title', 'text', 'author'], partial: true")
      const trimming = `router.post('/', async (req, res) => { const post = new Post(req.body); post.title = post.title.trim(); res.json(await post.save()) })`
      expect(both(trimming)[1]).toContain("allow: ['title', 'text', 'author'], partial: true")
      expect(both(trimming)[0]).toContain("allow: ['title', 'text', 'author'] }")
    })
  })

  it('allows what a handler assigns to a document that it has loaded', () => {
    const change = (body: string) =>
      guarded(
        'users.js',
        `${importUser}router.put('/', async (req, res) => { const user = await User.findById(1); ${body}; await user.save(); res.json(user.email) })\nexport {}`,
        esm,
      )
    const guardOf = (allow: string) => `router.put('/', guard(User, { allow: [${allow}], partial: true }), async`
    expect(change('Object.assign(user, req.body)')).toContain(guardOf("'name', 'email'"))
    expect(change('Object.assign(user, req.body)')).toContain('Object.assign(user, req.validated); await user.save()')
    expect(change('Object.assign(user, { ...req.body, email: 1 })')).toContain(guardOf("'name'"))
    expect(change('user.overwrite(req.body); user.email = 1')).toBeDefined()
    expect(change('log(user.passwordHash); user.set(req.body)')).toContain(guardOf("'name', 'email'"))
  })

  describe('for a model with nested fields', () => {
    const person = {
      'user.js': `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: String, tags: [String], address: { city: String, zip: String } }))\n`,
    }
    const change = (body: string, files: Files = person) =>
      guarded(
        'users.js',
        `${importUser}router.patch('/:id', async (req, res) => { ${body}; res.end() })\nexport {}`,
        files,
      )
    const head = `import { guard } from 'mongoose-guard/express'\nimport { toUpdate } from 'mongoose-guard'\n${importUser}`

    it('writes each field of an update by its own path', () => {
      expect(change('await User.findByIdAndUpdate(req.params.id, req.body)')).toBe(
        `${head}router.patch('/:id', guard(User, { allow: ['name', 'tags', 'address'], partial: true }), async (req, res) => { await User.findByIdAndUpdate(req.params.id, toUpdate(User, req.validated)); res.end() })\nexport {}`,
      )
      expect(change('await User.updateOne({ _id: 1 }, { $set: req.body }, { upsert: true })')).toContain(
        'updateOne({ _id: 1 }, toUpdate(User, req.validated), { upsert: true })',
      )
      expect(change('const { _id, ...changes } = req.body; await User.updateOne({ _id }, changes)')).toContain(
        'const { _id, ...changes } = req.validated; await User.updateOne({ _id }, toUpdate(User, changes))',
      )
      expect(change('await User.updateOne({ _id: 1 }, { $set: { ...req.body, name: 1 } })')).toContain(
        'updateOne({ _id: 1 }, toUpdate(User, { ...req.validated, name: 1 }))',
      )
    })

    it('leaves an update that says more than the fields of the model', () => {
      const kept = (update: string) => {
        expect(change(`await User.updateOne({ _id: 1 }, ${update})`)).toContain(
          `User.updateOne({ _id: 1 }, ${update.replace('req.body', 'req.validated')})`,
        )
      }
      kept('{ $set: req.body, $inc: { edits: 1 } }')
      kept('{ ...req.body, editedAt: 1 }')
      kept('{ $setOnInsert: req.body }')
      expect(
        change('const changes = req.body; changes.$inc = { edits: 1 }; await User.updateOne({}, changes)'),
      ).toContain('changes.$inc = { edits: 1 }; await User.updateOne({}, changes)')
      expect(change('const update = { $set: req.body }; await User.updateOne({ _id: 1 }, update)')).toContain(
        'const update = { $set: req.validated }; await User.updateOne({ _id: 1 }, update)',
      )
      expect(change('await User.updateOne({ _id: 1 }, req.query.log ? { $set: req.body } : req.body)')).toContain(
        'updateOne({ _id: 1 }, req.query.log ? { $set: req.validated } : req.validated)',
      )
    })

    it('sets the paths of a document', () => {
      const loaded = 'const user = await User.findById(req.params.id);'
      const merged = `${loaded} user.set(toUpdate(User, req.validated).$set); await user.save()`
      expect(change(`${loaded} user.set(req.body); await user.save()`)).toContain(merged)
      expect(change(`${loaded} Object.assign(user, req.body); await user.save()`)).toContain(merged)
      expect(change(`${loaded} user?.set((req.body),); await user.save()`)).toContain(
        merged.replace('user.set', 'user?.set'),
      )
      expect(change(`${loaded} await Object.assign(user, req.body).save()`)).toContain(
        'await user.set(toUpdate(User, req.validated).$set).save()',
      )
    })

    it('wraps nothing where no nested field is allowed', () => {
      const flat = { 'user.js': person['user.js'].replace('address: { city: String, zip: String }', 'meta: {}') }
      expect(change('await User.findByIdAndUpdate(req.params.id, req.body)', flat)).toContain(
        'req.params.id, req.validated)',
      )
      const sub = {
        'user.js': person['user.js'].replace(
          'address: {',
          'home: { type: new mongoose.Schema({ a: String }) }, role: {',
        ),
      }
      expect(change('await User.findByIdAndUpdate(req.params.id, req.body)', sub)).toContain(
        'toUpdate(User, req.validated)',
      )
    })
  })

  it('takes over the import of a model that a service writes to', () => {
    const files = {
      'models/user.js': model,
      'services/users.js': `const User = require('../models/user')\nexports.create = (data) => User.create(data)`,
      'routes.js': `const users = require('./api/controllers/users')\nrouter.post('/', users.create)`,
    }
    const code = `'use strict'\nconst users = require("../../services/users")\nexports.create = async (req, res) => { res.json(await users.create(req.body)) }`
    expect(guarded('api/controllers/users.js', code, files)).toBe(
      `'use strict'\nconst { guard } = require("mongoose-guard/express")\nconst User = require("../../models/user")\nconst users = require("../../services/users")\nexports.create = [guard(User, { allow: ["name", "email"] }), async (req, res) => { res.json(await users.create(req.validated)) }]`,
    )
  })

  it('takes the guard and the model by the names that the file has for them', () => {
    const code = `import * as mg from 'mongoose-guard/express'\nimport { User as Account } from './user.js'
import { create } from './service.js'\nrouter.post('/', async (req, res) => { res.json(await create(req.body)) })\nexport {}`
    const files = { ...esm, 'service.js': `${importUser}export const create = (data) => User.create(data)` }
    expect(guarded('users.js', code, files)).toContain(
      "router.post('/', mg.guard(Account, { allow: ['name', 'email'] }), async",
    )
  })

  it('gets another name where `guard` is something else', () => {
    const code = `import { guard } from './permissions.js'\n${importUser}router.post('/', guard('x'), async (req, res) => { res.json(await User.create(req.body)) })\nexport {}`
    const output = guarded('users.js', code, esm) ?? ''
    expect(output).toContain("import { guard as bodyGuard } from 'mongoose-guard/express'\n")
    expect(output).toContain("guard('x'), bodyGuard(User, { allow: ['name', 'email'] }), async")
  })

  it('wraps a web handler', () => {
    const code = `${importUser}export async function PATCH(request, { params }) {
  return Response.json(await User.findByIdAndUpdate((await params).id, await request.json()))
}`
    expect(guarded('route.js', code, esm)).toBe(`import { guard } from 'mongoose-guard/web'
${importUser}export const PATCH = guard(User, { allow: ['name', 'email'], partial: true }, async function PATCH(request, { params }) {
  return Response.json(await User.findByIdAndUpdate((await params).id, request.validated))
})`)
  })

  it('leaves the type of the request of a web handler to the guard', () => {
    const code = `${importUser}export async function POST(req: Request, { params }: Context): Promise<Response> {
  return Response.json(await User.create(await req.json()))
}
export const role: string = 'user'`
    expect(guarded('route.ts', code, esm)).toBe(`import { guard } from 'mongoose-guard/web'
${importUser}export const POST = guard(User, { allow: ['name', 'email'] }, async function POST(req, { params }: Context): Promise<Response> {
  return Response.json(await User.create(req.validated))
})
export const role: string = 'user'`)
  })

  it('keeps what a route answers, and refuses what it let through', async () => {
    const code = `const express = require('express')
const mongoose = require('mongoose')
const Guest = mongoose.model('SuggestedGuest', new mongoose.Schema({ name: { type: String, required: true }, role: String }))
const app = express()
app.use(express.json())
const guests = []
app.post('/', async (req, res) => {
  const guest = new Guest(req.body)
  guests.push(guest)
  res.status(201).json(guest.toObject({ versionKey: false, transform: (_, { _id, ...rest }) => rest }))
})
module.exports = app`
    const bodies = [{ name: 'Ada' }, { name: 'Ada', role: 'admin' }]
    const before = await replies(code, bodies)
    const after = await replies(guarded('app.js', code) ?? '', bodies)
    expect(before).toEqual([
      [201, { name: 'Ada' }],
      [201, { name: 'Ada', role: 'admin' }],
    ])
    expect(after).toEqual([
      [201, { name: 'Ada' }],
      [400, { errors: [{ code: 'forbidden_field', path: 'role', message: 'Field is not allowed' }] }],
    ])
  })

  it.each([
    `const guest = Guest.hydrate({ address: { city: 'Rome', zip: '1' } }); guest.set(req.body); res.json(guest.address)`,
    `const guest = Guest.hydrate({ address: { city: 'Rome', zip: '1' } }); Object.assign(guest, req.body); res.json(guest.address)`,
    `const { $set } = Guest.findByIdAndUpdate(1, req.body).getUpdate(); res.json($set ? { zip: '1', city: $set['address.city'] } : {})`,
    `const { $set } = Guest.updateOne({ _id: 1 }, { $set: req.body }).getUpdate(); res.json({ zip: $set.address ? undefined : '1', city: $set['address.city'] })`,
  ])('keeps what a request does not send: %s', async (body) => {
    const code = `const express = require('express')
const mongoose = require('mongoose')
const Guest = mongoose.model('SuggestedGuest', new mongoose.Schema({ address: { city: String, zip: String } }))
const app = express()
app.use(express.json())
app.post('/', (req, res) => { ${body} })
module.exports = app`
    const bodies = [{ address: { city: 'Oslo' } }]
    expect(await replies(code, bodies)).not.toEqual([[200, { city: 'Oslo', zip: '1' }]])
    expect(await replies(guarded('app.js', code) ?? '', bodies)).toEqual([[200, { city: 'Oslo', zip: '1' }]])
  })
})

const modules: Readonly<Record<string, unknown>> = {
  express,
  mongoose,
  'mongoose-guard': { toUpdate },
  'mongoose-guard/express': { guard },
}

/** What an application of one file, which has a model for guests, answers to bodies. */
async function replies(text: string, bodies: readonly object[]): Promise<unknown[]> {
  const module = { exports: undefined as unknown }
  const run = compileFunction(text, ['require', 'module']) as (require: (name: string) => unknown, of: object) => void
  run((name) => modules[name], module)
  const server = (module.exports as Express).listen(0)
  const { port } = server.address() as { port: number }
  const answers = await Promise.all(
    bodies.map(async (body) => {
      const response = await fetch(`http://localhost:${String(port)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer: unknown = await response.json()
      return [response.status, answer]
    }),
  )
  server.close()
  mongoose.deleteModel('SuggestedGuest')
  return answers
}
