import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard, GuardConfigError } from '../../src/index.ts'
import { guard } from '../../src/adapters/web.ts'
import { json, looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const Order = modelOf({
  name: { type: String, minlength: 3, maxlength: 5 },
  count: { type: Number, min: 1, max: [9, 'too many'] },
  state: { type: String, enum: ['open', 'closed'] },
  slug: { type: String, match: /^[a-z]+$/i },
  zip: { type: String, validate: /^\d+$/ },
  made: { type: Date, min: '2020-01-01' },
  odd: { type: Number, validate: (value: number) => value % 2 === 1 },
  needed: { type: String, required: true },
  owner: mongoose.Schema.Types.ObjectId,
  items: [sub({ sku: { type: String, minlength: 2 } })],
  grid: [[Number]],
  prices: { type: Map, of: { type: Number, min: 5 } },
  home: { type: sub({ city: { type: String, maxlength: 2 } }) },
  address: { zip: { type: String, maxlength: 4 } },
  either: { type: 'Union', of: [Number, sub({ a: Number })] } as never,
})
const allow = [
  ...['name', 'count', 'state', 'slug', 'zip', 'made', 'odd', 'needed', 'owner'],
  ...['items', 'grid', 'prices', 'home', 'address', 'either'],
]

/** The params of the items by their path. */
async function paramsOf(body: object, options: object = {}, Model: unknown = Order): Promise<Record<string, unknown>> {
  const outcome = await looseGuard(Model, { allow, details: true, ...options }).validate(body)
  if (outcome.ok) return {}
  return Object.fromEntries(outcome.errors.map((item) => [item.path ?? '', (item as { params?: unknown }).params]))
}

const good = { needed: 'x' }

describe('the option `details`', () => {
  it('has all values of a long list', async () => {
    const values = Array.from({ length: 3000 }, (_, nth) => `value${nth}`)
    const Model = modelOf({ s: { type: String, enum: values } })
    expect(await paramsOf({ s: 'c' }, { allow: ['s'] }, Model)).toEqual({ s: { values } })
  })

  it('has the number that a limit is compared as, where the schema has a text', async () => {
    const Model = modelOf({ n: { type: Number, min: '2' }, s: { type: String, minlength: ['3', 'short'] } })
    expect(await paramsOf({ n: 1, s: 'a' }, { allow: ['n', 's'] }, Model)).toEqual({ n: { limit: 2 }, s: { limit: 3 } })
  })

  it('says nothing of what somebody wrote to a rule that compares with something else', async () => {
    const Model = modelOf({ n: { type: Number, min: 3 }, s: { type: String, enum: ['a'] } })
    for (const entry of Model.schema.path('n').validators) Object.assign(entry, { min: 10 })
    for (const entry of Model.schema.path('s').validators) Object.assign(entry, { enumValues: ['b'] })
    const guard = looseGuard(Model, { allow: ['n', 's'], details: true })
    const outcome = await guard.validate({ n: 1, s: 'c' })
    expect(outcome.ok ? [] : outcome.errors.map((item) => (item as { params?: unknown }).params)).toEqual([
      undefined,
      undefined,
    ])
    const { properties } = (guard as unknown as { toJSONSchema(): { properties: object } }).toJSONSchema()
    expect(properties).toEqual({
      n: { type: 'number', 'x-mongoose-rules': [{ rule: 'min' }] },
      s: { type: 'string', 'x-mongoose-rules': [{ rule: 'enum' }] },
    })
  })

  it.each([
    [Symbol('odd'), 'Symbol(odd)'],
    [7, '7'],
  ])('takes %o for the name of a rule', async (type, rule) => {
    const Model = modelOf({ n: { type: Number, validate: { validator: () => false, type: type as never } } })
    const outcome = await looseGuard(Model, { allow: ['n'], details: true }).validate({ n: 1 })
    expect(outcome).toMatchObject({ ok: false, errors: [{ path: 'n', rule }] })
  })

  it.each([
    [{ name: 'ab' }, { limit: 3 }],
    [{ name: 'abcdef' }, { limit: 5 }],
    [{ count: 0 }, { limit: 1 }],
    [{ count: 10 }, { limit: 9 }],
    [{ state: 'lost' }, { values: ['open', 'closed'] }],
    [{ slug: '1' }, { pattern: '^[a-z]+$', flags: 'i' }],
    [{ zip: 'x' }, { pattern: '^\\d+$' }],
    [{ made: '2019-12-31' }, { limit: '2020-01-01T00:00:00.000Z' }],
    [{ odd: 2 }, undefined],
    [{ needed: '' }, undefined],
  ])('says of %j what its rule compares with', async (body, params) => {
    const [path = ''] = Object.keys(body)
    expect(await paramsOf({ ...good, ...body })).toEqual({ [path]: params })
  })

  it.each([
    ['name', 7, { expected: 'string', received: 'number' }],
    ['owner', 'x', { expected: 'objectid', received: 'string', format: '24 hex digits', pattern: '^[0-9a-fA-F]{24}$' }],
    ['count', null, { expected: 'number', received: 'null' }],
    ['needed', [], { expected: 'string', received: 'array' }],
    ['address', 1, { expected: 'object', received: 'number' }],
    ['home', true, { expected: 'object', received: 'boolean' }],
    ['items', {}, { expected: 'array', received: 'object' }],
    ['grid', 'x', { expected: 'array', received: 'string' }],
    ['prices', [], { expected: 'map', received: 'array' }],
    ['either', 'x', { expected: 'union', received: 'string' }],
  ])('says of %s what its type is', async (path, value, params) => {
    expect((await paramsOf({ ...good, [path]: value }))[path]).toEqual(params)
  })

  it.each([
    ['Date', '2026-02-30', 'ISO 8601 date or date-time'],
    ['ObjectId', 'x', '24 hex digits'],
    ['UUID', 'x', '8-4-4-4-12 hex digits of the RFC 9562 variant'],
    ['Int32', 2 ** 31, 'an integer from -2147483648 to 2147483647'],
    ['BigInt', 'x', 'a safe integer, or the digits of a 64-bit integer as a text'],
    ['Decimal128', 'x', 'a number, or a decimal of at most 34 digits as a text or as { "$numberDecimal": "1.50" }'],
    ['Buffer', 'x', '{ "type": "Buffer", "data": [72, 105] }, with bytes as integers from 0 to 255'],
    ['String', 1, undefined],
    ['Double', 'x', undefined],
  ])('says in words what a %s looks like, as the JSON Schema does', async (type, value, format) => {
    const Model = modelOf({ f: { type } })
    const params = (await paramsOf({ f: value }, { allow: ['f'] }, Model)).f as { format?: string }
    expect(params.format).toBe(format)
    const guard = createGuard(Model, { allow: ['f'] as never })
    // The long ones stand among the definitions.
    const { properties, $defs = {} } = guard.toJSONSchema() as Partial<
      Record<'properties' | '$defs', Record<string, object>>
    >
    const described = [...Object.values(properties ?? {}), ...Object.values($defs)].flatMap((schema) =>
      'description' in schema ? [schema.description] : [],
    )
    expect(described).toEqual(format === undefined ? [] : [format])
  })

  it('leaves the description of the schema in the JSON Schema', () => {
    const Model = modelOf({ f: { type: Date, description: 'When it was made' } })
    const { properties } = createGuard(Model, { allow: ['f'] as never }).toJSONSchema() as { properties: unknown }
    expect(properties).toMatchObject({ f: { description: 'When it was made' } })
  })

  it('finds the rule and the type below containers', async () => {
    const body = {
      ...good,
      items: [{ sku: 'ab' }, { sku: 'a' }, { sku: 5 }, 7],
      grid: [[1, 'x'], 2],
      prices: { a: 4, b: 'x' },
      home: { city: 'abc' },
      address: { zip: 'abcde' },
    }
    const wrong = (expected: string, received: string) => ({ expected, received })
    expect(await paramsOf(body)).toEqual({
      'items.1.sku': { limit: 2 },
      'items.2.sku': wrong('string', 'number'),
      'items.3': wrong('object', 'number'),
      'grid.0.1': wrong('number', 'string'),
      'grid.1': wrong('array', 'number'),
      'prices.a': { limit: 5 },
      'prices.b': wrong('number', 'string'),
      'home.city': { limit: 2 },
      'address.zip': { limit: 4 },
    })
  })

  it('gives the params of the rule that failed, where a field has two of one kind', async () => {
    const Model = modelOf({ slug: { type: String, match: /^a/ } })
    Model.schema.path<mongoose.Schema.Types.String>('slug').match(/z$/, '')
    expect(await paramsOf({ slug: 'ab' }, { allow: ['slug'] }, Model)).toEqual({ slug: { pattern: 'z$' } })
    expect(await paramsOf({ slug: 'bz' }, { allow: ['slug'] }, Model)).toEqual({ slug: { pattern: '^a' } })
  })

  it('gives the pattern that is too large for the engine, which says so when it is first used', async () => {
    const pattern = 'a'.repeat(50_000)
    const Model = modelOf({ slug: { type: String, match: new RegExp(pattern) } })
    const body = { slug: 'x'.repeat(50_000) }
    expect(await paramsOf(body, { allow: ['slug'] }, Model)).toEqual({ slug: { pattern } })
  })

  it('gives the names of the discriminators for one that there is not', async () => {
    const Base = modelOf(new mongoose.Schema({ a: Number }, { discriminatorKey: 'kind' }) as never)
    Base.discriminator('ParamsOne', new mongoose.Schema({ b: Number }))
    Base.discriminator('ParamsTwo', new mongoose.Schema({ c: { type: Number, max: 1 } }))
    const options = { allow: ['kind', 'a', 'b', 'c'] }
    expect(await paramsOf({ kind: 'Three' }, options, Base)).toEqual({ kind: { values: ['ParamsOne', 'ParamsTwo'] } })
    expect(await paramsOf({ kind: 'ParamsTwo', c: 2 }, options, Base)).toEqual({ c: { limit: 1 } })
  })

  it('changes nothing else of an item, and gives none to those without', async () => {
    const body = json('{ "name": "ab", "a.b": 1, "count": "1", "__proto__": 2 }')
    const plain = await looseGuard(Order, { allow }).validate(body)
    const detailed = await looseGuard(Order, { allow, details: true }).validate(body)
    if (plain.ok || detailed.ok) throw new Error('accepted')
    expect(plain.errors.every((item) => !('params' in item))).toBe(true)
    const without = detailed.errors.map((item) =>
      Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'params')),
    )
    expect(without).toEqual(plain.errors)
    expect(detailed.errors.filter((item) => 'params' in item).map(({ path }) => path)).toEqual(['name', 'count'])
  })

  it('keeps a response small that names a long list again and again', async () => {
    const values = Array.from({ length: 1000 }, (_, index) => `value-${index}`)
    const Model = modelOf({ states: [{ type: String, enum: values }] })
    const body = { states: Array.from({ length: 1000 }, () => 'x') }
    const size = async (details: boolean) =>
      JSON.stringify(await looseGuard(Model, { allow: ['states'], details }).validate(body)).length
    const params = await paramsOf(body, { allow: ['states'] }, Model)
    expect(params['states.0']).toEqual({ values })
    expect((await size(true)) - (await size(false))).toBeLessThan(70_000)
  })

  it('finds documents in their places, what stands beside them, and the rules of the route', async () => {
    const options = {
      allow: ['name', 'count'],
      rules: { name: { minlength: 4 } },
      extra: { captcha: { type: String, required: true, maxlength: 3 } },
    }
    const wrong = (expected: string, received: string) => ({ expected, received })
    expect(await paramsOf({ name: 'abc', count: 'x', captcha: 'abcd' }, options)).toEqual({
      name: { limit: 4 },
      count: wrong('number', 'string'),
      captcha: { limit: 3 },
    })
    expect(await paramsOf({ doc: { name: 'ab' }, captcha: 'abcd' }, { ...options, at: 'doc' })).toEqual({
      'doc.name': { limit: 3 },
      captcha: { limit: 3 },
    })
    expect(await paramsOf({ doc: 7, captcha: 7 }, { ...options, at: 'doc' })).toEqual({
      doc: wrong('object', 'number'),
      captcha: wrong('string', 'number'),
    })
    const many = { ...options, at: 'a.b', each: { min: 2, max: 3 } }
    expect(await paramsOf({ a: { b: [{ count: 0 }, 7] }, captcha: 'abc' }, many)).toEqual({
      'a.b.0.count': { limit: 1 },
      'a.b.1': wrong('object', 'number'),
    })
    expect(await paramsOf({ a: { b: [{}] }, captcha: 'abc' }, many)).toEqual({ 'a.b': { limit: 2 } })
    expect(await paramsOf({ a: { b: {} }, captcha: 'abc' }, many)).toEqual({ 'a.b': wrong('array', 'object') })
    expect(await paramsOf([{ name: 'abcdef' }], { allow: ['name'], each: true })).toEqual({ '0.name': { limit: 5 } })
  })

  it('waits where a rule does', async () => {
    const Model = modelOf({
      name: { type: String, validate: () => Promise.resolve(false) },
      age: { type: Number, min: 1 },
    })
    const answer = looseGuard(Model, { allow: ['name', 'age'], details: true }).validate({ name: 'x', age: 0 })
    expect(answer).toBeInstanceOf(Promise)
    expect(await answer).toMatchObject({ ok: false, errors: [{ path: 'name' }, { path: 'age', params: { limit: 1 } }] })
  })

  it('is one of the defaults of guards, and must be true or false', async () => {
    const detailed = createGuard.with({ details: true })(Order, { allow: ['name'] as never })
    expect(await detailed.validate({ name: 'ab' })).toMatchObject({ errors: [{ params: { limit: 3 } }] })
    const respond = guard.with({ details: true })(Order, { allow: ['name'] as never }, () => new Response())
    const response = await respond(new Request('http://localhost', { method: 'POST', body: '{"name":"ab"}' }))
    expect(await response.json()).toMatchObject({ errors: [{ params: { limit: 3 } }] })
    const message = 'option "details" must be true or false, received the string "yes"'
    expect(() => createGuard(Order, { allow: [], details: 'yes' as never })).toThrow(new GuardConfigError(message))
  })

  it.each<[unknown]>([
    [{ toString: 1 }],
    [{ valueOf: 1, toString: null }],
    [{ a: { toString: 'x' } }],
    [[{ toString: 1 }]],
  ])('survives a value that has no text: %j', async (value) => {
    const rule = { validate: /^only this$/ }
    const Model = modelOf({
      any: { type: mongoose.Schema.Types.Mixed, ...rule },
      map: { type: Map, of: mongoose.Schema.Types.Mixed, ...rule },
      home: { type: sub({ toString: mongoose.Schema.Types.Mixed, a: mongoose.Schema.Types.Mixed }), ...rule },
      list: { type: [mongoose.Schema.Types.Mixed], ...rule },
    })
    const fields = ['any', 'map', 'home', 'list']
    for (const field of fields) {
      const ask = (details: boolean) => looseGuard(Model, { allow: fields, details }).validate({ [field]: value })
      const [plain, detailed] = [await ask(false), await ask(true)]
      expect(plain.ok).toBe(false)
      expect(detailed).toMatchObject(plain)
    }
  })
})

it('gives a limit that is a bigint as a number, as JSON Schema has it', async () => {
  const Model = modelOf({ views: { type: Number, min: 5n as unknown as number } })
  const guard = createGuard(Model, { allow: ['views'], details: true })
  expect(await guard.validate({ views: 1 })).toMatchObject({ errors: [{ rule: 'min', params: { limit: 5 } }] })
  expect(guard.toJSONSchema().properties).toEqual({ views: { type: 'number', minimum: 5 } })
})
