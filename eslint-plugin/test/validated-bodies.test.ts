import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite } from './rule-tester.ts'

/** A check of a body, as a handler writes it. `REFUSE` stands for what that kind of handler does with a bad one. */
interface Check {
  readonly before?: string
  readonly code: string
}

const preamble = `import mongoose from 'mongoose'
import { z } from 'zod'
import * as v from 'valibot'
import Joi from 'joi'
import Ajv from 'ajv'
const User = mongoose.model('User', schema)
const ajv = new Ajv()
const allowed = ['name']
const S = z.strictObject({ name: z.string() })
const T = z.strictObject({ email: z.string() })
`

/** Where a handler finds its body, and how it leaves: a web handler has it in a variable, one of Express on the request. */
const handlers: Readonly<Record<string, (check: Check, saved: string) => string>> = {
  'a JSON body of a web request': ({ before = '', code }, saved) => `${before}
    export async function POST(request) { const body = await request.json(); ${code.replaceAll('REFUSE', 'return Response.json({}, { status: 400 })')}
      return Response.json(await User.create(${saved})) }`,
  'a text of a web request': ({ before = '', code }, saved) => `${before}
    export const PUT = async ({ request }) => { const text = await request.text(); const body = JSON.parse(text); ${code.replaceAll('REFUSE', 'return new Response(null)')}
      return Response.json(await User.create(${saved})) }`,
  'a form of a web request': ({ before = '', code }, saved) => `${before}
    export async function action({ request }) { const form = await request.formData(); const body = Object.fromEntries(form); ${code.replaceAll('REFUSE', 'return null')}
      return await User.create(${saved}) }`,
  'a body of Express': ({ before = '', code }, saved) => `${before}
    export const save = async (req, res) => { const { body } = req; ${code.replaceAll('REFUSE', 'return res.sendStatus(400)')}
      res.json(await User.create(${saved})) }`,
}

/** The rows of checks, one for each kind of handler. */
function rows(checks: Readonly<Record<string, string | Check>>, saved: string): Cases {
  return Object.fromEntries(
    Object.entries(checks).flatMap(([title, check]) =>
      Object.entries(handlers).map(([kind, write]) => [
        `${kind}: ${title}`,
        write(typeof check === 'string' ? { code: check } : check, saved),
      ]),
    ),
  )
}

