// Defaults that are asynchronous by mistake: nobody awaits what they give, and a rejection would end the process.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { unhandledRejections } from '../support/unhandled.ts'

const { Schema } = mongoose
const { Decimal128, Mixed, ObjectId } = Schema.Types

const fails = async () => {
  await Promise.resolve()
  throw new Error('the counter is down')
}
const seesDocument = {
  type: String,
  validate(this: { get?: unknown } | null) {
    return this !== null
  },
}

const fields: Record<string, [definition: object, value: unknown]> = {
  'a Number': [{ type: Number, default: fails }, 5],
  'a Date': [{ type: Date, default: fails }, '2020-01-01'],
  'an ObjectId': [{ type: ObjectId, default: fails }, '507f1f77bcf86cd799439011'],
  'a Decimal128': [{ type: Decimal128, default: fails }, '1'],
  'a Buffer': [
    { type: Buffer, default: fails },
    { type: 'Buffer', data: [1] },
  ],
  'a Mixed': [{ type: Mixed, default: fails }, { a: 1 }],
  'a nested field': [
    { x: { type: Number, default: fails }, y: { type: Mixed, default: fails } },
    { x: 1, y: 1 },
  ],
  'a sub-document': [{ type: sub({ x: Number }), default: fails }, { x: 1 }],
  'what is in a sub-document': [sub({ x: { type: Number, default: fails }, y: { type: Mixed, default: fails } }), {}],
  'what is in elements': [
    [sub({ x: { type: Number, default: fails }, y: { type: Mixed, default: fails } })],
    [{ x: 1 }],
  ],
  'a Map': [{ type: Map, of: String, default: fails }, { a: 'b' }],
  'an array': [{ type: [String], default: fails }, ['a']],
  'an immutable Number': [{ type: Number, immutable: true, default: fails }, 5],
  'an immutable Mixed': [{ type: Mixed, immutable: true, default: fails }, { a: 1 }],
  'what says whether a field of a sub-document is immutable': [
    sub({ x: { type: Number, immutable: fails } }),
    { x: 1 },
  ],
  'a Mixed whose setter is asynchronous': [{ type: Mixed, default: 5, set: fails }, 1],
}

describe('an asynchronous default that rejects', () => {
  const unhandled = unhandledRejections()

  it.each(Object.entries(fields))('does not end the process: of %s', async (_name, [definition, value]) => {
    const Model = modelOf({ f: definition, other: seesDocument })
    for (const partial of [false, true]) {
      const guard = looseGuard(Model, { allow: ['f', 'other'], partial })
      const long = 'x'.repeat(2000)
      for (const body of [
        { other: 'x' },
        { f: value },
        { f: value, other: 'x' },
        { f: value, other: long },
        { f: null, other: 'x' },
      ])
        await Promise.resolve(guard.validate(body)).catch(() => undefined)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unhandled).toEqual([])
  })

  it('does not end the process: of the key of discriminators', async () => {
    for (const type of [String, Number]) {
      const base = new Schema({ k: String, kind: { type, default: fails } }, { discriminatorKey: 'kind', _id: false })
      const holder = new Schema({ s: base, other: seesDocument })
      holder.path<mongoose.Schema.Types.Subdocument>('s').discriminator('x', sub({ q: Number }), '1')
      const guard = looseGuard(modelOf(holder), { allow: ['s', 'other'] })
      for (const body of [{ s: { kind: '1', q: 1 } }, { s: { k: 'a' } }, { s: {}, other: 'x' }])
        await Promise.resolve(guard.validate(body)).catch(() => undefined)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unhandled).toEqual([])
  })
})
