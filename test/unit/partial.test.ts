import { describe, expect, it } from 'vitest'
import { broken, errorsOf, forbidden, looseGuard, outcomeOf, wrongType } from '../support/guard.ts'
import { modelOf, sub, User } from '../support/models.ts'

const required = (path: string, text = path) => broken(path, 'required', `Path \`${text}\` is required.`)

const place = sub({ city: { type: String, required: true }, zip: { type: String, required: true, minlength: 2 } })
const Model = modelOf({
  name: { type: String, required: true, minlength: 3 },
  nested: { a: { type: String, required: true }, b: { c: { type: Number, required: true }, d: String } },
  home: {
    type: sub({ city: { type: String, required: true }, place: { type: place, required: true } }),
    required: true,
  },
  places: { type: [place], required: true, validate: (list: unknown[] | null) => list?.length !== 1 },
  byKey: { type: Map, of: place },
  role: { type: String, default: 'nobody', enum: ['user', 'admin'] },
  tags: { type: [String], validate: (list: unknown[]) => list.length > 0 },
})
const all = { allow: ['name', 'nested', 'home', 'places', 'byKey', 'role', 'tags'], partial: true }

describe('partial', () => {
  it.each([
    { body: {} },
    { body: { nested: {} } },
    { body: { nested: { b: {} } } },
    { body: { nested: { b: { d: 'x' } } } },
    { body: { home: {} } },
    { body: { home: { place: {} } } },
    { body: { home: { place: { zip: '12' } } } },
    { body: { places: [] } },
    { body: { byKey: {} } },
  ])('demands nothing that is absent: $body', async ({ body }) => {
    expect(await outcomeOf(Model, all, body)).toEqual({ ok: true, validated: body })
  })

  it('demands a complete element in an array of sub-schemas', async () => {
    expect(await errorsOf(Model, all, { places: [{ city: 'Rome', zip: '12' }, { city: 'Bari' }] })).toEqual([
      required('places.1.zip', 'zip'),
    ])
  })

  it('demands a complete value in a Map of sub-schemas', async () => {
    expect(await errorsOf(Model, all, { byKey: { a: { city: 'Rome' }, b: {} } })).toEqual([
      required('byKey.a.zip', 'zip'),
      required('byKey.b.city', 'city'),
      required('byKey.b.zip', 'zip'),
    ])
  })

  it('demands complete sub-schemas and nested objects inside an element', async () => {
    const Deep = modelOf({
      list: [
        sub({
          s: { type: sub({ a: { type: String, required: true } }), required: true },
          n: { b: { type: String, required: true } },
        }),
      ],
    })
    const options = { allow: ['list'], partial: true }
    expect(await errorsOf(Deep, options, { list: [{}] })).toEqual([
      required('list.0.s', 's'),
      required('list.0.n.b', 'n.b'),
    ])
    expect(await errorsOf(Deep, options, { list: [{ s: {} }] })).toEqual([
      required('list.0.s.a', 'a'),
      required('list.0.n.b', 'n.b'),
    ])
  })

  it('demands of an element only what is allowed in it', async () => {
    const options = { allow: ['places.city'], partial: true }
    expect(await errorsOf(Model, options, { places: [{ city: 'Rome' }, {}] })).toEqual([
      required('places.1.city', 'city'),
    ])
  })

  it('checks the default of a field inside an element', async () => {
    const Deep = modelOf({ list: [sub({ role: { type: String, default: 'nobody', enum: ['user'] } })] })
    expect(await errorsOf(Deep, { allow: ['list'], partial: true }, { list: [{}] })).toEqual([
      broken('list.0.role', 'enum', '`nobody` is not a valid enum value for path `role`.'),
    ])
  })

  it.each([
    { body: { name: null }, error: required('name') },
    { body: { name: '' }, error: required('name') },
    { body: { nested: { a: null } }, error: required('nested.a') },
    { body: { nested: { a: '' } }, error: required('nested.a') },
    { body: { home: null }, error: required('home') },
    { body: { home: { city: '' } }, error: required('home.city', 'city') },
    { body: { home: { place: null } }, error: required('home.place', 'place') },
    { body: { places: null }, error: required('places') },
  ])('refuses a required field that is null or empty: $body', async ({ body, error }) => {
    expect(await errorsOf(Model, all, body)).toEqual([error])
  })

  it.each([
    { body: { name: 'ab' }, rule: 'minlength', path: 'name' },
    { body: { role: 'x' }, rule: 'enum', path: 'role' },
    { body: { tags: [] }, rule: 'user defined', path: 'tags' },
    { body: { home: { place: { zip: '1' } } }, rule: 'minlength', path: 'home.place.zip' },
    { body: { places: [{ city: 'Rome', zip: '12' }] }, rule: 'user defined', path: 'places' },
  ])('runs the rules of what is present: $body', async ({ body, rule, path }) => {
    expect(await errorsOf(Model, all, body)).toEqual([expect.objectContaining({ code: 'invalid_value', rule, path })])
  })

  it.each([
    { body: { name: 5 }, error: wrongType('name', 'string', 'number') },
    { body: { nested: { b: { c: '1' } } }, error: wrongType('nested.b.c', 'number', 'string') },
    { body: { nested: 'x' }, error: wrongType('nested', 'object', 'string') },
    { body: { extra: 1 }, error: forbidden('extra') },
    { body: { home: { extra: 1 } }, error: forbidden('home.extra') },
    { body: { 'nested.a': 'x' }, error: forbidden('nested.a') },
  ])('checks types and keys as ever: $body', async ({ body, error }) => {
    expect(await errorsOf(Model, all, body)).toEqual([error])
  })

  it('does not check a default of what is absent', async () => {
    expect(await errorsOf(Model, { ...all, partial: false }, { role: 'user', tags: ['a'] })).not.toEqual([])
    expect(await outcomeOf(Model, all, {})).toEqual({ ok: true, validated: {} })
  })

  it('demands nothing of what is absent where a sub-schema has a setter', async () => {
    const inner = sub({ city: { type: String, required: true }, tags: { type: [String], validate: () => false } })
    const Person = modelOf({
      home: {
        type: sub({
          city: { type: String, required: true },
          kind: { type: String, default: 'none', enum: ['house'] },
          rooms: { type: [Number], validate: (rooms: unknown[]) => rooms.length > 1 },
          owner: { type: inner, default: {} },
          plot: { size: { type: Number, required: true }, use: { type: String, default: 'none', enum: ['field'] } },
          note: String,
        }),
        set: (home: { note?: string } | null) => (home?.note === 'x' ? { ...home, kind: 'hut', city: '' } : home),
      },
    })
    const options = { allow: ['home'], partial: true }
    for (const home of [{}, { city: 'Rome' }, { plot: {} }, { owner: {} }, { owner: { city: 'Bari' } }])
      expect(await outcomeOf(Person, options, { home })).toEqual({ ok: true, validated: { home } })
    const sent = { city: '', kind: 'none', rooms: [], owner: { tags: [] }, plot: { use: 'none' } }
    expect((await errorsOf(Person, options, { home: sent })).map(({ path }) => path)).toEqual([
      'home.city',
      'home.kind',
      'home.rooms',
      'home.owner.tags',
      'home.plot.use',
    ])
    // What a setter gives counts as well.
    expect((await errorsOf(Person, options, { home: { note: 'x' } })).map(({ path }) => path)).toEqual([
      'home.city',
      'home.kind',
    ])
  })

  it('calls no conditional `required` and no default function of what is absent at the top', async () => {
    const calls: string[] = []
    const Watched = modelOf({
      a: { type: String, required: () => calls.push('required') > 0 },
      b: { type: String, default: () => String(calls.push('default')), validate: () => false },
      c: String,
    })
    expect(await outcomeOf(Watched, { allow: ['a', 'b', 'c'], partial: true }, { c: 'x' })).toEqual({
      ok: true,
      validated: { c: 'x' },
    })
    expect(calls).toEqual([])
  })

  it('survives a default that throws on what is left of a refused list', async () => {
    const Model = modelOf({
      items: [sub({ done: Boolean })],
      count: {
        type: Number,
        default(this: { items: { done: boolean }[] }) {
          return this.items.filter(({ done }) => done).length
        },
        validate(this: { items: unknown[] }) {
          return this.items.length < 3
        },
      },
    })
    const options = { allow: ['items', 'count'], partial: true }
    // The count is what the default gave, which is asked again.
    for (const item of [null, true, 'x']) {
      const errors = await errorsOf(Model, options, { items: [{ done: false }, item], count: 0 })
      expect(errors).toMatchObject([{ code: 'invalid_type', path: 'items.1' }])
    }
    expect(await errorsOf(Model, options, { items: [{ done: false }], count: 0 })).toEqual([])
    expect(await errorsOf(Model, options, { items: [{}, {}, {}], count: 0 })).toMatchObject([{ path: 'count' }])
  })

  it('takes a required field that is immutable where it is sent', async () => {
    for (const options of [{}, { strict: false }, { strict: 'throw' }]) {
      const Log = modelOf(
        { at: { type: Date, required: true, immutable: true }, by: { type: String, minlength: 3, immutable: true } },
        options,
      )
      const patch = { allow: ['at', 'by'], partial: true }
      expect(await errorsOf(Log, patch, { at: '2026-11-20' })).toEqual([])
      expect(await errorsOf(Log, patch, { at: null })).toEqual([required('at')])
      expect((await errorsOf(Log, patch, { by: 'ab' })).map(({ rule }) => rule)).toEqual(['minlength'])
    }
  })

  it('gives validators a document that is not new', async () => {
    const seen: unknown[] = []
    const Watched = modelOf({
      f: {
        type: String,
        validate(this: { isNew: boolean }) {
          seen.push(this.isNew)
          return true
        },
      },
    })
    await outcomeOf(Watched, { allow: ['f'], partial: true }, { f: 'x' })
    await outcomeOf(Watched, { allow: ['f'] }, { f: 'x' })
    expect(seen).toEqual([false, true])
  })

  it('gives validators the other fields of the body', async () => {
    const Range = modelOf({
      from: Number,
      to: {
        type: Number,
        validate(this: { from?: number }, to: number) {
          return this.from === undefined || to > this.from
        },
      },
    })
    const options = { allow: ['from', 'to'], partial: true }
    expect(await errorsOf(Range, options, { from: 5, to: 6 })).toEqual([])
    expect(await errorsOf(Range, options, { from: 5, to: 4 })).toEqual([
      broken('to', 'user defined', 'Validator failed for path `to` with value `4`'),
    ])
    expect(await errorsOf(Range, options, { to: 4 })).toEqual([])
  })

  it('is false where it is not given', () => {
    expect(looseGuard(User, { allow: [] }).partial).toBe(false)
    expect(looseGuard(User, { allow: [], partial: false }).partial).toBe(false)
    expect(looseGuard(User, { allow: [], partial: true }).partial).toBe(true)
  })
})
