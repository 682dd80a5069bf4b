import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { checkBody } from '../../src/check/check-body.ts'
import { warmUp } from '../../src/fast-path/warm-up.ts'
import { checkOf, walkerOnly } from '../support/check.ts'
import { json, nest } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

/** With the code that is generated once a body was refused. */
function afterRefusal(check: ReturnType<typeof checkOf>): ReturnType<typeof checkOf> {
  expect(check.fastPath.survey(check.plan.base(), {}, 1)).toBeUndefined()
  return check
}

const { Mixed, Decimal128, ObjectId, Int32, Double, UUID, Union } = mongoose.Schema.Types
const hex = '64b7f9d2c1a4e5f601234567'
const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const bytes = { type: 'Buffer', data: [1] }
const letters = Array.from('abcdefghijklm')
const limits = { most: 2 }
const point = sub({ x: { type: Number, required: true }, y: Number })

interface Row {
  field: object
  /** Values that the fast path takes. */
  taken: unknown[]
  /** Values that it leaves to the walker, which takes some of them. */
  left: unknown[]
  /** A default has yet to be asked about. */
  late?: true
}

const rows: Record<string, Row> = {
  'a String': { field: { type: String }, taken: ['a', '', null], left: [1, true, [], {}] },
  'a Number': { field: { type: Number }, taken: [0, -1.5, null], left: ['1', json('1e400'), json('-1e400'), NaN] },
  'a Boolean': { field: { type: Boolean }, taken: [true, false, null], left: ['true', 0] },
  'a Date': { field: { type: Date }, taken: ['2020-01-01', null], left: ['soon', 0] },
  'an ObjectId': { field: { type: ObjectId }, taken: [hex, null], left: ['1', 1] },
  'a Decimal128': { field: { type: Decimal128 }, taken: ['1.5', 1, { $numberDecimal: '1' }], left: ['x', {}] },
  'a BigInt': { field: { type: BigInt }, taken: ['12', 12], left: ['x', 1.5] },
  'an Int32': { field: { type: Int32 }, taken: [1], left: [1.5, '1'] },
  'a Double': { field: { type: Double }, taken: [1.5], left: ['1'] },
  'a UUID': { field: { type: UUID }, taken: [uuid], left: ['x'] },
  'a Buffer': { field: { type: Buffer }, taken: [bytes], left: [{ type: 'Buffer' }, 'x'] },
  'a Mixed': {
    field: { type: Mixed },
    taken: [1, 'a', null, { a: [{ b: null }] }, [1, [2]]],
    left: [json('{"__proto__":1}'), [{ a: json('{"__proto__":1}') }], () => 1, Symbol('a')],
  },
  'a required String': { field: { type: String, required: true }, taken: ['a'], left: ['', null, undefined] },
  'a required Number': { field: { type: Number, required: true }, taken: [0], left: [null, undefined] },
  'a required Boolean': { field: { type: Boolean, required: true }, taken: [false], left: [null, undefined] },
  'a required Date': { field: { type: Date, required: true }, taken: ['2020-01-01'], left: [null, undefined] },
  'a required ObjectId': { field: { type: ObjectId, required: true }, taken: [hex], left: [null, undefined] },
  'a required Decimal128': { field: { type: Decimal128, required: true }, taken: ['1'], left: [null, undefined] },
  'a required Mixed': { field: { type: Mixed, required: true }, taken: [0, '', {}], left: [null, undefined] },
  'a required BigInt': { field: { type: BigInt, required: true }, taken: ['1'], left: [null, undefined] },
  'a minlength': { field: { type: String, minlength: 2 }, taken: ['ab', null], left: ['a', ''] },
  'a maxlength': { field: { type: String, maxlength: 2 }, taken: ['ab', ''], left: ['abc'] },
  'a min': { field: { type: Number, min: 2 }, taken: [2, 3, null], left: [1] },
  'a max': { field: { type: Number, max: 2 }, taken: [2, 1], left: [3] },
  'a min and a max': { field: { type: Number, min: 1, max: 2 }, taken: [1, 2], left: [0, 3] },
  'a min of a Date': {
    field: { type: Date, min: new Date('2020-01-01') },
    taken: ['2020-01-01', '2021-01-01'],
    left: ['2019-12-31'],
  },
  'a max of a Date that is now': { field: { type: Date, max: Date.now }, taken: ['2020-01-01'], left: ['9999-01-01'] },
  'a match': { field: { type: String, match: /^a/ }, taken: ['ab', null], left: ['b'] },
  'an enum': { field: { type: String, enum: ['a', 'b'] }, taken: ['a', 'b', null], left: ['c', ''] },
  'an enum of many texts': { field: { type: String, enum: letters }, taken: ['a', 'm'], left: ['n'] },
  'an enum of numbers': { field: { type: Number, enum: [1, 2] }, taken: [1, 2], left: [3] },
  'an empty enum': { field: { type: String, enum: [] }, taken: [null], left: [] },
  'setters of Mongoose before an enum': {
    field: { type: String, trim: true, lowercase: true, enum: ['ab'] },
    taken: [' AB ', 'ab'],
    left: ['a b', 'B'],
  },
  'a trim before a minlength': { field: { type: String, trim: true, minlength: 2 }, taken: [' ab '], left: [' a '] },
  'a trim before a required': { field: { type: String, trim: true, required: true }, taken: [' a '], left: ['  '] },
  'an uppercase': { field: { type: String, uppercase: true, match: /^A+$/ }, taken: ['aa'], left: ['ab'] },
  'a static default': { field: { type: Number, default: 1, min: 1 }, taken: [undefined, 2], left: [0, null] },
  'a default that breaks a rule': {
    field: { type: Number, default: 0, min: 1 },
    taken: [1, undefined],
    left: [null],
    late: true,
  },
  'a default of null': { field: { type: Number, default: null }, taken: [undefined, null, 1], left: ['1'] },
  'a default that does not cast': {
    field: { type: Number, default: 'many' },
    taken: [1, undefined],
    left: [],
    late: true,
  },
  'the time as default': { field: { type: Date, default: Date.now }, taken: [undefined, '2020-01-01'], left: [null] },
  'the time as default, which is too late': {
    field: { type: Date, default: Date.now, max: new Date('2020-01-01') },
    taken: ['2019-01-01', undefined],
    left: ['2021-01-01'],
    late: true,
  },
  'an array of texts': { field: [String], taken: [[], ['a', ''], undefined], left: [[1], 'a', {}, null, [null]] },
  'an array with a default of null': {
    field: { type: [String], default: null },
    taken: [undefined, ['a']],
    left: [[1]],
  },
  'a required array': { field: { type: [String], required: true }, taken: [undefined, ['a'], []], left: [null] },
  'an array with a rule for its elements': { field: [{ type: Number, min: 1 }], taken: [[1, 2]], left: [[1, 0]] },
  'an array of arrays': { field: [[Number]], taken: [[[1], []], []], left: [[1], [['1']], [null]] },
  'an array of Mixed': { field: [Mixed], taken: [[1, null, { a: 1 }]], left: [[json('{"__proto__":1}')]] },
  // Only the walker knows a Union; what stands beside it is taken all the same.
  'an array of a Union': {
    field: [{ type: Union, of: [Number, String] }],
    taken: [undefined],
    left: [['a', 1], [], [{}]],
  },
  'an array of objects': {
    field: [point],
    taken: [[], [{ x: 1 }, { x: 1, y: null }]],
    left: [[{}], [{ x: 1, z: 1 }], [null], [[]], { x: 1 }],
  },
  'an array with a limit': {
    field: { type: [String], validate: [(values: string[]) => values.length < 2, 'many'] },
    taken: [[], ['a'], undefined],
    left: [['a', 'b'], [1], 'a', null],
  },
  'a required array with a limit': {
    field: { type: [Number], required: true, validate: (values?: number[]) => !values || values.length < 2 },
    taken: [[], [1], undefined],
    left: [[1, 2], null],
  },
  'an array with a limit that stands elsewhere': {
    field: { type: [String], validate: (values: string[]) => values.length < limits.most },
    taken: [[], ['a'], undefined],
    left: [['a', 'b']],
    late: true,
  },
  'an array of objects that must have one': {
    field: { type: [point], validate: (values: unknown[]) => Array.isArray(values) && values.length > 0 },
    taken: [[{ x: 1 }], undefined],
    left: [[], [{}], [{ x: 1, z: 1 }]],
    late: true,
  },
  'a Map of arrays with a limit': {
    field: { type: Map, of: { type: [Number], validate: (values: number[]) => values.length < 2 } },
    taken: [{ a: [1] }, { a: [], b: [2] }, {}, undefined],
    left: [{ a: [1, 2] }, { a: null }],
  },
  'an array with a limit and a setter': {
    field: { type: [String], validate: (values: string[]) => values.length < 2, set: (values: string[]) => values },
    taken: [undefined],
    left: [['a'], []],
    late: true,
  },
  'an array with a rule that looks inside': {
    field: { type: [String], validate: (values: string[]) => values.every((value) => value !== 'b') },
    taken: [undefined],
    left: [['a'], ['b'], []],
    late: true,
  },
  'a Map': { field: { type: Map, of: Number }, taken: [{}, { a: 1 }], left: [{ a: '1' }, { 'a.b': 1 }, { $a: 1 }, []] },
  'a Map of objects': { field: { type: Map, of: point }, taken: [{ a: { x: 1 } }], left: [{ a: {} }, { a: null }] },
  'a sub-schema': { field: { type: point }, taken: [{ x: 1 }, null], left: [{}, { y: 1 }, [], 'a', { x: 1, z: 1 }] },
  'a required sub-schema': { field: { type: point, required: true }, taken: [{ x: 1 }], left: [null, undefined] },
  'a nested object': {
    field: { a: String, b: { c: Number } },
    taken: [{}, { a: 'a' }, { b: {} }, { b: { c: 1 } }, undefined],
    left: [null, [], { b: null }, { b: { c: '1' } }, { d: 1 }],
  },
  'a nested object with a required field': {
    field: { a: { type: String, required: true } },
    taken: [{ a: 'a' }],
    left: [{}, undefined],
  },
}

