import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite } from './rule-tester.ts'

const preamble = `import mongoose from 'mongoose'
import { z } from 'zod'
import Joi from 'joi'
import isEmpty from 'is-empty'
import _ from 'lodash'
import validator from 'validator'
const User = mongoose.model('User', schema)
const allowed = ['name']
const S = z.strictObject({ name: z.string() })
const J = Joi.object({ name: Joi.string() })
`

const refuse = 'return res.status(400).end()'
const byFlag = `const { errors, isValid } = validate(req.body); if (!isValid) ${refuse};`

/** A handler that asks a validator of the application itself, and saves the body. */
const save = (validator: string, code: string, saved: string) => `
  const validate = (data) => { ${validator} }
  export const save = async (req, res) => { ${code} res.json(await User.create(${saved})) }`

/** The same for each of some validators, or with what the handler makes of them. */
const rows = (validators: Readonly<Record<string, string | readonly [string, string]>>, saved: string): Cases =>
  Object.fromEntries(
    Object.entries(validators).map(([title, row]) => {
      const [validator, code] = typeof row === 'string' ? [row, byFlag] : row
      return [title, save(validator, code, saved)]
    }),
  )

const each = (noting: string) => `for (const key of Object.keys(data)) if (!allowed.includes(key)) ${noting};`
const named = `const errors = {}; if (!data.name) errors.name = 'required'; ${each("errors[key] = 'unknown'")}`
const counted = `${named} return { errors, isValid: Object.keys(errors).length === 0 }`
const unknown = 'const unknown = Object.keys(data).filter((key) => !allowed.includes(key));'

