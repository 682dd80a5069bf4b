// A rule may bear the name of one of Mongoose's own: whose function it is decides, not what it is called.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { isMongoose8, modelOf } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { Schema } = mongoose

interface Period {
  start?: Date
}

const isAfterStart = function (this: Period, end: Date | null) {
  return end === null || (this.start !== undefined && end > this.start)
}
const afterStart = { validator: isAfterStart, message: 'too early' }

/** One that reads the document, in place of one of Mongoose's. */
function replaced(schema: mongoose.Schema, name: string): mongoose.Schema {
  const { validators } = schema.path('end') as unknown as { validators: { type: string; validator: unknown }[] }
  const entry = validators.find(({ type }) => type === name)
  if (entry !== undefined) entry.validator = isAfterStart
  return schema
}

const withEnd = (end: object) => new Schema({ start: Date, end })

class OwnDate extends Schema.Types.Date {
  static override schemaName = 'OwnDate' as 'Date'
  override min(value: never): this {
    this.validators.push({ ...afterStart, type: 'min', min: value } as never)
    return this
  }
}
Object.assign(Schema.Types, { OwnDate })

/** Also where the type keeps what it made, to take it away again. */
function replacedTwice(schema: mongoose.Schema, name: string): mongoose.Schema {
  Object.assign(schema.path<mongoose.SchemaType>('end'), { [`${name}Validator`]: isAfterStart })
  return replaced(schema, name)
}

/** A method of Mongoose that a plugin replaces for a while. */
function whileReplaced(build: () => mongoose.Schema): mongoose.Schema {
  const { prototype } = Schema.Types.Date
  const min: unknown = Reflect.get(prototype, 'min')
  Reflect.set(prototype, 'min', Reflect.get(OwnDate.prototype, 'min'))
  try {
    return build()
  } finally {
    Reflect.set(prototype, 'min', min)
  }
}

const schemas: Record<string, () => mongoose.Schema> = {
  'a rule called min': () => withEnd({ type: Date, validate: { ...afterStart, type: 'min' } }),
  'a rule called max': () => withEnd({ type: Date, validate: { ...afterStart, type: 'max' } }),
  'a rule called allowNull': () => withEnd({ type: Date, validate: { ...afterStart, type: 'allowNull' } }),
  'a rule called required': () => withEnd({ type: Date, validate: { ...afterStart, type: 'required' } }),
  'a rule called enum': () => withEnd({ type: Date, validate: { ...afterStart, type: 'enum' } }),
  'the function of min, replaced': () => replaced(withEnd({ type: Date, min: '2020-01-01' }), 'min'),
  'the function of max, replaced': () => replaced(withEnd({ type: Date, max: '2040-01-01' }), 'max'),
  'the function of max of a Number, replaced': () => replaced(withEnd({ type: Number, max: 1e15 }), 'max'),
  'the function of max of a Number, wherever it is': () => replacedTwice(withEnd({ type: Number, max: 1e15 }), 'max'),
  'a method of Mongoose, replaced': () => whileReplaced(() => withEnd({ type: Date, min: '2020-01-01' })),
  'a type whose min is its own': () => withEnd({ type: OwnDate, min: '2020-01-01' }),
}

describe.each(Object.entries(schemas))('%s', (name, schema) => {
  const ofNumber = name.includes('Number')
  const dates = ['2020-02-01', '2030-01-01']
  const [early, late] = ofNumber ? dates.map((date) => Date.parse(date)) : dates
  const bodies = [
    { start: '2025-01-01', end: early },
    { start: '2025-01-01', end: late },
    { end: late },
    { start: '2025-01-01', end: null },
    { start: '2025-01-01' },
  ]

  it.each([0, 12])('is run as Mongoose runs it (%i bodies before)', async (before) => {
    const Model = modelOf(schema())
    const guard = looseGuard(Model, { allow: ['start', 'end'], allowNull: true })
    for (let nth = 0; nth < before; nth++) await guard.validate(bodies[1])
    for (const body of bodies) {
      const outcome = await guard.validate(body)
      const expected = await mongooseErrors(Model, body)
      expect(outcome.ok ? [] : asOracleErrors(outcome.errors), JSON.stringify(body)).toEqual(expected)
    }
  })
})

