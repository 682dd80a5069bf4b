import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { Schema } = mongoose
const trims = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
const doubles = (value: unknown) => (typeof value === 'number' ? value * 2 : value)
const inverts = (value: unknown) => !value
const isTrue = { validator: (value: unknown) => value === true, message: 'must be true' }

describe('rules of a type whose cast was replaced', () => {
  const rows: [what: string, definition: object, body: object][] = [
    ['required', { f: { type: String, required: true, cast: trims } }, { f: '   ' }],
    ['minlength', { f: { type: String, minlength: 2, cast: trims } }, { f: '   ' }],
    ['enum', { f: { type: String, enum: ['a'], cast: trims } }, { f: ' a' }],
    ['max', { f: { type: Number, max: 10, cast: Math.round } }, { f: 10.4 }],
    ['max of elements', { f: [{ type: Number, max: 10, cast: doubles }] }, { f: [8, 2] }],
    ['a validator of a Boolean', { f: { type: Boolean, validate: isTrue, cast: inverts } }, { f: false }],
    ['minlength in a Map', { f: { type: Map, of: { type: String, minlength: 2, cast: trims } } }, { f: { k: ' a ' } }],
    [
      'maxlength in a sub-document',
      { f: sub({ g: { type: String, maxlength: 1, cast: trims } }) },
      { f: { g: ' a ' } },
    ],
  ]

  it.each(rows)('judge the value that Mongoose judges: %s', async (_what, definition, body) => {
    const Model = modelOf(definition)
    expect(asOracleErrors(await errorsOf(Model, { allow: ['f'] }, body))).toEqual(await mongooseErrors(Model, body))
  })

  describe('for all schemas', () => {
    const original = Schema.Types.String.cast()
    beforeAll(() => void Schema.Types.String.cast(trims as never))
    afterAll(() => void Schema.Types.String.cast(original as never))

    it.each(['   ', 'a', ' a', 'ab '])('do so of %j', async (f) => {
      const Model = modelOf({ f: { type: String, required: true, minlength: 2 } })
      const errors = await errorsOf(Model, { allow: ['f'] }, { f })
      expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, { f }))
      expect(errors).toHaveLength(f === 'ab ' ? 0 : 1)
    })
  })
})

describe('a Boolean whose sets of what stands for true and false were edited', () => {
  const { Boolean: BooleanType } = Schema.Types
  const { convertToTrue, convertToFalse } = BooleanType
  afterEach(() => {
    BooleanType.convertToTrue = convertToTrue
    BooleanType.convertToFalse = convertToFalse
    convertToTrue.add(true)
    convertToTrue.delete(false)
    convertToFalse.add(false)
  })

  it.each<[what: string, edit: () => void]>([
    ['others in their place', () => void Object.assign(BooleanType, { convertToTrue: new Set(['yes']) })],
    ['no true', () => void convertToTrue.delete(true)],
    ['no false', () => void convertToFalse.delete(false)],
  ])('takes what Mongoose takes: %s', async (_what, edit) => {
    edit()
    const Model = modelOf({ f: Boolean })
    for (const f of [true, false]) {
      const errors = await errorsOf(Model, { allow: ['f'] }, { f })
      expect([f, errors.length]).toEqual([f, (await mongooseErrors(Model, { f })).length])
    }
  })
})
