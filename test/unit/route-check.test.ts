// The option `check`: what a route demands of an accepted body as a whole.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { guard as express } from '../../src/adapters/express.ts'
import { guard as web } from '../../src/adapters/web.ts'
import { broken, looseGuard } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'

const Model = modelOf({ email: { type: String, required: true }, age: Number, lines: [{ sku: String }] })
const allow = ['email', 'age', 'lines']
const good = { email: 'a@b.c' }
const failure = { path: 'email', message: 'Must be one of ours' }
const item = broken('email', 'check', 'Must be one of ours')

const checking = (check: unknown, options: object = {}) => looseGuard(Model, { allow, check, ...options })

describe('check', () => {
  it.each([
    ['nothing', () => undefined],
    ['true', () => true],
    ['no failures', () => []],
    ['a promise of nothing', () => Promise.resolve()],
  ])('that gives %s accepts', async (_what, check) => {
    expect(await checking(check).validate(good)).toEqual({ ok: true, validated: good })
  })

  it.each([
    ['a failure', () => failure, [item]],
    [
      'failures',
      () => [failure, { path: 'age', message: 'Too young', rule: 'adult' }],
      [item, broken('age', 'adult', 'Too young')],
    ],
    ['a promise of a failure', () => Promise.resolve(failure), [item]],
    [
      'a failure without a path',
      () => ({ message: 'One field at least' }),
      [{ code: 'invalid_body', message: 'One field at least' }],
    ],
  ])('that gives %s refuses', async (_what, check, errors) => {
    expect(await checking(check).validate(good)).toEqual({ ok: false, errors })
  })

  it('is asked when all else is right, with what is handed on', async () => {
    const asked: unknown[] = []
    const check = (...parameters: unknown[]) => {
      asked.push(parameters)
    }
    const guard = checking(check, { extra: { terms: Boolean } })
    expect(await guard.validate({ ...good, age: 'x' })).toMatchObject({ ok: false })
    expect(await guard.validate({ ...good, terms: 'x' })).toMatchObject({ ok: false })
    expect(asked).toEqual([])
    expect(await guard.validate({ ...good, terms: true })).toMatchObject({ ok: true })
    expect(asked).toEqual([[good, { extra: { terms: true }, request: undefined }]])
  })

  it('is synchronous where it can be', () => {
    expect(checking(() => failure).validate(good)).toEqual({ ok: false, errors: [item] })
  })

  it('names paths in the document, or of extra fields, and the answer those of the body', async () => {
    const options = { at: 'user', extra: { confirm: String } }
    const both = () => [failure, { path: 'lines.0.sku', message: 'a' }, { path: 'confirm', message: 'b' }]
    expect(await checking(both, options).validate({ user: good })).toMatchObject({
      errors: [{ path: 'user.email' }, { path: 'user.lines.0.sku' }, { path: 'confirm' }],
    })
    const each = checking(() => ({ path: '1.email', message: 'a' }), { at: 'users', each: true })
    expect(await each.validate({ users: [good, good] })).toMatchObject({ errors: [{ path: 'users.1.email' }] })
  })

  it('fills no more than the answer holds', async () => {
    const many = checking(() => Array.from({ length: 50 }, () => failure), { maxErrors: 3 })
    const outcome = await many.validate(good)
    expect(outcome.ok ? [] : outcome.errors).toHaveLength(3)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('down')
      },
      'down',
    ],
    ['rejects', () => Promise.reject(new Error('down')), 'down'],
    ['gives false', () => false, 'mongoose-guard: the option "check" must give nothing, true, or failures'],
    ['gives a text', () => 'wrong', 'received the string "wrong"'],
    ['gives a failure without a message', () => ({ path: 'email' }), 'received a value of type object'],
    ['gives an Error', () => new Error('connect ECONNREFUSED 10.0.0.7:27017'), 'received an instance of Error'],
    ['gives an array that lacks failures', () => new Array<object>(2), 'received undefined'],
    ['gives a failure with a path that is none', () => ({ path: 3, message: 'a' }), 'received a value of type object'],
  ])('that %s is a mistake of the application, and no 400', async (_what, check, problem) => {
    await expect(Promise.resolve().then(() => checking(check).validate(good))).rejects.toThrow(problem)
    const told = await new Promise((resolve) => {
      express(Model, { allow, check } as never)({ body: good } as never, {}, resolve)
    })
    expect(told).toMatchObject({ message: expect.stringContaining(problem) as string })
    const route = web(Model, { allow, check } as never, (() => new Response()) as never)
    const request = new Request('http://localhost/', { method: 'POST', body: JSON.stringify(good) })
    await expect(route(request as never)).rejects.toThrow(problem)
  })

  it('gets the request from the adapters', async () => {
    const seen: unknown[] = []
    const check = (_validated: unknown, { request }: { request: unknown }) => void seen.push(request)
    const req = { body: good }
    await new Promise((resolve) => {
      express(Model, { allow, check } as never)(req as never, {}, resolve)
    })
    const request = new Request('http://localhost/', { method: 'POST', body: JSON.stringify(good) })
    await web(Model, { allow, check } as never, (() => new Response()) as never)(request)
    expect(seen).toEqual([req, request])
  })

  it('holds in Standard Schema too', async () => {
    const guard = checking(() => failure) as unknown as {
      '~standard': { validate: (body: unknown) => unknown }
    }
    expect(await guard['~standard'].validate(good)).toEqual({ issues: [{ ...item, path: ['email'] }] })
  })
})

it('extra reaches the handlers of Express and the web', async () => {
  const options = { allow, extra: new mongoose.Schema({ captcha: String }) }
  const body = { ...good, captcha: 'x' }
  const req = { body, extra: undefined as unknown, validated: undefined as unknown }
  await new Promise((resolve) => {
    express(Model, options as never)(req as never, {}, resolve)
  })
  expect(req).toMatchObject({ validated: good, extra: { captcha: 'x' } })
  const route = web(Model, options as never, ((request: typeof req) => Response.json(request.extra)) as never)
  const request = new Request('http://localhost/', { method: 'POST', body: JSON.stringify(body) })
  expect(await ((await route(request as never)) as Response).json()).toEqual({ captcha: 'x' })
})
