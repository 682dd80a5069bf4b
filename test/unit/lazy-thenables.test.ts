// What only runs once somebody asks for its `then`, as Mongoose's queries do: the guard asks only where Mongoose does.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { unhandledRejections } from '../support/unhandled.ts'

const { Schema } = mongoose
const { Mixed } = Schema.Types

let runs = 0

/** As a query is one: it runs with each `then`, and rejects without a database. */
class LazyQuery {
  then(resolve: (value: unknown) => void, reject: (reason: unknown) => void): Promise<void> {
    runs++
    return Promise.reject(new Error('no database')).then(resolve, reject)
  }
}

const lazy = () => new LazyQuery()
const throwsLazy = () => {
  // oxlint-disable-next-line typescript/only-throw-error -- people throw what they like
  throw lazy()
}
const seesDocument = {
  type: String,
  validate(this: { get?: unknown } | null) {
    return this !== null
  },
}

const fields: Record<string, [definition: unknown, value: unknown]> = {
  'a setter': [{ type: String, set: lazy }, 'x'],
  'a setter of a Mixed': [{ type: Mixed, set: lazy }, 'x'],
  'a setter that throws one': [{ type: String, set: throwsLazy }, 'x'],
  'a setter in an array': [[{ type: String, set: lazy }], ['x', 'y']],
  'a setter in elements': [[sub({ x: { type: Number, set: lazy } })], [{ x: 1 }]],
  'a setter in a Map': [{ type: Map, of: { type: Number, set: lazy } }, { k: 1 }],
  'a setter in a Union': [{ type: Schema.Types.Union, of: [Boolean, { type: Number, set: lazy }] }, 1],
  'a default': [{ type: Number, default: lazy }, undefined],
  'a default of a Mixed': [{ type: Mixed, default: lazy }, undefined],
  'a default that throws one': [{ type: Mixed, default: throwsLazy }, undefined],
  'a default of an array': [{ type: [String], default: lazy }, undefined],
  'a default in a sub-document': [sub({ x: { type: Mixed, default: lazy } }), {}],
  'a condition': [{ type: String, required: lazy }, 'x'],
  'a condition of an absent field': [{ type: String, required: lazy }, undefined],
  'a message': [{ type: String, validate: { validator: () => false, message: lazy } }, 'x'],
  'a rule that throws one': [{ type: String, validate: throwsLazy }, 'x'],
}

describe.each(Object.entries(fields))('what %s gives', (_name, [definition, value]) => {
  const unhandled = unhandledRejections()

  it.each([false, true])('is not run, with a rule that sees the document: %s', async (hasOther) => {
    runs = 0
    const Model = modelOf({ f: definition, other: seesDocument })
    const body = { ...(value === undefined ? {} : { f: value }), ...(hasOther ? { other: 'x' } : {}) }
    for (const partial of [false, true]) {
      const guard = looseGuard(Model, { allow: ['f', 'other'], partial })
      await Promise.resolve(guard.validate(body)).catch(() => undefined)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect({ runs, unhandled }).toEqual({ runs: 0, unhandled: [] })
  })
})

it('is run once where a rule gives it, as in Mongoose', async () => {
  runs = 0
  const guard = looseGuard(modelOf({ f: { type: String, validate: lazy } }), { allow: ['f'] })
  expect(await guard.validate({ f: 'x' })).toMatchObject({ ok: false, errors: [{ message: 'no database' }] })
  expect(runs).toBe(1)
})
