import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { mongooseErrors } from '../support/oracle.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'

interface Discriminating {
  discriminator(name: string, schema: mongoose.Schema, value?: string): void
}

const defaults: readonly (readonly [what: string, given: unknown])[] = [
  ['a value', 'circle'],
  ['the name of the discriminator', 'ShapeCircle'],
  ['a function', () => 'circle'],
  ['a function that gives the name', () => 'ShapeCircle'],
  ['a function that gives nothing', () => undefined],
]

const places: readonly (readonly [
  what: string,
  wrap: (shape: mongoose.Schema) => object,
  body: (at: object) => object,
])[] = [
  ['a field', (shape) => ({ shape }), (shape) => ({ shape })],
  ['a nested object', (shape) => ({ in: { shape } }), (shape) => ({ in: { shape } })],
  ['elements', (shape) => ({ in: [sub({ shape })] }), (shape) => ({ in: [{ shape }, { shape }] })],
  ['a Map', (shape) => ({ in: { type: Map, of: sub({ shape }) } }), (shape) => ({ in: { a: { shape } } })],
  ['a Union', (shape) => ({ shape: { type: 'Union', of: [shape] } }), (shape) => ({ shape })],
]

const cases = defaults.flatMap(([what, given]) => {
  return places.map(([where, wrap, body]) => [where, what, { wrap, body, given }] as const)
})

describe('the default of the key that picks a discriminator', () => {
  it.each(cases)('picks one in %s as Mongoose does, where it is %s', async (where, _what, { wrap, body, given }) => {
    const shape = sub({ label: String, kind: { type: String, default: given } }, { discriminatorKey: 'kind' })
    const circle = sub({ radius: { type: Number, required: true } })
    ;(shape as unknown as Discriminating).discriminator('ShapeCircle', circle, 'circle')
    const Model = modelOf(wrap(shape))
    const guard = looseGuard(Model, { allow: Object.keys(wrap(shape)) })
    // Mongoose 8 does not validate what is in a Union.
    const isJudged = !(isMongoose8 && where === 'a Union')
    for (const sent of [{ label: 'x' }, { label: 'x', radius: 2 }, { label: 'x', kind: 'circle' }]) {
      const outcome = await guard.validate(body(sent))
      const document = new Model(body(sent))
      const failures = await mongooseErrors(Model, body(sent))
      const keeps = !('radius' in sent) || JSON.stringify(document.toObject({ flattenMaps: true })).includes('radius')
      const paths = outcome.ok ? [] : outcome.errors.map(({ path }) => path)
      if (!keeps) expect(outcome.ok).toBe(false)
      else if (isJudged) expect(paths).toEqual(failures.map(({ path }) => path))
    }
  })
})
