import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard, type Guard, GuardConfigError, type JSONSchemaTarget } from '../../src/index.ts'
import { jsonFormOf } from '../../src/values/json-forms.ts'
import { isReservedKey, mapKeyPattern } from '../../src/values/reserved-keys.ts'
import { isForbiddenKey } from '../../src/values/reserved-keys.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'

const { Mixed, ObjectId, Union } = mongoose.Schema.Types
const keyedByKind = { _id: false, discriminatorKey: 'kind' }

/** A schema type of Mongoose that has other ones in it. */
interface Embedding {
  readonly schema?: unknown
  readonly discriminator?: (name: string, schema: mongoose.Schema) => unknown
  getEmbeddedSchemaType(): Embedding
  validate(rule: () => boolean): unknown
}

const targets: readonly JSONSchemaTarget[] = ['draft-2020-12', 'draft-07', 'openapi-3.0']

/** A guard that takes null where Mongoose does. */
const describedGuard = createGuard.with({ allowNull: true }) as unknown as (model: unknown, options: object) => Guard

/** The JSON Schema of one field `x`. */
function fieldSchema(definition: object, target: JSONSchemaTarget = 'draft-2020-12') {
  const schema = describedGuard(modelOf({ x: definition }), { allow: ['x'] }).toJSONSchema({ target })
  return {
    x: (schema.properties as Record<string, unknown>).x,
    required: schema.required as string[] | undefined,
    definitions: (schema.$defs ?? schema.definitions) as Record<string, unknown> | undefined,
  }
}

// One of each, as every instance compiles the schema of JSON Schema itself anew.
const options: Options = {
  strict: true,
  formats: { uuid: true },
  keywords: ['x-mongoose-rules', 'x-mongoose-setters', 'x-mongoose-type', 'discriminator'],
}
const ajv = new Ajv2020(options)
const ajvOfDraft7 = new Ajv(options)

const compile = (schema: object, target: JSONSchemaTarget = 'draft-2020-12') =>
  (target === 'draft-2020-12' ? ajv : ajvOfDraft7).compile(schema)

