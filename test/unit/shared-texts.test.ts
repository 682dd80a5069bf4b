import mongoose from 'mongoose'
import { afterEach, describe, expect, it } from 'vitest'
import { fromForm } from '../../src/index.ts'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Mixed } = mongoose.Schema.Types
const tooMuch = { code: 'invalid_body', message: 'The body refers to the same long text from too many places' }
const characters = 40_000
const places = 10_000
const text = 'a'.repeat(characters)
const times = <Value>(value: Value, count = places) => Array.from({ length: count }, () => value)

let read = 0
afterEach(() => (read = 0))
const reads = (value: unknown) => {
  read += String(value).length
  return true
}
const readsWithThis = {
  type: String,
  validate(this: unknown, value: string) {
    return this !== undefined && reads(value)
  },
}
class Reading extends mongoose.SchemaType {
  override cast(value: unknown) {
    reads(value)
    return value
  }
}
Object.assign(mongoose.Schema.Types, { Reading })
const recursive = sub({ text: { type: String, validate: reads } })
recursive.add({ children: [recursive] })

/** What stands in a body, with a value once and in thousands of places. */
const fields: [name: string, definition: unknown, value: (of: string, count: number) => unknown][] = [
  ['an array with match', [{ type: String, match: /^a+$/ }], (of, count) => times(of, count)],
  ['an array with a validator', [{ type: String, validate: reads }], (of, count) => times(of, count)],
  ['an array with a validator with this', [readsWithThis], (of, count) => times(of, count)],
  [
    'an array with an asynchronous validator',
    [{ type: String, validate: (of: string) => Promise.resolve(reads(of)) }],
    times,
  ],
  ['an array with a setter', [{ type: String, set: (of: string) => (reads(of), of) }], times],
  ['an array with lowercase', [{ type: String, lowercase: true }], times],
  ['an array of a custom type', [Reading], times],
  ['an array of Mixed with a validator', [{ type: Mixed, validate: reads }], times],
  [
    'a Map',
    { type: Map, of: { type: String, validate: reads } },
    (of, count) => Object.fromEntries(times(of, count).entries()),
  ],
  ['sub-documents', [sub({ text: { type: String, validate: reads } })], (of, count) => times({ text: of }, count)],
  ['a schema in itself', recursive, (of, count) => ({ text: of, children: times({ text: of }, count) })],
  ['a Union', [{ type: 'Union', of: [Number, { type: String, validate: reads }] }], times],
  [
    'Unions of sub-documents',
    [{ type: 'Union', of: [Number, sub({ text: { type: String, validate: reads } })] }],
    (of, count) => times({ text: of }, count),
  ],
]

describe('a long text that stands in many places', () => {
  it.each(fields)('is refused in %s after about as much as MongoDB stores', async (_name, definition, value) => {
    const guard = looseGuard(modelOf({ field: definition, bad: Number }), { allow: ['field', 'bad'] })
    for (const rest of [{}, {}, { bad: 'x' }, { bad: 'x' }]) {
      read = 0
      expect(await guard.validate({ field: value(text, 3), bad: 1 })).toMatchObject({ ok: true })
      const outcome = await guard.validate({ field: value(text, places), ...rest })
      expect(outcome).toEqual({ ok: false, errors: [tooMuch] })
      expect(read).toBeLessThan(120_000_000)
    }
  })

  it.each([
    ['BigInt', 'BigInt', `${'0'.repeat(characters)}1`],
    ['Date', Date, `2026-01-01T00:00:00.${'0'.repeat(characters)}Z`],
  ])('is refused where it is the text of a %s', async (_name, type, value) => {
    const guard = looseGuard(modelOf({ field: [type] }), { allow: ['field'] })
    expect(await guard.validate({ field: times(value, 100) })).toMatchObject({ ok: true })
    for (let body = 0; body < 3; body++)
      expect(await guard.validate({ field: times(value) })).toEqual({ ok: false, errors: [tooMuch] })
  })

  it.each([
    ['a Map', { type: Map, of: Number }],
    ['free content', Mixed],
  ])('is refused as the key of an object in an array of %s', async (_name, type) => {
    const guard = looseGuard(modelOf({ field: [type] }), { allow: ['field'] })
    expect(await guard.validate({ field: times({ [text]: 1 }, 100) })).toMatchObject({ ok: true })
    for (let body = 0; body < 3; body++)
      expect(await guard.validate({ field: times({ [text]: 1 }) })).toEqual({ ok: false, errors: [tooMuch] })
  })

  it('is refused in several documents and beside them', async () => {
    const model = modelOf({ field: [{ type: String, validate: reads }] })
    const layout = { allow: ['field'], at: 'documents', each: { max: 100 }, extra: { beside: [readsWithThis] } }
    const guard = looseGuard(model, layout)
    for (let body = 0; body < 3; body++) {
      const documents = times({ field: times(text, 200) }, 50)
      expect(await guard.validate({ documents })).toEqual({ ok: false, errors: [tooMuch] })
    }
  })

  it('is taken where nothing reads it', async () => {
    const guard = looseGuard(modelOf({ field: [String], free: Mixed }), { allow: ['field', 'free'] })
    for (const field of [times(text), times(text)]) {
      expect(await guard.validate({ field, free: field })).toEqual({ ok: true, validated: { field, free: field } })
    }
  })

  it('is no problem where each place has one of its own, as JSON.parse makes them', async () => {
    const guard = looseGuard(modelOf({ field: [{ type: String, match: /^a+b*$/ }], bad: Number }), {
      allow: ['field', 'bad'],
    })
    const field = Array.from({ length: 600 }, (_, index) => `${text}${'b'.repeat(index)}`)
    for (let body = 0; body < 3; body++) expect(await guard.validate({ field })).toMatchObject({ ok: true })
    expect(await guard.validate({ field, bad: 'x' })).toMatchObject({ errors: [{ path: 'bad' }] })
  })

  it('stays as it was sent in a form', () => {
    const model = modelOf({ field: [{ type: 'Union', of: [Number, Reading] }], numbers: [Number] })
    const guard = looseGuard(model, { allow: ['field', 'numbers'] })
    const digits = '1'.repeat(characters)
    const form = { field: times(text), numbers: times(digits) }
    expect(fromForm(guard as never, form)).toEqual(form)
    expect(read).toBe(0)
    expect(fromForm(guard as never, { numbers: ['1', `0.${'1'.repeat(1000)}`] })).toEqual({ numbers: [1, 1 / 9] })
  })
})
