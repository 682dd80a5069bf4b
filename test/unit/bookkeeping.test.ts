import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf, looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

interface Watched {
  isModified(path: string): boolean
  isDirectModified(path: string): boolean
  directModifiedPaths(): string[]
  modifiedPaths(): string[]
  errors?: Record<string, { message: string }>
}

/** Long enough that the document is built without Mongoose's bookkeeping. */
const long = 'x'.repeat(1000)

const asked = [
  'map',
  'map.k',
  'other',
  'inner',
  'inner.a',
  'inner.b',
  'list',
  'list.0',
  'list.0.a',
  'nested',
  'nested.a',
]
const seenOf = (document: Watched) => [
  asked.filter((path) => document.isModified(path)),
  asked.filter((path) => document.isDirectModified(path)),
  document.modifiedPaths(),
  document.directModifiedPaths(),
]

function watching(seen: unknown[]) {
  return modelOf({
    long: String,
    map: { type: Map, of: String },
    other: { type: Map, of: String },
    inner: sub({ a: String, b: String, d: { type: String, default: 'd' } }),
    list: [sub({ a: String })],
    nested: { a: String, b: String },
    watch: {
      type: String,
      validate(this: Watched) {
        seen.push(seenOf(this))
        return true
      },
    },
  })
}

describe('a document that is built without bookkeeping', () => {
  it.each<object>([
    { map: { k: 'v' }, inner: { a: 'x' }, list: [{ a: 'x' }], nested: { a: 'x' } },
    { map: { 'long key': 'v', k: 'w' } },
    { inner: {}, list: [] },
    {},
  ])('tells its rules that what was sent is modified: %j', async (body) => {
    const seen: unknown[] = []
    const Model = watching(seen)
    const allow = ['long', 'map', 'inner', 'list', 'nested', 'watch']
    const sent = { ...body, long, watch: 'x' }
    expect(await errorsOf(Model, { allow }, sent)).toEqual([])
    await new Model(sent).validate()
    expect(seen).toHaveLength(2)
    expect(seen[0]).toEqual(seen[1])
  })

  it.each<[what: string, definition: object, body: object]>([
    ['in a nested object', { n: { s: sub({ a: String, b: String }) } }, { n: { s: { a: 'x' } } }],
    [
      'with a default',
      { n: { s: { type: sub({ a: String, b: String }), default: () => ({ b: 'y' }) } } },
      { n: { s: { a: 'x' } } },
    ],
    ['in another one', { s: sub({ t: sub({ a: String }), b: String }) }, { s: { t: { a: 'x' } } }],
    [
      'with a Map, sent as its default is',
      { s: { type: sub({ m: { type: Map, of: String }, a: String }), default: { m: { k: 'x' } } } },
      { s: { m: { k: 'x' } } },
    ],
    [
      'with a Map, beside other fields',
      { m: { type: Map, of: String }, s: sub({ m: { type: Map, of: String }, a: String }), l: [sub({ a: String })] },
      { l: [{ a: 'x' }], s: { m: { k: 'x' }, a: 'x' }, m: { k: 'x', l: 'y' } },
    ],
    ['in a Map in it', { s: sub({ m: { type: Map, of: sub({ a: String }) } }) }, { s: { m: { k: { a: 'x' } } } }],
    ['in a list in it', { n: { s: sub({ l: [sub({ a: String })] }) } }, { n: { s: { l: [{ a: 'x' }, { a: 'y' }] } } }],
  ])('has the marks of a sub-document %s, in an update too', async (_what, definition, body) => {
    for (const partial of [true, false]) {
      const seen: unknown[] = []
      const Model = modelOf({
        ...definition,
        long: String,
        watch: {
          type: String,
          validate(this: Watched) {
            seen.push([this.modifiedPaths(), this.directModifiedPaths()])
            return true
          },
        },
      })
      const guard = looseGuard(Model, { allow: [...Object.keys(definition), 'long', 'watch'], partial })
      for (const text of ['x', long]) {
        expect(await guard.validate({ ...body, long: text, watch: 'y' })).toMatchObject({ ok: true })
      }
      expect(seen).toHaveLength(2)
      expect(seen[1]).toEqual(seen[0])
    }
  })

  it('loses no mark of the sub-documents after the first hundreds', async () => {
    const names = Array.from({ length: 300 }, (_, nth) => `s${nth}`)
    let seen: string[] = []
    const Model = modelOf({
      n: Object.fromEntries(names.map((name) => [name, sub({ a: String })])),
      watch: {
        type: String,
        validate(this: Watched) {
          seen = this.modifiedPaths()
          return true
        },
      },
    })
    const guard = looseGuard(Model, { allow: ['n', 'watch'], partial: true })
    const n = Object.fromEntries(names.map((name) => [name, { a: 'x' }]))
    expect(await guard.validate({ n, watch: 'y' })).toMatchObject({ ok: true })
    expect(seen).toEqual(expect.arrayContaining(names.map((name) => `n.${name}.a`)))
  })

  const many = (value: unknown, length = 150) =>
    Object.fromEntries(Array.from({ length }, (_, nth) => [`k${nth}`, value]))
  const map = (of: unknown) => ({ type: Map, of })
  it.each<[what: string, definition: object, body: object]>([
    ['an array', { list: [map(String)] }, { list: [many('x'), many('y')] }],
    ['an array of Maps of Maps', { list: [map(map(String))] }, { list: [many({ z: 'x' })] }],
    ['a sub-document', { s: sub({ list: [map(String)] }) }, { s: { list: [many('x')] } }],
    [
      'a sub-document, past the first marks',
      { n: { s: sub({ list: [map(String)] }) } },
      { n: { s: { list: [many('x', 300), many('y', 300)] } } },
    ],
    ['an element', { list: [sub({ maps: [map(String)] })] }, { list: [{ maps: [many('x')] }] }],
    ['a Map of sub-documents', { map: map(sub({ a: String })) }, { map: many({ a: 'x' }) }],
    [
      'a Map of Maps in sub-documents',
      { map: map(sub({ m: map(map(String)) })) },
      { map: many({ m: { y: { z: 'x' } } }) },
    ],
  ])('keeps no mark that Mongoose takes away of many keys in %s, in an update too', async (_what, definition, body) => {
    let seen: string[] = []
    const Model = modelOf({
      ...definition,
      watch: {
        type: String,
        validate(this: Watched) {
          seen = [...this.modifiedPaths(), ...this.directModifiedPaths()]
          return true
        },
      },
    })
    const sent = { ...body, watch: 'x' }
    for (const partial of [false, true]) {
      const guard = looseGuard(Model, { allow: [...Object.keys(definition), 'watch'], partial })
      expect(await guard.validate(sent)).toMatchObject({ ok: true })
      const marked = new Set(seen)
      const document = partial ? Model.hydrate({}).set(sent) : new Model(sent)
      await document.validate()
      expect(marked).toEqual(new Set(seen))
    }
  })

  it.each([10, 1000])('tells its rules of no error before there is one, in a body of some %d bytes', async (length) => {
    const seen: unknown[] = []
    const Model = modelOf({
      long: String,
      first: { type: Number, min: 5 },
      watch: {
        type: String,
        validate(
          this: Watched & { invalidate(path: string, message: string): void; validateSync(path: string): unknown },
        ) {
          seen.push(this.errors, this.validateSync('long'), this.errors)
          for (const path of ['a', 'b']) this.invalidate(path, 'by the rule')
          seen.push(Object.keys(this.errors ?? {}))
          return true
        },
      },
    })
    const body = { long: 'x'.repeat(length), watch: 'x' }
    const errors = await errorsOf(Model, { allow: ['long', 'first', 'watch'] }, body)
    expect(seen).toEqual([undefined, undefined, undefined, ['a', 'b']])
    expect(errors.map(({ path, message }) => [path, message])).toEqual([
      ['a', 'by the rule'],
      ['b', 'by the rule'],
    ])
  })

  it('leaves other documents alone that are built meanwhile', async () => {
    const Other = modelOf({ inner: sub({ n: Number, list: [sub({ m: Number })] }), map: { type: Map, of: Number } })
    const bad = { inner: { n: 'bad', list: [{ m: 'worse' }] }, map: { k: 'bad' } }
    const stateOf = () => {
      const other = new Other(bad) as unknown as Watched
      const errors = Object.entries(other.errors ?? {}).map(([path, { message }]) => [path, message.slice(0, 60)])
      return { errors, modified: other.modifiedPaths() }
    }
    const seen: unknown[] = []
    const watch = {
      type: String,
      set(this: unknown, value: string) {
        if (this !== null) seen.push(stateOf())
        return value
      },
    }
    const inside = modelOf({ long: String, inner: sub({ watch }), watch })
    const body = { long, inner: { watch: 'x' }, watch: 'x' }
    expect(await errorsOf(inside, { allow: ['long', 'inner', 'watch'] }, body)).toEqual([])
    expect(seen.length).toBeGreaterThanOrEqual(2)
    for (const state of seen) expect(state).toEqual(stateOf())
  })
})

it('bookkeeping costs a short document nothing, however many of them a body holds', async () => {
  const { prototype } = mongoose.Error.ValidationError
  const own = Reflect.get(prototype, 'addError') as unknown
  const seen: boolean[] = []
  const watched = {
    type: String,
    set(this: unknown, value: string) {
      if (this !== null) seen.push(Reflect.get(prototype, 'addError') === own)
      return value
    },
    validate(this: unknown) {
      return this !== undefined
    },
  }
  const guard = looseGuard(modelOf({ a: watched, b: String }), { allow: ['a', 'b'], each: true })
  expect(await guard.validate(Array.from({ length: 200 }, () => ({ a: 'x', b: 'y' })))).toMatchObject({ ok: true })
  expect([seen.length > 0, seen.includes(false)]).toEqual([true, false])
  await guard.validate([{ a: 'x', b: long }])
  expect(seen.at(-1)).toBe(false)
})
