import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { broken, errorsOf, looseGuard, outcomeOf, wrongType } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { Types } = mongoose.Schema

const optional = [
  { type: 'String', definition: String },
  { type: 'String with rules', definition: { type: String, minlength: 3, enum: ['abc'], match: /c/ } },
  { type: 'Number with rules', definition: { type: Number, min: 1, max: 5 } },
  { type: 'Boolean', definition: Boolean },
  { type: 'Date with rules', definition: { type: Date, min: '2020-01-01' } },
  { type: 'ObjectId', definition: Types.ObjectId },
  { type: 'Decimal128', definition: Types.Decimal128 },
  { type: 'BigInt', definition: BigInt },
  { type: 'Int32', definition: Types.Int32 },
  { type: 'Double', definition: Types.Double },
  { type: 'UUID', definition: Types.UUID },
  { type: 'Buffer', definition: Buffer },
  { type: 'Map', definition: { type: Map, of: Number } },
  { type: 'sub-schema', definition: sub({ a: Number }) },
  { type: 'nested object', definition: { a: Number } },
  { type: 'Mixed', definition: Types.Mixed },
  { type: 'Mixed with a default', definition: { type: Types.Mixed, default: 1 } },
  { type: 'String whose `required` is false', definition: { type: String, required: false } },
  { type: 'String whose `required` does not fire', definition: { type: String, required: () => false } },
]

