import * as typescriptParser from '@typescript-eslint/parser'
import { join } from 'node:path'
import { Linter, RuleTester } from 'eslint'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { preferToUpdate } from '../src/rules/prefer-to-update.ts'
import { Application } from './lint-files.ts'
import { isDeep, runSuite } from './rule-tester.ts'

const route = (body: string, options = "{ allow: ['name', 'address.city'], partial: true }") =>
  `app.patch('/:id', guard(User, ${options}), async (req, res) => { ${body}; res.end() })`

const imports = `import { toUpdate } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'
`

runSuite(preferToUpdate, {
  rule: 'prefer-to-update',
  messageId: 'preferToUpdate',
  suggestion: 'useToUpdate',
  preamble: imports,
  bringsOwn: /mongoose-guard/,
  flagged: {
    'findByIdAndUpdate()': route(
      'await User.findByIdAndUpdate(req.params.id, «req.validated→toUpdate(User, req.validated)», { new: true })',
    ),
    'findOneAndUpdate()': route(
      'await User.findOneAndUpdate({ _id: 1 }, «req.validated→toUpdate(User, req.validated)»)',
    ),
    'updateOne() of a model': route('await User.updateOne({ _id: 1 }, «req.validated→toUpdate(User, req.validated)»)'),
    'updateOne() of a document': route('await user.updateOne(«req.validated→toUpdate(User, req.validated)»)'),
    $set: route('await User.updateOne({ _id: 1 }, «{ $set: req.validated }»)'),
    'an alias': route(
      'const { validated } = req; await User.updateOne({ _id: 1 }, «validated→toUpdate(User, validated)»)',
    ),
    'a spread': route('await User.updateOne({ _id: 1 }, «{ ...req.validated, seen: true }»)'),
    'options in a const': `const options = { allow: ['address.city'], partial: true }
      ${route('await User.updateMany({}, «req.validated→toUpdate(User, req.validated)»)', 'options')}`,
    'a ready Guard': `import { createGuard, toUpdate as change } from 'mongoose-guard'
      import { guard } from 'mongoose-guard/express'
      const patch = createGuard(User, { allow: ['address.city'], partial: true })
      app.patch('/', guard(patch), async (req, res) => { res.json(await User.findByIdAndUpdate(1, «req.validated→change(User, req.validated)»)) })`,
    'a web handler': `import { toUpdate } from 'mongoose-guard'
      import { guard } from 'mongoose-guard/web'
      export const PATCH = guard(User, { allow: ['address.city'], partial: true }, async (req) => Response.json(await User.findByIdAndUpdate(1, «req.validated→toUpdate(User, req.validated)»)))`,
    '$set in a variable': route('const changes = { $set: req.validated }; await User.updateOne({ _id: 1 }, «changes»)'),
    'a spread in a variable': route(
      'const changes = { ...req.validated, $inc: { edits: 1 } }; await User.updateOne({ _id: 1 }, «changes»)',
    ),
    'one of two': route('await User.updateOne({ _id: 1 }, «req.query.log ? { $set: req.validated } : req.validated»)'),
    'what a function makes of it': `${imports}const changed = (fields) => ({ ...fields, $inc: { edits: 1 } })
      ${route('await User.updateOne({ _id: 1 }, «changed(req.validated)»)')}`,
    'what a function is given': `${imports}const change = (changes) => User.updateOne({ _id: 1 }, «changes»)
      ${route('await change({ $set: req.validated })')}`,
    'CommonJS with an import of toUpdate': `const { toUpdate } = require('mongoose-guard')
      const { guard } = require('mongoose-guard/express')
      ${route('await User.updateOne({ _id: 1 }, «req.validated→toUpdate(User, req.validated)»)')}`,
  },
  quiet: {
    'a list, which is replaced either way': `import mongoose from 'mongoose'
      import { guard } from 'mongoose-guard/express'
      const Order = mongoose.model('Order', new mongoose.Schema({ items: [{ sku: String }], notes: { type: [String] } }))
      app.patch('/:id', guard(Order, { allow: ['items.sku'], partial: true }), async (req, res) => { res.json(await Order.findByIdAndUpdate(req.params.id, req.validated)) })
      app.patch('/:id/notes', guard(Order, { allow: ['notes.text'], partial: true }), async (req, res) => { res.json(await Order.findByIdAndUpdate(req.params.id, req.validated)) })`,
    'a document that merges': `import mongoose from 'mongoose'
      import { guard } from 'mongoose-guard/express'
      const User = mongoose.model('User', schema)
      app.patch('/:id', guard(User, { allow: ['address.city'], partial: true }), async (req, res) => { const user = await User.findById(1); user.set(req.validated, undefined, { merge: true }); res.json(await user.save()) })`,
    'toUpdate()': route('await User.findByIdAndUpdate(req.params.id, toUpdate(User, req.validated))'),
    'flat entries': route(
      'await User.findByIdAndUpdate(req.params.id, req.validated)',
      "{ allow: ['name'], partial: true }",
    ),
    'a guard that is not partial': route(
      'await User.findByIdAndUpdate(req.params.id, req.validated)',
      "{ allow: ['address.city'] }",
    ),
    'entries from elsewhere': route(
      'await User.findByIdAndUpdate(req.params.id, req.validated)',
      '{ allow: entries, partial: true }',
    ),
    'a create': route('await User.create(req.validated)'),
    'a document that is set': route('user.set(req.validated); await user.save()'),
    'a filter': route('await User.updateOne(req.validated, { seen: true })'),
    'one field': route('await User.updateOne({ _id: 1 }, { name: req.validated.name })'),
    'an unguarded route': `app.patch('/', async (req, res) => { await User.updateOne({ _id: 1 }, req.validated); res.end() })`,
  },
})

