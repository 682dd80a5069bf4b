import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite } from './rule-tester.ts'

const preamble = `import mongoose from 'mongoose'
import { z } from 'zod'
import Joi from 'joi'
import pick from 'lodash/pick'
const User = mongoose.model('User', schema)
const router = express.Router()
const S = z.strictObject({ name: z.string() })
const L = z.object({ name: z.string() })
const open = z.looseObject({})
const J = Joi.object({ name: Joi.string() })
`

/** A middleware that a table of schemas makes, and a route behind it. */
const behind = (code: string, table: string, saved: string) => `
  const validate = (schemas) => (req, res, next) => { ${code} }
  router.post('/', validate(${table}), async (req, res) => { res.json(await User.create(${saved})) })`

/** The same for each of some middlewares. */
const rows = (codes: Readonly<Record<string, string>>, table: string, saved: string, suffix: string): Cases =>
  Object.fromEntries(Object.entries(codes).map(([title, code]) => [`${title} ${suffix}`, behind(code, table, saved)]))

const byZod = {
  'entries in a loop':
    'for (const [key, schema] of Object.entries(schemas)) { const r = schema.safeParse(req[key]); if (!r.success) return res.sendStatus(400); req[key] = r.data }; next()',
  'entries in a callback':
    'Object.entries(schemas).forEach(([key, schema]) => { req[key] = schema.parse(req[key]) }); next()',
  'keys in a callback': 'Object.keys(schemas).forEach((key) => { req[key] = schemas[key].parse(req[key]) }); next()',
  'keys in a loop': 'for (const key in schemas) { req[key] = schemas[key].parse(req[key]) }; next()',
  'a part that the table may have': 'if (schemas.body) req.body = schemas.body.parse(req.body); next()',
}
const onlyChecking = {
  'entries that are checked':
    'for (const [key, schema] of Object.entries(schemas)) { const r = schema.safeParse(req[key]); if (!r.success) return res.sendStatus(400) }; next()',
}
const byJoi = {
  'parts in a callback':
    "['body', 'query', 'params'].forEach((key) => { if (schemas[key]) { const { error, value } = schemas[key].validate(req[key]); if (error) throw error; req[key] = value } }); next()",
  'parts in a loop':
    "for (const key of ['body', 'query']) { if (!schemas[key]) continue; const { error, value } = schemas[key].validate(req[key]); if (error) return next(error); req[key] = value }; next()",
}
const byVariable = {
  'a part in a variable':
    'const part = schemas.body; if (!part) return next(); const { error } = part.validate(req.body); if (error) return next(error); next()',
  'a part by its name':
    'const { body } = schemas; if (!body) { next() } else { const { error } = body.validate(req.body); if (error) return next(error); next() }',
}
const boilerplate = (prefs: string) => ({
  'picked parts': `const picked = pick(schemas, ['params', 'query', 'body']); const object = pick(req, Object.keys(picked))
    const { value, error } = Joi.compile(picked).prefs(${prefs}).validate(object); if (error) return next(new Error()); Object.assign(req, value); return next()`,
})
const picking = boilerplate("{ errors: { label: 'key' }, abortEarly: false }")
const request =
  'const r = await schemas.parseAsync({ body: req.body, query: req.query }); Object.assign(req, r); next()'

const byPath = {
  'a schema for the path':
    'const schema = schemas[req.path]; if (schema) { const { error } = schema.validate(req.body); if (error) return next(error); next() }',
  'a schema for the path, which is waited for':
    'Promise.resolve().then(async () => { await schemas[req.path].validateAsync(req.body); next() }).catch(next)',
}

