import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { broken, looseGuard, type Outcome } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

beforeAll(() => {
  process.on('unhandledRejection', note)
})

afterAll(() => {
  process.off('unhandledRejection', note)
})

/** Node tells of an unhandled rejection once the microtasks are done. */
async function rejectionsDuring(act: () => unknown): Promise<unknown[]> {
  unhandled.length = 0
  await act()
  await new Promise((resolve) => setTimeout(resolve, 20))
  return unhandled
}

const isPromise = (outcome: Outcome | Promise<Outcome>) => outcome instanceof Promise

const rejecting = (text: string) => () => Promise.reject(new Error(text))

const Model = modelOf({
  name: { type: String, required: true, minlength: 3, lowercase: true },
  own: {
    type: String,
    validate(this: { name?: string }) {
      return this.name !== 'nobody'
    },
  },
  slow: { type: String, validate: (value: string) => Promise.resolve(value !== 'taken') },
  sometimes: { type: String, validate: (value: string) => (value === 'ask' ? Promise.resolve(true) : true) },
  list: [sub({ slow: { type: String, validate: () => Promise.resolve(true) }, a: Number })],
})
const guard = looseGuard(Model, { allow: ['name', 'own', 'slow', 'sometimes', 'list'] })

describe('an outcome', () => {
  it.each([
    { when: 'a body passes', body: { name: 'Ada', own: 'x' } },
    { when: 'a body fails', body: { name: 'A', own: 5, nope: 1 } },
    { when: 'the body is no object', body: undefined },
    { when: 'a field with an asynchronous validator is absent', body: { name: 'Ada', list: [{ a: 1 }] } },
    { when: 'a field with an asynchronous validator has the wrong type', body: { name: 'Ada', slow: 5 } },
    { when: 'a validator that can be asynchronous is not, this time', body: { name: 'Ada', sometimes: 'no' } },
  ])('is there at once when $when', ({ body }) => {
    expect(isPromise(guard.validate(body))).toBe(false)
  })

  it.each([
    { when: 'a validator returned a promise', body: { name: 'Ada', slow: 'x' } },
    { when: 'a validator returned a promise this time', body: { name: 'Ada', sometimes: 'ask' } },
    { when: 'a validator in an element returned a promise', body: { name: 'Ada', list: [{ slow: 'x' }] } },
  ])('is a promise when $when', async ({ body }) => {
    const outcome = guard.validate(body)
    expect(isPromise(outcome)).toBe(true)
    expect(await outcome).toEqual({ ok: true, validated: body })
  })

  it('is a promise when a validator returned a thenable of another library', async () => {
    const thenable = { then: (resolve: (value: unknown) => void) => setTimeout(resolve, 1, false) }
    const Odd = modelOf({ f: { type: String, validate: () => thenable } })
    const outcome = looseGuard(Odd, { allow: ['f'] }).validate({ f: 'x' })
    expect(isPromise(outcome)).toBe(true)
    expect(await outcome).toEqual({
      ok: false,
      errors: [broken('f', 'user defined', 'Validator failed for path `f` with value `x`')],
    })
  })

  it('has what synchronous and asynchronous rules found', async () => {
    expect(await guard.validate({ name: 'A', slow: 'taken' })).toEqual({
      ok: false,
      errors: [
        broken('name', 'minlength', 'Path `name` (`a`, length 1) is shorter than the minimum allowed length (3).'),
        broken('slow', 'user defined', 'Validator failed for path `slow` with value `taken`'),
      ],
    })
  })

  it('that is awaited is not touched by what happens to the body meanwhile', async () => {
    const body: Record<string, unknown> = { name: 'Ada', slow: 'x', list: [{ a: 1 }] }
    const outcome = guard.validate(body)
    body.role = 'admin'
    body.name = 5
    ;(body.list as object[]).push({ role: 'admin' })
    expect(await outcome).toEqual({ ok: true, validated: { name: 'Ada', slow: 'x', list: [{ a: 1 }] } })
  })

  it('of one request knows nothing of another', async () => {
    const outcomes = await Promise.all([
      guard.validate({ name: 'Ada', slow: 'taken' }),
      guard.validate({ name: 'Bob', slow: 'x' }),
      guard.validate({ name: 'B', slow: 'x' }),
    ])
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, false])
  })
})

describe('no rejection is left unhandled', () => {
  it.each([
    {
      where: 'two fields',
      definition: { a: { type: String, validate: rejecting('one') }, b: { type: String, validate: rejecting('two') } },
      body: { a: 'x', b: 'x' },
      paths: ['a', 'b'],
    },
    {
      where: 'two validators of one field',
      definition: { a: { type: String, validate: [{ validator: rejecting('one') }, { validator: rejecting('two') }] } },
      body: { a: 'x' },
      paths: ['a'],
    },
    {
      where: 'a field that a synchronous rule refuses after it',
      definition: { a: { type: String, validate: rejecting('one'), minlength: 3 } },
      body: { a: 'x' },
      paths: ['a'],
    },
    {
      where: 'a field that a synchronous rule refuses before it',
      definition: { a: { type: String, minlength: 3, validate: rejecting('one') } },
      body: { a: 'x' },
      paths: ['a'],
    },
    {
      where: 'elements',
      definition: { a: [{ type: String, validate: rejecting('one') }] },
      body: { a: ['x', 'y'] },
      paths: ['a.0', 'a.1'],
    },
    {
      where: 'an array and its elements',
      definition: { a: { type: [{ type: String, validate: rejecting('one') }], validate: rejecting('two') } },
      body: { a: ['x'] },
      paths: ['a', 'a.0'],
    },
  ])('where asynchronous validators reject on $where', async ({ definition, body, paths }) => {
    let outcome: Outcome | undefined
    const rejections = await rejectionsDuring(async () => {
      outcome = await looseGuard(modelOf(definition), { allow: Object.keys(definition) }).validate(body)
    })
    expect(outcome).toMatchObject({ ok: false, errors: paths.map((path) => ({ code: 'invalid_value', path })) })
    expect(rejections).toEqual([])
  })

  it('where maxErrors ends the walk before they are done', async () => {
    const slow = () => new Promise((_, reject) => setTimeout(reject, 5, new Error('late')))
    const Late = modelOf({
      a: { type: String, validate: slow },
      b: Number,
      c: { type: String, validate: slow },
      d: Number,
    })
    const late = looseGuard(Late, { allow: ['a', 'b', 'c', 'd'], maxErrors: 1 })
    let outcome: Outcome | undefined
    const rejections = await rejectionsDuring(async () => {
      outcome = await late.validate({ a: 'x', b: 'x', c: 'x', d: 'x' })
    })
    expect(outcome).toEqual({ ok: false, errors: [broken('a', 'user defined', 'late')] })
    expect(rejections).toEqual([])
  })

  it('where the body fails its depth limit while they run', async () => {
    const Deep = modelOf({ a: { type: String, validate: rejecting('one') }, f: {} })
    let deep: unknown = 1
    for (let level = 0; level < 200; level++) deep = { deep }
    let outcome: Outcome | undefined
    const rejections = await rejectionsDuring(async () => {
      outcome = await looseGuard(Deep, { allow: ['a', 'f'] }).validate({ a: 'x', f: deep })
    })
    expect(outcome).toMatchObject({ ok: false, errors: [{ code: 'invalid_body' }] })
    expect(rejections).toEqual([])
  })
})