describe('toJSONSchema', () => {
  it('says what the guard takes: allowed fields, their types and rules, and nothing else', () => {
    const User = modelOf({
      name: { type: String, required: true, minlength: 2, maxlength: 40, description: 'As on the passport' },
      age: { type: Number, min: 18, max: 150, comment: 'In years' },
      role: { type: String, enum: ['user', 'admin'], default: 'user' },
      slug: { type: String, match: /^[a-z-]+$/ },
      address: { city: String, zip: String },
      tags: [String],
      secret: String,
    })
    const allow = ['name', 'age', 'role', 'slug', 'address.city', 'tags'] as const
    expect(describedGuard(User, { allow }).toJSONSchema()).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 40, description: 'As on the passport' },
        age: { type: ['number', 'null'], minimum: 18, maximum: 150, description: 'In years' },
        role: { type: 'string', enum: ['user', 'admin'], default: 'user' },
        slug: { type: ['string', 'null'], pattern: '^$|(?:^[a-z-]+$)' },
        address: {
          type: 'object',
          properties: { city: { type: ['string', 'null'] } },
          additionalProperties: false,
        },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['name'],
      additionalProperties: false,
    })
  })

  it('requires nothing of an update and fills in nothing, but an element is complete', () => {
    const Order = modelOf({
      number: { type: Number, required: true },
      status: { type: String, default: 'new' },
      home: { type: sub({ city: { type: String, required: true } }) },
      items: [sub({ sku: { type: String, required: true } })],
    })
    const allow = ['number', 'status', 'home', 'items'] as const
    const { properties, required } = describedGuard(Order, { allow, partial: true }).toJSONSchema() as {
      properties: Record<string, { required?: string[]; default?: unknown; items?: { required: string[] } }>
      required?: string[]
    }
    expect(required).toBeUndefined()
    expect(properties.status?.default).toBeUndefined()
    expect(properties.home?.required).toBeUndefined()
    expect(properties.items?.items?.required).toEqual(['sku'])
  })

  it.each([
    ['draft-2020-12', 'https://json-schema.org/draft/2020-12/schema', { type: ['string', 'null'] }],
    ['draft-07', 'http://json-schema.org/draft-07/schema#', { type: ['string', 'null'] }],
    ['openapi-3.0', undefined, { type: 'string', nullable: true }],
  ] as const)('writes %s', (target, $schema, nick) => {
    const schema = describedGuard(modelOf({ nick: String }), { allow: ['nick'] }).toJSONSchema({ target })
    expect(schema.$schema).toBe($schema)
    expect(schema.properties).toEqual({ nick })
  })

  it('has a pattern that is too large for the engine', () => {
    const pattern = 'a'.repeat(50_000)
    const Model = modelOf({ nick: { type: String, match: new RegExp(pattern) } })
    expect(describedGuard(Model, { allow: ['nick'] }).toJSONSchema()).toMatchObject({
      properties: { nick: { pattern: `^$|(?:${pattern})` } },
    })
  })

  it('refuses a target that it does not know', () => {
    const guard = describedGuard(modelOf({ nick: String }), { allow: ['nick'] })
    const message = 'unknown target "draft-04"; the targets are draft-2020-12, draft-07, openapi-3.0'
    expect(() => guard.toJSONSchema({ target: 'draft-04' as never })).toThrow(new GuardConfigError(message))
    expect(() => guard['~standard'].jsonSchema.input({ target: 'draft-04' })).toThrow(GuardConfigError)
  })

  it.each([
    ['object', Object.create(null)],
    ['array', [Symbol('a')]],
    ['symbol', Symbol('a')],
    ['null', null],
    ['number', 7],
  ])('says of a target that is no text what it is: %s', (name, target) => {
    const guard = describedGuard(modelOf({ nick: String }), { allow: ['nick'] })
    const error = new GuardConfigError(`unknown target "${name}"; the targets are draft-2020-12, draft-07, openapi-3.0`)
    expect(() => guard.toJSONSchema({ target: target as never })).toThrow(error)
    expect(() => guard['~standard'].jsonSchema.input({ target: target as never })).toThrow(error)
  })

  it('is draft 2020-12 for a caller of Standard JSON Schema that gives no options', () => {
    const guard = describedGuard(modelOf({ nick: String }), { allow: ['nick'] })
    const { jsonSchema } = guard['~standard']
    expect(jsonSchema.input(undefined as never)).toEqual(guard.toJSONSchema())
    expect(jsonSchema.output(undefined as never)).toEqual(guard.toJSONSchema())
  })

  it.each([
    ['draft-07', 'options must be an object such as { target: \'draft-07\' }, received the string "draft-07"'],
    [null, "options must be an object such as { target: 'draft-07' }, received null"],
    [{ traget: 'draft-07' }, 'unknown option "traget"; did you mean "target"? The options are target'],
  ])('refuses options that it does not know: %j', (options, message) => {
    const guard = describedGuard(modelOf({ nick: String }), { allow: ['nick'] })
    expect(() => guard.toJSONSchema(options as never)).toThrow(`mongoose-guard: ${message}`)
  })

  it('names the rules that are functions, and what else has no keyword', () => {
    const validate = { validator: (value: string) => value !== 'x', message: 'Not {VALUE}' }
    expect(fieldSchema({ type: String, validate, required: () => true })).toMatchObject({
      x: {
        type: ['string', 'null'],
        'x-mongoose-rules': [{ rule: 'required' }, { rule: 'user defined', message: 'Not {VALUE}' }],
      },
      required: undefined,
    })
    expect(fieldSchema({ type: String, match: /^a/i }).x).toEqual({
      type: ['string', 'null'],
      'x-mongoose-rules': [{ rule: 'regexp', pattern: '/^a/i' }],
    })
    expect(fieldSchema({ type: Date, min: '2020-01-01' }).x).toMatchObject({
      'x-mongoose-rules': [{ rule: 'min', limit: '2020-01-01T00:00:00.000Z' }],
    })
    expect(fieldSchema({ type: [String], validate: () => true }).x).toMatchObject({
      'x-mongoose-rules': [{ rule: 'user defined' }],
    })
  })

  it('has no source of a function that is a limit, which Mongoose puts into the text of the rule', () => {
    const secret = () => new Date('2026-01-01')
    const rulesOf = (limits: object) =>
      (fieldSchema({ type: Date, ...limits }).x as Record<string, unknown>)['x-mongoose-rules']
    expect(rulesOf({ min: secret })).toEqual([{ rule: 'min' }])
    expect(rulesOf({ max: [secret, 'after {MAX}'] })).toEqual([{ rule: 'max' }])
    expect(rulesOf({ min: [secret, 'too early'] })).toEqual([{ rule: 'min', message: 'too early' }])
  })

  it.each([
    ['a number as a text, as the environment has it', { type: Number, min: '2' }, { minimum: 2 }],
    ['a number as a text, with a message', { type: Number, max: ['10', 'too many'] }, { maximum: 10 }],
    ['a length as a text', { type: String, minlength: '3', maxlength: ' 8 ' }, { minLength: 3, maxLength: 8 }],
    ['true', { type: Number, min: true }, { minimum: 1 }],
    ['a date, of a number', { type: Number, min: new Date(5) }, { minimum: 5 }],
  ])('gives a limit as the number that JavaScript compares with: %s', (_what, definition, keywords) => {
    expect(fieldSchema(definition).x).toMatchObject(keywords)
  })

  it.each([
    ['a text that is no number', { type: Number, min: 'many' }, 'min'],
    ['a length that is none', { type: String, minlength: '2.5' }, 'minlength'],
    ['a day, of lengths', { type: String, maxlength: '2020-01-01' }, 'maxlength'],
    ['a function, of lengths', { type: String, minlength: () => 2 }, 'minlength'],
    ['the time, of a number', { type: Number, max: Date.now }, 'max'],
    ['a symbol, of a date', { type: Date, min: Symbol.iterator }, 'min'],
    ['a time beyond the last date', { type: Date, max: 1e21 }, 'max'],
  ])('has no limit that nothing compares with: %s', (_what, definition, rule) => {
    expect((fieldSchema(definition).x as Record<string, unknown>)['x-mongoose-rules']).toEqual([{ rule }])
  })

  it('names setters, after which Mongoose runs the rules', () => {
    const set = (value: string) => value.slice(1)
    expect(fieldSchema({ type: String, trim: true, lowercase: true, set }).x).toEqual({
      type: ['string', 'null'],
      'x-mongoose-setters': ['trim', 'lowercase', 'set'],
    })
  })

  it('takes the tightest of several limits, and every pattern', () => {
    const Model = modelOf({ x: { type: String, minlength: 2, match: /^a/, maxlength: 9, enum: ['abc', 'abd'] } })
    const path = Model.schema.path<mongoose.Schema.Types.String>('x')
    path.match(/c$/, '')
    const validators = path.validators as object[]
    path.minlength(5, '')
    // `minlength()` takes the rule before out; a route's own rule is added to the model's.
    validators.forEach((entry) => {
      if (!path.validators.includes(entry as never)) path.validators.push(entry as never)
    })
    expect(describedGuard(Model, { allow: ['x'] }).toJSONSchema().properties).toEqual({
      x: {
        type: ['string', 'null'],
        enum: ['abc', 'abd', null],
        minLength: 5,
        maxLength: 9,
        pattern: '^$|(?:^a)',
        allOf: [{ pattern: '^$|(?:c$)' }],
      },
    })
  })

  it.each(targets)('refers to a recursive schema by its name in %s', (target) => {
    const node = new mongoose.Schema({ name: { type: String, required: true } }, { _id: false })
    node.add({ children: [node] })
    const schema = describedGuard(modelOf({ root: node }), { allow: ['root'] as never }).toJSONSchema({ target })
    const keyword = target === 'draft-2020-12' ? '$defs' : 'definitions'
    const [name = ''] = Object.keys(schema[keyword] as object)
    expect((schema[keyword] as Record<string, unknown>)[name]).toMatchObject({
      properties: { children: { type: 'array', items: { $ref: `#/${keyword}/${name}` } } },
      required: ['name'],
    })
    const validate = compile(schema, target)
    expect(validate({ root: { name: 'a', children: [{ name: 'b', children: [] }] } })).toBe(true)
    expect(validate({ root: { name: 'a', children: [{ children: [] }] } })).toBe(false)
  })

  it('offers one of the discriminators by their key, or the schema itself without it', () => {
    const shape = new mongoose.Schema({ label: String }, { discriminatorKey: 'kind', _id: false })
    const holder = new mongoose.Schema({ shapes: [shape] })
    const path = holder.path('shapes') as unknown as { discriminator: (name: string, schema: mongoose.Schema) => void }
    path.discriminator('Circle', new mongoose.Schema({ radius: { type: Number, required: true } }, { _id: false }))
    path.discriminator('Square', new mongoose.Schema({ side: { type: Number, required: true } }, { _id: false }))
    const schema = describedGuard(modelOf(holder as never), { allow: ['shapes'] as never }).toJSONSchema()
    const { items } = (schema.properties as { shapes: { items: Record<string, unknown> } }).shapes
    const names = Object.keys(schema.$defs as object)
    expect(names.map((name) => name.split('.').slice(1).join('.'))).toEqual(['shapes.Circle', 'shapes.Square'])
    expect(items.discriminator).toEqual({
      propertyName: 'kind',
      mapping: { Circle: `#/$defs/${names[0] ?? ''}`, Square: `#/$defs/${names[1] ?? ''}` },
    })
    expect(items.oneOf).toHaveLength(3)
    expect(items.type).toBe('object')
    const validate = compile(schema)
    expect(validate({ shapes: [{ kind: 'Circle', radius: 1 }, { kind: 'Square', side: 2 }, { label: 'none' }] })).toBe(
      true,
    )
    for (const wrong of [{ kind: 'Circle', side: 1 }, { kind: 'Circle' }, { kind: 'Line' }, { radius: 1 }])
      expect(validate({ shapes: [wrong] })).toBe(false)
  })

  it('says of an array of Maps, where Mongoose runs no rules, that nothing in them is required', () => {
    const inner = sub({ a: { type: String, required: true, minlength: 2 } })
    const { x } = fieldSchema([{ type: Map, of: inner }])
    const values = (x as { items: { additionalProperties: object } }).items.additionalProperties
    expect(values).toMatchObject({ properties: { a: { type: ['string', 'null'] } } })
    expect(values).not.toHaveProperty('required')
  })

  it('says nothing of the rules of rows, which Mongoose does not run', async () => {
    const Model = modelOf({ x: [[String]] })
    const rows = (Model.schema.path('x') as unknown as Embedding).getEmbeddedSchemaType()
    rows.validate(() => false)
    const guard = describedGuard(Model, { allow: ['x'] })
    expect(await guard.validate({ x: [['a']] })).toMatchObject({ ok: true })
    expect(guard.toJSONSchema().properties).toEqual({
      x: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    })
  })

  it('says anything where a member of a Union is Mixed, and of a Mixed with a cast of its own what is left', () => {
    expect(fieldSchema({ type: Union, of: [Number, Mixed] }).x).toEqual({})
    const { x } = fieldSchema({ type: Mixed, required: true, cast: (value: unknown) => value })
    expect(x).toMatchObject({ 'x-mongoose-type': 'Mixed', not: { type: 'null' } })
  })

  it.each<{ place: string; field: (kinds: mongoose.Schema) => object; keys: (content: object) => object }>([
    { place: 'rows', field: (kinds) => ({ type: [[kinds]] }), keys: (content) => [[content]] },
    {
      place: 'Maps in an array, where no rules run',
      field: (kinds) => ({ type: [{ type: Map, of: [kinds] }] }),
      keys: (content) => [{ key: [content] }],
    },
  ])('picks discriminators as the guard does, in $place', async ({ field, keys }) => {
    const kinds = new mongoose.Schema({ kind: { type: String, default: 'A' }, n: Number }, keyedByKind)
    const Model = modelOf({ x: field(kinds) })
    let type = Model.schema.path('x') as unknown as Embedding
    while (type.schema === undefined || type.discriminator === undefined) type = type.getEmbeddedSchemaType()
    for (const name of ['A', 'B']) type.discriminator(name, new mongoose.Schema({ [name]: Number }, keyedByKind))
    const guard = describedGuard(Model, { allow: ['x'] })
    const validate = compile(guard.toJSONSchema())
    const bodies = [{ n: 1 }, { A: 1 }, { kind: 'A', A: 1 }, { kind: 'B', A: 1 }, { kind: 'B', B: 1 }, { kind: 'C' }]
    const verdicts = await Promise.all(bodies.map(async (body) => (await guard.validate({ x: keys(body) })).ok))
    expect(bodies.map((body) => validate({ x: keys(body) }))).toEqual(verdicts)
    expect(verdicts).toEqual([true, false, true, false, true, false])
  })

  it('counts on where parts of one name come together', () => {
    const holder = new mongoose.Schema({ list: [new mongoose.Schema({}, keyedByKind)] })
    const path = holder.path('list') as unknown as Required<Embedding>
    for (const name of ['a b', 'a/b', 'a_b']) path.discriminator(name, new mongoose.Schema({ x: Number }, keyedByKind))
    const { $defs } = describedGuard(modelOf(holder as never), { allow: ['list'] as never }).toJSONSchema()
    const names = Object.keys($defs as object)
    expect(names.map((name) => name.split('.').at(-1))).toEqual(['a_b', 'a_b_2', 'a_b_3'])
  })

  it('lets null through where the guard does', () => {
    expect(fieldSchema({ type: String, required: true }).x).toEqual({ type: 'string', minLength: 1 })
    expect(fieldSchema({ type: Mixed }).x).toEqual({})
    expect(fieldSchema({ type: Mixed, required: true }).x).toEqual({ not: { type: 'null' } })
    expect(fieldSchema({ type: Mixed, required: true }, 'openapi-3.0').x).toEqual({ not: { enum: [null] } })
    expect(fieldSchema({ a: String }).x).toMatchObject({ type: ['object', 'null'] })
    expect(fieldSchema({ a: { type: String, required: true } })).toMatchObject({
      x: { type: 'object' },
      required: ['x'],
    })
    expect(fieldSchema({ type: ObjectId, default: null }).x).toMatchObject({ type: ['string', 'null'] })
    expect(fieldSchema({ type: Date }).x).toMatchObject({ anyOf: [{ $ref: '#/$defs/date' }, { type: 'null' }] })
    expect(fieldSchema({ type: 'Decimal128' }).x).toMatchObject({ anyOf: [{}, {}, {}, { type: 'null' }] })
  })

  it.each([
    { what: 'required', definition: { type: String, default: null, required: true }, required: ['x'] },
    { what: 'matched', definition: { type: String, default: null, validate: /x/ }, required: ['x'] },
    { what: 'neither', definition: { type: String, default: null }, required: undefined },
  ])('says that a body has to have a field whose default is null, where null is refused: $what', async (given) => {
    const Model = modelOf({ x: given.definition })
    expect(fieldSchema(given.definition).required).toEqual(given.required)
    expect((await describedGuard(Model, { allow: ['x'] }).validate({})).ok).toBe(given.required === undefined)
  })

  it('has the long form of dates once, whatever the target', () => {
    const days = { born: { type: Date, required: true }, died: { type: Date, default: '2000-01-01' }, all: [Date] }
    const guard = describedGuard(modelOf(days), { allow: ['born', 'died', 'all'] })
    const schema = guard.toJSONSchema()
    const date = { $ref: '#/$defs/date' }
    expect(schema.properties).toMatchObject({ born: date, all: { items: date } })
    expect(schema.$defs).toEqual({
      date: {
        type: 'string',
        description: 'ISO 8601 date or date-time',
        pattern: expect.any(String) as string,
        'x-mongoose-type': 'Date',
      },
    })
    const validate = compile(schema)
    expect(validate({ born: '2000-02-29', all: ['2000-02-28'] })).toBe(true)
    for (const wrong of [{ born: '' }, { born: '2001-02-29' }, { born: '2000-02-29', all: ['x'] }]) {
      expect(validate(wrong)).toBe(false)
    }
    // Beside a reference, these have no keywords.
    const described = { type: Date, required: true, comment: 'When' }
    const place = { allOf: [{ $ref: '#/definitions/date' }], description: 'When' }
    for (const target of ['draft-07', 'openapi-3.0'] as const) expect(fieldSchema(described, target).x).toEqual(place)
  })

  it('takes nothing where the values of the model and of the route have none in common', () => {
    const model = modelOf({ role: { type: String, enum: ['user'] } })
    for (const [allowNull, taken] of [[false, []] as const, [true, [null]] as const]) {
      const guard = createGuard(model, { allow: ['role'], allowNull, rules: { role: { enum: ['admin'] } } })
      const validate = compile(guard.toJSONSchema())
      expect(['user', 'admin', null].filter((role) => validate({ role }))).toEqual(taken)
      expect(validate({})).toBe(true)
    }
  })

  it('names no setter for the key that picks a discriminator', () => {
    const base = modelOf({ name: { type: String, trim: true } }, { discriminatorKey: 'kind' })
    base.discriminator('Talk', new mongoose.Schema({}))
    const text = JSON.stringify(describedGuard(base, { allow: ['kind', 'name'] as never }).toJSONSchema())
    expect(text).toContain('"x-mongoose-setters":["trim"]')
    expect(text).not.toContain('["set"]')
  })

  it('has the rules of the key that picks a discriminator', () => {
    const base = modelOf({ kind: String }, { discriminatorKey: 'kind' })
    for (const kind of ['A', 'Bee']) base.discriminator(kind, new mongoose.Schema({}), kind)
    const rules = { kind: { minlength: 2, enum: ['Bee', 'C'] } }
    const validate = compile(createGuard(base as never, { allow: ['kind'], rules } as never).toJSONSchema())
    expect(['A', 'Bee', 'C'].filter((kind) => validate({ kind }))).toEqual(['Bee'])
  })

  describe.each([
    ['Number', Number, [1, 2.5], [3, '1', '2.5']],
    ['Int32', 'Int32', [1, -2], [3, '1']],
    ['Double', 'Double', [1, 2.5], [3, '1']],
    ['BigInt', 'BigInt', [1, '2'], [3, '1', 2]],
    ['Date', Date, ['2026-01-01', '2026-01-02'], ['2026-01-03', 1]],
    ['ObjectId', ObjectId, ['64b7f0f0f0f0f0f0f0f0f0f0', '64b7f0f0f0f0f0f0f0f0f0f1'], ['64B7F0F0F0F0F0F0F0F0F0F0', 1]],
    ['UUID', 'UUID', ['8c5f0e3c-56a4-4c0b-9d1b-1c2d3e4f5a6b', '0'], ['0']],
    ['String', String, ['1', 2], ['3', 1, 2]],
    ['Boolean', Boolean, ['true', 1], [true, false, 1, 'true']],
    ['Mixed', Mixed, ['1', 2], ['2', 1, true]],
    ['array', [String], ['1', 2], [['1'], '1']],
  ] as const)('of a key of discriminators that is a %s', (_name, type, kinds, others) => {
    const options = { discriminatorKey: 'kind', _id: false } as const
    const discriminate = (place: { discriminator: (...args: never[]) => unknown }) => {
      for (const [nth, kind] of kinds.entries()) {
        const child = new mongoose.Schema({ [`x${nth}`]: { type: Number, required: true } }, { _id: false })
        place.discriminator(...([`Kind${nth} ${String(Math.random())}`, child, kind] as never[]))
      }
    }
    const schemaWith = () => new mongoose.Schema({ kind: type, a: String }, options)
    const below = (list: boolean) => {
      const holder = new mongoose.Schema({ at: list ? [schemaWith()] : schemaWith() })
      discriminate(holder.path<mongoose.Schema.Types.DocumentArray>('at'))
      return modelOf(holder as never)
    }
    const top = () => {
      const Model = modelOf({ kind: type, a: String }, { discriminatorKey: 'kind' })
      discriminate(Model)
      return Model
    }
    const bodies = [...kinds, ...others, null].flatMap((kind) => [
      { kind, x0: 1 },
      { kind, x1: 1 },
      { kind, a: 'x' },
    ])

    it.each([
      ['a body', top, (body: unknown) => body],
      ['elements', () => below(true), (body: unknown) => ({ at: [body] })],
      ['a sub-document', () => below(false), (body: unknown) => ({ at: body })],
    ])('takes of %s what the guard takes', async (_where, make, wrap) => {
      for (const allowNull of [false, true]) {
        const Model = make()
        const allow = Object.hasOwn(Model.schema.paths, 'at') ? ['at'] : ['kind', 'a', 'x0', 'x1']
        const guard = createGuard.with({ allowNull })(Model as never, { allow } as never) as unknown as Guard
        const validates = targets.slice(0, 2).map((target) => compile(guard.toJSONSchema({ target }), target))
        for (const body of bodies.map(wrap)) {
          const { ok } = await guard.validate(structuredClone(body))
          expect([body, ...validates.map((validate) => validate(body))]).toEqual([body, ok, ok])
          if (ok) await new Model(structuredClone(body)).validate()
        }
      }
    })
  })

  it('takes a Boolean that picks the discriminator whose own model it is', () => {
    const base = modelOf({ kind: Boolean }, { discriminatorKey: 'kind' })
    const on = base.discriminator(`On ${base.modelName}`, new mongoose.Schema({}), true as never)
    const validate = compile(createGuard(on as never, { allow: ['kind'] } as never).toJSONSchema())
    expect([true, false, 'true'].filter((kind) => validate({ kind }))).toEqual([true])
  })

  it('takes no rule about a Date or an id for one about its text', () => {
    for (const type of [Date, ObjectId]) {
      const { x, definitions } = fieldSchema({ type, required: true, validate: /^Mon/ })
      expect(x).toMatchObject({ 'x-mongoose-rules': [{ rule: 'user defined' }] })
      expect(JSON.stringify([x, definitions])).not.toContain('"^Mon"')
    }
  })

  it('tells what a Union takes for an object: the first member that takes any', () => {
    const first = sub({ a: String })
    const second = sub({ b: String })
    expect(fieldSchema({ type: 'Union', of: [Number, first, second] }).x).toMatchObject({
      anyOf: [{ type: 'number' }, { type: 'object', properties: { a: {} } }, { type: 'null' }],
    })
    expect(fieldSchema({ type: 'Union', of: [first, second, String] }).x).toEqual({
      anyOf: [expect.objectContaining({ type: 'object' }), { type: 'string' }, { type: 'null' }],
    })
    expect(fieldSchema({ type: 'Union', of: [first, 'Decimal128'] }).x).toMatchObject({
      anyOf: [{ type: 'object' }, { anyOf: [{ type: 'number' }, { type: 'string' }] }, { type: 'null' }],
    })
  })

  it('has no default that has no JSON', () => {
    expect(fieldSchema({ type: Mixed, default: 10n }).x).not.toHaveProperty('default')
    expect(fieldSchema({ type: Mixed, default: 10 }).x).toHaveProperty('default', 10)
  })

  it('is Standard JSON Schema, with one schema for what comes in and what goes out', () => {
    const guard = describedGuard(modelOf({ nick: String }), { allow: ['nick'] })
    const { jsonSchema } = guard['~standard']
    for (const target of targets) {
      expect(jsonSchema.input({ target })).toEqual(guard.toJSONSchema({ target }))
      expect(jsonSchema.output({ target })).toEqual(guard.toJSONSchema({ target }))
    }
  })

  describe('of a route with options of its own', () => {
    const User = modelOf({ name: { type: String, default: 'Ada' }, age: Number })
    const string = { type: 'string', minLength: 1 }

    it('has what the route demands beyond the model, also of an update', () => {
      const rules = { name: { required: true, minlength: 3 }, age: { min: 18, allowNull: true } }
      const schema = {
        properties: { name: { type: 'string', minLength: 3 }, age: { minimum: 18 } },
        required: ['name'],
      }
      expect(createGuard(User, { allow: ['name', 'age'], rules }).toJSONSchema()).toMatchObject(schema)
      expect(createGuard(User, { allow: ['name', 'age'], rules, partial: true }).toJSONSchema()).toMatchObject(schema)
      expect(createGuard(User, { allow: ['name'] }).toJSONSchema()).toMatchObject({
        properties: { name: { type: 'string', default: 'Ada' } },
      })
    })

    it('has the place of the document, what stands beside it, and what nobody looks at', () => {
      const extra = { captcha: { type: String, required: true } }
      const document = { type: 'object', properties: { age: { type: 'number' } }, additionalProperties: false }
      expect(createGuard(User, { allow: ['age'], extra, ignore: ['_id'] }).toJSONSchema()).toEqual({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...document,
        properties: { ...document.properties, _id: {}, captcha: string },
        required: ['captcha'],
      })
      const guard = createGuard(User, { allow: ['age'], extra, ignore: ['meta', 'doc.__v'], at: 'doc.user' })
      expect(guard.toJSONSchema()).toEqual({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          captcha: string,
          meta: {},
          doc: {
            type: 'object',
            properties: { __v: {}, user: { ...document, properties: { ...document.properties, meta: {} } } },
            required: ['user'],
            additionalProperties: false,
          },
        },
        required: ['captcha', 'doc'],
        additionalProperties: false,
      })
    })

    const kinds = (option: 'extra' | 'model') => {
      const schema = new mongoose.Schema({ amount: Number }, { discriminatorKey: 'kind', _id: false })
      schema.discriminator('card', new mongoose.Schema({ no: { type: String, required: true } }, { _id: false }))
      if (option === 'extra') return { model: modelOf({ name: String }), allow: ['name'], extra: schema }
      return { model: schema, allow: ['amount', 'kind', 'no'], extra: { name: String } }
    }
    const tree = () => {
      const schema = new mongoose.Schema({ amount: Number }, { _id: false })
      schema.add({ no: [schema] })
      return { model: modelOf({ name: String }), allow: ['name'], extra: schema }
    }
    const places = [undefined, 'user', 'user.data']
    const guarded = [
      ['discriminators in extra', () => kinds('extra')],
      ['discriminators beside extra', () => kinds('model')],
      ['extra that holds itself', tree],
    ] as const
    const cases = guarded.flatMap(([what, make]) => places.map((at) => ({ what, at, make })))

    it.each(cases)('gives the verdicts of the guard on $what at $at', async ({ make, at }) => {
      const { model, ...options } = make()
      const guard = describedGuard(model, { ...options, ...(at === undefined ? {} : { at }) })
      const validates = compile(guard.toJSONSchema())
      const inPlace = (document: object, beside: object) => {
        const keys = at?.split('.') ?? []
        if (keys.length === 0) return { ...document, ...beside }
        return { ...keys.reduceRight((inner, key) => ({ [key]: inner }), document), ...beside }
      }
      const parts = [{}, { name: 'Ada' }, { name: 1 }, { amount: 1 }, { amount: 'x' }, { kind: 'card' }, { no: 'x' }]
      const more = [{ kind: 'card', no: 'x', amount: 2 }, { kind: 'cash' }, { no: [{ amount: 1 }] }, { other: 1 }]
      const verdicts = new Set<boolean>()
      for (const document of [...parts, ...more]) {
        for (const beside of [...parts, ...more]) {
          const body = inPlace(document, beside)
          const { ok } = await guard.validate(body)
          expect(validates(body), JSON.stringify(body)).toBe(ok)
          verdicts.add(ok)
        }
      }
      expect(verdicts).toEqual(new Set([true, false]))
      for (const target of targets) expect(() => guard.toJSONSchema({ target })).not.toThrow()
    })

    it('is an array of documents within bounds, and names the check of the route', () => {
      const check = () => undefined
      expect(createGuard(User, { allow: ['age'], each: { min: 2, max: 5 }, check }).toJSONSchema()).toMatchObject({
        type: 'array',
        items: { properties: { age: { type: 'number' } } },
        minItems: 2,
        maxItems: 5,
        'x-mongoose-rules': [{ rule: 'check' }],
      })
      expect(createGuard(User, { allow: ['age'], each: true }).toJSONSchema().maxItems).toBe(1000)
    })

    it('is that of a Schema where one stands in the place of a model', () => {
      const login = new mongoose.Schema({ email: { type: String, required: true }, remember: Boolean })
      expect(createGuard(login).toJSONSchema()).toMatchObject({
        properties: { email: string, remember: { type: 'boolean' } },
        required: ['email'],
      })
    })
  })

  it('sees rules and discriminators that were added after the guard was built', () => {
    const Late = modelOf({ x: String })
    const guard = describedGuard(Late, { allow: ['x'] })
    Late.schema.path<mongoose.Schema.Types.String>('x').minlength(3, '')
    expect(guard.toJSONSchema().properties).toEqual({ x: { type: ['string', 'null'], minLength: 3 } })
  })
})

