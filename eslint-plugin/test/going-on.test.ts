import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runSuite } from './rule-tester.ts'

const preamble = `import createError from 'http-errors'
import mongoose from 'mongoose'
import { z } from 'zod'
import Joi from 'joi'
const User = mongoose.model('User', fields)
const J = Joi.object({ name: Joi.string() })
const S = z.strictObject({ name: z.string() })
`
/** A route behind a middleware, and what it saves. */
const behind = (step: string, saved: string) =>
  `const check = (req, res, next) => { ${step} }\nrouter.post('/', check, async (req, res) => { res.json(await User.create(${saved})) })`
const asking = (given: string, saved: string, schema = 'J') =>
  behind(`const { error } = ${schema}.validate(req.body); next(${given})`, saved)
const parse = 'req.body = S.parse(req.body)'

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write behind what goes on by an error, or by what a client says',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    'an error that is made of one': asking('error && new Error(error.message)', 'req.body'),
    'an error that a package makes of one': asking('error && createError(400, error.message)', 'req.body'),
    'an error that a condition makes of one': asking('error ? new Error(error.message) : undefined', 'req.body'),
    'a validator that is given next': behind('J.validate(req.body, next)', 'req.body'),
    'a validator that is given options and next': behind(
      'J.validate(req.body, { abortEarly: false }, next)',
      'req.body',
    ),
    'a function of a validator that is given next': behind('Joi.validate(req.body, J, next)', 'req.body'),
    'a client that says which schema is meant': behind(
      `if (req.query.partial) { req.body = S.partial().parse(req.body); return next() } ${parse}; next()`,
      'req.body',
    ),
    'a method that has no body': behind(`if (req.method === 'GET') return next(); ${parse}; next()`, 'req.body'),
    'a body of another type': behind(
      `if (req.headers['content-type'].startsWith('multipart/')) return next(); ${parse}; next()`,
      'req.body',
    ),
    'an error that is handed on, after which it goes on': behind(
      `const { error } = J.validate(req.body); if (error) { log(error); next(createError(400, error)) } next()`,
      'req.body',
    ),
    'an error that is handed on in one statement': behind(
      `const result = S.safeParse(req.body); if (!result.success) next(result.error); next()`,
      'req.body',
    ),
    'an error that is caught and handed on': behind(
      `try { S.parse(req.body) } catch (error) { next(error) } next()`,
      'req.body',
    ),
    'a client that is refused': behind(`if (req.query.raw) return res.sendStatus(400); ${parse}; next()`, 'req.body'),
  },
  flagged: {
    'an error for some errors': asking('error && error.isSevere', '«req.body»'),
    'an error for what passes': asking('!error && new Error()', '«req.body»'),
    'an open schema': asking('error && new Error(error.message)', '«req.body»', 'J.unknown()'),
    'a validator that is given something else': behind('J.validate(req.body, log); next()', '«req.body»'),
    'an open schema that is given next': behind('J.unknown().validate(req.body, next)', '«req.body»'),
    'an open validator that is given next': behind('J.validate(req.body, { allowUnknown: true }, next)', '«req.body»'),
    'a validator besides which it goes on': behind('J.validate(req.body, next); next()', '«req.body»'),
    'an error that is answered, after which it goes on': behind(
      `const { error } = J.validate(req.body); if (error) { res.status(400).json(error) } next()`,
      '«req.body»',
    ),
    'an error that is handed on after the way on': behind(
      `const { error } = J.validate(req.body); if (error) { next(); next(error) } else next()`,
      '«req.body»',
    ),
    'another route that is called for': behind(
      `const { error } = J.validate(req.body); if (error) next('route'); next()`,
      '«req.body»',
    ),
    'an error that is handed on by the handler which saves': `router.post('/', async (req, res, next) => {
      const { error } = J.validate(req.body); if (error) next(error); await User.create(«req.body») })`,
    'an error that a function hands on which the handler calls': `const check = (req, res, next) => { const { error } = J.validate(req.body); if (error) next(error) }
      router.post('/', async (req, res, next) => { check(req, res, next); await User.create(«req.body») })`,
    'an error that Koa is given': `router.post('/', async (ctx, next) => { const { error } = J.validate(ctx.request.body); if (error) next(error); await next() },
      async (ctx) => { ctx.body = await User.create(«ctx.request.body») })`,
    'a client that says so': behind(`if (req.query.raw) return next(); ${parse}; next()`, '«req.body»'),
    'a client that says so by a header': behind(
      `if (req.headers['x-raw'] === '1') { next() } else { ${parse}; next() }`,
      '«req.body»',
    ),
  },
})