const open = "{ type: 'object', properties: { name: { type: 'string' } } }"
const closed = open.replace('{', '{ additionalProperties: false,')

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write after a check',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: rows(
    {
      'a strict safeParse()': 'const parsed = S.safeParse(body); if (!parsed.success) { REFUSE }',
      'a strict parse()': 'S.parse(body)',
      'a parse() that is caught, and refused': 'try { S.parse(body) } catch { REFUSE }',
      'a parse() the error of which is kept':
        'let problem; try { S.parse(body) } catch (error) { problem = error }; if (problem) REFUSE;',
      'a strict object of Valibot': 'v.parse(v.strictObject({ name: v.string() }), body)',
      'a parse() whose error is looked at':
        'try { S.parse(body) } catch (error) { if (error.issues) { REFUSE } else { throw error } }',
      'a function that throws': {
        before: 'const fail = (message) => { throw new Error(message) }',
        code: 'const { error } = S.safeParse(body); if (error) fail(error.message)',
      },
      'a message of a function': {
        before:
          'const problemOf = (value) => { const { error } = S.safeParse(value); return error ? error.message : null }',
        code: 'const problem = problemOf(body); if (problem) REFUSE;',
      },
      'a function that throws at what is no nothing': {
        before:
          'class Checks { static run(schema, value) { const r = schema.safeParse(value); if (r.error !== undefined) throw r.error } }',
        code: 'Checks.run(S, body)',
      },
      'a function that throws at an error': {
        before: 'const failAt = (error) => { if (error) throw error }',
        code: 'const { error } = S.safeParse(body); failAt(error)',
      },
      'an assertion of the result': {
        before: "import assert from 'node:assert'",
        code: 'const { success } = S.safeParse(body); assert(success)',
      },
      "an assertion of Koa's": {
        before: 'const ctx = contextOf(koa)',
        code: 'const { success } = S.safeParse(body); ctx.assert(success, 400)',
      },
      "a throw of Koa's": 'if (!S.safeParse(body).success) ctx.throw(400)',
      "an error of SvelteKit's": {
        before: "import { error } from '@sveltejs/kit'",
        code: 'if (!S.safeParse(body).success) error(400)',
      },
      "Joi's validate()": 'const { error } = Joi.object({ name: Joi.string() }).validate(body); if (error) REFUSE;',
      'a result in a variable of before':
        'let result; result = Joi.object({ name: Joi.string() }).validate(body); if (result.error) REFUSE;',
      'a compiled schema of Ajv': {
        before: `const isValid = ajv.compile(${closed})`,
        code: 'if (!isValid(body)) REFUSE;',
      },
      'a list of keys': 'if (Object.keys(body).some((key) => !allowed.includes(key))) { REFUSE }',
      'an assertion': { before: 'const assertUser = (value) => { S.parse(value) }', code: 'assertUser(body)' },
      'an assertion with an error of its own': {
        before: `function assertUser(value) { if (!value) throw new Error('none'); try { S.parse(value) } catch { throw new Error('bad') } }`,
        code: 'assertUser(body)',
      },
      'an assertion that leaves what is no object alone': {
        before:
          "const assertUser = (value) => { if (typeof value !== 'object' || value === null) return; S.parse(value) }",
        code: 'assertUser(body)',
      },
      'a check where there is a body': 'if (body !== undefined) { S.parse(body) } else { log() }',
      'a check unless there is no body': 'if (!body) { log() } else { S.parse(body) }',
      'a check after a look for a body': 'body && S.parse(body)',
      'an assertion that leaves what is no body alone': {
        before: 'const assertUser = (value) => { if (!value) return; S.parse(value) }',
        code: 'assertUser(body)',
      },
      'an assertion that ends with its error': {
        before: `const assertUser = (value) => { const { success } = S.safeParse(value); if (success) return; throw new Error('bad') }`,
        code: 'assertUser(body)',
      },
      'a promise': 'await S.parseAsync(body)',
      'a promise that is caught, and throws': 'await S.parseAsync(body).catch((error) => { throw error })',
      'a promise among others': 'await Promise.all([S.parseAsync(body), log()])',
      'a list of errors of a function': {
        before: `const errorsOf = (value) => { const errors = []; for (const key of Object.keys(value)) if (!allowed.includes(key)) errors.push(key); return errors }`,
        code: 'const errors = errorsOf(body); if (errors.length > 0) REFUSE;',
      },
      'a list of keys of a function': {
        before: 'const unknownIn = (value) => Object.keys(value).filter((key) => !allowed.includes(key))',
        code: 'if (unknownIn(body).length) REFUSE;',
      },
      'a list of errors that may be written out': {
        before: `const errorsOf = (value) => { if (!value) return ['none']; const errors = []; for (const key in value) if (!allowed.includes(key)) errors.push(key); return errors }`,
        code: 'const errors = errorsOf(body); if (errors.length) REFUSE;',
      },
      'a predicate': { before: 'const ok = (value) => S.safeParse(value).success', code: 'if (!ok(body)) REFUSE;' },
      'a service': {
        before: 'class Checks { static check(value) { S.parse(value) } }',
        code: 'Checks.check(body)',
      },
      'a check in each branch': 'if (strict) S.parse(body); else { const r = T.safeParse(body); if (r.error) REFUSE; }',
      'a branch that leaves': 'if (strict) S.parse(body); else { REFUSE }',
      'a check of any body': 'if (body) S.parse(body)',
      'a check of what is in a body': 'if (Object.keys(body).length > 0) S.parse(body)',
      'one check or the other':
        'const result = strict ? S.safeParse(body) : T.safeParse(body); if (!result.success) REFUSE;',
      'a check in each case':
        "let r; switch (kind) { case 'a': case 'b': r = S.safeParse(body); break; default: REFUSE }; if (!r.success) REFUSE;",
    },
    'body',
  ),
  flagged: rows(
    {
      'a safeParse() that strips': 'const parsed = z.object({}).safeParse(body); if (!parsed.success) { REFUSE }',
      'a result that nobody asks for': 'S.safeParse(body)',
      'a good result that ends it': 'const parsed = S.safeParse(body); if (parsed.success) { REFUSE }',
      'no error, which ends it':
        'const { error } = Joi.object({ name: Joi.string() }).validate(body); if (!error) { REFUSE }',
      'a valid body that ends it': {
        before: `const isValid = ajv.compile(${closed})`,
        code: 'if (isValid(body)) REFUSE;',
      },
      'the rest beside a good result':
        'const parsed = S.safeParse(body); if (parsed.success) return User.create(parsed.data)',
      'a promise that nobody waits for': 'S.parseAsync(body)',
      'a promise that is caught, and reported': 'await S.parseAsync(body).catch(log)',
      'a promise that is caught, and answered with nothing': 'await S.parseAsync(body).catch(() => null)',
      'a list of errors of a function that is wanted': {
        before: `const errorsOf = (value) => { const errors = []; for (const key of Object.keys(value)) if (!allowed.includes(key)) errors.push(key); return errors }`,
        code: 'const errors = errorsOf(body); if (!errors.length) REFUSE;',
      },
      'a list of missing keys of a function': {
        before: `const errorsOf = (value) => { const errors = []; for (const key of allowed) if (!value[key]) errors.push(key); return errors }`,
        code: 'const errors = errorsOf(body); if (errors.length) REFUSE;',
      },
      'a list of errors that may be empty': {
        before: `const errorsOf = (value) => { if (value.raw) return []; const errors = []; for (const key in value) if (!allowed.includes(key)) errors.push(key); return errors }`,
        code: 'const errors = errorsOf(body); if (errors.length) REFUSE;',
      },
      'a list of errors of something else': {
        before: `const errorsOf = (value) => { const errors = []; for (const key in value) if (!allowed.includes(key)) errors.push(key); return errors }`,
        code: 'const errors = errorsOf({ a: 1 }); if (errors.length) REFUSE;',
      },
      'a result that only is reported': 'const parsed = S.safeParse(body); if (!parsed.success) log(parsed)',
      'a check of another variable': 'const other = {}; S.parse(other)',
      'a check of a part': 'S.parse(body.user)',
      'a parse() that is caught, and reported': 'try { S.parse(body) } catch (error) { log(error) }',
      'a parse() that only some errors of end': 'try { S.parse(body) } catch (error) { if (error.issues) { REFUSE } }',
      'a message of a function about something else': {
        before: 'const problemOf = (value) => { S.safeParse(value); return value.error ? value.error.message : null }',
        code: 'const problem = problemOf(body); if (problem) REFUSE;',
      },
      'a message of a function that is wanted': {
        before:
          'const problemOf = (value) => { const { error } = S.safeParse(value); return error ? error.message : null }',
        code: 'const problem = problemOf(body); if (!problem) REFUSE;',
      },
      'a function that throws at nothing': {
        before:
          'const check = (value) => { const r = S.safeParse(value); if (r.error === undefined) throw new Error() }',
        code: 'check(body)',
      },
      'a function that may throw': {
        before: 'const fail = (message) => { if (strict) throw new Error(message) }',
        code: 'const { error } = S.safeParse(body); if (error) fail(error.message)',
      },
      'a function that nobody waits for': {
        before: 'const fail = async (message) => { throw new Error(message) }',
        code: 'const { error } = S.safeParse(body); if (error) fail(error.message)',
      },
      'an assertion of the contrary': {
        before: 'const failAt = (error) => { if (!error) throw new Error() }',
        code: 'const { error } = S.safeParse(body); failAt(error)',
      },
      'an assertion that only is printed': 'const { success } = S.safeParse(body); console.assert(success)',
      'an object of Valibot that strips': 'v.parse(v.object({ name: v.string() }), body)',
      "Joi's validate() of an open schema":
        'const { error } = Joi.object({}).unknown().validate(body); if (error) REFUSE;',
      'a result in a variable that was asked before':
        'let r = {}; if (r.error) { REFUSE }; r = Joi.object({ name: Joi.string() }).validate(body)',
      'an open schema of Ajv': { before: `const isValid = ajv.compile(${open})`, code: 'if (!isValid(body)) REFUSE;' },
      'a list of keys that nobody heeds': 'if (Object.keys(body).some((key) => !allowed.includes(key))) log()',
      'an assertion that leaves a body alone': {
        before: 'const assertUser = (value) => { if (value) return; S.parse(value) }',
        code: 'assertUser(body)',
      },
      'an assertion that leaves objects alone': {
        before:
          "const assertUser = (value) => { if (typeof value === 'object') { log(value); return } S.parse(value) }",
        code: 'assertUser(body)',
      },
      'a check where there is no body': 'if (body) { log() } else { S.parse(body) }',
      'a check unless there is a body': 'if (!body) { S.parse(body) }',
      'a check in the place of a body': 'body || S.parse(body)',
      'an assertion that returns early': {
        before: 'const assertUser = (value, user) => { if (user.isAdmin) return; S.parse(value) }',
        code: 'assertUser(body, user)',
      },
      'an assertion that reports': {
        before: 'const assertUser = (value) => { try { S.parse(value) } catch (error) { log(error) } }',
        code: 'assertUser(body)',
      },
      'a predicate of a schema that strips': {
        before: 'const ok = (value) => z.object({}).safeParse(value).success',
        code: 'if (!ok(body)) REFUSE;',
      },
      'a check in one branch': 'if (strict) S.parse(body)',
      'a check in a branch that is asked a part': "if (body.kind === 'a') { S.parse(body) }",
      'a check that leaves in one branch': 'if (strict) { const r = S.safeParse(body); if (r.error) REFUSE; }',
      'a check in some cases': "switch (kind) { case 'a': S.parse(body); break; case 'b': S.parse(body) }",
      'a check in the other branch': 'if (strict) S.parse(body); else log()',
      'a body of after the check': 'let other = {}; S.parse(other); other = body',
    },
    '«body»',
  ),
})

