import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { unhandledRejections } from '../support/unhandled.ts'

const { Mixed } = mongoose.Schema.Types

/** An outage that comes when nobody waits any more. */
const down = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5))
  throw Object.assign(new Error('down'), { name: 'MongoNetworkError' })
}
function downWithThis(this: unknown) {
  return this === undefined || down()
}
const outOfOrder = () => {
  throw Object.assign(new Error('down'), { syscall: 'connect' })
}
const deep: unknown = JSON.parse('['.repeat(150) + ']'.repeat(150))

const email = {
  'one rule': { type: String, validate: down },
  'two rules': { type: String, validate: [{ validator: down }, { validator: down }] },
  'two rules with this': { type: String, validate: [{ validator: downWithThis }, { validator: downWithThis }] },
  'rules of an array': { type: [String], validate: [{ validator: down }, { validator: down }] },
  'rules of elements': [{ type: String, validate: [{ validator: down }, { validator: down }] }],
  'rules of a sub-document': { type: sub({ a: String }), validate: [{ validator: down }, { validator: down }] },
  'rules in a sub-document': sub({ a: { type: String, validate: [{ validator: down }, { validator: down }] } }),
  'rules on null': {
    type: String,
    required: [true, 'needed'],
    validate: [{ validator: down }, { validator: down }],
  },
} as const

const sent = (what: string): unknown =>
  what.includes('sub-document') ? { a: 'x' } : /array|elements/.test(what) ? ['x', 'y'] : 'x'

describe('an asynchronous rule that nobody waits for', () => {
  const unhandled = unhandledRejections()

  const ends = [
    { why: 'the body is too deep further on', beside: { later: String }, body: { later: deep } },
    {
      why: 'the answer is full',
      beside: { before: { type: [String], validate: () => false } },
      body: { before: ['x'] },
      maxErrors: 1,
    },
    {
      why: 'a later rule meets an outage',
      beside: { later: { type: String, validate: outOfOrder } },
      body: { later: 'x' },
    },
    {
      why: 'a later rule of an array meets an outage',
      beside: { later: { type: [String], validate: outOfOrder } },
      body: { later: ['x'] },
    },
  ]
  const cases = ends.flatMap((end) => Object.entries(email).map(([what, rules]) => ({ what, rules, ...end })))

  it.each(cases)('does not end the process: $what, where $why', async ({ what, rules, beside, body, maxErrors }) => {
    const Model = modelOf('before' in beside ? { ...beside, email: rules } : { email: rules, ...beside })
    const guard = looseGuard(Model, { allow: ['email', ...Object.keys(beside)], ...(maxErrors && { maxErrors }) })
    const outcome = await Promise.resolve()
      .then(() => guard.validate({ ...body, email: sent(what) }))
      .catch((error: unknown) => error)
    expect(outcome).toSatisfy((result: { ok?: boolean }) => result.ok !== true)
    await new Promise((resolve) => setTimeout(resolve, 15))
    expect(unhandled).toEqual([])
  })

  // oxlint-disable-next-line typescript/prefer-promise-reject-errors
  const promiseRejecting = () => Promise.reject(Promise.reject(new Error('inner')))
  it.each<[what: string, definition: object, value?: unknown]>([
    ['a message', { type: String, validate: { validator: () => false, message: promiseRejecting } }, 'x'],
    ['a condition', { type: String, required: promiseRejecting }],
    ['the message of a condition', { type: String, required: [() => true, promiseRejecting] }],
    ['a default', { type: String, default: promiseRejecting }],
    ['a setter', { type: String, set: promiseRejecting }, 'x'],
    ['a rule', { type: String, validate: promiseRejecting }, 'x'],
  ])('does not end the process where %s rejects with a promise that is rejected', async (_what, definition, value) => {
    const Model = modelOf({ field: definition, other: String })
    const body = value === undefined ? { other: 'x' } : { field: value }
    expect(await looseGuard(Model, { allow: ['field', 'other'] }).validate(body)).toHaveProperty('ok')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unhandled).toEqual([])
  })

  const fields = () => sub({ x: Number })
  const seen = {
    type: String,
    validate(this: object) {
      return Object.keys(this).length > 0
    },
  }
  it.each<[what: string, definition: object, value?: unknown]>([
    ['a cast', { type: String, cast: down }, 'x'],
    ['a cast of a Union’s member', { type: 'Union', of: [{ type: String, cast: down }, Number] }, 'x'],
    ['a cast of elements', [{ type: String, cast: down }], ['x']],
    ['a cast of a Map’s values', { type: Map, of: { type: String, cast: down } }, { a: 'x' }],
    ['a setter of an array of sub-documents', { type: [fields()], set: down }, [{ x: 1 }]],
    ['a setter of a sub-document', { type: fields(), set: down }, { x: 1 }],
    ['a setter of an array', { type: [String], set: down }, ['x']],
    ['a setter of a Map', { type: Map, of: String, set: down }, { a: 'x' }],
    ['a setter of Mixed in a Map', { type: Map, of: { type: Mixed, set: down } }, { a: 'x' }],
    ['a setter of Mixed in an element', [sub({ y: { type: Mixed, set: down } })], [{ y: 1 }]],
    ['a setter of Mixed in a Union', { type: 'Union', of: [Number, { type: Mixed, set: down }] }, 'x'],
    ['a default of a Map', { type: Map, of: String, default: down }],
    ['a default of an array of sub-documents', { type: [fields()], default: down }],
    ['a default of an array', { type: [Mixed], default: down }],
    ['a default of a sub-document', { type: fields(), default: down }],
    ['a default in a sub-document', sub({ y: { type: Mixed, default: down } }), {}],
  ])('does not end the process where %s is asynchronous', async (_what, definition, value) => {
    const Model = modelOf({ field: definition, seen })
    const type = Model.schema.path('field') as unknown as { setters: unknown[]; defaultValue: unknown }
    const before = [...type.setters, type.defaultValue]
    for (const rest of [{}, { seen: 'x' }]) {
      const body = value === undefined ? rest : { field: value, ...rest }
      expect(await looseGuard(Model, { allow: ['field', 'seen'] }).validate(body)).toHaveProperty('ok')
    }
    await new Promise((resolve) => setTimeout(resolve, 15))
    expect(unhandled).toEqual([])
    expect([...type.setters, type.defaultValue]).toEqual(before)
  })

  // Mongoose drops these promises, too.
  it.each<[what: string, definition: object]>([
    ['a condition of required', { type: String, required: down }],
    ['a condition of required with this', { type: String, required: downWithThis }],
    ['a setter', { type: String, set: down }],
    ['a message', { type: String, validate: { validator: () => false, message: down } }],
  ])('does not end the process where %s gives a promise that nobody asked for', async (_what, definition) => {
    const outcome = await looseGuard(modelOf({ field: definition }), { allow: ['field'] }).validate({ field: 'x' })
    expect(outcome).toHaveProperty('ok')
    await new Promise((resolve) => setTimeout(resolve, 15))
    expect(unhandled).toEqual([])
  })
})
