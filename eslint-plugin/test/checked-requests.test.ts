import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { runSuite, runTypeScriptSuite } from './rule-tester.ts'

const preamble = `import Ajv from 'ajv'
import Joi from 'joi'
import mongoose from 'mongoose'
const User = mongoose.model('User', schema)
const J = Joi.object({ name: Joi.string() })
`
const handler = (code: string, saved: string) =>
  `router.post('/', async (req, res, next) => { ${code}; res.json(await User.create(${saved})) })`
const asked = (check: string, code: string, saved: string) =>
  `const check = (request) => { ${check} }\n${handler(code, saved)}`
const telling = 'const { error } = J.validate(request.body); if (error) return error.message'
const refuse = 'return res.status(400).end()'

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of a request that a function has looked at',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    'a function that throws': asked(
      'const { error } = J.validate(request.body); if (error) throw error',
      'check(req)',
      'req.body',
    ),
    'a function that tells what is wrong, or nothing': asked(
      telling,
      `const problem = check(req); if (problem) ${refuse}`,
      'req.body',
    ),
    'a function that gives an error': asked(
      'const { error } = J.validate(request.body); if (error) return new Error(error.message)',
      'const error = check(req); if (error) return next(error)',
      'req.body',
    ),
    'a function that tells it of a body': `const check = (body) => { const { error } = J.validate(body); if (error) return error }
      ${handler(`if (check(req.body)) ${refuse}`, 'req.body')}`,
    'a middleware that asks such a function': `const check = (request) => { ${telling} }
      router.post('/', (req, res, next) => { const problem = check(req); if (problem) ${refuse}; next() }, async (req, res) => { await User.create(req.body) })`,
  },
  flagged: {
    'an answer that nobody heeds': asked(telling, 'check(req)', '«req.body»'),
    'an answer that is heeded the other way': asked(telling, `if (!check(req)) ${refuse}`, '«req.body»'),
    'a function that looks at another part': asked(
      'const { error } = J.validate(request.query); if (error) throw error',
      'check(req)',
      '«req.body»',
    ),
    'a function with an open schema': asked(
      telling.replace('J.', 'J.unknown().'),
      `if (check(req)) ${refuse}`,
      '«req.body»',
    ),
    'a function that may leave before it looks': asked(
      `if (request.user) return; ${telling}`,
      `if (check(req)) ${refuse}`,
      '«req.body»',
    ),
    'a function that looks only at times': asked(
      `if (strict) { ${telling} }`,
      `if (check(req)) ${refuse}`,
      '«req.body»',
    ),
  },
})

/** A controller with a validator of its own, which is an object. */
const byAjv = (additional: boolean, saved: string) => `class Validation {
  protected ajv = new Ajv({ allErrors: true })
  protected schema = { type: 'object', properties: { name: {} }, additionalProperties: ${String(additional)} }
  execute = (req: Request) => {
    const validate = this.ajv.compile(this.schema)
    const isValid = validate(req.body)
    if (!isValid) return new Error(this.ajv.errorsText(validate.errors))
  }
}
class Controller {
  protected validation = new Validation()
  execute = wrapped(async (req: Request, res: Response, next: NextFunction) => {
    const problem = this.validation.execute(req)
    if (problem) return next(problem)
    res.json(await User.create(${saved}))
  })
}`

runTypeScriptSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of a request that an object has looked at',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: { 'a strict schema of Ajv': byAjv(false, 'req.body') },
  flagged: { 'an open schema of Ajv': byAjv(true, '«req.body»') },
})

const ofPart = (replace: string) => `const check = (schema, part = 'body') => (req, res, next) => {
  const { error, value } = schema.validate(req[part])
  if (error) return next(error)
  ${replace}
  next()
}
`
const mounted = (steps: string, saved: string) =>
  `router.post('/:id', ${steps}, async (req, res) => { res.json(await User.create(${saved})) })`

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write behind a middleware that is made for a part of the request',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    'the body': `${ofPart("if (part === 'body') req.body = value")}${mounted('check(J.options({ allowUnknown: true, stripUnknown: true }))', 'req.body')}`,
    'the body, by its name': `${ofPart("if (part === 'body') req.body = value")}${mounted("check(J, 'body')", 'req.body')}`,
    'the body, among others': `${ofPart("if (part === 'body') req.body = value")}${mounted("check(J, 'params'), check(J)", 'req.body')}`,
    'whichever it is': `${ofPart('req[part] = value')}${mounted('check(J)', 'req.body')}`,
  },
  flagged: {
    'the body, behind a schema that lets other keys through': `${ofPart("if (part === 'body') req.body = value")}${mounted('check(J.unknown().options({ stripUnknown: true }))', '«req.body»')}`,
    'the path alone': `${ofPart("if (part === 'body') req.body = value")}${mounted("check(J, 'params')", '«req.body»')}`,
    'the path alone, whichever it is': `${ofPart('req[part] = value')}${mounted("check(J, 'params')", '«req.body»')}`,
  },
})
