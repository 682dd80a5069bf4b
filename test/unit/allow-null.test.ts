// Null is a type of its own, which a field takes where the guard, or the route's rule for the field, says so.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { checkBody } from '../../src/check/check-body.ts'
import { broken, errorsOf, looseGuard, outcomeOf, wrongType } from '../support/guard.ts'
import { checkOf, walkerOnly } from '../support/check.ts'
import { modelOf, sub } from '../support/models.ts'

const { Schema } = mongoose

const Model = modelOf({
  name: { type: String, required: [true, 'Name please'] },
  bio: String,
  age: { type: Number, min: 1 },
  born: Date,
  home: sub({ city: String }),
  nested: { street: String },
  scores: { type: Map, of: Number },
  any: Schema.Types.Mixed,
  tags: [String],
  given: { type: String, default: 'a' },
  sometimes: {
    type: String,
    required(this: { age?: number }) {
      return this.age === 7
    },
  },
  judged: { type: String, validate: () => false },
})
const allow = ['name', 'bio', 'age', 'born', 'home', 'nested', 'scores', 'any', 'tags', 'given', 'sometimes', 'judged']
const types = { bio: 'string', age: 'number', born: 'date', home: 'object', nested: 'object', scores: 'map' }

describe.each([false, true])('without allowNull, with partial %s,', (partial) => {
  const errors = (body: object, more = {}) =>
    errorsOf(Model, { allow, partial: true, allowNull: false, ...more }, { ...body })

  it.each(Object.entries(types))('null is no value for %s, of type %s', async (field, type) => {
    const guard = { allow: [field], partial, allowNull: false }
    expect(await errorsOf(Model, guard, { [field]: null })).toEqual([wrongType(field, type, 'null')])
    expect(await looseGuard(Model, { allow: [field], partial }).validate({ [field]: null })).toEqual({
      ok: false,
      errors: [wrongType(field, type, 'null')],
    })
  })

  it('null for a required field breaks `required`, in the words of the schema', async () => {
    expect(await errors({ name: null })).toEqual([broken('name', 'required', 'Name please')])
    expect(await errors({ age: 7, sometimes: null })).toEqual([
      broken('sometimes', 'required', 'Path `sometimes` is required.'),
    ])
    expect(await errors({ age: 6, sometimes: null })).toEqual([wrongType('sometimes', 'string', 'null')])
  })

  it('a validator of the schema does not meet the null', async () => {
    expect(await errors({ judged: null })).toEqual([wrongType('judged', 'string', 'null')])
  })

  it('Mixed holds what it holds', async () => {
    const body = { any: null }
    expect(await outcomeOf(Model, { allow: ['any'], partial, allowNull: false }, body)).toEqual({
      ok: true,
      validated: body,
    })
    const inside = { any: { a: null, b: [null] } }
    expect(await outcomeOf(Model, { allow: ['any'], partial, allowNull: false }, inside)).toEqual({
      ok: true,
      validated: inside,
    })
  })
})

describe('allowNull', () => {
  it.each(['bio', 'age', 'born', 'home', 'nested', 'scores', 'any'])('makes null a value of %s', async (field) => {
    const body = { [field]: null }
    const all = looseGuard(Model, { allow, partial: true, allowNull: true })
    expect(await all.validate(body)).toEqual({ ok: true, validated: body })
    const one = looseGuard(Model, { allow, partial: true, rules: { [field]: { allowNull: true } } })
    expect(await one.validate(body)).toEqual({ ok: true, validated: body })
    const other = looseGuard(Model, { allow, partial: true, rules: { judged: { allowNull: true } } })
    if (field !== 'any') expect(await other.validate(body)).toMatchObject({ ok: false })
  })

  it('of a field goes before that of the guard', async () => {
    const guard = looseGuard(Model, { allow, partial: true, allowNull: true, rules: { bio: { allowNull: false } } })
    expect(await guard.validate({ bio: null })).toEqual({ ok: false, errors: [wrongType('bio', 'string', 'null')] })
    expect(await guard.validate({ age: null })).toEqual({ ok: true, validated: { age: null } })
  })

  it('may be a default', async () => {
    const guard = createGuard.with({ allowNull: true })(Model, { allow: ['bio'] } as never)
    expect(await guard.validate({ bio: null })).toEqual({ ok: true, validated: { bio: null } })
    const strict = createGuard.with({ allowNull: true })(Model, { allow: ['bio'], allowNull: false } as never)
    expect(await strict.validate({ bio: null })).toMatchObject({ ok: false })
  })

  it.each(['tags', 'given'])('is refused for %s, which never takes null', (field) => {
    expect(() => looseGuard(Model, { allow, rules: { [field]: { allowNull: true } } })).toThrow(
      `mongoose-guard: rules of "${field}": the path takes no null, so that "allowNull" cannot be true`,
    )
  })

  it.each([
    ['allowNull', { allowNull: 'yes' }, 'option "allowNull" must be true or false'],
    ['rules', { rules: { bio: { allowNull: 1 } } }, 'option "allowNull" must be true or false'],
  ])('of the wrong type is found at set-up: %s', (_what, options, problem) => {
    expect(() => looseGuard(Model, { allow, ...options })).toThrow(problem)
  })
})

it('the fast path and the walker agree about null', async () => {
  for (const allowNull of [false, true]) {
    const check = checkOf(Model, allow, true, allowNull)
    for (const field of allow) {
      const body = { [field]: null }
      expect(await checkBody(check, body)).toEqual(await checkBody(walkerOnly(check), body))
    }
  }
})

it.each<[what: string, type: unknown, options: object]>([
  ['match: undefined', String, { match: undefined }],
  ['match: null', String, { match: null }],
  ['a match that is a text', String, { match: '^a' }],
  ['a limit that is no date', Date, { min: 'soon' }],
])(
  'is refused by the fast path, too, where Mongoose cannot use the argument of a rule: %s',
  async (_what, type, options) => {
    const check = checkOf(modelOf({ f: { type, ...options } }), ['f'], true, true)
    const outcome = await checkBody(walkerOnly(check), { f: null })
    expect(outcome).toMatchObject({ ok: false })
    expect(await checkBody(check, { f: null })).toEqual(outcome)
  },
)