describe.each([false, true])('null, with partial %s,', (partial) => {
  const errors = (definition: unknown, value: unknown = null) =>
    errorsOf(modelOf({ f: definition }), { allow: ['f'], partial }, { f: value })

  it.each(optional)('is accepted and kept for an optional $type', async ({ definition }) => {
    const body = { f: null }
    expect(await outcomeOf(modelOf({ f: definition }), { allow: ['f'], partial }, body)).toEqual({
      ok: true,
      validated: body,
    })
  })

  it.each([
    ...optional
      .filter(({ type }) => /^(String|Number with rules|Boolean|ObjectId|Decimal128|UUID|Buffer|Mixed)$/.test(type))
      .map(({ type, definition }) => ({
        type,
        definition: Object.assign({}, typeof definition === 'object' ? definition : { type: definition }, {
          required: true,
        }),
      })),
    { type: 'Map', definition: { type: Map, of: Number, required: true } },
    { type: 'sub-schema', definition: { type: sub({ a: Number }), required: true } },
    { type: 'array', definition: { type: [String], required: true } },
    { type: 'array of sub-schemas', definition: { type: [sub({ a: Number })], required: true } },
    { type: 'field with a default', definition: { type: String, required: true, default: 'abc' } },
    { type: 'field whose `required` fires', definition: { type: String, required: () => true } },
  ])('breaks the rule `required` of a $type', async ({ definition }) => {
    expect(await errors(definition)).toEqual([broken('f', 'required', 'Path `f` is required.')])
  })

  it.each([
    { what: 'a String', definition: { type: String, allowNull: false }, value: null, path: 'f', elsewhere: null },
    {
      what: 'a field with a default',
      definition: { type: String, allowNull: false, default: 'abc' },
      value: null,
      path: 'f',
      elsewhere: 'string',
    },
    {
      what: 'an element',
      definition: [{ type: String, allowNull: false }],
      value: ['a', null],
      path: 'f.1',
      elsewhere: 'string',
    },
    {
      what: 'a Map value',
      definition: { type: Map, of: { type: String, allowNull: false } },
      value: { a: 'a', b: null },
      path: 'f.b',
      elsewhere: 'string',
    },
  ])('breaks the rule `allowNull: false` of $what where Mongoose has that rule', async (row) => {
    const withoutTheRule = row.elsewhere === null ? [] : [wrongType(row.path, row.elsewhere, 'null')]
    expect(await errors(row.definition, row.value)).toEqual(
      isMongoose8
        ? withoutTheRule
        : [broken(row.path, 'allowNull', `Path \`${row.path}\` does not allow null values.`)],
    )
  })

  it.each([
    { what: 'an array', definition: [String], value: null, path: 'f', type: 'array' },
    { what: 'an array of arrays', definition: [[String]], value: null, path: 'f', type: 'array' },
    { what: 'an array of sub-schemas', definition: [sub({ a: Number })], value: null, path: 'f', type: 'array' },
    { what: 'an element of an array', definition: [String], value: ['a', null], path: 'f.1', type: 'string' },
    { what: 'a row of an array of arrays', definition: [[String]], value: [['a'], null], path: 'f.1', type: 'array' },
    { what: 'an element of a row', definition: [[String]], value: [['a', null]], path: 'f.0.1', type: 'string' },
    {
      what: 'an element of sub-schemas',
      definition: [sub({ a: Number })],
      value: [{}, null],
      path: 'f.1',
      type: 'object',
    },
    { what: 'a Map value', definition: { type: Map, of: Number }, value: { a: null }, path: 'f.a', type: 'number' },
    {
      what: 'a sub-schema in a Map',
      definition: { type: Map, of: sub({ a: Number }) },
      value: { a: null },
      path: 'f.a',
      type: 'object',
    },
    {
      what: 'an array in a Map',
      definition: { type: Map, of: [Number] },
      value: { a: null },
      path: 'f.a',
      type: 'array',
    },
    {
      what: 'a String with a default',
      definition: { type: String, default: 'abc' },
      value: null,
      path: 'f',
      type: 'string',
    },
    {
      what: 'a Number with a default',
      definition: { type: Number, default: 0 },
      value: null,
      path: 'f',
      type: 'number',
    },
    {
      what: 'a Date with a default',
      definition: { type: Date, default: Date.now },
      value: null,
      path: 'f',
      type: 'date',
    },
    {
      what: 'a Map with a default',
      definition: { type: Map, of: Number, default: {} },
      value: null,
      path: 'f',
      type: 'map',
    },
    {
      what: 'a sub-schema with a default',
      definition: { type: sub({ a: Number }), default: {} },
      value: null,
      path: 'f',
      type: 'object',
    },
  ])('is no value for $what', async ({ definition, value, path, type }) => {
    expect(await errors(definition, value)).toEqual([wrongType(path, type, 'null')])
  })

  it.each([
    { what: 'elements', definition: [Types.Mixed], value: [null, 1] },
    { what: 'elements of an untyped array', definition: [], value: [null] },
    { what: 'Map values', definition: { type: Map, of: Types.Mixed }, value: { a: null } },
  ])('is a value for Mixed $what', async ({ definition, value }) => {
    expect(await errors(definition, value)).toEqual([])
  })

  it.each([
    { what: 'a required element', definition: [{ type: String, required: true }], value: [null], path: 'f.0' },
    {
      what: 'a required Map value',
      definition: { type: Map, of: { type: String, required: true } },
      value: { k: null },
      path: 'f.k',
    },
  ])('breaks the rule `required` of $what before it is a wrong type', async ({ definition, value, path }) => {
    expect(await errors(definition, value)).toEqual([broken(path, 'required', `Path \`${path}\` is required.`)])
  })

  it.each([
    { path: '_id', type: 'objectid' },
    { path: '__v', type: 'number' },
    { path: 'createdAt', type: 'date' },
    { path: 'updatedAt', type: 'date' },
  ])('is no value for $path', async ({ path, type }) => {
    const Model = modelOf({ name: String }, { timestamps: true })
    expect(await errorsOf(Model, { allow: [path], partial }, { [path]: null })).toEqual([wrongType(path, type, 'null')])
  })

  it.each([
    { path: 'revision', type: 'number' },
    { path: 'made', type: 'date' },
    { path: 'meta.changed', type: 'date', body: { meta: { changed: null } } },
  ])('is no value for $path, a version key or timestamp under another name', async ({ path, type, body }) => {
    const Model = modelOf(
      { name: String },
      { versionKey: 'revision', timestamps: { createdAt: 'made', updatedAt: 'meta.changed' } },
    )
    expect(await errorsOf(Model, { allow: [path], partial }, body ?? { [path]: null })).toEqual([
      wrongType(path, type, 'null'),
    ])
  })

  it.each([
    { what: 'a nested object', definition: { city: String, zip: String } },
    { what: 'a sub-schema', definition: sub({ city: String, zip: String }) },
  ])('is no value for $what that is only above an allowed entry', async ({ definition }) => {
    const Model = modelOf({ home: definition })
    expect(await errorsOf(Model, { allow: ['home.city'], partial }, { home: null })).toEqual([
      wrongType('home', 'object', 'null'),
    ])
    expect(await errorsOf(Model, { allow: ['home'], partial }, { home: null })).toEqual([])
  })

  it('is no value for an object far above an allowed entry', async () => {
    const Model = modelOf({ a: { b: sub({ c: { d: String, e: String } }) } })
    const options = { allow: ['a.b.c.d'], partial }
    expect(await errorsOf(Model, options, { a: null })).toEqual([wrongType('a', 'object', 'null')])
    expect(await errorsOf(Model, options, { a: { b: null } })).toEqual([wrongType('a.b', 'object', 'null')])
    expect(await errorsOf(Model, options, { a: { b: { c: null } } })).toEqual([wrongType('a.b.c', 'object', 'null')])
    expect(await errorsOf(Model, options, { a: { b: { c: { d: null } } } })).toEqual([])
  })

  it('breaks the rule `required` of a sub-schema above an allowed entry', async () => {
    const Model = modelOf({ home: { type: sub({ city: String }), required: true } })
    expect(await errorsOf(Model, { allow: ['home.city'], partial }, { home: null })).toEqual([
      broken('home', 'required', 'Path `home` is required.'),
    ])
  })

  it('is no value for an array above an allowed entry', async () => {
    const Model = modelOf({ homes: [sub({ city: String })] })
    expect(await errorsOf(Model, { allow: ['homes.city'], partial }, { homes: null })).toEqual([
      wrongType('homes', 'array', 'null'),
    ])
  })

  it('reaches custom validators, as in Mongoose', async () => {
    const seen: unknown[] = []
    const validate = (value: unknown) => {
      seen.push(value)
      return value !== null
    }
    expect(await errors({ type: String, validate })).toEqual([
      broken('f', 'user defined', 'Validator failed for path `f` with value `null`'),
    ])
    expect(seen).toEqual([null])
  })

  it('for a nested object breaks the rule `required` of each allowed child', async () => {
    const Model = modelOf({ n: { a: { type: String, required: true }, b: { c: { type: Number, required: true } } } })
    expect(await errorsOf(Model, { allow: ['n'], partial }, { n: null })).toEqual([
      broken('n.a', 'required', 'Path `n.a` is required.'),
      broken('n.b.c', 'required', 'Path `n.b.c` is required.'),
    ])
  })
})

