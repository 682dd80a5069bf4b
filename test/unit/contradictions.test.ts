import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf, looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { mongooseErrors } from '../support/oracle.ts'

const { Schema } = mongoose
const required = { type: String, required: true }
const text = (path: string) =>
  `mongoose-guard: the schema contradicts itself: "${path}" is a field of its own, and an object with fields in it`

function discriminated(base: object, child: object) {
  const Model = modelOf(new Schema(base, { discriminatorKey: 'k' }))
  Model.discriminator(`${Model.modelName}Child`, new Schema(child as never))
  return Model
}

describe('a path that is both a field and an object with fields', () => {
  const rows: [what: string, make: () => unknown][] = [
    ['a Mixed with a dotted path', () => modelOf({ p: { type: Schema.Types.Mixed }, 'p.b': String })],
    ['a Map with a dotted path', () => modelOf({ p: { type: Map, of: Number }, 'p.math': Number })],
    ['an array with a dotted path', () => modelOf({ p: [String], 'p.0': String })],
    [
      'a nested object that became a text',
      () => {
        const schema = new Schema({ p: { b: required } })
        schema.path('p', String as never)
        return modelOf(schema)
      },
    ],
    [
      'a nested object that a discriminator has as a text',
      () => discriminated({ p: { bio: required } }, { p: String }),
    ],
  ]

  it.each(rows)('is an error at set-up where it is allowed: %s', (_what, make) => {
    const Model = make()
    expect(() => looseGuard(Model, { allow: ['p'] })).toThrow(text('p'))
  })

  it('leaves guards alone that do not allow it', async () => {
    const Model = modelOf({ p: { type: Schema.Types.Mixed }, 'p.b': String, a: String })
    expect(await errorsOf(Model, { allow: ['a'] }, { a: 'x' })).toEqual([])
  })

  it('inside of what is allowed as a whole is an error at set-up', () => {
    const inner = sub({ p: { type: Schema.Types.Mixed }, 'p.b': String })
    expect(() => looseGuard(modelOf({ s: inner }), { allow: ['s'] })).toThrow(text('s.p'))
    expect(() => looseGuard(modelOf({ list: [inner] }), { allow: ['list'] })).toThrow(text('list.p'))
  })

  it("never lets through what Mongoose refuses of a discriminator's sub-schema over a nested object", async () => {
    const Model = discriminated(
      { p: { bio: String } },
      { p: sub({ bio: String, age: { type: Number, required: true } }) },
    )
    const body = { k: `${Model.modelName}Child`, p: { bio: 'x' } }
    const expected = await mongooseErrors(Model, body)
    let accepts = false
    try {
      accepts = (await errorsOf(Model, { allow: ['p', 'k'] }, body)).length === 0
    } catch (error) {
      expect(String(error)).toContain(text('p'))
    }
    expect(accepts && expected.length > 0).toBe(false)
  })
})
