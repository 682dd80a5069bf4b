import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { Mixed } = mongoose.Schema.Types

describe('what a failing rule says', () => {
  it('is no source of a function that stands for a message', async () => {
    const secret = () => 'the text of the source'
    const throwing = () => {
      throw { message: secret } // oxlint-disable-line typescript/only-throw-error
    }
    for (const definition of [
      { type: String, validate: throwing },
      { type: String, set: throwing },
      { type: String, validate: () => Promise.reject({ message: secret }) }, // oxlint-disable-line typescript/prefer-promise-reject-errors
    ]) {
      const errors = await errorsOf(modelOf({ field: definition }), { allow: ['field'] }, { field: 'x' })
      expect(errors).toHaveLength(1)
      expect(JSON.stringify(errors)).not.toMatch(/source|=>/)
    }
  })

  it('is nothing where a function that stands for a message gives none', async () => {
    const Model = modelOf({ field: { type: String, validate: { validator: () => false, message: () => undefined } } })
    const errors = await errorsOf(Model, { allow: ['field'] }, { field: 'x' })
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, { field: 'x' }))
  })

  it('has a kind that is a text, also where the application gives numbers', async () => {
    const failing = (type: number) => ({ type: String, validate: { validator: () => false, type } })
    const Model = modelOf({ a: failing(1001), b: failing(1002) })
    const errors = await errorsOf(Model, { allow: ['a', 'b'] }, { a: 'x', b: 'y' })
    expect(errors.map(({ path, rule }) => [path, rule])).toEqual([
      ['a', '1001'],
      ['b', '1002'],
    ])
  })
})

describe('a document that rules see', () => {
  it('is one that is validated', async () => {
    const definition = {
      type: String,
      validate(this: { $op?: unknown; ownerDocument?(): unknown }, value: unknown) {
        return this.$op === 'validate' && value !== 'bad'
      },
    }
    const Model = modelOf({ field: definition, inner: sub({ field: definition }), list: [sub({ field: definition })] })
    for (const field of ['good', 'bad']) {
      // Mongoose 8 does not tell elements.
      const body = { field, inner: { field }, list: isMongoose8 ? [] : [{ field }] }
      const errors = await errorsOf(Model, { allow: ['field', 'inner', 'list'] }, body)
      expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, body))
    }
  })
})

it.each<[what: string, thrown: unknown]>([
  ['a text', 'text'],
  ['an empty text', ''],
  ['a number', 7],
  ['true', true],
  ['an object', { a: 1 }],
  ['a list', ['x']],
  ['an Error without a message', new Error()],
])('a rule that throws %s, or rejects with it, has the message that Mongoose gives it', async (_what, thrown) => {
  const field = (validator: () => unknown, message?: string) => ({ type: String, validate: { validator, message } })
  const throws = () => {
    throw thrown
  }
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors
  const rejects = () => Promise.reject(thrown)
  const Broken = modelOf({
    a: field(throws),
    b: field(throws, '{PATH} is bad'),
    c: field(rejects),
    d: field(rejects, '{PATH} is bad'),
  })
  const body = { a: 'x', b: 'x', c: 'x', d: 'x' }
  const errors = asOracleErrors(await errorsOf(Broken, { allow: ['a', 'b', 'c', 'd'] }, body))
  expect(errors).toEqual(await mongooseErrors(Broken, body))
})

describe('what is thrown and cannot be read', () => {
  const revoked = (): unknown => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }
  const unreadable = (property: string) =>
    Object.defineProperty(new Error('x'), property, {
      get() {
        throw new Error('read')
      },
    })
  class Code extends mongoose.SchemaType {
    override cast(value: unknown): never {
      throw value === 'revoked' ? revoked() : unreadable(String(value))
    }
  }

  it.each([
    ['a revoked proxy', revoked],
    ['an Error without a readable message', () => unreadable('message')],
    ['an Error without a readable name', () => unreadable('name')],
  ])('fails the rule whose message throws it: %s', async (_what, make) => {
    const message = () => {
      throw make()
    }
    const Model = modelOf({
      a: { type: String, validate: { validator: () => false, message } },
      b: { type: String, enum: { values: ['x'], message } },
      c: { type: String, required: [true, message] },
    })
    const errors = await errorsOf(Model, { allow: ['a', 'b', 'c'] }, { a: 'x', b: 'y' })
    expect(errors.map(({ path, code }) => [path, code])).toEqual(['a', 'b', 'c'].map((path) => [path, 'invalid_value']))
  })

  it.each(['revoked', 'message', 'name', 'reason'])('is a wrong type where a cast throws it: %s', async (value) => {
    const schema = new mongoose.Schema({ code: { type: Mixed } })
    schema.paths.code = new Code('code', {}, 'Code')
    const Model = mongoose.createConnection().model('Coded', schema)
    const errors = await errorsOf(Model, { allow: ['code'] }, { code: value })
    expect(errors.map(({ path, code }) => [path, code])).toEqual([['code', 'invalid_type']])
  })
})