runSuite(preferToUpdate, {
  rule: 'prefer-to-update, of a document',
  messageId: 'preferMerge',
  suggestion: 'useMerge',
  preamble: `import mongoose from 'mongoose'
import { guard } from 'mongoose-guard/express'
const User = mongoose.model('User', new mongoose.Schema({ address: { city: String, street: String } }))
`,
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'set() of a document': route(
      'const user = await User.findById(req.params.id); user.set(«req.validated→req.validated, undefined, { merge: true }»); await user.save()',
    ),
    '$set() of a document': route(
      'const user = await User.findById(req.params.id); user.$set(«req.validated→req.validated, undefined, { merge: true }»); await user.save()',
    ),
  },
  quiet: {
    'a new document, which has no fields to lose': route(
      'const user = new User(); user.set(req.validated); Object.assign(user, req.validated); await user.save()',
    ),
    'lodash, which merges': `import _ from 'lodash'
      import mongoose from 'mongoose'
      import { guard } from 'mongoose-guard/express'
      const User = mongoose.model('User', schema)
      ${route('const user = await User.findById(1); _.merge(user, req.validated); await user.save()')}`,
    'another object that is assigned to': route(
      'const user = await User.findById(1); const data = Object.assign({}, req.validated); log(data, user)',
    ),
    'one field of a document': route(
      'const user = await User.findById(1); Object.assign(user, { name: req.validated.name }); await user.save()',
    ),
    'set() of a query': route('await User.updateOne({ _id: 1 }).set(req.validated)'),
    'one field': route('const user = await User.findById(1); user.set("name", req.validated.name)'),
    'something else that is set': route('cache.set(req.validated)'),
  },
})

const deepest = (statement: string) =>
  `app.patch('/:id', guard(User, { allow: ['home.geo.lat', 'home.geo.center.lat'], partial: true }), async (req, res) => { const user = await User.findById(1); ${statement}; res.json(await user.save()) })`

runSuite(preferToUpdate, {
  rule: 'prefer-to-update, of a document with objects in objects in a sub-schema, which it does not set by their paths',
  messageId: 'preferUpdate',
  preamble: `import mongoose from 'mongoose'
import { toUpdate } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'
const home = new mongoose.Schema({ geo: { lat: Number, center: { lat: Number, lng: Number } } })
const User = mongoose.model('User', new mongoose.Schema({ home }))
`,
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'set()': deepest('user.set(«req.validated»)'),
    'Object.assign()': deepest('Object.assign(user, «req.validated»)'),
  },
  quiet: {
    'an update': deepest('await user.updateOne(toUpdate(User, req.validated))'),
    'on the sub-document': deepest("user.home.set('geo.center.lat', req.validated.home.geo.center.lat)"),
  },
})

