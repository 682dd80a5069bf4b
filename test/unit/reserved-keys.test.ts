import { runInNewContext } from 'node:vm'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { forbidden, json, looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Schema } = mongoose
const mixed = { type: Schema.Types.Mixed, default: { a: 1 }, validate: (v: { role?: string }) => v.role === undefined }
/** A rule that needs the document. */
const tags = { type: [String], validate: (list: string[]) => list.length < 3 }
const Model = modelOf({
  prefs: mixed,
  nested: { prefs: mixed },
  inner: sub({ prefs: mixed }),
  list: [Schema.Types.Mixed],
  map: { type: Map, of: Schema.Types.Mixed },
  texts: { type: Map, of: String },
  tags,
})
const allow = ['prefs', 'nested', 'inner', 'list', 'map', 'texts', 'tags']

const reserved: [key: string, hostile: string][] = [
  ['$__', '{"$__":1,"_doc":{"role":"admin"}}'],
  ['$__', '{"$__":[]}'],
  ['isMongooseBuffer', '{"isMongooseBuffer":true}'],
  ['isMongooseArray', '{"isMongooseArray":true}'],
  ['$isMongooseMap', '{"$isMongooseMap":"x"}'],
  ['$isSingleNested', '{"$isSingleNested":true}'],
  ['constructor', '{"constructor":{"name":"RegExp"},"source":".*","flags":"i"}'],
  ['constructor', '{"constructor":{"name":"Date"}}'],
  ['constructor', '{"constructor":{"toString":1}}'],
  ['constructor', '{"constructor":"function RegExp(","source":"("}'],
  ['_bsontype', '{"_bsontype":"ObjectId"}'],
  ['__proto__', '{"__proto__":{"role":"admin"}}'],
  ['a\u0000b', String.raw`{"a\u0000b":1}`],
  ['\u0000', String.raw`{"\u0000":1}`],
  ['\uD800', String.raw`{"\ud800":1}`],
  ['a\uDC00', String.raw`{"a\udc00":1}`],
]
const places: [path: string, body: (hostile: string) => string][] = [
  ['prefs', (hostile) => `{"prefs":${hostile}}`],
  ['prefs.a.0', (hostile) => `{"prefs":{"a":[${hostile}]}}`],
  ['nested.prefs', (hostile) => `{"nested":{"prefs":${hostile}}}`],
  ['inner.prefs', (hostile) => `{"inner":{"prefs":${hostile}}}`],
  ['list.0', (hostile) => `{"list":[${hostile}]}`],
  ['map.k', (hostile) => `{"map":{"k":${hostile}}}`],
  ['map', (hostile) => `{"map":${hostile.replace(/:.*/, ':1}')}}`],
  ['texts', (hostile) => `{"texts":${hostile.replace(/:.*/, ':"x"}')}}`],
]

describe.each(reserved)('the key %s in %s', (key, hostile) => {
  it.each(places)('is forbidden in %s, for a new document and an update', async (path, body) => {
    for (const partial of [false, true]) {
      const guard = looseGuard(Model, { allow, partial })
      for (const more of ['', ',"tags":["a"]']) {
        const text = body(hostile).replace(/}$/, `${more}}`)
        expect(await guard.validate(json(text))).toEqual({ ok: false, errors: [forbidden(`${path}.${key}`)] })
      }
    }
  })
})

it('takes keys of pairs of surrogates', async () => {
  const body = { prefs: { '😀': 1 }, map: { 'a😀': 1 } }
  expect(await looseGuard(Model, { allow }).validate(body)).toEqual({ ok: true, validated: body })
})

