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
      'a helper that parses the body into its place': [
        '(req, res, next) => validate(S, req, res, next)',
        helper('req.body = schema.parse(req.body); next()'),
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
      'a helper that parses the body into its place by an open schema': [
        '(req, res, next) => validate(S.passthrough(), req, res, next)',
        helper('req.body = schema.parse(req.body); next()'),
      ],
      'a helper that is given an open schema in one branch': [
        '(req, res, next) => { if (req.query.long) return validate(S.passthrough(), req, res, next); validate(S, req, res, next) }',
        helper('req.body = schema.parse(req.body); next()'),
      ],
      'a helper that parses the body, in one branch': [
        '(req, res, next) => { if (!req.query.strict) return next(); validate(S, req, res, next) }',
        helper('req.body = schema.parse(req.body); next()'),
      ],
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

const create = 'const create = async (req, res) => { res.json(await User.create(BODY)) }'
const parsing = 'req.body = S.parse(req.body)'
const handingOn = (body: string) => `router.post('/', (req, res, next) => { ${body} })`

/** A handler that the steps of some routes call themselves. */
const calledBy = (routes: Readonly<Record<string, string>>, saved: string): Cases =>
  Object.fromEntries(
    Object.entries(routes).map(([title, route]) => [title, `${create.replace('BODY', saved)}\n${route}`]),
  )

runSuite(noUnguardedWrite, {
  ...suite,
  bringsOwn: /from 'mongoose'/,
  quiet: calledBy(
    {
      'a body that is parsed into its place': handingOn(`${parsing}; return create(req, res, next)`),
      'a body that is parsed, or the handler left': handingOn(
        `try { ${parsing} } catch (error) { return next(error) } create(req, res)`,
      ),
      'a body that is checked': handingOn(
        'const { error } = J.validate(req.body); if (error) return res.sendStatus(400); create(req, res)',
      ),
      'a body that is parsed by what a factory is given': `const parsed = (schema) => (req, res) => { req.body = schema.parse(req.body); return create(req, res) }\nrouter.post('/', parsed(S))`,
      'a guard before the handler':
        `router.post('/', guard(User, { allow: ['name'] }), (req, res) => create(req, res))`.replace(
          /^/,
          "import { guard } from 'mongoose-guard/express'\n",
        ),
      'a body that is parsed on two routes': `${handingOn(`${parsing}; return create(req, res)`)}\n${handingOn(`${parsing}; create(req, res)`)}`,
    },
    'req.body',
  ),
  flagged: calledBy(
    {
      'a body that an open schema parses': handingOn(
        'req.body = S.passthrough().parse(req.body); return create(req, res)',
      ),
      'a body that the open schema of a factory parses': `const parsed = (schema) => (req, res) => { req.body = schema.parse(req.body); return create(req, res) }\nrouter.post('/', parsed(S.passthrough()))`,
      'another route that parses nothing': `${handingOn(`${parsing}; return create(req, res)`)}\n${handingOn('create(req, res)')}`,
      'another route that leads there at once': `${handingOn(`${parsing}; return create(req, res)`)}\nrouter.put('/', create)`,
      'a call before the body is parsed': handingOn(`create(req, res); ${parsing}`),
      'a call before, and one after': handingOn(`create(req, res); ${parsing}; create(req, res)`),
      'a body that is parsed for some': handingOn(`if (req.query.strict) ${parsing}; create(req, res)`),
      'a body that is parsed in a branch': handingOn(`if (isStrict) { ${parsing} } create(req, res)`),
      'a body that a function puts into its place too late': `const clean = (req) => { ${parsing} }\n${handingOn('create(req, res); clean(req)')}`,
      'a parse that is caught': handingOn(`try { ${parsing} } catch (error) { log(error) } create(req, res)`),
      'another part that is parsed': handingOn('req.query = S.parse(req.query); create(req, res)'),
      'a call of a function between': `const go = (req, res) => create(req, res)\n${handingOn(`go(req, res); ${parsing}; create(req, res)`)}`,
    },
    '«req.body»',
  ),
})

const wrapped = (wrapper: string, saved: string, given = 'S') =>
  `const parsed = (schema, handle) => (req, res) => { ${wrapper} }\nrouter.post('/', parsed(${given}, async (req, res) => { res.json(await User.create(${saved})) }))`
const intoPlace = 'req.body = schema.parse(req.body)'

runSuite(noUnguardedWrite, {
  ...suite,
  rule: 'no-unguarded-write of a request that a wrapper hands on',
  bringsOwn: /from 'mongoose'/,
  quiet: {
    'a body that is parsed into its place': wrapped(`${intoPlace}; return handle(req, res)`, 'req.body'),
    'a body that is parsed where there is a schema': wrapped(`if (schema) ${intoPlace}; handle(req, res)`, 'req.body'),
    'a body that a function puts into its place': `const clean = (req) => { ${parsing} }\n${wrapped('clean(req); handle(req, res)', 'req.body')}`,
    'a body that is parsed into its place later': wrapped(
      'schema.parseAsync(req.body).then((body) => { req.body = body; return handle(req, res) })',
      'req.body',
    ),
  },
  flagged: {
    'a call before the body is parsed': wrapped(`handle(req, res); ${intoPlace}`, '«req.body»'),
    'a body that an open schema parses': wrapped(`${intoPlace}; handle(req, res)`, '«req.body»', 'S.passthrough()'),
    'a body that is parsed for some': wrapped(`if (req.query.strict) ${intoPlace}; handle(req, res)`, '«req.body»'),
  },
})
