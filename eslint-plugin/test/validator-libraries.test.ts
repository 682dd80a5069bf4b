import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runSuite } from './rule-tester.ts'

const preamble = `import mongoose from 'mongoose'
import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import Validator from 'fastest-validator'
import { createValidator } from 'express-joi-validation'
import { celebrate, Joi as C, Segments } from 'celebrate'
import { z } from 'zod'
import { Joi as J, validate as validateParts } from 'express-validation'
import { processRequest, processRequestBody, validateRequest, validateRequestBody } from 'zod-express-middleware'
import validateSafely from 'express-zod-safe'
import expressJoi from 'express-joi'
import { schemas } from '@acme/schemas'
const Joi = require('Joi')
const User = mongoose.model('User', schema)
const v = new Validator()
const open = Type.Object({ name: Type.String() })
const closed = Type.Object({ name: Type.String() }, { additionalProperties: false })
const Names = Joi.object({ name: Joi.string() })
const Fields = z.object({ name: z.string() })
`
const refuse = 'return res.sendStatus(400)'
const saving = (check: string, saved = 'req.body') =>
  `export const save = async (req, res) => { ${check}; res.json(await User.create(${saved})) }`
const flaggedAfter = (check: string) => saving(check, '«req.body»')
const compiled = (strictness: string, check: string, saved?: string) =>
  `const check = v.compile({ ${strictness} name: 'string' })\n${saving(check, saved)}`
const behind = (step: string, saved = 'req.body', options = '') => `const validator = createValidator(${options})
  router.post('/', ${step}, async (req, res) => { res.json(await User.create(${saved})) })`
