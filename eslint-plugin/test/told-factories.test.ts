import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runSuite } from './rule-tester.ts'

const ending = 'return res.json(await Model.findByIdAndUpdate(req.params.id, { role: String(req.body.role) }))'
/** A factory of handlers that ends some of them before they write, and what it is called with. */
const factory = (leaving: string, call: string, { options = 'options', body = 'req.body' } = {}) =>
  `const updateOne = (Model, ${options}) => async (req, res) => {
  ${leaving}
  res.json(await Model.findByIdAndUpdate(req.params.id, ${body}))
}
export const update = ${call}`
const raw = { body: '«req.body»' }
const ofKind = `if (options.kind === 'role') { ${ending} } else if (options.kind === 'all') return res.end()`
const named = '{ roleChanged, isOpen } = {}'
const inFactory = (call: string, body: string) => `const updateOne = (Model, isOwn) => {
  if (isOwn) return async (req, res) => { res.json(await Model.updateOne({}, { name: String(req.body.name) })) }
  return async (req, res) => { res.json(await Model.updateOne({}, ${body})) }
}
export const update = ${call}`

/** A factory of handlers that save what they choose of a body by what it is told. */
const chosen = (choice: string, call: string, before = '', saved = 'changes') =>
  `const updateOne = (Model, fields) => async (req, res) => {
  ${before}const changes = ${choice}
  res.json(await Model.findByIdAndUpdate(req.params.id, ${saved}))
}
export const update = ${call}`
const branched = (call: string, saved: string) =>
  `const updateOne = (Model, fields) => async (req, res) => {
  let data
  if (fields) { data = pick(req.body, fields) } else { data = req.body }
  res.json(await Model.findByIdAndUpdate(req.params.id, ${saved === 'req.body' ? 'data' : saved}))
}
export const update = ${call}`

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write',
  messageId: 'unguardedWrite',
  preamble: `import mongoose from 'mongoose'\nconst User = mongoose.model('User', schema)\n`,
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'a list of fields that is not given': chosen(
      'fields ? pick(req.body, fields) : req.body',
      'updateOne(User)',
      '',
      '«changes»',
    ),
    'a list of fields that only the running program knows': chosen(
      'fields ? pick(req.body, fields) : req.body',
      'updateOne(User, settings.fields)',
      '',
      '«changes»',
    ),
    'a list of fields that is given for something else': chosen(
      'fields ? { ...req.body, by: fields } : {}',
      "updateOne(User, ['name'])",
      '',
      '«changes»',
    ),
    'a list of fields that is not given, in a branch': branched('updateOne(User)', '«data»'),
    'a factory that is told nothing': factory(`if (options.roleChanged) ${ending}`, 'updateOne(User, {})', raw),
    'a factory that is told nothing of an option': factory(
      `if (roleChanged) ${ending}`,
      'updateOne(User, { isOpen: true })',
      { ...raw, options: named },
    ),
    'an option that is false': factory(
      `if (options.roleChanged) ${ending}`,
      'updateOne(User, { roleChanged: false })',
      raw,
    ),
    'an option that only the running program knows': factory(
      `if (options.roleChanged) ${ending}`,
      'updateOne(User, { roleChanged: settings.roles })',
      raw,
    ),
    'options of which only the default is known': factory(`if (!isOpen) ${ending}`, 'updateOne(User, ...settings)', {
      ...raw,
      options: named,
    }),
    'an option without which it ends': factory(`if (!options.isOpen) ${ending}`, 'updateOne(User, { isOpen: 1 })', raw),
    'another kind': factory(ofKind, "updateOne(User, { kind: 'name' })", raw),
    'an option that ends nothing': factory('if (options.isTold) log(req)', 'updateOne(User, { isTold: true })', raw),
    'one of two that are made': `${factory(`if (options.roleChanged) ${ending}`, 'updateOne(User, {})', raw)}
export const changeRole = updateOne(User, { roleChanged: true })`,
    'the other handler of a factory': inFactory('updateOne(User, false)', '«req.body»'),
  },
  quiet: {
    'a list of fields that is given': chosen('fields ? pick(req.body, fields) : req.body', "updateOne(User, ['name'])"),
    'a list of fields that is given, of a body in a variable': chosen(
      'fields ? pick(data, fields) : data',
      "updateOne(User, ['name'])",
      'const data = req.body; ',
    ),
    'a list of fields that is given, in a branch': branched("updateOne(User, ['name'])", 'req.body'),
    'an option that ends the handler': factory(
      `if (options.roleChanged) ${ending}`,
      'updateOne(User, { roleChanged: true })',
    ),
    'an option in a pattern': factory(`if (roleChanged) { ${ending} }`, 'updateOne(User, { roleChanged: true })', {
      options: named,
    }),
    'an option that is the argument': factory(`if (options) ${ending}`, 'updateOne(User, true)'),
    'an option that is not given': factory(`if (!options.isOpen) ${ending}`, 'updateOne(User, {})'),
    'an option that is false, and asked for so': factory(
      `if (!options.isOpen) ${ending}`,
      'updateOne(User, { isOpen: false })',
    ),
    'a kind that ends the handler': factory(ofKind, "updateOne(User, { kind: 'all' })"),
    'a branch that is never taken': factory('if (!options.isOpen) return res.end()', 'updateOne(User, {})').replace(
      'res.json(',
      'if (options.isOpen) res.json(',
    ),
    'the handler that a factory gives back first': inFactory('updateOne(User, true)', 'req.body'),
  },
})
