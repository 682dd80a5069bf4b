import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

/** As a program hands one over that calls `validate()` itself. */
class List extends Array<unknown> {}

const odd = {
  'of a class': (...elements: unknown[]) => List.from(elements),
  'whose constructor is a text': (...elements: unknown[]) => Object.assign(elements, { constructor: 'x' }),
  'whose constructor makes something else': (...elements: unknown[]) =>
    Object.assign(elements, { constructor: { [Symbol.species]: Set } }),
}

const Model = modelOf({
  texts: [String],
  rows: [[Number]],
  documents: [sub({ a: String })],
  any: mongoose.Schema.Types.Mixed,
  name: { type: String, validate: () => true },
})

describe('an array', () => {
  it.each(Object.entries(odd))('%s is copied to a plain one, by the walker and by generated code', async (_, list) => {
    const guard = looseGuard(Model, { allow: Object.keys(Model.schema.obj) })
    for (let time = 0; time < 12; time++) {
      const body = { texts: list('a'), rows: list(list(1)), documents: list({ a: 'b' }), any: [list(1, {})] }
      const outcome = await guard.validate(body)
      const validated = { texts: ['a'], rows: [[1]], documents: [{ a: 'b' }], any: [[1, {}]] }
      expect(outcome).toStrictEqual({ ok: true, validated })
    }
  })
})
