import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite } from './rule-tester.ts'

const preamble = `import mongoose from 'mongoose'
import { z } from 'zod'
import Joi from 'joi'
const User = mongoose.model('User', fields)
const J = Joi.object({ name: Joi.string() })
const S = z.object({ name: z.string() })
`
const suite = { rule: 'no-unguarded-write of a request that is handed on', messageId: 'unguardedWrite', preamble }

const refuse = 'if (error) return res.status(400).json({ message: error.message })'
const ask = 'const { error } = schema.validate(req.body)'
const helper = (body: string, parameters = 'schema, req, res, next') =>
  `const validate = (${parameters}) => { ${body} }`
const validating = helper(`${ask}; ${refuse}; next()`)
/** A route whose first step leaves the request to a helper. */
const behind = (step: string, saved: string, declared = validating) =>
  `${declared}\nrouter.post('/', ${step}, async (req, res) => { res.json(await User.create(${saved})) })`
const handing = '(req, res, next) => validate(J, req, res, next)'

const toHelper = (steps: Readonly<Record<string, readonly [step: string, helper?: string]>>, saved: string): Cases =>
  Object.fromEntries(Object.entries(steps).map(([title, [step, declared]]) => [title, behind(step, saved, declared)]))

runSuite(noUnguardedWrite, {
  ...suite,
  bringsOwn: /from 'mongoose'/,
  quiet: toHelper(
    {
      'a helper that refuses, or goes on': [handing],
      'a helper in a block': ['(req, res, next) => { log(req.url); validate(J, req, res, next) }'],
      'a helper whose next stands before other parameters': [
        '(req, res, next) => validate(req, next, J, res)',
        helper(`${ask}; ${refuse}; next()`, 'req, next, schema, res'),
      ],
      'a helper that is made with the schema': [
        '(req, res, next) => validate(J)(req, res, next)',
        `const validate = (schema) => (req, res, next) => { ${ask}; ${refuse}; next() }`,
      ],
      'a middleware that is made with the schema': [
        'checked(J)',
        `${validating}\nconst checked = (schema) => (req, res, next) => validate(schema, req, res, next)`,
      ],
      'a helper that another one leaves the request to': [
        '(req, res, next) => check(J, req, res, next)',
        `${validating}\nconst check = (schema, req, res, next) => validate(schema, req, res, next)`,
      ],
      'a helper that waits for the schema': [
        handing,
        'const validate = async (schema, req, res, next) => { try { await schema.validateAsync(req.body); next() } catch (error) { next(error) } }',
      ],
      'a helper in each of two branches': [
        '(req, res, next) => { if (req.query.long) return validate(J, req, res, next); validate(J, req, res, next) }',
      ],
    },
    'req.body',
  ),
  flagged: toHelper(
    {
      'a helper that goes on without a check': [handing, helper('log(schema); next()')],
      'a helper that asks nothing of the error': [handing, helper(`${ask}; log(error); next()`)],
      'a helper that goes on before its check': [handing, helper(`next(); ${ask}; ${refuse}`)],
      'a helper with an open schema': ['(req, res, next) => validate(J.unknown(), req, res, next)'],
      'a helper without next, of which nothing is asked': [
        '(req, res, next) => { validate(J, req, res); next() }',
        helper(`${ask}; ${refuse}`),
      ],
      'a helper, and a call of next beside it': ['(req, res, next) => { validate(J, req, res, next); next() }'],
      'a helper in one branch': [
        '(req, res, next) => { if (req.query.strict) return validate(J, req, res, next); next() }',
      ],
      'a helper of another request': ['(req, res, next) => validate(J, { body: {} }, res, next)'],
      'a helper of another part': [handing, helper(`${ask.replace('body', 'query')}; ${refuse}; next()`)],
      'a helper that calls itself': [handing, helper('validate(schema, req, res, next)')],
      'a helper that is not known': [handing, "import { validate } from '@acme/checks'"],
    },
    '«req.body»',
  ),
})
