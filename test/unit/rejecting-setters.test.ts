// Setters that are asynchronous by mistake: nobody awaits what they give, and a rejection would end the process.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'
import { unhandledRejections } from '../support/unhandled.ts'

const { Schema } = mongoose

class Phone extends mongoose.SchemaType {
  static schemaName = 'Phone'
  override cast(value: unknown): unknown {
    if (typeof value !== 'string') throw new Error('no phone')
    return value
  }
}
Object.assign(Schema.Types, { Phone })

const set = async () => {
  await Promise.resolve()
  throw new Error('boom')
}
const types = { String, Number, Mixed: Schema.Types.Mixed, Phone }
const shapes: Record<string, (field: object) => [definition: unknown, wrap: (value: unknown) => unknown]> = {
  'a field': (field) => [field, (value) => value],
  'an array': (field) => [[field], (value) => [value]],
  'an array of arrays': (field) => [[[field]], (value) => [[value]]],
  'a Map': (field) => [{ type: Map, of: field }, (value) => ({ k: value })],
  'a Map of arrays': (field) => [{ type: Map, of: [field] }, (value) => ({ k: [value] })],
  'a Union': (field) => [{ type: Schema.Types.Union, of: [Boolean, field] }, (value) => value],
  'a Union that has it, too': (field) => [{ type: Schema.Types.Union, of: [Boolean, field], set }, (value) => value],
  'a sub-document of a Union': (field) => [
    { type: Schema.Types.Union, of: [{ type: Schema.Types.Mixed, set }, new Schema({ f: field })] },
    (value) => ({ f: value }),
  ],
  'an array of a Union': (field) => [[{ type: Schema.Types.Union, of: [Boolean, field] }], (value) => [value]],
}
const cases = Object.entries(types).flatMap(([name, type]) =>
  Object.keys(shapes).map((shape) => ({ name, shape, type })),
)

describe('an asynchronous setter that rejects', () => {
  const unhandled = unhandledRejections()

  it.each(cases)('does not end the process: of $name in $shape', async ({ shape, type }) => {
    const [definition, wrap] = shapes[shape]?.({ type, set }) ?? [String, (value: unknown) => value]
    const seesDocument = {
      type: String,
      validate(this: { get?: unknown } | null) {
        return this !== null
      },
    }
    const guard = looseGuard(modelOf({ f: definition, other: seesDocument }), { allow: ['f', 'other'] })
    for (const body of [{ f: wrap(type === Number ? 1 : '1') }, { f: wrap(type === Number ? 1 : '1'), other: 'x' }])
      await Promise.resolve()
        .then(() => guard.validate(body))
        .catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unhandled).toEqual([])
  })
})
