import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Mixed } = mongoose.Schema.Types
const tooMany = { code: 'invalid_body', message: 'The body holds more values than MongoDB stores in one document' }

/** As an alias of YAML: each level holds the level below it `width` times. */
function aliased(levels: number, width: number, wrap: (inner: unknown[]) => unknown, end: unknown): unknown {
  let value = end
  for (let level = 0; level < levels; level++) value = wrap(Array.from({ length: width }, () => value))
  return value
}

describe('an object that stands in many places', () => {
  const list = (inner: unknown[]) => inner
  const object = (inner: unknown[]) => ({ inner })

  it('is taken, and copied once, in free content', async () => {
    const guard = looseGuard(modelOf({ free: Mixed, bad: Number }), { allow: ['free', 'bad'] })
    for (const wrap of [list, object]) {
      const free = aliased(10, 2, wrap, 'x')
      const outcome = await guard.validate({ free })
      expect(outcome).toEqual({ ok: true, validated: { free } })
      expect(await guard.validate({ free, bad: 'x' })).toMatchObject({ errors: [{ path: 'bad' }] })
    }
  })

  it.each([
    ['free content', { free: Mixed }, (value: unknown) => ({ free: value })],
    [
      'free content with a rule that prints it',
      { free: { type: Mixed, validate: () => false } },
      (free: unknown) => ({ free }),
    ],
    [
      'free content with a rule with this',
      {
        free: {
          type: Mixed,
          validate(this: unknown) {
            return this === undefined
          },
        },
      },
      (free: unknown) => ({ free }),
    ],
    ['an array of free content', { free: [Mixed] }, (free: unknown) => ({ free: [free, free, free] })],
    ['a Map of free content', { free: { type: Map, of: Mixed } }, (free: unknown) => ({ free: { a: free, b: free } })],
    ['a field of another type', { free: String }, (free: unknown) => ({ free })],
  ])('is refused in %s where it stands for more than MongoDB stores', async (_where, definition, body) => {
    const guard = looseGuard(modelOf(definition), { allow: ['free'] })
    for (const wrap of [list, object]) {
      const outcome = await guard.validate(body(aliased(40, 10, wrap, 'x')))
      expect(outcome).toEqual({ ok: false, errors: [tooMany] })
    }
  })

  it('is refused in a schema in itself, too', async () => {
    const tree = sub({ label: { type: String, minlength: 1 } })
    tree.add({ children: [tree] })
    const guard = looseGuard(modelOf({ tree }), { allow: ['tree'] })
    const wrap = (children: unknown[]) => ({ label: 'a', children })
    expect(await guard.validate({ tree: aliased(4, 2, wrap, wrap([])) })).toMatchObject({ ok: true })
    expect(await guard.validate({ tree: aliased(40, 3, wrap, wrap([])) })).toEqual({ ok: false, errors: [tooMany] })
  })

  it('is refused in a Map of a schema in itself', async () => {
    const node = sub({})
    node.add({ m: { type: Map, of: node } })
    const guard = looseGuard(modelOf({ node }), { allow: ['node'] })
    const wrap = ([inner]: unknown[]) => ({ m: { a: inner, b: inner } })
    expect(await guard.validate({ node: aliased(4, 1, wrap, {}) })).toMatchObject({ ok: true })
    expect(await guard.validate({ node: aliased(40, 1, wrap, {}) })).toEqual({ ok: false, errors: [tooMany] })
  })

  it.each([
    ['arrays of arrays', { list: [[[[Number]]]] }, list],
    ['sub-documents in sub-documents', { list: [sub({ a: [sub({ a: [sub({ a: [sub({})] })] })] })] }, list],
  ])('is refused in %s', async (what, definition, wrap) => {
    const inner = (width: number) => {
      if (what === 'arrays of arrays') return aliased(4, width, wrap, 1)
      const documents = (a: unknown[]) => Array.from({ length: width }, () => ({ a }))
      return aliased(3, 1, ([value]) => documents(value as unknown[]), Array(width).fill({}))
    }
    const guard = looseGuard(modelOf(definition), { allow: ['list'] })
    expect(await guard.validate({ list: inner(3) })).toMatchObject({ ok: true })
    expect(await guard.validate({ list: inner(100) })).toEqual({ ok: false, errors: [tooMany] })
  })

  it('is refused in a Union, where each value is tried once', async () => {
    const branch = sub({})
    const either = { type: 'Union', of: [Number, branch] }
    branch.add({ l: [either] } as never)
    const guard = looseGuard(modelOf({ either }), { allow: ['either'] })
    const wrap = (l: unknown[]) => ({ l })
    expect(await guard.validate({ either: aliased(4, 2, wrap, 1) })).toMatchObject({ ok: true })
    expect(await guard.validate({ either: aliased(40, 2, wrap, 1) })).toEqual({ ok: false, errors: [tooMany] })
  })

  it('is looked at no more often than there are values in a large body, before it is refused', async () => {
    let looks = 0
    const watched = Object.defineProperty({}, 'x', { enumerable: true, get: () => ++looks })
    const guard = looseGuard(modelOf({ list: [[[[sub({ x: Number })]]]] }), { allow: ['list'] })
    const list = (width: number) => aliased(4, width, (inner) => inner, watched)
    expect(await guard.validate({ list: list(3) })).toMatchObject({ ok: true })
    looks = 0
    expect(await guard.validate({ list: list(100) })).toEqual({ ok: false, errors: [tooMany] })
    expect(looks).toBeLessThan(1_000_000)
  })

  it('is taken where a large body stands for no more than MongoDB stores', async () => {
    const guard = looseGuard(modelOf({ list: [[[Number]]] }), { allow: ['list'] })
    const list = aliased(3, 120, (inner) => inner, 1)
    expect(await guard.validate({ list })).toEqual({ ok: true, validated: { list } })
  })

  it('that holds itself is too deep', async () => {
    const guard = looseGuard(modelOf({ free: Mixed, bad: Number }), { allow: ['free', 'bad'] })
    const circle: unknown[] = []
    circle.push({ circle })
    for (const body of [{ free: circle }, { free: circle, bad: '' }]) {
      expect(await guard.validate(body)).toMatchObject({ errors: [{ code: 'invalid_body' }] })
    }
  })
})

