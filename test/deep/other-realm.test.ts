// The guard here and Mongoose in a global scope of its own, as where a test runner loads one of them in its registry.
import { join } from 'node:path'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf, looseGuard } from '../support/guard.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'
import { requireInRealm } from '../support/realm.ts'

const major = mongoose.version.startsWith('8.') ? 8 : 9
const require = requireInRealm(join(import.meta.dirname, '../../package.json'))
const foreign = require(major === 8 ? 'mongoose8' : 'mongoose') as typeof mongoose
const { Schema } = foreign

const sees = { type: String, validate: (value: string) => value !== 'bad' }
const seesDocument = {
  type: String,
  validate(this: { get?: (path: string) => unknown } | null, value: string) {
    return this !== null && typeof this.get === 'function' && value !== 'bad'
  },
}
const inner = new Schema({ f: seesDocument, m: { type: Map, of: { type: String, minlength: 2 } } }, { _id: false })
const fields = {
  f: seesDocument,
  map: { type: Map, of: seesDocument },
  required: { type: Map, of: { type: String, required: true } },
  subs: { type: Map, of: inner },
  list: [inner],
  one: inner,
  own: sees,
  throws: {
    type: String,
    validate: () => {
      throw new Error('thrown text')
    },
  },
  set: {
    type: String,
    set: () => {
      throw new Error('set text')
    },
  },
  date: { type: Date, validate: (value: Date) => value.getTime() > 0 },
  any: {},
}
const Model = foreign.model('Foreign', new Schema(fields))

describe('a model of another realm', () => {
  it('is one', () => {
    expect(foreign.Types.Map.prototype).not.toBeInstanceOf(Map)
  })

  it.each([
    {
      f: 'good',
      map: { a: 'good' },
      required: { a: 'x' },
      subs: { k: { f: 'good', m: { a: 'xx' } } },
      any: { a: [1] },
    },
    { map: { a: 'bad' } },
    { f: 'good', map: { a: 'bad', b: 'good' } },
    { f: 'good', required: { a: 'x', b: null } },
    { subs: { k: { f: 'bad' } } },
    { subs: { k: { f: 'good', m: { a: 'x' } } }, f: 'bad' },
    { list: [{ f: 'good' }, { f: 'bad', m: { a: 'x' } }] },
    { one: { f: 'bad', m: { b: 'y' } }, own: 'bad' },
    { throws: 'x', set: 'y', f: 'good' },
    { date: '1960-01-01', f: 'good' },
  ])('is checked as Mongoose does: %j', async (body) => {
    const errors = await errorsOf(Model, { allow: Object.keys(fields), allowNull: true }, body)
    const textsOf = (all: readonly { path: string; message: string }[]) =>
      all.map(({ path, message }) => [path, message])
    expect(textsOf(asOracleErrors(errors))).toEqual(textsOf(await mongooseErrors(Model, body)))
  })

  it('may have a type of the application', async () => {
    class Short extends Schema.Types.String {
      static override schemaName = 'Short' as never
    }
    Object.assign(Schema.Types, { Short })
    const Other = foreign.model('WithOwnType', new Schema({ code: { type: 'Short', maxlength: 2 } }))
    const guard = looseGuard(Other, { allow: ['code'] })
    expect(await guard.validate({ code: 'ab' })).toEqual({ ok: true, validated: { code: 'ab' } })
    expect(await guard.validate({ code: 'abc' })).toMatchObject({ ok: false, errors: [{ rule: 'maxlength' }] })
  })
})
