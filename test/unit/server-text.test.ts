import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf, outcomeOf } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'
import { unhandledRejections } from '../support/unhandled.ts'

const { Schema } = mongoose

function secret() {
  return 'S3CRET'
}
const throwing = () => {
  // oxlint-disable-next-line typescript/only-throw-error
  throw secret
}
const failing = async () => {
  await Promise.resolve()
  throw new Error('db.internal is down')
}
const rejects = () => Promise.reject(new Error('db.internal is down'))
const rejectsWithThis = function (this: unknown) {
  return this === undefined ? 'x' : rejects()
}
const throwsPromise = () => {
  // oxlint-disable-next-line typescript/only-throw-error
  throw rejects()
}
const arrayOfRejected = () => [rejects()]

const rejected = unhandledRejections()
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

type Row = [what: string, definition: object, body: object]

const sources: Row[] = [
  ['a default that throws it', { type: String, default: throwing }, {}],
  ['a setter that throws it', { type: String, set: throwing }, { f: 'x' }],
  [
    'a message that returns it',
    { type: String, validate: { validator: () => false, message: () => secret } },
    { f: 'x' },
  ],
  ['a message that throws it', { type: String, validate: { validator: () => false, message: throwing } }, { f: 'x' }],
  [
    'an error that has it for a message',
    {
      type: String,
      default: () => {
        throw Object.assign(new Error('x'), { message: [secret] })
      },
    },
    {},
  ],
]

describe('the source of a function of the schema', () => {
  it.each(sources)('does not reach a client: %s', async (_what, f, body) => {
    const errors = await errorsOf(modelOf({ f }), { allow: ['f'] }, body)
    expect(errors).toMatchObject([{ path: 'f', code: 'invalid_value' }])
    expect(JSON.stringify(errors)).not.toMatch(/S3CRET|function secret/)
  })
})

const refused: Row[] = [
  ['a default', { type: String, default: failing }, {}],
  ['a default that looks at the document', { type: String, default: rejectsWithThis }, {}],
  ['a setter', { type: String, set: rejects }, { f: 'x' }],
  ['a setter that looks at the document', { type: String, set: rejectsWithThis }, { f: 'x' }],
  ['a setter of elements', { type: [{ type: String, set: rejects }] }, { f: ['x'] }],
  ['a setter of the values of a Map', { type: Map, of: { type: String, set: rejects } }, { f: { k: 'x' } }],
  ['a setter of elements that throws one', { type: [{ type: String, set: throwsPromise }] }, { f: ['x'] }],
  ['a setter in a Map that throws one', { type: Map, of: { type: String, set: throwsPromise } }, { f: { k: 'x' } }],
  ['a limit', { type: Date, min: rejects }, { f: '2020-01-01' }],
  ['a default of an array', { type: [String], default: failing }, {}],
  ['a default with promises in it', { type: [String], default: arrayOfRejected }, {}],
]

describe('a promise where Mongoose awaits nothing', () => {
  it.each(refused)('is refused, and neither its stack nor its rejection gets out: %s', async (_what, f, body) => {
    const errors = await errorsOf(modelOf({ f }), { allow: ['f'] }, body)
    expect(errors).toHaveLength(1)
    expect(JSON.stringify(errors)).not.toMatch(/db\.internal|\.test\.ts|<rejected>/)
    await settled()
    expect(rejected).toEqual([])
  })

  it('prints as what it is, with the words of Mongoose around it', async () => {
    const [error] = await errorsOf(modelOf({ f: { type: String, default: failing } }), { allow: ['f'] }, {})
    expect(error?.message).toMatch(/^Cast to string failed for value "\[object Promise\]" \(type Promise\) at path "f"/)
  })

  it.each([
    ['alone', failing],
    ['with the document', rejectsWithThis],
  ])('is taken as the default of a Mixed, and its rejection does not get out: %s', async (_what, fallback) => {
    const Model = modelOf({ f: { type: Schema.Types.Mixed, default: fallback }, g: String })
    expect(await outcomeOf(Model, { allow: ['f', 'g'] }, { g: 'x' })).toEqual({ ok: true, validated: { g: 'x' } })
    await settled()
    expect(rejected).toEqual([])
  })

  it('does not get out of a field that the route does not allow', async () => {
    const seen = function (this: unknown) {
      return this !== undefined
    }
    const Model = modelOf({ f: { type: String, default: failing }, g: { type: String, validate: seen } })
    expect(await outcomeOf(Model, { allow: ['g'] }, { g: 'x' })).toEqual({ ok: true, validated: { g: 'x' } })
    await settled()
    expect(rejected).toEqual([])
  })
})

const sample = new Map<unknown, unknown>([
  [String, 'x'],
  [Number, 1],
  [Schema.Types.ObjectId, '5f0000000000000000000000'],
  [Schema.Types.UUID, '00000000-0000-4000-8000-000000000000'],
])
const throwingGetter = (key: string) => () => ({
  get [key]() {
    throw new Error('db.internal is down')
  },
  set: [new Error('db.internal is down')],
})

describe('an object with a getter that throws, where a setter gives it', () => {
  it.each([
    ['then', String],
    ['then', Number],
    ['then', Schema.Types.ObjectId],
    ['text', String],
    ['text', Schema.Types.UUID],
  ])('is refused as any other value that cannot be cast: %s for a %o', async (key, type) => {
    const Model = modelOf({ f: { type, set: throwingGetter(key) } })
    const errors = await errorsOf(Model, { allow: ['f'] }, { f: sample.get(type) })
    expect(errors).toMatchObject([{ path: 'f', code: 'invalid_value' }])
    expect(JSON.stringify(errors)).not.toMatch(/db\.internal|\.test\.ts/)
  })
})