describe('an array with methods of its own', () => {
  const hijacked = () => ({ length: 1, 0: 'injected' })
  const methods = {
    slice: hijacked,
    map: hijacked,
    entries: hijacked,
    [Symbol.iterator]: hijacked,
    constructor: hijacked,
  }

  it('is copied by its elements', async () => {
    const definition = { free: Mixed, ruled: { type: Mixed, validate: () => true }, texts: [String], bad: Number }
    const guard = looseGuard(modelOf(definition), { allow: Object.keys(definition) })
    for (const bad of [1, 'x']) {
      const array = () => Object.assign(['a', 'b'], methods)
      const outcome = await guard.validate({ free: { inner: array() }, ruled: array(), texts: array(), bad })
      if (typeof bad === 'string') expect(outcome).toMatchObject({ errors: [{ path: 'bad' }] })
      else if (outcome.ok) {
        const { free, ruled, texts } = outcome.validated as {
          free: { inner: string[] }
          ruled: string[]
          texts: string[]
        }
        for (const copy of [free.inner, ruled, texts]) {
          expect(Object.keys(copy)).toEqual(['0', '1'])
          expect([copy[0], copy[1]]).toEqual(['a', 'b'])
        }
      } else expect.unreachable()
    }
  })
})

describe('a property of Object.prototype that looks like an index', () => {
  it('reaches neither the outcome nor the rules', async () => {
    const Model = modelOf({ a: { type: String, required: true }, b: Number, c: [{ type: Number, min: 5 }] })
    const guard = looseGuard(Model, { allow: ['a', 'b', 'c'] })
    Object.defineProperty(Object.prototype, 0, { value: 'polluted', configurable: true, writable: true })
    Object.defineProperty(Object.prototype, 1, { value: 7, configurable: true, writable: true })
    let outcomes: unknown[]
    try {
      outcomes = await Promise.all([
        guard.validate({ b: 'x' }),
        guard.validate({ a: 'x' }),
        guard.validate({ a: 5, c: [1] }),
      ])
    } finally {
      Reflect.deleteProperty(Object.prototype, 0)
      Reflect.deleteProperty(Object.prototype, 1)
    }
    expect(outcomes).toMatchObject([
      {
        errors: [
          { path: 'a', rule: 'required' },
          { path: 'b', code: 'invalid_type' },
        ],
      },
      { ok: true, validated: { a: 'x' } },
      {
        errors: [
          { path: 'a', code: 'invalid_type' },
          { path: 'c.0', rule: 'min' },
        ],
      },
    ])
    expect(Object.keys((outcomes[1] as { validated: object }).validated)).toEqual(['a'])
  })
})

describe('what a rule writes to free content', () => {
  it.each([
    ['Mixed', { type: Mixed }],
    ['an array of Mixed', { type: [Mixed] }],
  ])('of %s reaches neither body nor validated', async (_type, type) => {
    const write = (value: unknown) => {
      const [first] = value as { role?: string }[]
      if (first !== undefined) first.role = 'admin'
      if (Array.isArray(value)) value.push('more')
      return true
    }
    for (const validate of [
      write,
      (value: unknown) => Promise.resolve().then(() => write(value)),
      function (this: unknown, value: unknown) {
        return this !== null && write(value)
      },
    ]) {
      const guard = looseGuard(modelOf({ free: { ...type, validate }, other: Number }), { allow: ['free', 'other'] })
      const body = { free: [{ role: 'user' }] }
      expect(await guard.validate(body)).toEqual({ ok: true, validated: { free: [{ role: 'user' }] } })
      await guard.validate({ ...body, other: 'x' })
      expect(body).toEqual({ free: [{ role: 'user' }] })
    }
  })

  it('of a type of the application reaches neither', async () => {
    class Pair extends mongoose.SchemaType {
      constructor(path: string, options: object) {
        super(path, options, 'Pair')
      }
      override cast(value: unknown): unknown {
        ;(value as unknown[]).push('cast')
        return value
      }
    }
    const types = mongoose.Schema.Types as unknown as Record<string, unknown>
    types.Pair = Pair
    const validate = (pair: unknown[]) => pair.push('more') > 0
    const guard = looseGuard(modelOf({ pair: { type: Pair, validate } }), { allow: ['pair'] })
    Reflect.deleteProperty(types, 'Pair')
    const body = { pair: [1, 2] }
    for (let again = 0; again < 2; again++) {
      expect(await guard.validate(body)).toEqual({ ok: true, validated: { pair: [1, 2] } })
      expect(body).toEqual({ pair: [1, 2] })
    }
  })
})
