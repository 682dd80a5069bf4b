import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite } from './rule-tester.ts'

const preamble = `import mongoose from 'mongoose'
import { z } from 'zod'
import * as yup from 'yup'
import Joi from 'joi'
const User = mongoose.model('User', schema)
const S = z.strictObject({ name: z.string() })
const L = z.object({ name: z.string() })
const J = Joi.object({ name: Joi.string() })
`

const saving = (code: string, saved: string, method = 'create') =>
  `export const save = async (req, res) => { ${code}; res.json(await User.${method}(${saved})) }`

/** What schemas give, and what has only passed them. */
const given = (parsers: readonly string[], saved: string): Cases =>
  Object.fromEntries(parsers.map((parser) => [`what ${parser} gives`, saving(`const value = await ${parser}`, saved)]))
const passed = (parsers: readonly string[], saved: string): Cases =>
  Object.fromEntries(parsers.map((parser) => [`what passes ${parser}`, saving(`await ${parser}`, saved)]))
const answered = (parser: string, saved: string): Cases => ({
  [`the value of ${parser}`]: saving(
    `const { error, value } = ${parser}; if (error) return res.sendStatus(400)`,
    saved,
  ),
})
const replaced = (parser: string, saved: string): Cases => ({
  [`a middleware with ${parser}`]: `router.post('/', (req, res, next) => { req.body = ${parser}; next() }, async (req, res) => { res.json(await User.create(${saved})) })`,
})

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write after schemas that let keys through',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    ...given(
      [
        'J.prefs({ stripUnknown: true }).validateAsync(req.body)',
        'J.prefs({ abortEarly: false }).validateAsync(req.body)',
        'J.unknown().unknown(false).validateAsync(req.body)',
        'J.validateAsync(req.body, { allowUnknown: true, stripUnknown: true })',
        'S.or(L).parse(req.body)',
        'L.catchall(z.never()).parse(req.body)',
        'L.passthrough().strict().parse(req.body)',
        'yup.object({}).validate(req.body, { stripUnknown: true })',
      ],
      'value',
    ),
    ...passed(
      [
        'S.or(z.strictObject({})).parse(req.body)',
        'L.catchall(z.never()).parse(req.body)',
        'L.passthrough().strict().parse(req.body)',
        'z.union([S, z.strictObject({})]).parse(req.body)',
      ],
      'req.body',
    ),
    ...answered('J.validate(req.body, { allowUnknown: true, stripUnknown: true })', 'value'),
    ...replaced('L.safeParse(req.body).data', 'req.body'),
  },
  flagged: {
    ...given(
      [
        'J.prefs({ allowUnknown: true }).validateAsync(req.body)',
        "J.unknown().required().label('user').min(1).validateAsync(req.body)",
        'J.validateAsync(req.body, { allowUnknown: true })',
        'J.unknown().validateAsync(req.body, { stripUnknown: true })',
        'J.pattern(/.*/, Joi.any()).validateAsync(req.body, { stripUnknown: true })',
        'Joi.attempt(req.body, J.unknown())',
        'Joi.attempt(req.body, J, { allowUnknown: true })',
        'Joi.object().validateAsync(req.body)',
        'Joi.any().validateAsync(req.body)',
        'S.or(z.any()).parse(req.body)',
        'z.union([S, z.looseObject({})]).parse(req.body)',
        'L.passthrough().nullable().parse(req.body)',
        'L.catchall(z.any()).parse(req.body)',
        'L.strict().passthrough().parse(req.body)',
        'yup.object({}).validate(req.body, { abortEarly: false })',
      ],
      '«value»',
    ),
    ...passed(
      [
        'S.or(z.any()).parse(req.body)',
        'S.catchall(z.any()).parse(req.body)',
        'S.catch({}).parse(req.body)',
        'L.strict().passthrough().parse(req.body)',
        'z.union([S, L]).parse(req.body)',
      ],
      '«req.body»',
    ),
    ...answered('J.validate(req.body, { allowUnknown: true })', '«value»'),
    ...answered('J.validate(req.body, { stripUnknown: true })', '«req.body»'),
    ...replaced('J.options({ allowUnknown: true }).validate(req.body).value', '«req.body»'),
    ...replaced('z.looseObject({}).parse(req.body)', '«req.body»'),
    ...replaced('L.passthrough().safeParse(req.body).data', '«req.body»'),
    'a list of open objects': saving(
      'const value = z.array(z.looseObject({})).parse(req.body)',
      '«value»',
      'insertMany',
    ),
  },
})

const procedure = (input: string, saved: string, end = 'mutation(async ({ input }) =>') =>
  `export const create = procedure.use(auth)${input}.${end} User.create(${saved}))`
runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write in procedures',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  flagged: {
    'any input': procedure('.input(z.any())', '«input»'),
    'an input with any keys': procedure('.input(L.passthrough())', '«{ ...input, team: 1 }»'),
    'an input among the options': procedure('.input(z.record(z.any()))', '«opts.input»', 'mutation(async (opts) =>'),
    'an action with any keys': procedure('.schema(L.loose())', '«parsedInput»', 'action(async ({ parsedInput }) =>'),
  },
  quiet: {
    'an input with the keys of a schema': procedure('.input(L)', 'input'),
    'no input': procedure('', 'input'),
    'a field of any input': procedure('.input(z.any())', '{ name: input.name }'),
    'the context': procedure('.input(z.any())', 'ctx.user', 'mutation(async ({ ctx }) =>'),
    'something else that is called input': procedure('.input(z.any())', 'input', 'each(async ({ input }) =>'),
  },
})