describe('a Map in free content, as hosts make it that send more than JSON', () => {
  it.each(reserved)('may not have the key %s either', async (key, hostile) => {
    const map = new Map(Object.entries(json(hostile) as object))
    const outcome = await looseGuard(Model, { allow }).validate({ prefs: { a: [map] }, list: [map], map: { k: map } })
    const paths = ['prefs.a.0', 'list.0', 'map.k']
    expect(outcome).toEqual({ ok: false, errors: paths.map((path) => forbidden(`${path}.${key}`)) })
  })

  it('is looked into where it is of another realm', async () => {
    const map: unknown = runInNewContext('new Map([["_bsontype", "ObjectId"]])')
    expect(await looseGuard(Model, { allow }).validate({ prefs: map })).toEqual({
      ok: false,
      errors: [forbidden('prefs._bsontype')],
    })
  })

  it('may not be nested deeper than a body', async () => {
    let map = new Map<string, unknown>()
    for (let level = 0; level < 5000; level++) map = new Map([['a', map]])
    expect(await looseGuard(Model, { allow }).validate({ prefs: map })).toMatchObject({
      errors: [{ code: 'invalid_body' }],
    })
  })

  it('may not be in itself', async () => {
    const map = new Map<string, unknown>()
    map.set('a', map).set('b', { map })
    expect(await looseGuard(Model, { allow }).validate({ list: [map] })).toMatchObject({
      errors: [{ code: 'invalid_body' }],
    })
  })

  it('is passed on as a Map of its own', async () => {
    const map = new Map<string, unknown>([['a', { b: [1] }]])
    const outcome = await looseGuard(Model, { allow }).validate({ prefs: map })
    expect(outcome).toEqual({ ok: true, validated: { prefs: map } })
    if (outcome.ok) expect(outcome.validated.prefs).not.toBe(map)
  })
})

/** As seroval makes one of what a client of TanStack Start sends. */
const errorWith = (keys: object) => {
  const error = new Error('sent')
  for (const [key, value] of Object.entries(keys)) {
    Object.defineProperty(error, key, { value: value as unknown, enumerable: true })
  }
  return error
}

describe('an Error in free content, whose own keys are stored,', () => {
  it.each(reserved)('may not have the key %s either', async (key, hostile) => {
    const error = errorWith(json(hostile) as object)
    const body = { prefs: { a: [error] }, list: [error, errorWith({ in: json(hostile) })], map: { k: error } }
    const paths = ['prefs.a.0', 'list.0', 'list.1.in', 'map.k']
    expect(await looseGuard(Model, { allow }).validate(body)).toEqual({
      ok: false,
      errors: paths.map((path) => forbidden(`${path}.${key}`)),
    })
  })

  it('may not be in itself', async () => {
    const error = errorWith({ list: [] as unknown[] }) as Error & { list: unknown[] }
    error.list.push(error)
    expect(await looseGuard(Model, { allow }).validate({ prefs: error })).toMatchObject({
      errors: [{ code: 'invalid_body' }],
    })
  })

  it('stays the object that it is, as what Mongoose and BSON know does', async () => {
    const document = new Model({ tags: ['a'] })
    const list = [errorWith({ a: 1 }), new Date(), /x/, new mongoose.Types.ObjectId(), document, Buffer.from('x')]
    const outcome = await looseGuard(Model, { allow }).validate({ list })
    expect(outcome.ok && (outcome.validated.list as unknown[]).map((value, index) => value === list[index])).toEqual(
      list.map(() => true),
    )
  })
})

/** As React's `decodeReply` makes one of `"$T"`, for a server action: any look at it throws. */
const temporaryReference = () =>
  new Proxy(() => undefined, {
    get() {
      throw new Error('You cannot dot into a temporary client reference')
    },
  })