describe('the fast path', () => {
  it.each(Object.entries(rows))('takes good values of %s, and leaves the others', async (_what, row) => {
    const check = checkOf(modelOf({ field: row.field, beside: String }), ['field', 'beside'])
    const bodyOf = (field: unknown) => (field === undefined ? { beside: 'b' } : { beside: 'b', field })
    for (const value of row.taken) {
      const body = bodyOf(value)
      expect(check.fastPath.startBody().accept(body)).toStrictEqual(body)
    }
    expect(check.fastPath.startBody().late).toEqual(row.late && expect.any(Function))
    for (const value of row.left) expect(check.fastPath.startBody().accept(bodyOf(value))).toBeUndefined()
    for (const body of [...row.taken, ...row.left].map(bodyOf)) {
      expect(await checkBody(check, body)).toStrictEqual(await checkBody(walkerOnly(check), body))
    }
  })

  it('gives the keys in the order of the schema, whichever of them a body has', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const short = checkOf(modelOf({ a: String, r: { type: String, required: true }, b: String }), ['a', 'r', 'b'])
    const long = checkOf(modelOf(Object.fromEntries(names.map((name) => [name, String]))), names)
    const keysOf = (check: typeof short, keys: string[]) =>
      Object.keys(check.fastPath.startBody().accept(Object.fromEntries(keys.map((key) => [key, key]))) ?? { none: 1 })
    expect(keysOf(short, ['b', 'r', 'a'])).toEqual(['a', 'r', 'b'])
    expect(keysOf(short, ['b', 'r'])).toEqual(['r', 'b'])
    expect(keysOf(short, ['r', 'a'])).toEqual(['a', 'r'])
    expect(keysOf(short, ['r'])).toEqual(['r'])
    expect(keysOf(short, ['b', 'a'])).toEqual(['none'])
    expect(keysOf(long, names.toReversed())).toEqual(names)
    expect(keysOf(long, ['e', 'c'])).toEqual(['c', 'e'])
  })

  it('takes a body without keys only where it is a plain object', () => {
    const { fastPath } = checkOf(modelOf({ a: String }), ['a'])
    expect(fastPath.startBody().accept({})).toStrictEqual({})
    expect(fastPath.startBody().accept(Object.create(null))).toStrictEqual({})
    for (const body of [new Date(), null, undefined, 'a', [], Buffer.from('a'), new Map()]) {
      expect(fastPath.startBody().accept(body)).toBeUndefined()
    }
    const all = checkOf(modelOf({}), [])
    expect(all.fastPath.startBody().accept({})).toStrictEqual({})
    expect(all.fastPath.startBody().accept({ a: 1 })).toBeUndefined()
  })

  it('takes a part of a body where the guard is partial, but whole elements', () => {
    const definition = {
      a: { type: String, required: true },
      all: [point],
      one: point,
      in: { x: { type: Number, required: true } },
    }
    const { fastPath } = checkOf(modelOf(definition), ['a', 'all', 'one', 'in'], true)
    for (const body of [{}, { one: { y: 1 } }, { in: {} }, { all: [{ x: 1 }] }]) {
      expect(fastPath.startBody().accept(body)).toStrictEqual(body)
    }
    for (const body of [{ a: null }, { a: '' }, { all: [{ y: 1 }] }])
      expect(fastPath.startBody().accept(body)).toBeUndefined()
  })

  it('leaves a body to the walker that sets what is not allowed', () => {
    const { fastPath } = checkOf(modelOf({ a: String, in: { b: String, c: String } }), ['in.b'])
    expect(fastPath.startBody().accept({ in: { b: 'b' } })).toStrictEqual({ in: { b: 'b' } })
    for (const body of [{ a: 'a' }, { in: { c: 'c' } }, { other: 1 }])
      expect(fastPath.startBody().accept(body)).toBeUndefined()
  })

  it('knows the rules of Mongoose in the copy that a discriminator has of them', () => {
    const schema = new mongoose.Schema(
      {
        short: { type: String, minlength: 1, maxlength: 2 },
        small: { type: Number, min: 1, max: 2 },
        date: { type: Date, min: '2020-01-01', max: '2021-01-01' },
        word: { type: String, enum: ['a'], match: /a/, lowercase: true, trim: true, required: true },
        upper: { type: String, uppercase: true },
      },
      { discriminatorKey: 'kind' },
    )
    const Base = modelOf(schema)
    const Child = Base.discriminator(`${Base.modelName}Child`, sub({}), 'child')
    const { fastPath } = checkOf(Child, ['short', 'small', 'date', 'word', 'upper'])
    const good = { short: 'ab', small: 1, date: '2020-06-01', word: ' A', upper: 'a' }
    expect(fastPath.startBody().accept(good)).toStrictEqual(good)
    expect(fastPath.startBody().late).toBeUndefined()
    const bad = [{ short: '' }, { short: 'abc' }, { small: 3 }, { date: '2019-01-01' }, { word: 'b' }, { word: '' }]
    for (const part of bad) expect(fastPath.startBody().accept({ ...good, ...part })).toBeUndefined()
  })

  it('makes a null of an element that is undefined, and nothing of such a field', async () => {
    const check = checkOf(modelOf({ list: [Mixed], free: Mixed, name: String }), ['list', 'free', 'name'])
    const body = { list: [1, undefined, { a: [undefined] }], free: undefined, name: undefined }
    const copy = { list: [1, null, { a: [null] }] }
    expect(check.fastPath.startBody().accept({ list: body.list, free: undefined })).toStrictEqual(copy)
    for (const one of [check, walkerOnly(check)]) {
      expect(await checkBody(one, body)).toStrictEqual({ ok: true, validated: copy })
    }
  })

  it('takes an id, and none where Mongoose makes one', () => {
    const { fastPath } = checkOf(modelOf({ name: String }), ['_id', 'name'])
    for (const body of [{ _id: hex }, { name: 'a' }]) expect(fastPath.startBody().accept(body)).toStrictEqual(body)
    for (const body of [{ _id: null }, { _id: 'x' }]) expect(fastPath.startBody().accept(body)).toBeUndefined()
    expect(fastPath.startBody().late).toBeUndefined()
  })

  it('knows a default that came later from one that Mongoose gives by itself', async () => {
    const schema = new mongoose.Schema({ age: Number, name: String })
    schema.path('age').default('many')
    const check = checkOf(modelOf(schema), ['age', 'name'])
    expect(check.fastPath.startBody().accept({ name: 'a' })).toStrictEqual({ name: 'a' })
    expect(check.fastPath.startBody().late).toBeTypeOf('function')
    expect(await checkBody(check, { name: 'a' })).toStrictEqual(await checkBody(walkerOnly(check), { name: 'a' }))
  })

  it('follows discriminators, and those that are registered later', async () => {
    const schema = new mongoose.Schema({ name: String }, { discriminatorKey: 'kind' })
    const Model = modelOf(schema)
    Model.discriminator(`${Model.modelName}Cat`, sub({ lives: { type: Number, required: true } }), 'cat')
    const check = checkOf(Model, ['name', 'kind', 'lives'])
    const cat = { kind: 'cat', lives: 9 }
    const dog = { kind: 'dog', barks: true }
    expect(check.fastPath.startBody().accept(cat)).toStrictEqual({ lives: 9, kind: 'cat' })
    for (const body of [{ kind: 'cat' }, { lives: 9 }, dog])
      expect(check.fastPath.startBody().accept(body)).toBeUndefined()
    expect(check.fastPath.startBody().accept({ name: 'a' })).toStrictEqual({ name: 'a' })
    expect(check.fastPath.startBody().accept({ name: 'a', kind: null })).toStrictEqual({ name: 'a', kind: null })
    Model.discriminator(`${Model.modelName}Dog`, sub({ name: Number }), 'dog')
    expect(check.fastPath.startBody().accept({ kind: 'dog', name: 1 })).toMatchObject({ name: 1 })
    expect(await checkBody(check, { kind: 'dog', name: 'a' })).toMatchObject({ ok: false })
  })

  // So many of them are more than one body may hold.
  it.each([
    ['long texts of a schema', { texts: [String] }, () => ({ texts: ['a'.repeat(1_000_000)] })],
    ['long texts of free content', { free: Mixed }, () => ({ free: ['a'.repeat(1_000_000)] })],
    ['elements', { texts: [String] }, () => ({ texts: Array<string>(50_000).fill('a') })],
  ])('counts the %s of each body by itself', (_what, definition, body) => {
    const { fastPath } = checkOf(modelOf(definition), Object.keys(definition))
    const one = body()
    for (let nth = 0; nth < 25; nth++) expect(fastPath.startBody().accept(one) !== undefined).toBe(true)
  })

  it('gives up on a body whose few objects stand in more than a million places, as aliases of YAML can', () => {
    const recursive = sub({})
    recursive.add({ one: recursive, other: recursive, map: { type: Map, of: recursive } })
    const { fastPath } = checkOf(modelOf(recursive), ['one', 'other', 'map'])
    const doubled = (levels: number): object => {
      const below = levels > 0 ? doubled(levels - 1) : {}
      return { one: below, other: below }
    }
    expect(fastPath.startBody().accept(doubled(10))).toEqual(doubled(10))
    expect(fastPath.startBody().accept(doubled(20))).toBeUndefined()
  })

  it('keeps code for no more than a few kinds of objects', () => {
    const names = Array.from({ length: 80 }, (_, index) => `list${index}`)
    const definition = Object.fromEntries(names.map((name) => [name, [sub({ x: Number })]]))
    const { fastPath, plan } = checkOf(modelOf(definition), names)
    const codes = plan.base().fields.map(({ node }) => node.kind === 'documentArray' && fastPath.element(node.level))
    expect(codes.filter((code) => code !== undefined).length).toBe(64)
  })

  it('takes what is nested as deep as MongoDB allows, and nothing deeper', () => {
    const recursive = sub({
      free: Mixed,
      list: [[Number]],
      map: { type: Map, of: Number },
      price: Decimal128,
      file: Buffer,
      prices: [Decimal128],
    })
    recursive.add({ next: recursive })
    const allow = ['next', 'free', 'list', 'map', 'price', 'file', 'prices']
    const { fastPath } = checkOf(modelOf(recursive), allow)
    const deepest: [levels: number, bottom: object][] = [
      [99, {}],
      [98, { free: {} }],
      [98, { free: [] }],
      [97, { free: [[1]] }],
      [98, { list: [] }],
      [97, { list: [[1]] }],
      [98, { map: { a: 1 } }],
      [98, { price: { $numberDecimal: '1' } }],
      [97, { file: bytes }],
      [97, { prices: [{ $numberDecimal: '1' }] }],
    ]
    for (const [levels, bottom] of deepest) {
      expect(fastPath.startBody().accept(nest(levels, 'next', bottom))).toStrictEqual(nest(levels, 'next', bottom))
      expect(fastPath.startBody().accept(nest(levels + 1, 'next', bottom))).toBeUndefined()
    }
  })

  it('leaves the first bodies and the first elements to the walker', () => {
    const options = { bodies: 2, objects: 3 }
    const check = checkOf(modelOf({ list: [point] }), ['list'], false, true, {}, options)
    const { fastPath, plan } = check
    const list = plan.base().byKey.get('list')?.node
    const element = () => list?.kind === 'documentArray' && fastPath.element(list.level)
    for (let nth = 0; nth < options.bodies; nth++) {
      expect(fastPath.startBody().accept({ list: [{ x: 1 }] })).toBeUndefined()
      expect(fastPath.survey(plan.base(), {}, 1)).toBeUndefined()
    }
    expect(fastPath.startBody().accept({ list: [{ x: 1 }] })).toEqual({ list: [{ x: 1 }] })
    for (let nth = 0; nth < options.objects; nth++) expect(element()).toBeUndefined()
    expect(element()).toBeTypeOf('function')
    expect(element()).toBe(element())
  })

  it('is generated at once where these tests run on Mongoose 8, and nowhere else', () => {
    expect(warmUp.bodies === 0).toBe(mongoose.version.startsWith('8.'))
  })

  it('gives the outcomes of the walker, whichever of the two decides', async () => {
    const check = checkOf(
      modelOf({ name: { type: String, minlength: 2 }, list: [point] }),
      ['name', 'list'],
      false,
      true,
      {},
      {
        bodies: 3,
        objects: 2,
      },
    )
    const bodies = [{ name: 'ab' }, { name: 'a' }, { list: [{ x: 1 }, { x: 2 }, { y: 'a' }, { x: 3, z: 1 }, { x: 4 }] }]
    for (let nth = 0; nth < 4; nth++) {
      for (const body of bodies) expect(await checkBody(check, body)).toEqual(await checkBody(walkerOnly(check), body))
    }
  })

  it('leaves arrays that are measured to the walker while a function may write to the document', async () => {
    const validate = (values: string[]) => values.length < limits.most
    const schema = new mongoose.Schema({ list: { type: [String], validate }, name: String, other: String })
    const check = checkOf(modelOf(schema), ['list', 'name'])
    const takes = (body: object) => check.fastPath.startBody().accept(body) !== undefined
    const body = { list: ['a'], name: 'b' }
    expect(takes(body)).toBe(true)
    limits.most = 1
    expect(takes(body)).toBe(false)
    expect(await checkBody(check, body)).toMatchObject({ ok: false, errors: [{ path: 'list' }] })
    limits.most = 2
    expect(takes(body)).toBe(true)
    const add = function (this: { list: string[] }) {
      this.list.push('b')
      return true
    }
    schema.path('other').validate(add)
    expect(takes(body)).toBe(false)
    const rules = { name: { validate: add } }
    const routed = checkOf(modelOf(schema.clone()), ['list', 'name'], false, true, rules)
    expect(routed.fastPath.startBody().accept(body)).toBeUndefined()
  })

  it('is generated once, and anew when a rule came', () => {
    const schema = new mongoose.Schema({
      own: { type: String, enum: ['a'], validate: () => true },
      given: { type: Date, default: Date.now },
      list: [point],
    })
    const check = afterRefusal(checkOf(modelOf(schema), ['own', 'given', 'list']))
    const { fastPath, plan } = check
    const list = plan.base().byKey.get('list')?.node
    const generated = () => {
      fastPath.startBody().accept({})
      const element = list?.kind === 'documentArray' ? fastPath.element(list.level) : undefined
      return [fastPath.startBody().late, fastPath.survey(plan.base(), {}, 1)?.build, element]
    }
    const first = generated()
    for (const made of first) expect(made).toBeDefined()
    for (const [index, made] of generated().entries()) expect(made).toBe(first[index])
    schema.path('own').validate(() => true)
    expect(generated()[0]).not.toBe(first[0])
    expect(generated()[1]).not.toBe(first[1])
    expect(generated()[2]).toBe(first[2])
  })

  it('runs rules of the schema afterwards, on a body that it took', async () => {
    const asked: unknown[] = []
    const Model = modelOf({
      own: { type: String, validate: (value: string) => asked.push(value) > 0 },
      list: [sub({ own: { type: String, validate: (value: string) => asked.push(value) > 0 } })],
      when: { type: Date, min: () => asked.push('min') },
      given: { type: Number, default: () => asked.push('default') },
    })
    const check = checkOf(Model, ['own', 'list', 'when', 'given'])
    const body = { own: 'a', list: [{ own: 'b' }], when: '2020-01-01' }
    expect(check.fastPath.startBody().accept(body)).toStrictEqual(body)
    expect(check.fastPath.startBody().late).toBeTypeOf('function')
    expect(asked).toEqual([])
    expect(await checkBody(check, body)).toStrictEqual({ ok: true, validated: body })
    expect(asked.filter((call, index) => asked.indexOf(call) === index)).toEqual(['a', 'b', 'min', 'default'])
  })
})

