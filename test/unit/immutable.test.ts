import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { summaryOf } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Schema } = mongoose

function isShort(this: unknown, value: unknown) {
  return this !== undefined && String(value).length < 4
}
const short = { type: String, required: true, validate: isShort }
const immutable = true

const definitions: Record<string, [definition: object, good: unknown, bad: unknown, path: string]> = {
  'a text': [{ ...short, immutable }, 'x', 'long', 'f'],
  'an array': [{ type: [short], immutable }, ['x'], ['long'], 'f.0'],
  'an array with a rule': [{ type: [String], validate: isShort, immutable }, ['x'], ['x', 'y', 'z'], 'f'],
  'a Map': [{ type: Map, of: short, immutable }, { k: 'x' }, { k: 'long' }, 'f.k'],
  'a sub-document': [{ type: sub({ a: short }), immutable }, { a: 'x' }, { a: 'long' }, 'f.a'],
  'an array of sub-documents': [{ type: [sub({ a: short })], immutable }, [{ a: 'x' }], [{ a: 'long' }], 'f.0.a'],
  'a field of a nested object': [{ a: { ...short, immutable } }, { a: 'x' }, { a: 'long' }, 'f.a'],
  'a field of a sub-document': [sub({ a: { ...short, immutable } }), { a: 'x' }, { a: 'long' }, 'f.a'],
  'an array in a sub-document': [
    sub({ list: { type: [sub({ a: short })], immutable } }),
    { list: [{ a: 'x' }] },
    { list: [{ a: 'long' }] },
    'f.list.0.a',
  ],
  'a field of a sub-document in a Map': [
    { type: Map, of: sub({ a: { ...short, immutable } }) },
    { k: { a: 'x' } },
    { k: { a: 'long' } },
    'f.k.a',
  ],
  'elements of an array': [{ type: [{ ...short, immutable }] }, ['x'], ['long'], 'f.0'],
  'elements of an array, of which it has a rule': [
    { type: [{ type: String, immutable }], validate: isShort },
    ['x'],
    ['x', 'y', 'z'],
    'f',
  ],
  'sub-documents of an array': [[{ type: sub({ a: short }), immutable }], [{ a: 'x' }], [{ a: 'long' }], 'f.0.a'],
  'values of a Map': [{ type: Map, of: { ...short, immutable } }, { k: 'x' }, { k: 'long' }, 'f.k'],
  'values of a Map, of which it has a rule': [
    { type: Map, of: { type: String, immutable }, validate: (map: Map<string, string>) => map.get('k') === 'x' },
    { k: 'x' },
    { k: 'y' },
    'f',
  ],
  'a Union': [{ type: Schema.Types.Union, of: [Number, String], validate: isShort, immutable }, 'x', 'long', 'f'],
  'a member of a Union': [
    { type: Schema.Types.Union, of: [Number, { type: String, immutable }], validate: isShort },
    'x',
    'long',
    'f',
  ],
  'a Map of sub-documents': [
    { type: Map, of: sub({ a: { ...short, immutable } }), immutable },
    { k: { a: 'x' } },
    { k: { a: 'long' } },
    'f.k.a',
  ],
}

describe.each(Object.entries(definitions))('%s that is immutable', (_what, [definition, good, bad, path]) => {
  it.each([false, true])('is judged by what was sent (partial: %j)', async (partial) => {
    const Model = modelOf({ f: definition })
    expect(await summaryOf(Model, { allow: ['f'], partial }, { f: good })).toEqual(['ok'])
    expect(await summaryOf(Model, { allow: ['f'], partial }, { f: bad })).toEqual([`${path}: user defined`])
  })

  it.each([true, 'throw'] as const)('does not disturb a rule of another field (strict: %j)', async (strict) => {
    const Model = modelOf({ f: definition, name: { type: String, validate: isShort } }, { strict })
    const options = { allow: ['f', 'name'], partial: true }
    expect(await summaryOf(Model, options, { f: good, name: 'x' })).toEqual(['ok'])
    expect(await summaryOf(Model, options, { f: bad, name: 'long' })).toEqual([
      `${path}: user defined`,
      'name: user defined',
    ])
  })

  it('reports a setter that throws', async () => {
    const failing = {
      type: String,
      immutable,
      set(this: unknown) {
        if (this !== null) throw new Error('no')
      },
      validate: isShort,
    }
    expect(await summaryOf(modelOf({ f: failing }), { allow: ['f'], partial: true }, { f: 'x' })).toEqual([
      'f: user defined',
    ])
  })
})

it.each(['toString', 'valueOf', 'constructor', 'other'])(
  'a key of a Union named like an inherited member has no path that is immutable: %s',
  async (key) => {
    const part = new mongoose.Schema({ p: String }, { _id: false })
    const union = { type: mongoose.Schema.Types.Union, of: [{ type: mongoose.Schema.Types.Mixed, immutable }, part] }
    const schema = new mongoose.Schema({ name: { type: String, validate: isShort }, r: union }, { strict: 'throw' })
    const Model = mongoose.createConnection().model('Kept', schema)
    const body = { name: 'x', r: { [key]: 1 } }
    expect(await summaryOf(Model, { allow: ['name', 'r'], partial: true }, body)).toEqual(['ok'])
  },
)

it.each([true, 'throw'] as const)(
  'an update may set an immutable field of a sub-document, with strict: %s',
  async (strict) => {
    const part = new Schema({ x: { type: Number, immutable } }, { _id: false, strict })
    const Model = modelOf(new Schema({ s: part, filled: { type: part, default: { x: 3 } }, name: short }, { strict }))
    const options = { allow: ['s', 'filled', 'name'], partial: true }
    expect(await summaryOf(Model, options, { s: { x: 1 }, filled: { x: 1 }, name: 'x' })).toEqual(['ok'])
  },
)