describe('null for a nested object in another one', () => {
  it('lets the defaults in it come, as in Mongoose', async () => {
    const Model = modelOf({
      n: { a: { b: { type: Number, default: 0, min: 1 }, c: { type: String, required: true } } },
      m: { a: { c: { type: String, required: true } } },
    })
    const body = { n: { a: null }, m: { a: null } }
    const errors = await errorsOf(Model, { allow: ['n', 'm'] }, body)
    expect(errors.map(({ path }) => path)).toEqual(['n.a.b', 'n.a.c', 'm.a.c'])
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, body))
  })
})

describe('null of which a setter makes an object', () => {
  const inner = sub({ x: { type: String, required: true }, y: { type: String, enum: ['a'] } })
  const Model = modelOf({
    a: { type: inner, set: (value: unknown) => value ?? {} },
    b: { type: inner, set: (value: unknown) => value ?? { x: 'x', y: 'b' } },
    c: { type: inner, set: (value: unknown) => value ?? { x: 'x' } },
    d: { type: sub({ e: { type: inner, set: (value: unknown) => value ?? {} } }) },
    n: { f: { type: inner, set: (value: unknown) => value ?? {} } },
  })

  it.each([
    { body: { a: null }, errors: ['a.x'] },
    { body: { b: null }, errors: ['b.y'] },
    { body: { c: null }, errors: [] },
    { body: { d: { e: null } }, errors: ['d.e.x'] },
    { body: { n: { f: null } }, errors: ['n.f.x'] },
  ])('is judged as that object, in an update as well: $body', async ({ body, errors }) => {
    for (const partial of [false, true]) {
      const found = await errorsOf(Model, { allow: ['a', 'b', 'c', 'd', 'n'], partial }, body)
      expect(found.map(({ path }) => path)).toEqual(errors)
      expect(asOracleErrors(found)).toEqual(await mongooseErrors(Model, body))
    }
  })

  it('is nothing of which the route demands anything', async () => {
    const rules = { 'c.y': { required: true } }
    expect(await errorsOf(Model, { allow: ['c'], rules }, { c: null })).toEqual([])
    expect((await errorsOf(Model, { allow: ['c'], rules }, { c: { x: 'x' } })).map(({ path }) => path)).toEqual(['c.y'])
  })
})

