import mongoose from 'mongoose'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { looseGuard } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { String: Text } = mongoose.Schema.Types
const isVisible = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** More bodies than a guard's first ones, which no generated code looks at. */
const bodies = 20

async function verdicts(Model: ReturnType<typeof modelOf>, edit: () => void = () => undefined) {
  const guard = looseGuard(Model, { allow: ['name'] })
  for (let body = 0; body < bodies; body++) await guard.validate({ name: 'Ada' })
  edit()
  const all: boolean[] = []
  for (let body = 0; body < bodies; body++) all.push((await guard.validate({ name: '   ' })).ok)
  return [...new Set(all)]
}

describe('what `required` asks of a value', () => {
  const own = Object.getOwnPropertyDescriptor(Text.prototype, 'checkRequired') ?? {}
  afterEach(() => {
    Object.defineProperty(Text.prototype, 'checkRequired', own)
  })

  it('is asked of a method that replaces the type’s, before and after there is generated code', async () => {
    const replace = () => {
      Object.assign(Text.prototype, { checkRequired: isVisible })
    }
    const Model = modelOf({ name: { type: String, required: true } })
    expect(await verdicts(Model, replace)).toEqual([false])
    expect(await mongooseErrors(Model, { name: '   ' })).toHaveLength(1)
    expect(await verdicts(Model)).toEqual([false])
  })

  it('is asked of a method of one path', async () => {
    const Model = modelOf({ name: { type: String, required: true } })
    const replace = () => Object.assign(Model.schema.path('name'), { checkRequired: isVisible })
    expect(await verdicts(Model, replace)).toEqual([false])
    expect(await verdicts(Model)).toEqual([false])
  })

  it.each([
    { condition: 'required', required: true },
    { condition: 'required on a condition that holds', required: () => true },
    { condition: 'required on a condition that does not hold', required: () => false },
    { condition: 'not required', required: false },
  ])('takes nothing for something, so that rules go on for an absent path that is $condition', async ({ required }) => {
    Object.assign(Text.prototype, { checkRequired: (value: unknown) => value !== 'a' })
    const Model = modelOf({ name: { type: String, required, validate: /^a/ } })
    const expected = await mongooseErrors(Model, {})
    const outcome = await looseGuard(Model, { allow: ['name'] }).validate({})
    expect(asOracleErrors(outcome.ok ? [] : [...outcome.errors])).toEqual(expected)
  })

  it.each([true, () => true, () => false])(
    'takes null for something, so that rules go on below a null: %s',
    async (required) => {
      Object.assign(Text.prototype, { checkRequired: (value: unknown) => value !== undefined })
      const Model = modelOf({ inner: { name: { type: String, required, validate: () => false } } })
      const body = { inner: null }
      const expected = await mongooseErrors(Model, body)
      const outcome = await looseGuard(Model, { allow: ['inner'], allowNull: true }).validate(body)
      expect(asOracleErrors(outcome.ok ? [] : [...outcome.errors])).toEqual(expected)
    },
  )

  it('is not told by JSON Schema, which would have a required text', () => {
    const Model = modelOf({ name: { type: String, required: true }, other: { type: String, required: true } })
    Object.assign(Model.schema.path('name'), { checkRequired: isVisible })
    const schema = createGuard(Model, { allow: ['name', 'other'] as never }).toJSONSchema()
    expect(schema.required).toEqual(['other'])
    expect(schema.properties).toMatchObject({ name: { 'x-mongoose-rules': [{ rule: 'required' }] } })
  })

  it('is known of every type of Mongoose’s', () => {
    const {
      BigInt: Big,
      Boolean: Bool,
      Buffer: Bytes,
      Date: Day,
      Decimal128,
      Double,
      Int32,
      Number: Num,
    } = mongoose.Schema.Types
    const types = [Text, Big, Bool, Bytes, Day, Decimal128, Double, Int32, Num, mongoose.Schema.Types.ObjectId]
    const all = [...types, mongoose.Schema.Types.UUID, mongoose.Schema.Types.Mixed, Map]
    const fields = Object.fromEntries(all.map((type, nth) => [`f${nth}`, { type, required: true }]))
    const schema = createGuard(modelOf(fields), { allow: Object.keys(fields) as never }).toJSONSchema()
    expect(schema.required).toEqual(Object.keys(fields))
  })
})
