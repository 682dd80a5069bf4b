import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { summaryOf } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

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