/** A middleware that parses the parts of a request at once. */
const behindParts = (
  body: string,
  parts = 'z.object({ body: Fields })',
  saved = 'req.body',
  given = '{ body: req.body, query: req.query }',
) => `const validate = (schema) => (req, res, next) => {
    const result = schema.safeParse(${given})
    if (!result.success) return next(result.error)
    req.body = ${body}
    next()
  }
  ${behind(`validate(${parts})`, saved)}`

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write after a validator',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    'a schema of the parts with the raw body as fallback': behindParts('result.data.body ?? req.body'),
    'a schema of the parts or the raw body': behindParts('result.data.body || req.body'),
    'a schema of the parts, chosen by a test': behindParts('result.data.body ? result.data.body : req.body'),
    'a schema of the parts, chosen where there is one': behindParts(
      'result.data.body !== undefined ? result.data.body : req.body',
    ),
    'a schema of the parts, with some fields of another one': `const create = z.object({ body: Fields })
      ${behindParts('result.data.body ?? req.body', 'z.object({ body: create.shape.body.partial() })')}`,
    'a schema of the parts that is made to be optional': behindParts(
      'result.data.body ?? req.body',
      'z.object({ body: Fields.optional() })',
      'req.body',
    ),
    'celebrate with a schema of the body': behind('celebrate({ body: Names, query: Names })'),
    'celebrate with fields of the body': behind('celebrate({ body: { name: Joi.string() } })'),
    'celebrate that takes unknown keys out': behind(
      'celebrate({ body: Names }, { allowUnknown: true, stripUnknown: true })',
    ),
    'celebrate with a schema that takes unknown keys out': behind(
      'celebrate({ body: Names.options({ stripUnknown: true }) })',
    ),
    'celebrate with a schema of its own Joi': behind('celebrate({ body: C.object().keys({ name: C.string() }) })'),
    'celebrate with a segment': behind('celebrate({ [Segments.BODY]: Names })'),
    'celebrate with several segments': behind('celebrate({ [Segments.PARAMS]: Names, [Segments.BODY]: Names })'),
    'celebrate with a segment from elsewhere': behind('celebrate({ [Segments.BODY]: schemas.create })'),
    'celebrate with a part that nobody knows': behind('celebrate({ [part]: Names })'),
    'celebrate with a schema from elsewhere': behind('celebrate(schemas.create)'),
    'express-validation with a schema of the body': behind('validateParts({ body: Names })'),
    'express-validation with its own Joi': behind(
      'validateParts({ body: J.object({ name: J.string() }) }, { context: true }, { abortEarly: false })',
    ),
    'express-validation that a function makes': `const parts = { body: J.object({ name: J.string() }) }
      const createValidation = () => { return validateParts(parts, { context: true }) }
      ${behind('createValidation()')}`,
    'express-validation that strips and puts back': behind(
      'validateParts({ body: Names }, { context: true }, { stripUnknown: true })',
    ),
    'zod-express-middleware that gives what the schema does': behind('processRequest({ body: Fields, query: Fields })'),
    'zod-express-middleware with a schema of the body alone': behind('processRequestBody(Fields)'),
    'zod-express-middleware with a schema from elsewhere': behind('processRequest({ body: schemas.user })'),
    'zod-express-middleware with schemas from elsewhere': behind('processRequest(schemas)'),
    'zod-express-middleware that refuses': behind('validateRequest({ body: Fields.strict() })'),
    'zod-express-middleware that refuses the body alone': behind('validateRequestBody(z.strictObject({}))'),
    'express-zod-safe': behind('validateSafely({ body: Fields })'),
    'express-zod-safe with fields': behind('validateSafely({ body: { name: z.string() } })'),
    'express-joi': behind('expressJoi.joiValidate({ name: expressJoi.Joi.types.String() })'),
    'express-joi that says it is strict': behind('expressJoi.joiValidate(fields, { strict: true })'),
    'an object of Joi that is given keys later': saving(
      `const { error } = Joi.object().keys({ name: Joi.string() }).validate(req.body); if (error) ${refuse}`,
    ),
    'a function that a middleware is made with': `const checkNames = (data) => { const result = Names.validate(data); result.value = data; return result }
      const handle = (validate) => (req, res, next) => { const result = validate(req.body); if (result.error == null) { return next() } throw new Error('bad') }
      ${behind('handle(checkNames)')}`,
    "TypeBox's Check()": saving(`if (!Value.Check(closed, req.body)) ${refuse}`),
    "TypeBox's Check() of a list": saving(`if (!Value.Check(Type.Array(closed), req.body)) ${refuse}`),
    "TypeBox's Assert()": saving('Value.Assert(closed, req.body)'),
    'a compiled schema of TypeBox': `const check = TypeCompiler.Compile(closed)\n${saving(`if (!check.Check(req.body)) ${refuse}`)}`,
    "TypeBox's Clean()": saving('Value.Clean(open, req.body)'),
    'what Clean() gives': saving('const data = Value.Clean(open, req.body)', 'data'),
    'what Parse() gives': saving('const data = Value.Parse(open, req.body)', 'data'),
    'a strict schema of fastest-validator': compiled(
      '$$strict: true,',
      `const errors = check(req.body); if (errors !== true) ${refuse}`,
    ),
    'a list of errors of fastest-validator': compiled(
      '$$strict: true,',
      `const errors = check(req.body); if (Array.isArray(errors)) ${refuse}`,
    ),
    'a number of errors of fastest-validator': compiled(
      '$$strict: true,',
      `const errors = check(req.body); if (errors.length) ${refuse}`,
    ),
    'a schema of fastest-validator that strips': compiled(
      "$$strict: 'remove',",
      `const errors = check(req.body); if (errors !== true) ${refuse}`,
    ),
    "fastest-validator's validate()": saving(
      `if (v.validate(req.body, { $$strict: true, name: 'string' }) !== true) ${refuse}`,
    ),
    'a fastest-validator that is strict': `const strict = new Validator({ defaults: { object: { strict: true } } })
      ${saving(`if (strict.validate(req.body, { name: 'string' }) !== true) ${refuse}`)}`,
    'express-joi-validation': behind('validator.body(Names)'),
    'Joi under the name that Windows takes': saving(`const { error } = Names.validate(req.body); if (error) ${refuse}`),
    'a plain object that Joi makes a schema of': saving(
      `const { error } = Joi.validate(req.body, { name: Joi.string() }); if (error) ${refuse}`,
    ),
    'options of Joi that let nothing through': saving(
      `const { error } = Joi.validate(req.body, Names, { abortEarly: false }); if (error) ${refuse}`,
    ),
  },
  flagged: {
    'a function that a middleware is made with, which lets any key pass': `const checkNames = (data) => Names.unknown().validate(data)
      const handle = (validate) => (req, res, next) => { const result = validate(req.body); if (result.error == null) { return next() } throw new Error('bad') }
      ${behind('handle(checkNames)', '«req.body»')}`,
    'a schema of other parts with the raw body as fallback': behindParts(
      'result.data.body ?? req.body',
      'z.object({ query: Fields })',
      '«req.body»',
    ),
    'a schema of the parts, with any field beside those of another one': `const create = z.object({ body: Fields })
      ${behindParts('result.data.body ?? req.body', 'z.object({ body: create.shape.body.passthrough() })', '«req.body»')}`,
    'a schema from elsewhere with the raw body as fallback': behindParts(
      'result.data.body ?? req.body',
      'schemas.parts',
      '«req.body»',
    ),
    'a schema of the parts that lets any key through': behindParts(
      'result.data.body ?? req.body',
      'z.object({ body: Fields.passthrough() })',
      '«req.body»',
    ),
    'the raw body with a schema of the parts as fallback': behindParts(
      'req.body ?? result.data.body',
      'z.object({ body: Fields })',
      '«req.body»',
    ),
    'a field of the body with the raw one as fallback': behindParts(
      'result.data.body ?? req.body',
      'z.object({ body: Fields.optional() })',
      '«req.body»',
      'req.body',
    ),
    'express-validation without a schema of the body': behind('validateParts({ query: Names })', '«req.body»'),
    'express-validation with its own Joi that lets others through': behind(
      'validateParts({ body: J.object({ name: J.string() }).unknown() }, { context: true })',
      '«req.body»',
    ),
    'express-validation that allows unknown keys': behind(
      'validateParts({ body: Names }, {}, { allowUnknown: true })',
      '«req.body»',
    ),
    'express-validation that strips a copy': behind(
      'validateParts({ body: Names }, {}, { stripUnknown: true })',
      '«req.body»',
    ),
    'express-validation that a function makes for another part': `const validateList = () => validateParts({ query: Names })
      ${behind('validateList()', '«req.body»')}`,
    'celebrate without a schema of the body': behind('celebrate({ query: Names })', '«req.body»'),
    'celebrate with another segment': behind('celebrate({ [Segments.PARAMS]: Names })', '«req.body»'),
    'celebrate with a segment that lets others through': behind(
      'celebrate({ [Segments.BODY]: Names.unknown() })',
      '«req.body»',
    ),
    'celebrate with a schema that lets others through': behind('celebrate({ body: Names.unknown() })', '«req.body»'),
    'celebrate with a schema of its own Joi that lets others through': behind(
      'celebrate({ body: C.object().keys({ name: C.string() }).unknown(true) })',
      '«req.body»',
    ),
    'celebrate with a pattern': behind('celebrate({ body: Names.pattern(/.*/, Joi.any()) })', '«req.body»'),
    'celebrate that would take unknown keys out of a schema that lets them through': behind(
      'celebrate({ body: Names.unknown() }, { stripUnknown: true })',
      '«req.body»',
    ),
    'celebrate that allows unknown keys': behind('celebrate({ body: Names }, { allowUnknown: true })', '«req.body»'),
    'zod-express-middleware that looks alone': behind('validateRequest({ body: Fields })', '«req.body»'),
    'zod-express-middleware that looks at the body alone': behind('validateRequestBody(Fields)', '«req.body»'),
    'zod-express-middleware with a schema from elsewhere that looks alone': behind(
      'validateRequest({ body: schemas.user })',
      '«req.body»',
    ),
    'zod-express-middleware with an open schema': behind('processRequest({ body: Fields.loose() })', '«req.body»'),
    'zod-express-middleware without a schema of the body': behind('processRequest({ query: Fields })', '«req.body»'),
    'express-zod-safe without a schema of the body': behind('validateSafely({ query: Fields })', '«req.body»'),
    'express-zod-safe with an open schema': behind('validateSafely({ body: z.looseObject({}) })', '«req.body»'),
    'express-joi that is not strict': behind('expressJoi.joiValidate(fields, { convert: false })', '«req.body»'),
    'express-joi that says so': behind('expressJoi.joiValidate(fields, { strict: false })', '«req.body»'),
    'an object of Joi without keys': flaggedAfter(
      `const { error } = Joi.object().validate(req.body); if (error) ${refuse}`,
    ),
    "TypeBox's Check() with an open schema": flaggedAfter(`if (!Value.Check(open, req.body)) ${refuse}`),
    "TypeBox's Check() that nobody asks": flaggedAfter('Value.Check(closed, req.body)'),
    "TypeBox's Parse(), which strips a copy": flaggedAfter('Value.Parse(closed, req.body)'),
    'a compiled open schema of TypeBox': `const check = TypeCompiler.Compile(open)\n${flaggedAfter(`if (!check.Check(req.body)) ${refuse}`)}`,
    "TypeBox's Clean() of a copy": flaggedAfter('const copy = { ...req.body }; Value.Clean(open, copy)'),
    "TypeBox's Clean() of a schema for other fields": flaggedAfter(
      'Value.Clean(Type.Object({}, { additionalProperties: Type.Any() }), req.body)',
    ),
    'a schema of fastest-validator that is not strict': compiled(
      '',
      `const errors = check(req.body); if (errors !== true) ${refuse}`,
      '«req.body»',
    ),
    'an answer of fastest-validator that is taken for a boolean': compiled(
      '$$strict: true,',
      `if (!check(req.body)) ${refuse}`,
      '«req.body»',
    ),
    'a schema of fastest-validator that strips if nothing else is wrong': compiled(
      "$$strict: 'remove',",
      'check(req.body)',
      '«req.body»',
    ),
    'a copy that fastest-validator strips': compiled(
      "$$strict: 'remove',",
      `const copy = { ...req.body }; if (check(copy) !== true) ${refuse}`,
      '«req.body»',
    ),
    'express-joi-validation of the query': behind('validator.query(Names)', '«req.body»'),
    'express-joi-validation with an open schema': behind('validator.body(Names.unknown())', '«req.body»'),
    'options of express-joi-validation': behind('validator.body(Names, { joi: { allowUnknown: true } })', '«req.body»'),
    'options of all of express-joi-validation': behind(
      'validator.body(Names)',
      '«req.body»',
      '{ joi: { allowUnknown: true } }',
    ),
    'options of Joi that let unknown keys through': flaggedAfter(
      `const { error } = Joi.validate(req.body, Names, { allowUnknown: true }); if (error) ${refuse}`,
    ),
  },
})