describe('where null is refused', () => {
  const never = { validator: () => false, type: 'allowNull', message: 'not so' }
  const errorOf = async (definition: object) => {
    const outcome = await looseGuard(modelOf({ f: definition }), { allow: ['f'], allowNull: false }).validate({
      f: null,
    })
    return outcome.ok ? undefined : outcome.errors[0]?.message
  }

  it('a rule that only bears the name of the one about null does not meet it', async () => {
    expect(await errorOf({ type: String, validate: never })).toBe('Expected string, received null')
  })

  it("Mongoose's own does, in a clone of the schema, too", async () => {
    const definition = { f: { type: String, allowNull: false } }
    // The option is one of Mongoose 9.
    const message = isMongoose8 ? 'Expected string, received null' : 'Path `f` does not allow null values.'
    expect(await errorOf(definition.f)).toBe(message)
    const Base = modelOf(definition)
    const Child = Base.discriminator(`${Base.modelName}Child`, new Schema({}))
    const outcome = await looseGuard(Child, { allow: ['f'], allowNull: false }).validate({ f: null })
    expect(outcome).toMatchObject({ ok: false, errors: [{ message }] })
  })
})

describe('a function that a plugin has put around that of `required`', () => {
  interface Wrapped {
    validators: { type: string; validator: unknown }[]
    requiredValidator: unknown
  }
  /** Refuses blank texts as well, but of a draft. */
  function wrapped(required: unknown): mongoose.Schema {
    const schema = new Schema({ status: String, title: { type: String, required: required as boolean } })
    const type = schema.path('title') as unknown as Wrapped
    const own = type.requiredValidator as (this: unknown, value: unknown) => unknown
    const stricter = function (this: { status?: string }, value: unknown) {
      if (this.status === 'draft') return true
      return Boolean(Reflect.apply(own, this, [value])) && (typeof value !== 'string' || value.trim() !== '')
    }
    for (const entry of type.validators) if (entry.validator === own) entry.validator = stricter
    type.requiredValidator = stricter
    return schema
  }

  it.each<[what: string, required: unknown]>([
    ['true', true],
    ['a condition', () => true],
    [
      'a condition that reads the document',
      function (this: { status?: string }) {
        return this.status !== 'free'
      },
    ],
  ])('is run as Mongoose runs it: %s', async (_what, required) => {
    const Model = modelOf(wrapped(required))
    const guard = looseGuard(Model, { allow: ['status', 'title'], allowNull: true })
    const bodies = ['', '  ', 'x', null, undefined].flatMap((title) =>
      ['draft', 'free', 'other'].map((status) => (title === undefined ? { status } : { status, title })),
    )
    for (let round = 0; round < 3; round++) {
      for (const body of bodies) {
        const outcome = await guard.validate(body)
        const expected = await mongooseErrors(Model, body)
        expect(outcome.ok ? [] : asOracleErrors(outcome.errors), JSON.stringify(body)).toEqual(expected)
      }
    }
  })
})

describe('options of a rule that are true or false in some way', () => {
  it.each<[what: string, rule: object]>([
    ['a text for propsParameter', { propsParameter: 'yes' }],
    ['a number for propsParameter', { propsParameter: 1 }],
    ['no propsParameter', { propsParameter: '' }],
    ['null for ErrorConstructor', { propsParameter: true, ErrorConstructor: null }],
    ['false for ErrorConstructor', { propsParameter: true, ErrorConstructor: false }],
  ])('count as in Mongoose: %s', async (_what, rule) => {
    const validator = (value: unknown, props?: { value: unknown }) => (props ?? { value: 'good' }).value === 'good'
    const Model = modelOf({ a: { type: String, validate: { validator, message: 'bad a', ...rule } } })
    const guard = looseGuard(Model, { allow: ['a'] })
    for (const body of [{ a: 'good' }, { a: 'bad' }]) {
      const outcome = await guard.validate(body)
      expect(outcome.ok ? [] : asOracleErrors(outcome.errors)).toEqual(await mongooseErrors(Model, body))
    }
  })

  it('an error that a rule files keeps the kind that it was given', async () => {
    const files = function (this: { invalidate: (...given: unknown[]) => void }) {
      this.invalidate('b', 'bad b', 5, 'odd')
      return true
    }
    const Model = modelOf({ a: { type: String, validate: files }, b: String })
    const outcome = await looseGuard(Model, { allow: ['a', 'b'] }).validate({ a: 'x', b: 'y' })
    expect(outcome).toMatchObject({ errors: [{ path: 'b', rule: 'odd', message: 'bad b' }] })
  })
})