describe('a limit that somebody wrote to the entry of a rule, which has another one', () => {
  it.each<[rule: string, definition: object, edited: number, values: unknown[]]>([
    ['min', { type: Number, min: 5 }, 2, [2, 4.5, 5]],
    ['min', { type: Number, min: 0 }, 1, [-1, 0, 0.5, 1]],
    ['max', { type: Number, max: 5 }, 9, [5, 5.5, 9, 10]],
    ['max', { type: Number, max: -5 }, -9, [-5, -6, -9, -10]],
    ['minlength', { type: String, minlength: 3 }, 1, ['', 'a', 'abc']],
    ['minlength', { type: String, minlength: 3 }, 1.5, ['a', 'ab', 'abc']],
    ['maxlength', { type: String, maxlength: 3 }, 5, ['abc', 'abcd']],
    ['maxlength', { type: String, maxlength: 3 }, 0, ['', 'abc', 'abcd']],
    ['maxlength', { type: String, maxlength: 3 }, 1e12, ['abcd']],
  ])(
    'counts neither in the generated code nor in the walker: %s in %o, edited to %d',
    async (rule, f, edited, values) => {
      const Model = modelOf({ f })
      const original = checkOf(modelOf({ f }), ['f'])
      for (const entry of Model.schema.path('f').validators) Reflect.set(entry, rule, edited)
      const check = checkOf(Model, ['f'])
      for (const value of values) {
        const { ok } = await checkBody(walkerOnly(original), { f: value })
        expect((await checkBody(check, { f: value })).ok, String(value)).toBe(ok)
        expect((await checkBody(walkerOnly(check), { f: value })).ok, String(value)).toBe(ok)
      }
    },
  )
})