describe('the table of JSON forms', () => {
  const names = [
    'String',
    'Boolean',
    'Number',
    'Double',
    'Int32',
    'BigInt',
    'Decimal128',
    'Date',
    'ObjectId',
    'UUID',
    'Buffer',
  ]
  const values = [
    '',
    'a',
    true,
    null,
    0,
    -0,
    1.5,
    -1,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    -(2 ** 31) - 1,
    2 ** 53,
    2 ** 53 - 1,
    -(2 ** 53),
    '0',
    '-1',
    '+1',
    '1.',
    '.5',
    '1e3',
    '1e',
    '--1',
    '00000000000000000000000012',
    '-0',
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '-9223372036854775809',
    '-09223372036854775808',
    '9223372036854775799',
    '9199999999999999999',
    '99999999999999999999',
    '0'.repeat(101),
    '1'.repeat(34),
    '2020-01-01',
    '2020-02-29',
    '2021-02-29',
    '1900-02-29',
    '2000-02-29',
    '2400-02-29',
    '2100-02-29',
    '0004-02-29',
    '0000-02-29',
    '2020-02-30',
    '2020-04-31',
    '2020-13-01',
    '2020-1-1',
    '2020-01-01T00:00',
    '2020-01-01T24:00',
    '2020-01-01T00:00:60',
    '2020-01-01T00:00:00.5Z',
    '2020-02-29T23:59:59+14:00',
    '2020-01-01T00:00:00 ',
    '2020-01-01\n',
    '64b7f9d2c1a4e5f601234567',
    '64B7F9D2C1A4E5F60123456g',
    '64B7F9D2C1A4E5F601234567',
    '64b7f9d2c1a4e5f60123456',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    '3f2504e04f8941d39a0c0305e82c3301',
    { type: 'Buffer', data: [] },
    { type: 'Buffer', data: [0, 255] },
    { type: 'Buffer', data: [256] },
    { type: 'Buffer', data: [1.5] },
    { type: 'Buffer' },
    { type: 'buffer', data: [] },
    { type: 'Buffer', data: [], more: 1 },
    [],
    {},
    { $numberDecimal: '1.5' },
    { $numberDecimal: 1.5 },
    { $numberDecimal: '1.5', more: 1 },
    { $numberDecimal: 'x' },
  ]

  it.each(names)('accepts for %s what its JSON Schema does', (name) => {
    const form = jsonFormOf(name)
    const validate = compile(form?.schema ?? {})
    const verdicts = values.map((value) => [value, form?.accepts(value, () => true)])
    expect(values.map((value) => [value, validate(value)])).toEqual(verdicts)
    expect(new Set(verdicts.map(([, verdict]) => verdict)).size).toBe(2)
  })

  it('has the pattern of the keys that a Map may have', () => {
    const reserved = [
      '__proto__',
      '$__',
      '$isMongooseMap',
      '$isSingleNested',
      'isMongooseArray',
      'isMongooseBuffer',
      '_bsontype',
    ]
    expect(reserved.every(isReservedKey)).toBe(true)
    const keys = [
      ...reserved,
      ...reserved.map((key) => `${key}x`),
      '',
      'a',
      'a.b',
      'a\0',
      '$a',
      'a$',
      'constructor',
      'prototype',
      'constructors',
      'é',
      '😀',
    ]
    expect(keys.map((key) => [key, new RegExp(mapKeyPattern(), 'u').test(key)])).toEqual(
      keys.map((key) => [key, !isForbiddenKey(key)]),
    )
  })
})

it('says of a sub-document in a Union that Mongoose 9 validates it, and Mongoose 8 does not', () => {
  const inner = sub({ a: { type: String, required: true } })
  const { x } = fieldSchema({ type: 'Union', of: [Number, inner] })
  const [, member] = (x as { anyOf: { required?: string[] }[] }).anyOf
  expect(member?.required).toEqual(isMongoose8 ? undefined : ['a'])
})