const deep = (statement: string) =>
  `app.patch('/:id', guard(User, { allow: ['name.first', 'home.geo.lat'], partial: true }), async (req, res) => { const user = await User.findById(1); ${statement}; res.json(await user.save()) })`

runSuite(preferToUpdate, {
  rule: 'prefer-to-update, of a document with nested fields in a sub-schema, where merge loses them',
  messageId: 'preferPaths',
  suggestion: 'useToUpdate',
  preamble: `import mongoose from 'mongoose'
import { toUpdate } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'
const home = new mongoose.Schema({ geo: { lat: Number, lng: Number } })
const User = mongoose.model('User', new mongoose.Schema({ name: { first: String }, home }))
`,
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'set()': deep('user.set(«req.validated→toUpdate(User, req.validated).$set»)'),
    'set() of what was made of it': deep('user.set(«{ ...req.validated }→toUpdate(User, { ...req.validated }).$set»)'),
  },
  quiet: {
    'the paths of toUpdate()': deep('user.set(toUpdate(User, req.validated).$set)'),
  },
})

const whole = (body: string) => route(body, "{ allow: ['name'] }")

runSuite(preferToUpdate, {
  rule: 'prefer-to-update, of a pipeline, in which a text may be an expression',
  messageId: 'preferObject',
  preamble: imports,
  bringsOwn: /mongoose-guard/,
  flagged: {
    'what is set': whole('await User.updateOne({ _id: 1 }, «[{ $set: req.validated }]», { updatePipeline: true })'),
    'what is set beside others': whole(
      "await User.findByIdAndUpdate(1, «[{ $set: { ...req.validated, seen: '$$NOW' } }]»)",
    ),
    'what is put below a field': whole('await User.updateMany({}, «[{ $addFields: { profile: req.validated } }]»)'),
    'toUpdate()': whole('await User.updateOne({ _id: 1 }, «[toUpdate(User, req.validated)]»)'),
    'a list in a variable': whole(
      "const changes = [{ $set: req.validated }, { $unset: 'old' }]; await User.updateOne({ _id: 1 }, «changes»)",
    ),
  },
  quiet: {
    'an object': whole('await User.updateOne({ _id: 1 }, { $set: req.validated })'),
    'a literal': whole('await User.updateOne({ _id: 1 }, [{ $set: { profile: { $literal: req.validated } } }])'),
    'one field, whose type may be a number': whole(
      "await User.updateOne({ _id: 1 }, [{ $set: { views: { $add: ['$views', req.validated.step] } } }])",
    ),
    'a list that is stored': whole('await User.updateOne({ _id: 1 }, { $push: { log: [req.validated] } })'),
    'another list': whole('await User.insertMany([req.validated])'),
  },
})

const assigning = (statement: string) =>
  route(`const user = await User.findById(req.params.id); ${statement}; await user.save()`)

runSuite(preferToUpdate, {
  rule: 'prefer-to-update, of a document that is assigned to',
  messageId: 'preferMergeToAssign',
  preamble: `import _ from 'lodash'
import mongoose from 'mongoose'
import { guard } from 'mongoose-guard/express'
const User = mongoose.model('User', new mongoose.Schema({ address: { city: String, street: String } }))
`,
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'beside something else': assigning('Object.assign(user, «req.validated», { seen: true })'),
    'a spread': assigning('Object.assign(user, «{ ...req.validated, seen: true }», { by: 1 })'),
    "lodash's": assigning('_.extend(user, «req.validated», { seen: true })'),
  },
  quiet: {},
})

const updated = (changes: string) => route(`await User.updateOne({ _id: 1 }, ${changes})`)
const adds = (title: string, preamble: string, statement: string, changes: string): RuleTester.InvalidTestCase => ({
  name: title,
  code: `${preamble}\n${updated('req.validated')}`,
  errors: [
    {
      messageId: 'preferToUpdate',
      suggestions: [{ messageId: 'useToUpdate', output: `${statement}${preamble}\n${updated(changes)}` }],
    },
  ],
})