it('a list that somebody gave to an enum and its type counts neither in the generated code nor in the walker', async () => {
  const Model = modelOf({ f: { type: String, enum: ['a', 'b'] } })
  const type = Model.schema.path('f')
  const enumValues = ['b', 'c']
  Object.assign(type, { enumValues })
  for (const entry of type.validators) Object.assign(entry, { enumValues })
  const check = checkOf(Model, ['f'])
  for (const [value, ok] of [
    ['a', true],
    ['b', true],
    ['c', false],
  ] as const) {
    expect((await checkBody(check, { f: value })).ok, value).toBe(ok)
    expect((await checkBody(walkerOnly(check), { f: value })).ok, value).toBe(ok)
  }
})

describe('rules that are run after the fast path took a body', () => {
  const refusing = { type: String, validate: () => false }
  const part = sub({ own: refusing })

  it.each([
    ['a nested object', { at: { own: refusing } }, { at: { own: 'a' } }, 'at.own'],
    ['a nested object in another', { at: { in: { own: refusing } } }, { at: { in: { own: 'a' } } }, 'at.in.own'],
    ['a sub-schema', { at: part }, { at: { own: 'a' } }, 'at.own'],
    ['an element of an array', { at: [part] }, { at: [{}, { own: 'a' }] }, 'at.1.own'],
    ['a text in an array', { at: [refusing] }, { at: ['a'] }, 'at.0'],
  ])('include those of %s', (_what, definition, body, path) => {
    const check = checkOf(modelOf(definition), ['at'])
    expect(check.fastPath.startBody().accept(body)).toStrictEqual(body)
    expect(checkBody(check, body)).toMatchObject({ ok: false, errors: [{ path }] })
  })

  it('include those of the discriminator that the body picks', () => {
    const Base = modelOf(new mongoose.Schema({ at: part }, { discriminatorKey: 'kind' }))
    Base.discriminator(`${Base.modelName}Child`, sub({ own: refusing }), 'child')
    const check = checkOf(Base, ['at.own', 'own', 'kind'])
    const body = { at: { own: 'a' }, own: 'b', kind: 'child' }
    expect(check.fastPath.startBody().accept(body)).toEqual(body)
    expect(checkBody(check, body)).toMatchObject({ errors: [{ path: 'own' }, { path: 'at.own' }] })
    expect(checkBody(check, { at: { own: 'a' } })).toMatchObject({ errors: [{ path: 'at.own' }] })
  })

  it('are not asked when there are enough errors', () => {
    const asked: unknown[] = []
    const field = { type: String, validate: (value: unknown) => asked.push(value) < 0 }
    const check = { ...checkOf(modelOf({ a: field, b: field, list: [field] }), ['a', 'b', 'list']), maxErrors: 1 }
    expect(checkBody(check, { a: 'a', b: 'b', list: ['c'] })).toMatchObject({ errors: [{ path: 'a' }] })
    expect(checkBody(check, { list: ['c', 'd'] })).toMatchObject({ errors: [{ path: 'list.0' }] })
    expect(asked).toEqual(['a', 'c'])
  })
})