describe('what no document can hold, in free content,', () => {
  const values = [
    ['function', temporaryReference()] as const,
    ['function', Date] as const,
    ['symbol', Symbol('a')] as const,
  ]

  it.each(values)('is no Mixed value: a %s', async (name, value) => {
    for (const options of [{}, { partial: true }, { details: true }]) {
      const guard = looseGuard(Model, { allow, ...options })
      const wrong = (path: string) => ({ code: 'invalid_type', path, message: `Expected mixed, received ${name}` })
      for (const more of [{}, { tags: ['a'] }]) {
        const body = {
          prefs: value,
          nested: { prefs: value },
          inner: { prefs: value },
          list: [1, value],
          map: { k: value },
        }
        const paths = ['prefs', 'nested.prefs', 'inner.prefs', 'list.1', 'map.k']
        expect(await guard.validate({ ...body, ...more })).toMatchObject({ ok: false, errors: paths.map(wrong) })
      }
    }
  })

  it.each(values)('is forbidden inside of one: a %s', async (_name, value) => {
    const guard = looseGuard(Model, { allow })
    for (const [path, prefs] of [
      ['prefs.a', { a: value, b: 1 }],
      ['prefs.a.1', { a: [1, value] }],
      ['prefs.a', new Map([['a', value]])],
      ['prefs.a', Object.assign(new Error('x'), { a: value })],
    ] as const) {
      for (const more of [{}, { tags: ['a'] }]) {
        expect(await guard.validate({ prefs, ...more })).toEqual({ ok: false, errors: [forbidden(path)] })
      }
    }
  })

  it('is no member of a Union either', async () => {
    const { Union } = Schema.Types
    const guard = looseGuard(modelOf({ any: { type: Union, of: [Number, Schema.Types.Mixed] } }), { allow: ['any'] })
    expect(await guard.validate({ any: temporaryReference() })).toMatchObject({ ok: false })
    expect(await guard.validate({ any: { a: temporaryReference() } })).toMatchObject({ ok: false })
    expect(await guard.validate({ any: { a: 1 } })).toMatchObject({ ok: true })
  })

  it('is the key of a Map that is no text', async () => {
    const prefs = new Map<unknown, unknown>([['a', new Map([[1, 1]])]])
    expect(await looseGuard(Model, { allow }).validate({ prefs })).toEqual({
      ok: false,
      errors: [forbidden('prefs.a.1')],
    })
  })
})

it('is every other key that free content may have', async () => {
  const content = { $set: 1, _doc: { a: 1 }, _id: 'x', i: 1, is: 1, toObject: 'x', constructor: 'x', $__x: 1, '': 1 }
  expect(await looseGuard(Model, { allow }).validate({ prefs: content })).toEqual({
    ok: true,
    validated: { prefs: content },
  })
})

describe('an object with the key constructor', () => {
  const values: unknown[] = [
    ...[null, false, 0, '', 1, true, 'x', 'function', ' function Date(', 'function RegExp(', 'functional', [], {}],
    ...[
      ['function Object('],
      [['function Date(']],
      [[]],
      [null, 'function Date('],
      [1, [{ toString: 1 }]],
      { name: 'Object' },
      { name: 'Date' },
      { name: 'RegExp' },
    ],
    ...[
      { name: 'Map' },
      { name: '' },
      { name: 1 },
      { name: ['Date'] },
      { toString: 1 },
      { toString: {} },
      { valueOf: 1 },
    ],
    ...[{ name: 'x', toString: 1 }, { name: '', toString: 1 }, { prototype: 1 }, { constructor: 1 }, { a: [{ b: 1 }] }],
  ]
  const siblings: object[] = [
    {},
    { valueOf: 1 },
    { toString: 'x' },
    { source: '(' },
    { prototype: 1 },
    { name: 'Date' },
  ]
  const objects = values.flatMap((constructor) => siblings.map((more) => ({ ...more, constructor })))
  const Free = modelOf({ free: Schema.Types.Mixed, list: [Schema.Types.Mixed] }, { minimize: false })

  /** Mongoose leaves `constructor` and `prototype` out of an object, unless it takes that for one of another class. */
  const textOf = (stored: unknown) =>
    JSON.stringify(stored, (key, value: unknown) => {
      if (/^(?:constructor|prototype)$/.test(key)) return undefined
      return value instanceof RegExp ? String(value) : value
    })

  /** What would be stored, `undefined` where Mongoose throws. */
  const storedBy = (content: object) => {
    try {
      const document = new Free({ free: content, list: [content] }).toObject({ depopulate: true, minimize: false })
      return textOf([document.free, document.list])
    } catch {
      return undefined
    }
  }

  it.each(objects.map((content) => [JSON.stringify(content), content] as const))(
    'is accepted where Mongoose stores the rest of it as it is: %s',
    async (text, content) => {
      const guard = looseGuard(Free, { allow: ['free', 'list'] })
      const { ok } = await guard.validate({ free: json(text), list: [json(text)] })
      expect(ok).toBe(storedBy(content) === textOf([content, [content]]))
    },
  )
})