const checking = (refuse: string) =>
  `const checked = (body) => { for (const key of Object.keys(body)) if (!allowed.includes(key)) ${refuse}; return body }`
const saving = (saved: string, before: string) => `${before}
  export const save = async (req, res) => { const data = checked(req.body); if (!data) return res.sendStatus(400)
    res.json(await User.create(${saved})) }`

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of what a check gives back',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    'what is checked where it is saved': saving('checked(req.body)', checking('throw new Error(key)')),
    'what is checked in an update': saving('{ $set: checked(req.body) }', checking('throw new Error(key)')).replace(
      'create(',
      'updateOne({ _id: 1 }, ',
    ),
    'a checked body in a variable': saving('data', checking('throw new Error(key)')),
    'a body that has nothing in its place where it is bad': saving('req.body', checking('return null')),
    'a spread of it': saving('{ ...checked(req.body), by: req.user }', checking('throw new Error(key)')),
    'nothing in the place of a bad body': saving('data', checking('return null')),
    'a checked body of a web request': `${checking('throw new Error(key)')}
      export async function POST(request) { return Response.json(await User.create(checked(await request.json()))) }`,
    'a body that is checked in a row of promises': `${checking('throw new Error(key)')}
      export const POST = (request) => request.json().then(checked).then((body) => User.create(body))`,
  },
  flagged: {
    'what nobody refuses where it is saved': saving('«checked(req.body)»', checking('log(key)')),
    'nothing in the place of a body that has a known key': saving(
      '«data»',
      checking('return null').replace('!allowed', 'allowed'),
    ),
    'a body beside a checked part': saving(
      '«checked(req.body.user) && req.body»',
      checking('throw new Error(key)'),
    ).replace('const data = checked(req.body)', 'const data = 1'),
    'a body that is checked for some': saving(
      '«req.user ? req.body : checked(req.body)»',
      checking('throw new Error(key)'),
    ).replace('const data = checked(req.body)', 'const data = 1'),
    'a body beside a checked one': saving('«req.body»', checking('return null')).replace(
      'checked(req',
      'checked(other',
    ),
    'a body that is given back before the check': saving(
      '«data»',
      checking('return null').replace('{ for', '{ if (strict) return body; for'),
    ),
  },
})