const middleware = (code: string, saved: string) =>
  `router.post('/', (req, res, next) => { ${code}; next() }, async (req, res) => { res.json(await User.create(${saved})) })`

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write behind a table of schemas',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    ...rows(byZod, '{ body: S, query: L }', 'req.body', 'with a strict schema'),
    ...rows(byZod, '{ body: L }', 'req.body', 'with one that strips'),
    ...rows(onlyChecking, '{ body: S }', 'req.body', 'with a strict schema'),
    ...rows(byJoi, '{ body: J }', 'req.body', 'with a schema of Joi'),
    ...rows(byVariable, '{ body: J }', 'req.body', 'with a schema of Joi'),
    ...rows(byPath, "{ '/': J, '/login': Joi.object({}) }", 'req.body', 'of several that refuse'),
    ...rows(picking, '{ body: Joi.object().keys({ name: Joi.string() }) }', 'req.body', 'with a schema of Joi'),
    ...rows(boilerplate('{ stripUnknown: true }'), '{ body: J }', 'req.body', 'of which unknown keys are taken'),
    ...rows({ 'a request': `(async () => { ${request} })()` }, 'z.object({ body: L })', 'req.body', 'with a schema'),
    'a table in the same handler': `const schemas = { body: S }
      router.post('/', async (req, res) => { for (const [key, schema] of Object.entries(schemas)) { const r = schema.safeParse(req[key]); if (!r.success) return res.sendStatus(400); req[key] = r.data }
        res.json(await User.create(req.body)) })`,
    'a request that is given what a schema gives': middleware(
      'Object.assign(req, { body: L.parse(req.body) })',
      'req.body',
    ),
    'a body of some methods': `router.use((req, res, next) => { if (req.method === 'POST') req.body = S.parse(req.body); next() })
      router.post('/', async (req, res) => { res.json(await User.create(req.body)) })`,
  },
  flagged: {
    ...rows(byZod, '{ query: S }', '«req.body»', 'without a schema of the body'),
    ...rows(byZod, '{ body: open }', '«req.body»', 'with a schema that lets any key through'),
    ...rows(onlyChecking, '{ body: L }', '«req.body»', 'with a schema that strips what is thrown away'),
    ...rows(byJoi, '{ query: J }', '«req.body»', 'without a schema of the body'),
    ...rows(byJoi, '{ body: J.unknown() }', '«req.body»', 'with an open schema'),
    ...rows(byPath, "{ '/': J, '/login': J.unknown() }", '«req.body»', 'of which one lets any key through'),
    ...rows(byPath, 'schemasOf(name)', '«req.body»', 'of some that nobody knows'),
    ...rows(byVariable, '{ query: J }', '«req.body»', 'without a schema of the body'),
    ...rows(byVariable, '{ body: J.unknown() }', '«req.body»', 'with an open schema'),
    ...rows(picking, '{ query: J }', '«req.body»', 'without a schema of the body'),
    ...rows(picking, '{ body: J.unknown() }', '«req.body»', 'with an open schema'),
    ...rows(boilerplate('{ allowUnknown: true }'), '{ body: J }', '«req.body»', 'that lets unknown keys through'),
    'parts without the body': behind(
      "['query', 'params'].forEach((key) => { req[key] = schemas[key].parse(req[key]) }); next()",
      '{ body: S }',
      '«req.body»',
    ),
    'a request that is given something else': middleware('Object.assign(req, { startedAt: 1 })', '«req.body»'),
    'a request that is given the raw body': middleware('Object.assign(req, { body: req.body, at: 1 })', '«req.body»'),
    'a body that is given a field': middleware('Object.assign(req.body, { by: req.user.id })', '«req.body»'),
    'a request that is given a body in one branch': middleware(
      'if (req.query.strict) Object.assign(req, { body: L.parse(req.body) })',
      '«req.body»',
    ),
    'a body that is replaced in one branch': middleware(
      'if (req.query.strict) req.body = L.parse(req.body)',
      '«req.body»',
    ),
    'a body that is checked in one branch': middleware('if (req.query.strict) S.parse(req.body)', '«req.body»'),
    'a body that a copy in a variable replaces': middleware(
      'const body = { ...req.body, at: 1 }; req.body = body',
      '«req.body»',
    ),
    'a body that the same handler replaces in one branch':
      'export const save = async (req, res) => { if (req.query.strict) req.body = S.parse(req.body); res.json(await User.create(«req.body»)) }',
  },
})
