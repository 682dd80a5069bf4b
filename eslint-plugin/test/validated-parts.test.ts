import { noUnguardedWrite } from '../src/rules/no-unguarded-write.ts'
import { type Cases, runSuite, runTypeScriptSuite } from './rule-tester.ts'

const preamble = `import mongoose from 'mongoose'
import { z } from 'zod'
import * as yup from 'yup'
import Joi from 'joi'
import Ajv from 'ajv'
import _ from 'lodash'
import pick from 'lodash/pick'
const User = mongoose.model('User', schema)
const ajv = new Ajv()
const allowed = ['name']
const S = z.strictObject({ name: z.string() })
const L = z.object({ name: z.string() })
const J = Joi.object({ name: Joi.string() })
`

const refuse = 'return res.sendStatus(400)'
const given = (code: string, saved: string, before = '') =>
  `${before}export const save = async (req, res) => { ${code}; res.json(await User.create(${saved})) }`

/** What a handler does before it saves `req.body.user`. */
const saving = (codes: Readonly<Record<string, string>>, saved: string): Cases =>
  Object.fromEntries(Object.entries(codes).map(([title, code]) => [title, given(code, saved)]))

/** What a middleware does before another handler saves `req.body.user`. */
const behind = (codes: Readonly<Record<string, string>>, saved: string): Cases =>
  Object.fromEntries(
    Object.entries(codes).map(([title, code]) => [
      `a middleware: ${title}`,
      `router.post('/', (req, res, next) => { ${code} }, async (req, res) => { res.json(await User.create(${saved})) })`,
    ]),
  )

const strict = 'req.body.user = S.parse(req.body.user)'
const joi = `const { error, value } = J.validate(req.body.user); if (error) ${refuse}`
const closed = "{ type: 'object', additionalProperties: false, properties: { name: {} } }"

runSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of a part of the body',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: {
    ...saving(
      {
        'what a strict schema gives': strict,
        'what a schema gives that strips': 'req.body.user = L.parse(req.body.user)',
        'what passes Joi': joi,
        'what a strict schema of Yup gives':
          'req.body.user = await yup.object({}).noUnknown().strict().validate(req.body.user)',
        'what Yup strips': 'req.body.user = await yup.object({}).validate(req.body.user, { stripUnknown: true })',
        'what passes a check under another name': 'const { user } = req.body; S.parse(user)',
        'some of its fields': "req.body.user = pick(req.body.user, ['name', 'email'])",
        'an object of its fields': 'req.body.user = { name: req.body.user.name }',
        'what is set by an alias of the body': 'const body = req.body; body.user = S.parse(body.user)',
        'an assertion': 'const assertUser = (value) => { S.parse(value) }; assertUser(req.body.user)',
        'a list of keys': `if (Object.keys(req.body.user).some((key) => !allowed.includes(key))) ${refuse}`,
        'where there is one': 'if (req.body.user) req.body.user = S.parse(req.body.user)',
        'a caught error that ends the handler': `try { ${strict} } catch (error) { ${refuse} }`,
        'a field that is set afterwards': `${strict}; req.body.user.by = req.user.id`,
        'what is inside of it': 'S.parse(req.body)',
      },
      'req.body.user',
    ),
    'what passes Ajv': given(
      `if (!check(req.body.user)) ${refuse}`,
      'req.body.user',
      `const check = ajv.compile(${closed})\n`,
    ),
    'a result in a variable': given('const { user } = req.body; const parsed = S.parse(user)', 'parsed'),
    'the value of Joi': given(joi, 'value'),
    'what has passed a check': given('const { user } = req.body; S.parse(user)', 'user'),
    'a part that is taken twice': given('const { body: { user } } = req; S.parse(user)', 'user'),
    'a part of a part': given('req.body.data.user = S.parse(req.body.data.user)', 'req.body.data.user'),
    'what is inside of a part': given('req.body.data = S.parse(req.body.data)', 'req.body.data.user'),
    'what is taken afterwards': given(`${strict}; const { user } = req.body`, 'user'),
    'some fields, taken afterwards': given(
      "req.body.user = pick(req.body.user, ['name']); const { user } = req.body",
      'user',
    ),
    'a spread of it': given('S.parse(req.body.user)', '{ ...req.body.user, by: 1 }'),
    'a parsed text': given('const user = JSON.parse(req.body.user); S.parse(user)', 'user'),
    'a list of what a schema gives': given(
      'req.body.items = req.body.items.map((item) => S.parse(item))',
      'req.body.items',
    ),
    'a list that passes a check': given('z.array(S).parse(req.body.items)', 'req.body.items'),
    'each of a list':
      'export const save = async (req, res) => { for (const item of req.body.items) { S.parse(item); await User.create(item) }; res.end() }',
    'a function of the same file':
      given(strict, '1').replace('User.create(1)', 'add(req.body.user)') + '\nconst add = (data) => User.create(data)',
    'a function that is given the body':
      'const add = (body) => { S.parse(body.user); return User.create(body.user) }\nexport const save = async (req, res) => { res.json(await add(req.body)) }',
    'a body of a web request':
      'export async function POST(request) { const body = await request.json(); body.user = S.parse(body.user); return Response.json(await User.create(body.user)) }',
    'a checked body of a web request':
      'export async function POST(request) { const { user } = await request.json(); const r = S.safeParse(user); if (!r.success) return Response.json({}); return Response.json(await User.create(user)) }',
    ...behind(
      {
        'what a strict schema gives': `${strict}; next()`,
        'what Joi lets pass': `${joi}; next()`,
        'some fields': "req.body.user = pick(req.body.user, ['name']); next()",
        'a result that is asked first':
          'const r = S.safeParse(req.body.user); if (!r.success) return next(r.error); req.body.user = r.data; next()',
      },
      'req.body.user',
    ),
    'a middleware that is made':
      "const withUser = (schema) => (req, res, next) => { req.body.user = schema.parse(req.body.user); next() }\nrouter.post('/', withUser(L), async (req, res) => { res.json(await User.create(req.body.user)) })",
    'a middleware of Koa':
      "router.post('/', async (ctx, next) => { ctx.request.body.user = S.parse(ctx.request.body.user); await next() }, async (ctx) => { ctx.body = await User.create(ctx.request.body.user) })",
  },
  flagged: {
    ...saving(
      {
        'a schema that lets any key through': 'req.body.user = z.looseObject({}).parse(req.body.user)',
        'an open schema of Joi': `const { error } = J.unknown().validate(req.body.user); if (error) ${refuse}`,
        'an error that only is printed': 'const { error } = J.validate(req.body.user); if (error) log(error)',
        'a schema of Yup that leaves keys': 'req.body.user = await yup.object({}).validate(req.body.user)',
        'a check that strips': 'const { user } = req.body; L.parse(user)',
        'all fields but one': "req.body.user = _.omit(req.body.user, 'role')",
        'a copy of it': 'req.body.user = { ...req.body.user, by: 1 }',
        'one branch': `if (req.query.strict) ${strict}`,
        'where there is another part': `if (req.body.other) ${strict}`,
        'a caught error that is printed': `try { ${strict} } catch (error) { log(error) }`,
        'what is raw again': 'const raw = req.body.user; req.body.user = S.parse(raw); req.body.user = raw',
        'a part that another one replaces': 'S.parse(req.body.user); req.body.user = req.body.other',
        'a part that is filled': `${strict}; Object.assign(req.body.user, req.body.other)`,
        'a part that is filled key by key': `${strict}; for (const key of Object.keys(req.body.other)) req.body.user[key] = req.body.other[key]`,
        'another function that replaces it': `const reset = (other) => { other.body.user = other.body.more }; ${strict}; reset(req)`,
        'what is set in a callback': `later(() => { ${strict} })`,
        'what is set where there is nothing': 'req.body.user ??= S.parse({})',
        'what one way leaves raw': 'req.body.user = req.query.raw ? req.body.user : S.parse(req.body.user)',
        'what a function gives back': 'const same = (value) => value; req.body.user = same(req.body.user)',
        'a text that is parsed': 'req.body.user = JSON.parse(req.body.user)',
        'another one of a pattern': `${strict}; [req.body.user] = [req.body.other]`,
      },
      '«req.body.user»',
    ),
    'an open schema of Ajv': given(
      `if (!check(req.body.user)) ${refuse}`,
      '«req.body.user»',
      "const check = ajv.compile({ type: 'object', properties: {} })\n",
    ),
    'the whole body': given(strict, '«req.body»'),
    'the whole body after a check': given(joi, '«req.body»'),
    'another part': given(strict, '«req.body.other»'),
    'a part and the whole': given(strict, '«req.body.user ?? req.body»'),
    'a part and another one': given(strict, '«{ ...req.body.user, ...req.body.other }»'),
    'what was taken before': given('const raw = req.body.user; req.body.user = S.parse(raw)', '«raw»'),
    'a part around it': given('req.body.data.user = S.parse(req.body.data.user)', '«req.body.data»'),
    'a part in another place': given(
      'req.body.data.user = S.parse(req.body.data.user); req.body.data = req.body.other',
      '«req.body.data.user»',
    ),
    'what is inside of some fields': given(
      "req.body.user = pick(req.body.user, ['profile'])",
      '«req.body.user.profile»',
    ),
    'what is inside of an object of fields': given(
      'req.body.user = { profile: req.body.user.profile }',
      '«req.body.user.profile»',
    ),
    'the rest beside a checked part': given('const { user, ...rest } = req.body; S.parse(user)', '«rest»'),
    'a variable that is given another part': given(
      'let { user } = req.body; S.parse(user); user = req.body.other',
      '«user»',
    ),
    'what is filled under another name': given(
      'const { user } = req.body; S.parse(user); Object.assign(user, req.body.other)',
      '«user»',
    ),
    'a list with one that passes': given('S.parse(req.body[0])', '«req.body»'),
    'a list of copies': given('req.body.items = req.body.items.map((item) => ({ ...item }))', '«req.body.items»'),
    'some of a list':
      'export const save = async (req, res) => { for (const item of req.body.items) { if (item.kind) S.parse(item); await User.create(«item») }; res.end() }',
    'what is saved before the check':
      'export const save = async (req, res) => { const user = await User.create(«req.body.user»); req.body.user = S.parse(req.body.user); res.json(user) }',
    'what is saved before, in a loop':
      'export const save = async (req, res) => { for (const each of res.locals.all) { await User.create(«req.body.user»); req.body.user = S.parse(req.body.user) }; res.end() }',
    'another part in a function':
      'const add = (body) => { S.parse(body.user); return User.create(«body.other») }\nexport const save = async (req, res) => { res.json(await add(req.body)) }',
    ...behind(
      {
        'a check that strips': 'L.parse(req.body.user); next()',
        'one branch': `if (req.query.strict) ${strict}; next()`,
        'an error that only is printed': `try { ${strict} } catch (error) { log(error) }; next()`,
        'what goes on before': `const r = S.safeParse(req.body.user); if (!r.success) return next(); req.body.user = r.data; next()`,
        'another part': 'req.body.other = S.parse(req.body.other); next()',
        'a raw part after it': `${strict}; next() }, (req, res, next) => { req.body.user = req.body.other; next()`,
      },
      '«req.body.user»',
    ),
    ...behind({ 'the whole body': `${strict}; next()` }, '«req.body»'),
    ...behind(
      { 'what is inside of some fields': "req.body.user = pick(req.body.user, ['profile']); next()" },
      '«req.body.user.profile»',
    ),
    'a middleware that is made with another schema':
      "const withUser = (schema) => (req, res, next) => { req.body.user = schema.parse(req.body.user); next() }\nrouter.post('/', withUser(z.looseObject({})), async (req, res) => { res.json(await User.create(«req.body.user»)) })",
    'a route without the middleware': `const save = async (req, res) => { res.json(await User.create(«req.body.user»)) }
      router.post('/', (req, res, next) => { ${strict}; next() }, save)
      router.put('/', save)`,
  },
})

const nest = (saved: string) => `import { Body, Controller, Post } from '@nestjs/common'
@Controller() class Users { @Post() save(@Body() body) { body.user = S.parse(body.user); return User.create(${saved}) } }`

runTypeScriptSuite(noUnguardedWrite, {
  rule: 'no-unguarded-write of a part of a parameter',
  messageId: 'unguardedWrite',
  preamble,
  bringsOwn: /from 'mongoose'/,
  quiet: { 'a part of what NestJS gives': nest('body.user') },
  flagged: { 'another part of what NestJS gives': nest('«body.other»') },
})