runSuite(noUnguardedWrite, {
  rule: "no-unguarded-write after a validator of one's own",
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: rows(
    {
      'a flag by the number of errors': counted,
      'no error, but less than one': counted.replace('=== 0', '< 1'),
      'a flag by is-empty': `${named} return { errors, isValid: isEmpty(errors) }`,
      'a flag by lodash': `${named} return { errors, isValid: _.isEmpty(errors) }`,
      "a flag by a function of one's own": `const none = (value) => value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0) || (typeof value === 'string' && value.trim().length === 0); ${named} return { errors, isValid: none(errors) }`,
      'a flag by a short function': `const none = (value) => !value || !Object.keys(value).length; ${named} return { errors, isValid: none(errors) }`,
      'a flag in a result': [
        counted,
        `const result = validate(req.body); if (!result.isValid) return res.json(result.errors);`,
      ],
      'a flag by a list of errors': `const errors = []; ${each('errors.push(key)')} return { errors, isValid: !errors.length }`,
      'a list of errors': [
        `const errors = []; ${each('errors.push(key)')} return { errors }`,
        `const { errors } = validate(req.body); if (errors.length > 0) ${refuse};`,
      ],
      'an object of errors': [
        `${named} return errors`,
        `const errors = validate(req.body); if (Object.keys(errors).length > 0) ${refuse};`,
      ],
      'an object of errors in an object': [
        `${named} return { errors }`,
        `const { errors } = validate(req.body); if (!isEmpty(errors)) ${refuse};`,
      ],
      'an object of errors in the handler': [
        '',
        `${named.replaceAll('data', 'req.body')} if (Object.keys(errors).length) ${refuse};`,
      ],
      'several notes of a key': `let isValid = true; const errors = {}; ${each('{ errors[key] = 1; isValid = false }')} return { errors, isValid }`,
      'a note of a key before a return': [
        '',
        `const errors = {}; ${each(`{ errors[key] = 1; ${refuse} }`).replace('data', 'req.body')}`,
      ],
      'a flag by a schema': 'const { success, error } = S.safeParse(data); return { errors: error, isValid: success }',
      'a flag that is written out': `${unknown} if (unknown.length > 0) return { errors: unknown, isValid: false }; return { errors: [], isValid: true }`,
      'a flag in a loop': `${each('return { errors: [key], isValid: false }')} return { errors: [], isValid: true }`,
      'an error that is handed on': [
        'const { error } = J.validate(data); return { error }',
        `const { error } = validate(req.body); if (error) ${refuse};`,
      ],
      'a boolean for each way': [
        'const result = S.safeParse(data); if (!result.success) return false; return true',
        `if (!validate(req.body)) ${refuse};`,
      ],
      'a boolean of a loop': [`${each('return false')} return true`, `if (!validate(req.body)) ${refuse};`],
      'a boolean of what is caught': [
        'try { S.parse(data); return true } catch { return false }',
        `if (!validate(req.body)) ${refuse};`,
      ],
      'a message, or nothing': [
        "const { success } = S.safeParse(data); if (!success) return 'not valid'; return null",
        `const message = validate(req.body); if (message) ${refuse};`,
      ],
      'an error before that of a schema': [
        "if (data.kind === 'none') return { error: 'not valid' }; return J.validate(data)",
        `const { error } = validate(req.body); if (error) ${refuse};`,
      ],
    },
    'req.body',
  ),
  flagged: rows(
    {
      'known fields alone': `const errors = {}; if (validator.isEmpty(data.name)) errors.name = 'required'; return { errors, isValid: isEmpty(errors) }`,
      'required fields in a loop': `const errors = {}; for (const key of allowed) if (!data[key]) errors[key] = 'required'; return { errors, isValid: isEmpty(errors) }`,
      'the contrary': counted.replace('=== 0', '> 0'),
      'a flag by a function that finds keys': `const none = (value) => Object.keys(value).length > 0; ${named} return { errors, isValid: none(errors) }`,
      'a flag by a function that asks a key': `const none = (value) => !value.name; ${named} return { errors, isValid: none(errors) }`,
      'a flag by a function that looks for a text': `const none = (value) => typeof value === 'object' || !value; ${named} return { errors, isValid: none(errors) }`,
      'a flag by a function that allows one': `const none = (value) => Object.keys(value).length === 1; ${named} return { errors, isValid: none(errors) }`,
      'a flag that is wanted': [counted, byFlag.replace('!isValid', 'isValid')],
      'a flag that nobody heeds': [counted, 'const { isValid } = validate(req.body); if (!isValid) log();'],
      'a flag of something else': [counted, byFlag.replace('req.body', 'req.query')],
      'a flag of other errors': `const warnings = {}; ${each('warnings[key] = 1')} const errors = {}; return { errors, warnings, isValid: isEmpty(errors) }`,
      'another member': [counted, byFlag.replace('{ errors, isValid }', '{ errors, isKnown: isValid }')],
      'a flag that is set for some': `if (data.raw) return { errors: {}, isValid: true }; ${counted}`,
      'a flag that something else may set': counted.replace('=== 0 }', '=== 0, ...options() }'),
      'an error that is taken out': counted.replace('return', 'delete errors.role; return'),
      'errors that are replaced': counted
        .replace('const errors', 'let errors')
        .replace('return', 'errors = {}; return'),
      'a flag that is always set': counted.replace('Object.keys(errors).length === 0', 'true'),
      'an object that always is one': [`${named} return errors`, `if (!validate(req.body)) ${refuse};`],
      'a flag that is written out for any': `${unknown} if (unknown.length > 0) return { isValid: true }; return { isValid: true }`,
      'a boolean that is set for some': [
        'if (data.raw) return true; return S.safeParse(data).success',
        `if (!validate(req.body)) ${refuse};`,
      ],
      'no error of a schema for some': [
        'if (data.raw) return {}; return J.validate(data)',
        `const { error } = validate(req.body); if (error) ${refuse};`,
      ],
      'a boolean of a function inside': [
        'const look = () => { if (!S.safeParse(data).success) return false }; look(); return true',
        `if (!validate(req.body)) ${refuse};`,
      ],
      'a boolean of what is caught, for any': [
        'try { S.parse(data); return true } catch { return true }',
        `if (!validate(req.body)) ${refuse};`,
      ],
      'a message that may be left out': [
        "if (!S.safeParse(data).success) { if (strict) return 'not valid' }",
        `const message = validate(req.body); if (message) ${refuse};`,
      ],
    },
    '«req.body»',
  ),
})
