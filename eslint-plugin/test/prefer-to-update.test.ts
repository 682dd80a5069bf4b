import { preferToUpdate } from '../src/rules/prefer-to-update.ts'
import { runSuite } from './rule-tester.ts'

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
    'CommonJS without an import of toUpdate': `const { guard } = require('mongoose-guard/express')
      ${route('await User.updateOne({ _id: 1 }, «req.validated»)')}`,
    'CommonJS with an import of toUpdate': `const { toUpdate } = require('mongoose-guard')
      const { guard } = require('mongoose-guard/express')
      ${route('await User.updateOne({ _id: 1 }, «req.validated→toUpdate(User, req.validated)»)')}`,
  },
  quiet: {
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