describe('the fast path beside an error', () => {
  const Model = modelOf({
    name: { type: String, required: true },
    age: { type: Number, min: 1 },
    list: [point],
    given: { type: Number, default: () => 1 },
  })
  const check = afterRefusal(checkOf(Model, ['name', 'age', 'list', 'given']))
  type Json = Record<string, unknown>
  const survey = (body: Json) => {
    const found = check.fastPath.survey(check.plan.base(), body, 1)
    return found && { ...found, undecided: found.undecided.map(({ key }) => key) }
  }
  const nodeOf = ({ plan }: typeof check, key: string) => {
    const node = plan.base().byKey.get(key)?.node
    if (node === undefined) throw new Error(`no ${key}`)
    return node
  }
  const surveyOfRefused = (body: Json) => {
    expect(check.fastPath.startBody().accept(body)).toBeUndefined()
    return survey(body)
  }

  it.each([
    ['that it looks at for the walker', survey],
    ['that it has refused', surveyOfRefused],
  ])('copies the good fields of an object %s, and leaves the others undecided', (_which, look) => {
    const list = [{ x: 1 }]
    const found = look({ name: 'a', age: 0, list, given: 2, other: 1 })
    expect(found).toMatchObject({ values: ['a', 0, list, 2], undecided: ['age'], forbidden: ['other'] })
    expect(found?.values[2]).not.toBe(list)
    expect(look({})).toMatchObject({ undecided: ['name', 'given'], forbidden: [] })
    expect(look({ name: undefined, age: undefined, given: 1 })).toMatchObject({ undecided: ['name'] })
  })

  it('tells what it saw of a refused object once, and only of that one', () => {
    const [first, second] = [{ age: 0 }, { age: 0 }]
    check.fastPath.startBody().accept(first)
    first.age = 3
    expect(check.fastPath.survey(check.plan.base(), first, 1)?.values).toEqual([undefined, 0, undefined, undefined])
    first.age = 0
    check.fastPath.startBody().accept(first)
    expect(check.fastPath.survey(check.plan.base(), second, 1)?.values).toEqual([undefined, 0, undefined, undefined])
    const seen = check.fastPath.survey(check.plan.base(), first, 1)
    expect(check.fastPath.survey(check.plan.base(), first, 1)).not.toBe(seen)
    check.fastPath.startBody().accept(first)
    check.fastPath.startBody()
    first.age = 2
    expect(survey(first)?.undecided).toEqual(['name', 'given'])
  })

  it('leaves what has rules of the schema to run undecided, as it was sent', () => {
    const own = { type: String, validate: () => true }
    const Late = modelOf({ own, part: sub({ own }), list: [own], age: Number })
    const late = afterRefusal(checkOf(Late, ['own', 'part', 'list', 'age']))
    const body = { own: 'a', part: { own: 'b' }, list: ['c'], age: 'x' }
    expect(late.fastPath.startBody().accept(body)).toBeUndefined()
    const found = late.fastPath.survey(late.plan.base(), body, 1)
    expect(found?.undecided.map(({ key }) => key)).toEqual(['own', 'part', 'list', 'age'])
    expect(found?.values[1]).toBe(body.part)
    expect(found?.values[2]).toBe(body.list)
    expect(late.fastPath.firstElements(nodeOf(late, 'list'), body.list, 2)).toBeUndefined()
  })

  it('takes what it saw of an array for no other place of the same array, as an alias of YAML has it', () => {
    const list = [{ x: 1, y: 2 }, { x: 'two' }]
    const check = checkOf(modelOf({ narrow: [point], wide: [sub({ x: Number, y: Number })] }), ['narrow.x', 'wide'])
    void checkBody(check, { narrow: 1 })
    for (const body of [
      { wide: list, narrow: list },
      { narrow: list, wide: list },
    ]) {
      const found = checkBody(check, body)
      const paths = ['narrow.0.y', 'narrow.1.x', 'wide.1.x']
      expect(found).toMatchObject({ errors: paths.map((path) => ({ path })) })
      expect(found).toStrictEqual(checkBody(walkerOnly(check), body))
    }
  })

  it('takes what it saw at one depth for no other', () => {
    const schema = new mongoose.Schema({}, { _id: false })
    schema.add({ next: schema, list: [point] })
    const check = checkOf(modelOf(schema), ['next'])
    void checkBody(check, { next: 1 })
    const list = [{ x: 1 }, 5]
    const body = { next: { next: { list, next: nest(95, 'next', { list }) } } }
    expect(checkBody(check, body)).toMatchObject({ errors: [{ code: 'invalid_body' }] })
    expect(checkBody(check, { next: { next: { list } } })).toMatchObject({ errors: [{ path: 'next.next.list.1' }] })
  })

  it('keeps the copies of elements up to the first that it refuses, of a few arrays and for one body', () => {
    const names = Array.from({ length: 10 }, (_, index) => `list${index}`)
    const Lists = modelOf(Object.fromEntries(names.map((name) => [name, [point]])))
    const lists = afterRefusal(checkOf(Lists, names))
    const body = Object.fromEntries(names.map((name) => [name, [{ x: 1 }, { x: 2 }, { x: 'three' }, { x: 4 }]]))
    const kept = () => names.map((name) => lists.fastPath.firstElements(nodeOf(lists, name), body[name] ?? [], 2))
    const two = [{ x: 1 }, { x: 2 }]
    expect(lists.fastPath.startBody().accept(body)).toBeUndefined()
    expect(kept()).toEqual([two, two, two, two, two, two, two, two, undefined, undefined])
    expect(kept()).toEqual(names.map(() => undefined))
    lists.fastPath.startBody().accept(body)
    lists.fastPath.startBody()
    expect(kept()).toEqual(names.map(() => undefined))
    const found = checkBody(lists, body)
    expect(found).toMatchObject({ errors: names.map((name) => ({ path: `${name}.2.x` })) })
    expect(found).toStrictEqual(checkBody(walkerOnly(lists), body))
  })

  it('leaves a field undecided that holds much, or objects that hold their like', () => {
    const many = sub(Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`x${index}`, Number])))
    const recursive = sub({ x: Number })
    recursive.add({ next: recursive })
    const twice = sub({ a: point, b: point })
    const { fastPath, plan } = afterRefusal(
      checkOf(modelOf({ many, recursive, twice }), ['many', 'recursive', 'twice']),
    )
    const found = fastPath.survey(plan.base(), { many: {}, recursive: {}, twice: { a: { x: 1 }, b: { x: 2 } } }, 1)
    expect(found?.undecided.map(({ key }) => key)).toEqual(['many', 'recursive'])
  })

  it('makes an object of values without those that are undefined', () => {
    const build = check.fastPath.survey(check.plan.base(), {}, 1)?.build
    expect(build?.(['a', undefined, [], 1])).toStrictEqual({ name: 'a', list: [], given: 1 })
    expect(build?.([undefined, undefined, undefined, undefined])).toStrictEqual({})
    expect(build?.(['a', 1, [], 1])).toStrictEqual({ name: 'a', age: 1, list: [], given: 1 })
  })

  it('copies the good elements of an array, of the depth that they have', () => {
    const node = check.plan.base().byKey.get('list')?.node
    if (node?.kind !== 'documentArray') throw new Error('no array of sub-documents')
    const element = check.fastPath.element(node.level)
    expect(element?.({ x: 1 }, 2)).toStrictEqual({ x: 1 })
    expect(element?.({ x: 1 }, 99)).toStrictEqual({ x: 1 })
    expect(element?.({ x: 1 }, 100)).toBeUndefined()
    expect(element?.({ x: '1' }, 2)).toBeUndefined()
    expect(element?.(null, 2)).toBeUndefined()
  })
})

describe('what stands on Object.prototype', () => {
  it.each([
    ['limit', { operator: 'length <=', number: 9 }],
    ['values', ['ay']],
  ])('says nothing of a rule: %s', (name, value) => {
    Object.defineProperty(Object.prototype, name, { value, configurable: true })
    try {
      const Model = modelOf({ code: { type: String, match: /^x/ }, size: { type: Number, min: 1 } })
      const check = afterRefusal(checkOf(Model, ['code', 'size']))
      for (const body of [{ code: 'xy', size: 2 }, { code: 'ay' }, { size: 0 }])
        expect(checkBody(check, body)).toStrictEqual(checkBody(walkerOnly(check), body))
    } finally {
      Reflect.deleteProperty(Object.prototype, name)
    }
  })
})