/** A route with a wrapper around its handler: `around` is what the wrapper does with the request and with `handle`. */
const wrapping = (around: string, saved: string, given = 'z.object({ name: z.string() })') => `
  const withBody = (schema, handle) => async (req, res, next) => { ${around} }
  router.post('/', withBody(${given}, async ({ body }) => User.create(${saved})))`

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of what a wrapper hands on',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    'what a schema gives': wrapping('res.json(await handle({ body: schema.parse(req.body), req }))', 'body'),
    'what a schema gives, where it gives anything': wrapping(
      'const { success, data: body } = schema.safeParse(req.body); if (!success) return next(); await handle({ body })',
      'body',
    ),
    'what a schema gives over the request': wrapping('handle({ ...req, body: schema.parse(req.body) }, res)', 'body'),
    'a request in a variable': wrapping('const given = { body: schema.parse(req.body) }; await handle(given)', 'body'),
    'a request that has been checked': wrapping('schema.parse(req.body); return handle(req)', 'body', 'S'),
    'a request with another body': wrapping('req.body = schema.parse(req.body); return handle(req)', 'body'),
    'a wrapper in another one': wrapping('await handle({ body: schema.parse(req.body) })', 'body')
      .replace("'/', withBody", "'/', catching(withBody")
      .concat(')'),
    'a wrapper that a function makes': wrapping('await handle({ body: schema.parse(req.body) })', 'body')
      .replace('(schema, handle)', '(schema) => (handle)')
      .replace('}), async', '}))(async'),
    'a handler by its name': `const save = async ({ body }, res) => res.json(await User.create(body))
      ${wrapping('handle({ body: schema.parse(req.body) }, res)', 'body').replace(/async \(\{ body \}\) => .*\)\)/, 'save))')}`,
  },
  flagged: {
    'what was sent': wrapping('res.json(await handle({ body: req.body, params: req.params }))', '«body»'),
    'what was sent, in a copy': wrapping('await handle({ body: { ...req.body, at: 1 } })', '«body»'),
    'what a schema gives that lets any key through': wrapping(
      'await handle({ body: schema.parse(req.body) })',
      '«body»',
      'z.looseObject({})',
    ),
    'a request that a schema has checked which strips': wrapping(
      'schema.parse(req.body); return handle(req)',
      '«body»',
    ),
    'what was sent, in one branch': wrapping(
      'if (req.query.raw) return handle({ body: req.body }); await handle({ body: schema.parse(req.body) })',
      '«body»',
    ),
    'a request over what a schema gives': wrapping('handle({ body: schema.parse(req.body), ...req })', '«body»'),
    'a request whose check nobody asks': wrapping('schema.safeParse(req.body); return handle(req)', '«body»', 'S'),
  },
})