describe('null in a sub-schema or a list that has a setter', () => {
  it('is one error where the type has none', async () => {
    const set = (value: unknown) => value
    const inner = sub({ a: { type: String, required: true, validate: (v: string) => v.length > 1 }, b: [Number] })
    const Model = modelOf({ sub: { type: inner, set }, list: { type: [inner], set }, texts: { type: [String], set } })
    const body = { sub: { a: null, b: [1, null] }, list: [{ a: null }], texts: [null] }
    expect(await errorsOf(Model, { allow: ['sub', 'list', 'texts'], allowNull: false }, body)).toEqual([
      wrongType('sub.a', 'string', 'null'),
      wrongType('sub.b.1', 'number', 'null'),
      wrongType('list.0.a', 'string', 'null'),
      wrongType('texts.0', 'string', 'null'),
    ])
  })
  it('keeps what has the setter from its rules, wherever it stands in there', async () => {
    const set = (value: unknown) => value
    const never = { type: String, validate: () => false }
    const Model = modelOf({
      sub: { type: sub({ a: never, list: [sub({ b: String })], rows: [[Number]] }), set },
      rows: { type: [[String]], set, validate: (rows: unknown[]) => rows.length === 0 },
    })
    const options = { allow: ['sub', 'rows'] }
    expect(await errorsOf(Model, options, { sub: { a: 'x', list: [null] }, rows: [['x'], null] })).toEqual([
      wrongType('sub.list.0', 'object', 'null'),
      wrongType('rows.1', 'array', 'null'),
    ])
    expect(await errorsOf(Model, options, { sub: { a: 'x', rows: [null] } })).toEqual([
      wrongType('sub.rows.0', 'array', 'null'),
    ])
  })
  it('runs no rules but those of what is required on a nested object in there that is null', async () => {
    const never = { type: String, validate: () => false }
    const inner = sub({ n: { a: never, b: { ...never, required: true } } })
    const Model = modelOf({ plain: inner, set: { type: inner, set: (value: unknown) => value } })
    const options = { allow: ['plain', 'set'], allowNull: true }
    const missing = (path: string) => ({
      code: 'invalid_value',
      path,
      message: 'Path `n.b` is required.',
      rule: 'required',
    })
    expect(await errorsOf(Model, options, { plain: { n: null }, set: { n: null } })).toEqual([
      missing('plain.n.b'),
      missing('set.n.b'),
    ])
  })
})

describe('a container whose default is null', () => {
  const inner = sub({ city: { type: String, required: true } })
  let built = 0
  const counting = { type: Number, default: () => ++built }
  const containers = {
    'sub-schema': { type: inner, default: null },
    Map: { type: Map, of: String, default: null },
    'Map of sub-schemas': { type: Map, of: inner, default: null },
  }

  it.each(Object.entries(containers))('is no reason to build a document: %s', async (_name, one) => {
    const Order = modelOf({ one, items: [sub({ one, counting })], counting })
    const guard = looseGuard(Order, { allow: ['one', 'items.one'] })
    built = 0

    for (let body = 0; body < 100; body++) expect(await guard.validate({ items: [{}, {}] })).toMatchObject({ ok: true })
    expect(await guard.validate({ items: [{}, {}], other: 1 })).toMatchObject({ errors: [{ path: 'other' }] })
    expect(built).toBe(0)
  })

  it.each(Object.entries(containers))('has the rules of the container run on it: %s', async (_name, one) => {
    const rules = [{ required: true }, { validate: () => false }, { required: () => true }]
    for (const rule of rules) {
      const Ruled = modelOf({ one: { ...one, ...rule } })
      const guard = looseGuard(Ruled, { allow: ['one'] })
      const expected = await mongooseErrors(Ruled, {})

      for (let body = 0; body < 100; body++) {
        const outcome = await guard.validate({})
        expect(outcome.ok ? [] : asOracleErrors(outcome.errors)).toEqual(expected)
      }
    }
  })
})
