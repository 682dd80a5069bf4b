import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf, looseGuard, type ErrorItem } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

/** Normalisers of phone numbers throw where there is none. */
const normalise = (value: unknown) => {
  if (value === 'bad') throw new TypeError('no number')
  return value
}
function normaliseWithThis(this: unknown, value: unknown): unknown {
  return this === null ? value : normalise(value)
}
const uncastable = (value: unknown) => (value === 'bad' ? {} : value)

const fields = {
  'that throws': { type: String, set: normalise },
  'with this that throws': { type: String, set: normaliseWithThis },
  'that makes something uncastable': { type: String, set: uncastable },
}

const places: Record<string, (phone: object) => [definition: object, body: object]> = {
  'the top': (phone) => [{ phone }, { phone: 'bad' }],
  'a nested object': (phone) => [{ n: { m: { phone } } }, { n: { m: { phone: 'bad' } } }],
  'a sub-document': (phone) => [{ s: sub({ phone, n: { phone } }) }, { s: { phone: 'bad', n: { phone: 'bad' } } }],
  'an array of sub-documents': (phone) => [
    { list: [sub({ phone })] },
    { list: [{ phone: 'bad' }, { phone: 'good' }, { phone: 'bad' }] },
  ],
  'a Map of sub-documents': (phone) => [{ map: { type: Map, of: sub({ phone }) } }, { map: { k: { phone: 'bad' } } }],
  'arrays of arrays': (phone) => [{ rows: [[sub({ phone })]] }, { rows: [[{ phone: 'bad' }]] }],
}

describe.each(Object.entries(fields))('a setter %s', (_kind, phone) => {
  it.each(Object.entries(places))('in %s is reported in the words of Mongoose', async (_where, place) => {
    const [definition, body] = place(phone)
    const Model = modelOf(definition)
    const errors = await errorsOf(Model, { allow: Object.keys(definition) }, body)
    expect(asOracleErrors(errors).map(({ path, message }) => ({ path, message }))).toEqual(
      (await mongooseErrors(Model, body)).map(({ path, message }) => ({ path, message })),
    )
    expect(errors.every(({ rule }: ErrorItem) => rule === 'user defined')).toBe(true)
    expect(errors.length).toBeGreaterThan(0)
  })

  it('in a discriminator is reported with the name of its model', async () => {
    const Base = modelOf({ kind: String }, { discriminatorKey: 'kind' })
    Base.discriminator(`Child${Math.random()}`, sub({ phone }), 'child')
    const body = { kind: 'child', phone: 'bad' }
    const errors = await errorsOf(Base, { allow: ['kind', 'phone'] }, body)
    expect(asOracleErrors(errors).map(({ message }) => message)).toEqual(
      (await mongooseErrors(Base, body)).map(({ message }) => message),
    )
  })

  it('leaves its path out of what other rules see', async () => {
    const seen: unknown[] = []
    const note = {
      type: String,
      validate(this: { phone?: unknown }) {
        seen.push(this.phone)
        return true
      },
    }
    const Model = modelOf({ phone, note })
    expect(await errorsOf(Model, { allow: ['phone', 'note'] }, { phone: 'bad', note: 'x' })).toMatchObject([
      { path: 'phone' },
    ])
    expect(seen).toEqual([undefined])
  })

  it.each([1, 5])(
    'is run no more than the answer needs (maxErrors %i), and the document built once',
    async (maxErrors) => {
      let built = 0
      const watched = { type: String, default: () => String(++built) }
      const Model = modelOf({ list: [sub({ phone })], watched })
      const outcome = await looseGuard(Model, { allow: ['list'], maxErrors }).validate({
        list: Array.from({ length: 2000 }, () => ({ phone: 'bad' })),
      })
      expect(outcome.ok ? 0 : outcome.errors.length).toBe(maxErrors)
      expect(built).toBeLessThanOrEqual(1)
    },
  )
})

describe('the methods of Mongoose that are replaced while a document is built', () => {
  const { Document, Error: errors, Types } = mongoose
  const { Subdocument } = Types
  const methods = () => [
    Object.getOwnPropertyDescriptors(errors.ValidationError.prototype),
    Object.getOwnPropertyDescriptors(Document.prototype),
    Object.getOwnPropertyDescriptors(Subdocument.prototype),
  ]

  it('are put back, whatever happens', async () => {
    const before = methods()
    const during: unknown[] = []
    const definition = {
      a: {
        type: String,
        set(this: unknown, value: string) {
          during.push(methods())
          return this !== null && value === 'nest'
            ? (void looseGuard(Model, { allow: ['a'] }).validate({ a: 'x' }), value)
            : value
        },
      },
      b: { type: String, set: normaliseWithThis },
      c: {
        type: String,
        default(this: unknown) {
          if (this !== null) throw new Error('no default')
        },
      },
      long: String,
    }
    const Model = modelOf(definition)
    const guard = looseGuard(Model, { allow: ['a', 'b', 'c', 'long'] })
    for (const body of [{ a: 'x' }, { b: 'bad' }, { a: 'nest', b: 'bad' }, {}]) {
      await guard.validate({ ...body, long: 'x'.repeat(1000) })
      expect(methods()).toEqual(before)
    }
    expect(during.length).toBeGreaterThan(0)
    expect(during[0]).not.toEqual(before)
  })

  it('are left in place for a short body', async () => {
    const during: unknown[] = []
    const watched = {
      type: String,
      set(this: unknown, value: string) {
        if (this !== null) during.push(methods())
        return value
      },
    }
    const before = methods()
    await looseGuard(modelOf({ watched }), { allow: ['watched'] }).validate({ watched: 'x' })
    expect(during).toEqual([before])
  })
})

it.each([
  ['an array', (text: object) => [text], (values: string[]) => values],
  ['arrays of arrays', (text: object) => [[text]], (values: string[]) => values.map((value) => [value])],
  [
    'a Map of arrays',
    (text: object) => ({ type: Map, of: [text] }),
    (values: string[]) => Object.fromEntries(values.map((value, index) => [`k${index}`, [value]])),
  ],
])('a setter that throws in %s is run no more than the answer needs', async (_where, definitionOf, bodyOf) => {
  let calls = 0
  const set = (value: unknown) => {
    calls++
    return normalise(value)
  }
  const Model = modelOf({ list: definitionOf({ type: String, set }) })
  const list = bodyOf(Array.from({ length: 2000 }, () => 'bad'))
  await new Model({ list }).validate().catch(() => undefined)
  const ofMongoose = calls
  const guard = looseGuard(Model, { allow: ['list'], maxErrors: 3 })
  calls = 0
  const outcome = await guard.validate({ list })
  expect(outcome.ok ? 0 : outcome.errors.length).toBe(3)
  expect(calls).toBeLessThanOrEqual(ofMongoose + 3)
})