/** A middleware before a route, made with a schema. */
const middleware = (code: string, saved: string) => `
  const validate = (schema) => async (req, res, next) => { ${code} }
  router.post('/', validate(Joi.object({ name: Joi.string() })), async (req, res) => { res.json(await User.create(${saved})) })`

const middlewares = (codes: Readonly<Record<string, string>>, saved: string): Cases =>
  Object.fromEntries(Object.entries(codes).map(([title, code]) => [title, middleware(code, saved)]))

const validated = 'const { error } = schema.validate(req.body);'
const refusing = 'return res.sendStatus(400)'

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write behind a middleware that goes on',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: middlewares(
    {
      'past a check': `${validated} if (error) ${refusing}; next()`,
      'in the branch of a good body': `${validated} if (!error) return next(); res.sendStatus(400)`,
      'inside of try': 'try { await schema.validateAsync(req.body); next() } catch (error) { next(error) }',
      'behind a try that leaves': `try { await schema.validateAsync(req.body) } catch (error) { ${refusing} }; next()`,
      'when a promise is kept': 'schema.validateAsync(req.body).then(() => next()).catch(next)',
      'by a name': 'schema.validateAsync(req.body).then(next, next)',
      'where it has a schema': `if (schema) { ${validated} if (error) ${refusing} }; next()`,
      'unless it has no schema': `if (!schema) return next(); ${validated} if (error) ${refusing}; next()`,
      'with a schema, or without one': `if (schema) { ${validated} if (error) ${refusing}; next() } else { next() }`,
      'unless a schema is nothing': `if (schema === undefined) { next() } else { ${validated} if (error) ${refusing}; next() }`,
      'on routes without a body': `if (req.method === 'GET') return next(); ${validated} if (error) ${refusing}; next()`,
      'where there is no body': `if (!req.body) return next(); ${validated} if (error) ${refusing}; next()`,
      'with the error, which may be none': `${validated} next(error)`,
      'with an error, behind which Express finds no handler any more': `${validated} if (error) next(error); next()`,
      'with the error of a result': 'next(schema.validate(req.body).error)',
      'with an error of its own, or none': `${validated} next(error ? new Error(error.message) : undefined)`,
      'in a branch of an expression': `${validated} error ? next(new Error('bad')) : next()`,
      'in the callback of old Joi': `schema.validate(req.body, (error) => { if (error) ${refusing}; next() })`,
      'in the callback of old Joi, with the error': 'schema.validate(req.body, (error, value) => next(error))',
      'in the callback of Joi.validate()': `Joi.validate(req.body, schema, (error) => { if (error) next(error); else next() })`,
      'with an error that is compared with nothing': `${validated} if (error !== null && error !== undefined) ${refusing}; next()`,
      'with an error of no validator': `${validated} if (error instanceof Joi.ValidationError) ${refusing}; next()`,
      'with an error of a type': `${validated} if (typeof error !== 'undefined') ${refusing}; next()`,
      'with no error for a boolean': `${validated} if (Boolean(error)) ${refusing}; next()`,
      'with no details': `${validated} const errors = error ? error.details : []; if (errors.length) ${refusing}; next()`,
      'with no messages': `${validated} const messages = error?.details.map(({ message }) => message) ?? []; if (messages.length > 0) ${refusing}; next()`,
      'with no message': `${validated} const message = error && error.details[0].message; if (message) ${refusing}; next()`,
      'by a flag': `${validated} const isValid = error == null; if (isValid) { next() } else { res.sendStatus(422) }`,
    },
    'req.body',
  ),
  flagged: middlewares(
    {
      'with a bad body': `${validated} if (!error) ${refusing}; next()`,
      'after a caught error': 'try { await schema.validateAsync(req.body) } catch (error) { log(error) }; next()',
      'after a promise that is caught': 'await schema.validateAsync(req.body).catch(log); next()',
      'before a promise is kept': 'schema.validateAsync(req.body); next()',
      'with the contrary of the error': `${validated} next(!error)`,
      'with an error where there is none': `${validated} next(error ? undefined : new Error())`,
      'before the error': `${validated} next(error); next()`,
      'with an answer that ends nothing': `${validated} if (error) res.status(400).json(error); next()`,
      'with nothing for some': `${validated} if (req.query.raw) return next(undefined); next(error)`,
      'with the error of something else': 'const { error } = schema.validate(req.query); next(error)',
      'with the error in a call of something else': `${validated} res.json(error); next()`,
      'in the callback of old Joi, with any': 'schema.validate(req.body, (error) => { log(error); next() })',
      'beside the callback of old Joi': `schema.validate(req.body, (error) => { if (error) ${refusing} }); next()`,
      'with details': `${validated} const errors = error ? error.details : []; if (!errors.length) ${refusing}; next()`,
      'with some of the details': `${validated} const errors = error ? error.details.filter(isSevere) : []; if (errors.length) ${refusing}; next()`,
      'with several details': `${validated} if (error && error.details.length > 1) ${refusing}; next()`,
      'with details of something else': `${validated} const errors = error ? req.details : []; if (errors.length) ${refusing}; next()`,
      'with an error of something else': `${validated} if (error instanceof TypeError) ${refusing}; next()`,
      'with an error of another type': `${validated} if (typeof error === 'string') ${refusing}; next()`,
      'with the contrary of a boolean': `${validated} if (!Boolean(error)) ${refusing}; next()`,
      'with some errors': `${validated} if (error && error.isSevere) ${refusing}; next()`,
      'before the check': `next(); ${validated} if (error) throw error`,
      'in both branches': `${validated} if (error) { log(error); next() } else { next() }`,
      'where it has a schema': `if (schema) return next(); ${validated} if (error) ${refusing}; next()`,
      'where a schema is something': `if (schema !== undefined) return next(); ${validated} if (error) ${refusing}; next()`,
      'after a check without a schema': `if (!schema) { ${validated} if (error) ${refusing} }; next()`,
      'on routes of another method': `if (req.method === 'GET') { ${validated} if (error) ${refusing}; next() } else next()`,
      'if a client says so, in a variable': `const raw = req.query.raw; if (raw) return next(); ${validated} if (error) ${refusing}; next()`,
      'if a client says so': `if (req.query.raw) return next(); ${validated} if (error) ${refusing}; next()`,
    },
    '«req.body»',
  ),
})
