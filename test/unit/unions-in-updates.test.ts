import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf, summaryOf } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'

const { Schema } = mongoose
const contact = { type: 'Union', of: [Number, sub({ phone: { type: String, required: true }, note: String })] }

describe('a sub-document in a Union, of an update', () => {
  // Mongoose 8 runs no rule in a Union.
  const missing = isMongoose8 ? ['ok'] : ['contact.phone: required']

  it('is a whole new value, and complete', async () => {
    const Model = modelOf({ contact })
    const options = { allow: ['contact'], partial: true }
    expect(await summaryOf(Model, options, { contact: { note: 'x' } })).toEqual(missing)
    expect(await summaryOf(Model, options, { contact: { phone: '1' } })).toEqual(['ok'])
    expect(await summaryOf(Model, options, { contact: 5 })).toEqual(['ok'])
    expect(await summaryOf(Model, options, {})).toEqual(['ok'])
  })

  it('is so in a nested object and a sub-document as well', async () => {
    const Model = modelOf({ nested: { contact }, inner: sub({ contact }) })
    const options = { allow: ['nested', 'inner'], partial: true }
    for (const key of ['nested', 'inner']) {
      expect(await summaryOf(Model, options, { [key]: { contact: { note: 'x' } } })).toEqual(
        isMongoose8 ? ['ok'] : [`${key}.contact.phone: required`],
      )
    }
  })
})

describe('an array of Unions without functions of the schema', () => {
  const of = [Number, sub({ a: String, list: [Number], inner: sub({ b: Boolean }) })]

  it('needs no document', async () => {
    let built = 0
    const counted = { type: String, default: () => String(++built) }
    const Model = modelOf({ list: [{ type: 'Union', of }], map: { type: Map, of: { type: 'Union', of } }, counted })
    const body = { list: [1, { a: 'x', list: [1], inner: { b: true } }], map: { k: { a: 'x' } } }
    expect(await errorsOf(Model, { allow: ['list', 'map'] }, body)).toEqual([])
    expect(built).toBe(0)
  })

  it('needs none where the sub-schema holds itself', async () => {
    const tree = sub({ name: String })
    tree.add({ children: [{ type: 'Union', of: [Number, tree] }] } as never)
    const Model = modelOf({ tree: { type: 'Union', of: [Number, tree] } })
    const body = { tree: { name: 'a', children: [1, { name: 'b', children: [{ name: 'c' }] }] } }
    expect(await errorsOf(Model, { allow: ['tree'] }, body)).toEqual([])
  })

  it.each([
    ['a setter', { type: Number, set: () => 'none' }],
    ['a default', { type: Number, default: () => 'none' }],
  ])('needs one for %s that makes nothing of a value', async (_what, definition) => {
    const Model = modelOf({ list: [{ type: 'Union', of: [Number, sub({ a: String, bad: definition })] }] })
    const body = { list: [{ a: 'x', bad: 'set' in definition ? 5 : undefined }] }
    expect(await errorsOf(Model, { allow: ['list'] }, body)).toHaveLength(1)
    await expect(new Model(JSON.parse(JSON.stringify(body))).validate()).rejects.toThrow()
  })
})

describe('a Union of which Mongoose casts to another member, too', () => {
  const text = sub({ v: String })
  const number = sub({ v: Number })
  it.each<[what: string, of: unknown[], value: unknown]>([
    ['a sub-document', [text, number], { v: 'x' }],
    ['a Map', [text, { type: Map, of: Number }], { v: 'x' }],
    ['an array of sub-documents', [[text], [number]], [{ v: 'x' }]],
    ['a sub-document beside Mixed', [number, Schema.Types.Mixed], { v: 'x' }],
  ])('refuses what %s cannot hold, as Mongoose does', async (_what, of, value) => {
    const Model = modelOf({ u: { type: 'Union', of } })
    const refused = await new Model({ u: value }).validate().then(
      () => false,
      () => true,
    )
    expect((await errorsOf(Model, { allow: ['u'] }, { u: value })).length > 0).toBe(refused)
  })
})