if (!isDeep)
  new RuleTester().run('the import of toUpdate()', preferToUpdate, {
    valid: [],
    invalid: [
      adds(
        'of a module',
        'import { guard } from "mongoose-guard/express"',
        'import { toUpdate } from "mongoose-guard"\n',
        'toUpdate(User, req.validated)',
      ),
      adds(
        'in CommonJS',
        "const { guard } = require('mongoose-guard/express')",
        "const { toUpdate } = require('mongoose-guard')\n",
        'toUpdate(User, req.validated)',
      ),
      adds(
        'beside a function of that name',
        "import { guard } from 'mongoose-guard/express'\nimport { toUpdate } from './changes.js'",
        "import { toUpdate as bodyToUpdate } from 'mongoose-guard'\n",
        'bodyToUpdate(User, req.validated)',
      ),
    ],
  })

describe.skipIf(isDeep)('the model of a guard in another file', () => {
  const models = `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ address: { city: String } }))`
  const guards = `import { createGuard } from 'mongoose-guard'
import { User } from './models.js'
export const changes = createGuard(User, { allow: ['address.city'], partial: true })`
  const routeOf = (imported: string, changes: string) => `import { guard } from 'mongoose-guard/express'
import { changes } from '../guards.js'
${imported}
app.patch('/:id', guard(changes), async (req, res) => { res.json(await model.updateOne({ _id: 1 }, ${changes})) })`

  it.each([
    ["import { User as model } from '../models.js'", '', 'model'],
    ["import { model } from '../repository.js'", "import { User } from '../models.js'\n", 'User'],
  ])('has the name that this file has for it, or imports it: %s', (imported, added, name) => {
    const application = new Application({ 'models.js': models, 'guards.js': guards })
    const code = routeOf(imported, 'req.validated')
    const rules = { 'mongoose-guard/prefer-to-update': 'error' } as const
    const [{ suggestions: [suggestion] = [] } = {}] = new Linter({ cwd: application.folder }).verify(
      code,
      { plugins: { 'mongoose-guard': plugin }, rules },
      { filename: join(application.folder, 'routes/users.js') },
    )
    application.remove()
    const { range: [start, end] = [0, 0], text = '' } = suggestion?.fix ?? {}
    expect(code.slice(0, start) + text + code.slice(end)).toBe(
      `import { toUpdate } from 'mongoose-guard'\n${added}${routeOf(imported, `toUpdate(${name}, req.validated)`)}`,
    )
  })
})

const unmerged = (statement: string) => `import mongoose from 'mongoose'
import { guard } from 'mongoose-guard/express'
const User = mongoose.model('User', new mongoose.Schema({ address: { city: String, street: String } }))
${assigning(statement)}`
const inPaths = (statement: string) => unmerged(statement).replace("'address.city'", "'name', 'address.place.city'")
const merges = (title: string, before: string, after: string): RuleTester.InvalidTestCase => ({
  name: title,
  code: unmerged(before),
  errors: [{ messageId: 'preferMergeToAssign', suggestions: [{ messageId: 'useMerge', output: unmerged(after) }] }],
})

if (!isDeep)
  new RuleTester({ languageOptions: { parser: typescriptParser } }).run(
    'the suggestion to merge, or to set the paths',
    preferToUpdate,
    {
      valid: [],
      invalid: [
        merges(
          'in the place of Object.assign()',
          'Object.assign(user, req.validated)',
          'user.set(req.validated, undefined, { merge: true })',
        ),
        merges(
          'of what else is assigned',
          'Object.assign(user!, { ...req.validated, seen: true })',
          'user!.set({ ...req.validated, seen: true }, undefined, { merge: true })',
        ),
        {
          name: 'the paths of toUpdate() in the place of Object.assign()',
          code: inPaths('Object.assign(user, req.validated)'),
          errors: [
            {
              messageId: 'preferPaths',
              data: { entry: 'address.place.city', parent: 'address.place', document: 'user', model: 'User' },
              suggestions: [
                {
                  messageId: 'useToUpdate',
                  output: `import { toUpdate } from 'mongoose-guard'\n${inPaths('user.set(toUpdate(User, req.validated).$set)')}`,
                },
              ],
            },
          ],
        },
        {
          name: 'nothing in the place of what assigns more',
          code: inPaths('Object.assign(user, req.validated, { seen: true })'),
          errors: [{ messageId: 'preferPaths' }],
        },
      ],
    },
  )
