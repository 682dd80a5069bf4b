import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { GuardConfigError } from '../../src/index.ts'
import { readModel } from '../../src/mongoose/read-schema.ts'
import type { MongooseModel } from '../../src/mongoose/mongoose.ts'
import { errorsOf, looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { mongooseErrors } from '../support/oracle.ts'

const { Schema } = mongoose
const types = ['BigInt', 'Boolean', 'Buffer', 'Date', 'Decimal128', 'Double', 'Int32', 'Mixed'] as const
const more = ['Number', 'ObjectId', 'String', 'UUID'] as const

type Cast = (this: unknown, ...given: unknown[]) => unknown

function notNegative(value: unknown): unknown {
  if (typeof value === 'number' && value < 0) throw new Error('negative')
  return value
}

/** The paths at which the guard finds an error, and at which Mongoose does. */
async function pathsOf(Model: unknown, body: Record<string, unknown>): Promise<{ guard: unknown; mongoose: unknown }> {
  const errors = await errorsOf(Model, { allow: Object.keys(body) }, body)
  const expected = await mongooseErrors(Model, body)
  return { guard: errors.map(({ path }) => path).sort(), mongoose: expected.map(({ path }) => path).sort() }
}

describe("Mongoose's own casts", () => {
  it.each([...types, ...more])('are known of %s', (name) => {
    const Model = modelOf({ f: { type: Schema.Types[name] }, l: { type: [Schema.Types[name]] } })
    const fields = readModel(Model as unknown as MongooseModel).fields()
    const node = fields.get('f')
    const list = fields.get('l')
    expect(node?.kind !== 'nested' && node?.hasBuiltInCast).toBe(true)
    expect(list?.kind === 'array' && list.item.hasBuiltInCast).toBe(true)
  })

  it('are known of containers', () => {
    const s = sub({ a: String })
    const union = { type: Schema.Types.Union, of: [String, Number] }
    const Model = modelOf({ list: [String], docs: [s], one: s, map: { type: Map, of: String }, union })
    const nodes = [...readModel(Model as unknown as MongooseModel).fields()].filter(([key]) => !key.startsWith('_'))
    expect(nodes.map(([key, node]) => [key, node.kind !== 'nested' && node.hasBuiltInCast])).toEqual(
      ['list', 'docs', 'one', 'map', 'union'].map((key) => [key, true]),
    )
  })
})

describe('a cast of the application', () => {
  it('is not taken for that of Mongoose by its name', async () => {
    const original = Schema.Types.Number.cast()
    Schema.Types.Number.cast(function castPositive(value: unknown) {
      return notNegative(value)
    })
    try {
      const Model = modelOf({ n: Number, l: [Number] })
      const { guard, mongoose: expected } = await pathsOf(Model, { n: -1 })
      expect(guard).toEqual(['n'])
      expect(expected).toEqual(['n'])
      expect(await errorsOf(Model, { allow: ['l'] }, { l: [1, -3] })).toMatchObject([{ path: 'l.1' }])
    } finally {
      Schema.Types.Number.cast(original)
    }
  })

  it('counts where it belongs to one path', async () => {
    const schema = new Schema({ n: Number, any: Schema.Types.Mixed })
    for (const path of ['n', 'any']) Object.assign(schema.path(path), { cast: notNegative })
    const Model = modelOf(schema)
    expect(await pathsOf(Model, { n: -1, any: -1 })).toEqual({ guard: ['any', 'n'], mongoose: ['any', 'n'] })
    expect(await errorsOf(Model, { allow: ['n', 'any'] }, { n: 1, any: 1 })).toEqual([])
  })

  it('counts where it belongs to the elements of one array', async () => {
    const schema = new Schema({ l: [Number] })
    const path = schema.path('l') as unknown as { getEmbeddedSchemaType: () => object }
    Object.assign(path.getEmbeddedSchemaType(), { cast: notNegative })
    const Model = modelOf(schema)
    expect(await pathsOf(Model, { l: [1, -1] })).toEqual({ guard: ['l.1'], mongoose: ['l.1'] })
    expect(await errorsOf(Model, { allow: ['l'] }, { l: [1] })).toEqual([])
  })

  it.each(['Int32', 'String', 'Buffer'] as const)('counts where it is a method of all paths: %s', async (name) => {
    const prototype = Schema.Types[name].prototype as unknown as { cast: Cast }
    const original = prototype.cast
    const good = { Int32: 1, String: 'a', Buffer: { type: 'Buffer', data: [1] } }[name]
    prototype.cast = function cast() {
      throw new Error('never')
    }
    try {
      const Model = modelOf({ f: Schema.Types[name] })
      expect(await pathsOf(Model, { f: good })).toEqual({ guard: ['f'], mongoose: ['f'] })
    } finally {
      prototype.cast = original
    }
  })

  it.each(['list', 'docs', 'one', 'map'])('counts where it is that of a container: %s', async (key) => {
    const s = sub({ a: String })
    const schema = new Schema({ list: [String], docs: [s], one: s, map: { type: Map, of: String } })
    const never = () => {
      throw new Error('never')
    }
    Object.assign(schema.path(key), { cast: never })
    const good: Record<string, unknown> = { list: ['a'], docs: [{ a: 'a' }], one: { a: 'a' }, map: { a: 'a' } }
    const Model = modelOf(schema)
    expect(await pathsOf(Model, { [key]: good[key] })).toEqual({ guard: [key], mongoose: [key] })
    const other = key === 'list' ? 'one' : 'list'
    expect(looseGuard(Model, { allow: [other] }).validate({ [other]: good[other] })).toMatchObject({ ok: true })
  })
})

describe("Mongoose's own cast of Mixed that is not known, as a bundler's minifier makes it", () => {
  const { prototype } = Schema.Types.Mixed as unknown as { prototype: { cast: Cast } }
  const minified = (run: () => Promise<void>) => async () => {
    const original = prototype.cast
    prototype.cast = function cast(e) {
      return e instanceof Error ? { message: e.message } : e
    }
    try {
      await run()
    } finally {
      prototype.cast = original
    }
  }
  const definition = {
    any: {},
    list: [],
    rows: [[Schema.Types.Mixed]],
    map: { type: Map, of: Schema.Types.Mixed },
    either: { type: Schema.Types.Union, of: [Number, Schema.Types.Mixed] },
    strict: { type: Schema.Types.Mixed, required: true },
    ruled: { type: Map, of: [{ type: Schema.Types.Mixed, validate: () => false }] },
  }

  it(
    'still takes null, and everything else',
    minified(async () => {
      const Model = modelOf(definition)
      const strict = 1
      for (const any of [null, 1, 'a', { a: null }, [null, {}]]) {
        const content = { any, list: [any], rows: [[any]], map: { k: any }, either: any, ruled: { k: [any] } }
        expect(await pathsOf(Model, { ...content, strict })).toEqual({ guard: [], mongoose: [] })
      }
      expect(await pathsOf(Model, { any: 1, strict: null })).toEqual({ guard: ['strict'], mongoose: ['strict'] })
    }),
  )
})

describe('a type of the application with a setter', () => {
  class Phone extends mongoose.SchemaType {
    static schemaName = 'Phone' as never
    override cast(value: unknown): unknown {
      if (typeof value !== 'string' || !/^\+\d+$/.test(value)) throw new Error('no phone')
      return value
    }
  }
  class Mail extends Schema.Types.String {
    static override schemaName = 'Mail' as never
    override cast(value: unknown): string {
      if (typeof value !== 'string' || !/^[a-z@.]+$/.test(value)) throw new Error('no address')
      return value
    }
  }
  Object.assign(Schema.Types, { Phone, Mail })
  const phone = {
    type: Phone,
    set: (value: unknown) => (typeof value === 'string' ? value.replaceAll(' ', '') : value),
  }
  const mail = { type: Mail, lowercase: true, trim: true }
  const code = {
    type: String,
    uppercase: true,
    cast(value: unknown) {
      if (value !== 'A1') throw new Error('no code')
      return value
    },
  }
  const Model = modelOf({
    phone,
    mail,
    code,
    phones: [phone],
    map: { type: Map, of: mail },
    s: sub({ mail }),
    either: { type: Schema.Types.Union, of: [Number, mail] },
  })

  it.each([
    { phone: '+49 30 1' },
    { phone: '+49301' },
    { phone: '49 30' },
    { phone: 5 },
    { mail: ' Ada@X.de ' },
    { mail: 'a b' },
    { code: 'a1' },
    { code: 'a2' },
    { phones: ['+49 1', '+2'] },
    { phones: ['+1', 'x 1'] },
    { map: { k: 'ADA@x' } },
    { map: { k: '1' } },
    { s: { mail: 'ADA@x' } },
    { s: { mail: '1' } },
    { either: 'ADA@x' },
    { either: 'x 1' },
  ])('takes what the cast takes of what the setter makes: %j', async (body) => {
    const { guard, mongoose: expected } = await pathsOf(Model, body)
    expect(guard).toEqual(expected)
  })

  const outage = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect', errno: -111 })
  const unreachable = {
    type: Phone,
    set: () => {
      throw outage
    },
  }
  const shapes: [name: string, shape: (field: object) => [definition: unknown, wrap: (value: unknown) => unknown]][] = [
    ['a field', (field) => [field, (value) => value]],
    ['an array', (field) => [[field], (value) => [value]]],
    ['a Map', (field) => [{ type: Map, of: field }, (value) => ({ k: value })]],
    ['a nested object', (field) => [{ deep: field }, (value) => ({ deep: value })]],
  ]

  it.each(shapes)('of which a setter meets an outage rejects, in %s', async (_name, shape) => {
    const [definition, wrap] = shape(unreachable)
    const guard = looseGuard(modelOf({ f: definition }), { allow: ['f'] })
    for (const sent of ['+49 1', '+491']) await expect(guard.validate({ f: wrap(sent) })).rejects.toBe(outage)
  })

  class Related extends mongoose.SchemaType {
    static schemaName = 'Related'
    override cast(value: unknown, document?: mongoose.Document): unknown {
      if (document?.get('other') === 'bad') throw new Error('the document says no')
      return value
    }
  }
  Object.assign(Schema.Types, { Related })

  it.each(shapes)('whose cast reads the document is cast with it, in %s', async (_name, shape) => {
    const [definition, wrap] = shape({ type: Related })
    const Other = modelOf({ other: String, f: definition })
    for (const other of ['good', 'bad']) {
      const body = { other, f: wrap('x') }
      for (let nth = 0; nth < 12; nth++) {
        const { guard, mongoose: expected } = await pathsOf(Other, body)
        expect(guard, other).toEqual(expected)
      }
    }
  })

  it('is not asked to cast what its setters make right', async () => {
    let thrown = 0
    class Counting extends mongoose.SchemaType {
      static schemaName = 'Counting'
      override cast(value: unknown): unknown {
        if (value === 'right') return value
        thrown++
        throw new Error('wrong')
      }
    }
    Object.assign(Schema.Types, { Counting })
    const list = modelOf({ list: [{ type: Counting, set: () => 'right' }] })
    expect(await errorsOf(list, { allow: ['list'] }, { list: ['a', 'b', 'c'] })).toEqual([])
    expect(thrown).toBe(0)
  })

  it('is named by its class where it gives Mongoose no name', async () => {
    expect(await errorsOf(Model, { allow: ['phone'] }, { phone: 'x' })).toEqual([
      { code: 'invalid_type', path: 'phone', message: 'Expected phone, received string' },
    ])
  })

  it('keeps what was sent', async () => {
    const body = { phone: '+49 30 1', mail: ' Ada@X.de ' }
    expect(await looseGuard(Model, { allow: ['phone', 'mail'] }).validate(body)).toEqual({ ok: true, validated: body })
  })
})

describe('a cast that gives an Error in place of throwing it', () => {
  // As the types of mongoose-float and mongoose-currency do: Mongoose stores the Error.
  class Float extends Schema.Types.Number {
    static override schemaName = 'Float' as never
    override cast(value: unknown): number {
      const number = typeof value === 'string' ? Number(value) : value
      return typeof number === 'number' && !Number.isNaN(number)
        ? Number(number.toFixed(2))
        : (new mongoose.Error.CastError('Number', value, this.path) as unknown as number)
    }
  }
  Object.assign(Schema.Types, { Float })
  const Model = modelOf({
    price: { type: Float, min: 0 },
    rounded: { type: Float, set: (value: unknown) => value },
    prices: [Float],
    byCurrency: { type: Map, of: Float },
    items: [sub({ price: { type: Float, required: true } })],
    either: { type: Schema.Types.Union, of: [Boolean, Float] },
    plain: { type: Number, cast: () => new Error('never') },
  })

  it.each([
    [{ price: 'free' }, 'price'],
    [{ price: { $gt: '' } }, 'price'],
    [{ rounded: { $gt: '' } }, 'rounded'],
    [{ prices: [1, 'free'] }, 'prices.1'],
    [{ byCurrency: { eur: 'free' } }, 'byCurrency.eur'],
    [{ items: [{ price: {} }] }, 'items.0.price'],
    [{ either: 'free' }, 'either'],
    [{ plain: 1 }, 'plain'],
  ])('takes nothing: %j', async (body, path) => {
    const errors = await errorsOf(Model, { allow: Object.keys(body) }, body)
    expect(errors).toMatchObject([{ code: 'invalid_type', path }])
  })

  it('takes what it makes a value of', async () => {
    const body = {
      price: 1.234,
      rounded: '2',
      prices: [1, '2.5'],
      byCurrency: { eur: '3' },
      items: [{ price: 1 }],
      either: 2,
    }
    for (let nth = 0; nth < 12; nth++) expect(await errorsOf(Model, { allow: Object.keys(body) }, body)).toEqual([])
  })
})

describe('a setter of the application', () => {
  it.each(['immutableSetter', 'resetId'])('is not taken for that of Mongoose by its name: %s', async (name) => {
    const { [name]: negate } = { [name]: (value: number) => -value }
    const Model = modelOf({ n: { type: Number, set: negate as never, min: 0 } })
    expect(await pathsOf(Model, { n: 1 })).toEqual({ guard: ['n'], mongoose: ['n'] })
    expect(await errorsOf(Model, { allow: ['n'] }, { n: -1 })).toEqual([])
  })
})

describe('a type that runs its rules in its own way', () => {
  const typeWith = (name: string) => {
    class Own extends Schema.Types.String {
      static override schemaName = 'Own' as never
    }
    Object.defineProperty(Own.prototype, name, { value: () => undefined })
    return Own
  }

  it.each(['doValidate', 'applySetters', '_applySetters'])(
    'by %s is refused of a class that stands in for one of Mongoose, with its name',
    (name) => {
      const Own = typeWith(name)
      Own.schemaName = 'String' as never
      const { String: original } = Schema.Types
      Object.assign(Schema.Types, { String: Own })
      try {
        const Model = modelOf({ code: String, count: Number })
        expect(() => looseGuard(Model, { allow: ['code'] })).toThrow(
          `has the type String, whose own ${name}() no guard`,
        )
        expect(() => looseGuard(Model, { allow: ['count'] })).not.toThrow()
      } finally {
        Object.assign(Schema.Types, { String: original })
      }
    },
  )

  it.each(['doValidate', 'applySetters', '_applySetters'])('by %s is refused where the route takes it', (name) => {
    const Own = typeWith(name)
    Object.assign(Schema.Types, { Own })
    const Model = modelOf({ code: Own, codes: [Own], name: String })
    const problem = (path: string) =>
      new GuardConfigError(
        `"${path}" has the type String, whose own ${name}() no guard runs: make it a validator, a setter or a cast`,
        { entry: path },
      )
    expect(() => looseGuard(Model, { allow: ['name', 'code'] })).toThrow(problem('code'))
    expect(() => looseGuard(Model, { allow: ['codes'] })).toThrow(/has the type String, whose own/)
    expect(() => looseGuard(Model, { allow: ['name'] })).not.toThrow()
  })

  it('is refused at set-up wherever it stands below what the route takes', () => {
    const Own = typeWith('doValidate')
    Object.assign(Schema.Types, { Own })
    const inner = sub({ code: Own, name: String })
    const recursive = sub({ name: String })
    recursive.add({ children: [recursive], code: Own })
    const Model = modelOf({
      nested: { deep: { code: Own } },
      one: inner,
      docs: [inner],
      map: { type: Map, of: inner },
      mapOfType: { type: Map, of: Own },
      either: { type: Schema.Types.Union, of: [Number, inner] },
      tree: [recursive],
      good: sub({ name: String }),
      nestedGood: { deep: { name: String } },
    })
    for (const path of ['nested', 'nested.deep', 'one', 'docs', 'map', 'mapOfType', 'either', 'tree']) {
      // Twice: what was found once is found again.
      for (let nth = 0; nth < 2; nth++)
        expect(() => looseGuard(Model, { allow: [path] }), path).toThrow(/whose own doValidate\(\) no guard runs/)
    }
    // One that is sound but for what holds it.
    const outer = sub({ code: Own })
    outer.add({ inner: sub({ back: [outer], name: String }) })
    const Other = modelOf({ outer })
    for (let nth = 0; nth < 2; nth++)
      expect(() => looseGuard(Other, { allow: ['outer.inner'] })).toThrow(/whose own doValidate\(\)/)
    // What is ignored is checked by nobody.
    const ignoring = (ignore: string[]) => () => looseGuard(modelOf({ one: inner }), { allow: ['one'], ignore })
    expect(ignoring(['one.code'])).not.toThrow()
    expect(ignoring(['one.name'])).toThrow(/whose own doValidate\(\)/)
    for (const path of ['one.name', 'docs.name', 'tree.name', 'good', 'nestedGood'])
      expect(() => looseGuard(Model, { allow: [path] }), path).not.toThrow()
  })

  it.each(['list', 'docs', 'one', 'map'])('by a method of the type itself is refused: %s', (path) => {
    const inner = sub({ a: String })
    const Model = modelOf({ list: [String], docs: [inner], one: inner, map: { type: Map, of: String } })
    const guarded = () => looseGuard(Model, { allow: [path] })
    expect(guarded).not.toThrow()
    Object.assign(Model.schema.path(path), { applySetters: () => undefined })
    expect(guarded).toThrow(/whose own applySetters\(\) no guard runs/)
  })
})
