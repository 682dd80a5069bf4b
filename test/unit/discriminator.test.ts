import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { broken, errorsOf, forbidden, looseGuard, outcomeOf, wrongType } from '../support/guard.ts'
import { createGuard, type Guard } from '../../src/index.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { Schema } = mongoose

const unknownKind = (path: string, value: string) =>
  broken(path, 'enum', `\`${value}\` is not a valid enum value for path \`kind\`.`)

const Activity = modelOf(new Schema({ at: { type: Date, required: true } }, { discriminatorKey: 'kind' }))
const Click = Activity.discriminator('Click', new Schema({ x: { type: Number, required: true, min: 0 } }))
const Purchase = Activity.discriminator('Purchase', new Schema({ amount: { type: Number, min: 1 } }), 'buy')

const everything = { allow: ['kind', 'at', 'x', 'amount'] }
const at = '2026-11-20'

describe('a model with discriminators', () => {
  it.each([
    { body: { kind: 'Click', at, x: 1 } },
    { body: { x: 1, at, kind: 'Click' } },
    { body: { kind: 'buy', at, amount: 5 } },
    { body: { kind: 'buy', at } },
    { body: { at } },
  ])('takes $body, the fields that its key picks', async ({ body }) => {
    expect(await outcomeOf(Activity, everything, body)).toEqual({ ok: true, validated: body })
    expect(await mongooseErrors(Activity, body)).toEqual([])
  })

  it.each([
    { body: { kind: 'Click', at }, paths: ['x'] },
    { body: { kind: 'Click', x: -1 }, paths: ['at', 'x'] },
    { body: { kind: 'buy', at, amount: 0 }, paths: ['amount'] },
  ])('runs the rules of the discriminator on $body', async ({ body, paths }) => {
    const errors = asOracleErrors(await errorsOf(Activity, everything, body))
    expect(errors).toEqual(await mongooseErrors(Activity, body))
    expect(errors.map(({ path }) => path)).toEqual(paths)
  })

  it.each([
    { body: { kind: 'Click', at, x: 1, amount: 5 }, path: 'amount' },
    { body: { kind: 'buy', at, x: 1 }, path: 'x' },
    { body: { at, x: 1 }, path: 'x' },
  ])('forbids what the schema of $body does not have', async ({ body, path }) => {
    expect(await errorsOf(Activity, everything, body)).toEqual([forbidden(path)])
  })

  it.each(['nope', '', 'click', 'constructor', '__proto__', 'toString'])(
    'refuses the unknown value %j',
    async (kind) => {
      expect(await errorsOf(Activity, everything, { kind, at })).toEqual([unknownKind('kind', kind)])
    },
  )

  it('has one error for a value that its own rules refuse too, in a sub-schema that has a setter', async () => {
    const base = new Schema({ kind: { type: String, enum: ['A', 'Z'] } }, { discriminatorKey: 'kind', _id: false })
    base.discriminator('A', new Schema({ a: Number }, { _id: false }))
    const Model = modelOf({ child: { type: base, set: (value: unknown) => value } })
    expect(await errorsOf(Model, { allow: ['child'] }, { child: { kind: 'nope' } })).toEqual([
      unknownKind('child.kind', 'nope'),
    ])
  })

  it('refuses a key of the wrong type', async () => {
    expect(await errorsOf(Activity, everything, { kind: 5, at })).toEqual([wrongType('kind', 'string', 'number')])
    expect(await errorsOf(Activity, everything, { kind: ['Click'], at })).toEqual([
      wrongType('kind', 'string', 'array'),
    ])
  })

  it('lets no request choose where the key is not allowed', async () => {
    expect(await errorsOf(Activity, { allow: ['at', 'x'] }, { kind: 'Click', at })).toEqual([forbidden('kind')])
    expect(await errorsOf(Activity, { allow: ['at', 'x'] }, { at, x: 1 })).toEqual([forbidden('x')])
  })

  it('takes an entry that any discriminator has, and no other', () => {
    expect(() => looseGuard(Activity, { allow: ['amount'] })).not.toThrow()
    expect(() => looseGuard(Activity, { allow: ['price'] })).toThrow(
      'mongoose-guard: allow entry "price" does not match the schema ("price" not found)',
    )
    expect(() => looseGuard(Click, { allow: ['amount'] })).toThrow('"amount" not found')
  })

  it('wants the key in a PATCH of a field that a discriminator adds', async () => {
    const patch = { ...everything, partial: true }
    expect(await errorsOf(Activity, patch, { kind: 'Click', x: 2 })).toEqual([])
    expect(await errorsOf(Activity, patch, { x: 2 })).toEqual([forbidden('x')])
    expect(await errorsOf(Activity, patch, { kind: 'Click' })).toEqual([])
  })
})

describe("a discriminator's own model", () => {
  it('has its fields and those of its base', async () => {
    const options = { allow: ['at', 'x'] }
    expect(await outcomeOf(Click, options, { at, x: 1 })).toEqual({ ok: true, validated: { at, x: 1 } })
    expect(await errorsOf(Click, options, { at })).toEqual([broken('x', 'required', 'Path `x` is required.')])
    expect(await errorsOf(Purchase, { allow: ['at', 'amount'], partial: true }, { amount: 0 })).toHaveLength(1)
  })

  it('refuses the key of another', async () => {
    const options = { allow: ['kind', 'at', 'x'] }
    expect(await errorsOf(Click, options, { kind: 'Click', at, x: 1 })).toEqual([])
    expect(await errorsOf(Click, options, { kind: 'buy', at, x: 1 })).toEqual([unknownKind('kind', 'buy')])
  })

  it('takes its own key beside an error', async () => {
    const options = { allow: ['kind', 'at', 'x'] }
    expect(await errorsOf(Click, options, { kind: 'Click', at, x: 'x' })).toEqual([wrongType('x', 'number', 'string')])
  })
})

describe('the key of a schema without discriminators', () => {
  it('is a field like any other', async () => {
    const Model = modelOf({ kind: String, x: Number }, { discriminatorKey: 'kind' })
    const options = { allow: ['kind', 'x'] }
    expect(await errorsOf(Model, options, { kind: 'any', x: 1 })).toEqual([])
    expect(await errorsOf(Model, options, { kind: 'any', x: 'x' })).toEqual([wrongType('x', 'number', 'string')])
  })
})

describe('a sub-schema with discriminators', () => {
  const shape = sub({ name: String }, { discriminatorKey: 'kind' })
  const schema = new Schema({ main: shape, list: [shape] })
  for (const path of ['main', 'list']) {
    const container = schema.path(path) as unknown as { discriminator: (name: string, schema: mongoose.Schema) => void }
    container.discriminator('circle', sub({ radius: { type: Number, required: true, min: 1 } }))
    container.discriminator('square', sub({ side: Number }))
  }
  const Drawing = modelOf(schema)
  const all = { allow: ['main', 'list'] }

  it('takes what its key picks, in each element its own', async () => {
    const body = {
      main: { kind: 'circle', radius: 2 },
      list: [{ kind: 'square', side: 1 }, { kind: 'circle', name: 'o', radius: 1 }, { name: 'plain' }],
    }
    expect(await outcomeOf(Drawing, all, body)).toEqual({ ok: true, validated: body })
  })

  it('runs the rules that its key picks, with the text of Mongoose', async () => {
    const body = { main: { kind: 'circle' }, list: [{ kind: 'square' }, { kind: 'circle', radius: 0 }] }
    const errors = await errorsOf(Drawing, all, body)
    expect(errors.map(({ path, rule }) => [path, rule])).toEqual([
      ['main.radius', 'required'],
      ['list.1.radius', 'min'],
    ])
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Drawing, body))
  })

  it('forbids what another one has, and refuses what none is called', async () => {
    const body = { main: { radius: 1 }, list: [{ kind: 'square', radius: 1 }, { kind: 'nope' }] }
    expect(await errorsOf(Drawing, all, body)).toEqual([
      forbidden('main.radius'),
      forbidden('list.0.radius'),
      unknownKind('list.1.kind', 'nope'),
    ])
  })

  it('can be narrowed to a field that only one of them has', async () => {
    const options = { allow: ['list.kind', 'list.side'] }
    expect(await errorsOf(Drawing, options, { list: [{ kind: 'square', side: 1 }] })).toEqual([])
    expect(await errorsOf(Drawing, options, { list: [{ kind: 'square', name: 'x' }] })).toEqual([
      forbidden('list.0.name'),
    ])
    expect(() => looseGuard(Drawing, { allow: ['list.sides'] })).toThrow('"list.sides" not found')
  })
})

describe('a discriminator that is declared again', () => {
  it('counts as it is now', async () => {
    const Base = modelOf(new Schema({ at: Date }, { discriminatorKey: 'kind' }))
    const name = `${Base.modelName}Note`
    Base.discriminator(name, new Schema({ text: String }), 'note')
    const guard = looseGuard(Base, { allow: ['kind', 'text'] })
    const body = { kind: 'note', text: 'x' }
    expect(await guard.validate(body)).toEqual({ ok: true, validated: body })
    Base.discriminator(name, new Schema({ text: { type: String, minlength: 3 } }), {
      value: 'note',
      overwriteModels: true,
    })
    expect(await guard.validate(body)).toMatchObject({ ok: false, errors: [{ path: 'text', rule: 'minlength' }] })
  })
})

describe('a key of a discriminator without a JSON form', () => {
  it.each([
    ['Mixed', Schema.Types.Mixed, { toString: 1 }, '[object Object]'],
    ['a list', [String], [[{ toString: null }]], '[object Array]'],
  ])('prints what it has no text for: %s', async (name, type, kind, text) => {
    const key = { discriminatorKey: 'kind' }
    const Model = modelOf(new Schema({ kind: type, a: String }, key))
    Model.discriminator(`Late ${name}`, new Schema({ x: Number }))
    const errors = await errorsOf(Model, { allow: ['kind', 'a', 'x'] }, { kind, a: 'x' })
    expect(errors).toEqual([unknownKind('kind', text)])
    const inside = new Schema({ kind: type, a: String }, { ...key, _id: false })
    inside.discriminator('Inner', new Schema({ x: Number }, { _id: false }))
    const [error] = await errorsOf(modelOf({ list: [inside] }), { allow: ['list'] }, { list: [{ kind }] })
    expect(error).toMatchObject({ path: expect.stringMatching(/^list\.0\.kind/) as string })
  })
})

describe('a discriminator that Mongoose does not come to by its value', () => {
  it.each([
    ['a name', String, 'Other a name', { z: 1 }],
    ['a boolean', Boolean, true, { z: 1 }],
  ])('is refused as an unknown one: %s', async (what, type, value, fields) => {
    const Model = modelOf(new Schema({ kind: type }, { discriminatorKey: 'kind' }) as mongoose.Schema)
    Model.discriminator(`Other ${what}`, new Schema({ a: Number }), 'other value')
    Model.discriminator(`Mistaken ${what}`, new Schema({ z: Number }), value as never)
    const guard = looseGuard(Model, { allow: ['kind', 'a'] })
    expect(await guard.validate({ kind: 'other value', a: 1 })).toMatchObject({ ok: type === String })
    expect(await guard.validate({ kind: value, ...fields })).toMatchObject({ ok: false })
  })
})

describe('discriminators by an ObjectId', () => {
  const id = '64b7f0f0f0f0f0f0f0f0f0f0'
  const shape = (type: unknown) =>
    new Schema({ ...(type === undefined ? {} : { kind: type }), a: String } as never, {
      discriminatorKey: 'kind',
      _id: false,
    }) as mongoose.Schema
  const child = () => new Schema({ x: { type: Number, required: true } }, { _id: false })
  const textsOf = (errors: readonly { readonly path?: string; readonly message: string }[]) =>
    errors.map(({ path, message }) => `${path ?? ''}: ${message}`).sort()
  const keys = [
    ['an ObjectId', Schema.Types.ObjectId],
    ['undeclared', undefined],
    ['a Mixed', Schema.Types.Mixed],
  ] as const

  // Mongoose stores an id there without a look at the rules of the discriminator, and reads it as one of its documents.
  it.each(keys)('are picked by no text, where the key is %s, as in Model.create()', async (what, type) => {
    const Model = modelOf(
      new Schema({ ...(type === undefined ? {} : { kind: type }), a: String }, { discriminatorKey: 'kind' }),
    )
    const Child = Model.discriminator(`By id ${what}`, child(), new mongoose.Types.ObjectId(id) as never)
    const guard = looseGuard(Model, { allow: ['kind', 'a', 'x'] })
    for (let round = 0; round < 20; round++) {
      for (const kind of [id, id.toUpperCase()]) {
        expect(await guard.validate({ kind, a: 'x' })).toEqual({ ok: false, errors: [unknownKind('kind', kind)] })
        const errors = [unknownKind('kind', kind), forbidden('x')]
        expect(await guard.validate({ kind, x: 1 })).toEqual({ ok: false, errors })
        expect(await errorsOf(Child, { allow: ['kind', 'x'] }, { kind, x: 1 })).not.toEqual([])
      }
      expect(await guard.validate({ a: 'x' })).toMatchObject({ ok: true })
      // Mongoose 8 fails to set the default of the key: its setter takes no copy of the id.
      expect(textsOf(await errorsOf(Child, { allow: ['kind', 'x'] }, { x: 1 }))).toEqual(
        textsOf(await mongooseErrors(Child, { x: 1 })),
      )
    }
    await expect(Model.create([{ kind: id, a: 'x' }])).rejects.toThrow(`Discriminator "${id}" not found`)
    const described = createGuard(Model as never, { allow: ['kind', 'a', 'x'] } as never) as unknown as Guard
    expect(JSON.stringify(described.toJSONSchema())).not.toContain(id)
  })

  it.each(keys)('are picked by no text in sub-documents, where the key is %s', async (_what, type) => {
    const schema = new Schema({ one: shape(type), list: [shape(type)] })
    for (const path of ['one', 'list']) {
      const container = schema.path(path) as unknown as { discriminator: (...args: unknown[]) => void }
      container.discriminator(`By id ${path}`, child(), new mongoose.Types.ObjectId(id))
    }
    const guard = looseGuard(modelOf(schema), { allow: ['one', 'list'] })
    for (let round = 0; round < 20; round++) {
      for (const kind of [id, id.toUpperCase()])
        expect(await guard.validate({ one: { kind }, list: [{ kind, a: 'x' }] })).toEqual({
          ok: false,
          errors: [unknownKind('one.kind', kind), unknownKind('list.0.kind', kind)],
        })
      expect(await guard.validate({ one: { a: 'x' }, list: [{}] })).toMatchObject({ ok: true })
    }
  })

  it('count in a default that Mongoose makes one of', async () => {
    const value = new mongoose.Types.ObjectId(id)
    for (const x of [1, undefined]) {
      const schema = new Schema({
        a: String,
        list: { type: [shape(Schema.Types.ObjectId)], default: () => [{ kind: value, x }] },
      })
      const list = schema.path('list') as unknown as { discriminator: (...args: unknown[]) => void }
      list.discriminator('By id in a default', child(), value)
      const Model = modelOf(schema)
      const errors = textsOf(await errorsOf(Model, { allow: ['a', 'list'] }, { a: 'x' }))
      expect(errors).toEqual(textsOf(await mongooseErrors(Model, { a: 'x' })))
      if (!isMongoose8) expect(errors).toHaveLength(x === undefined ? 1 : 0)
    }
  })
})

describe('the key of discriminators with setters', () => {
  const make = (wrap: (shape: mongoose.Schema) => object) => {
    const kind = { type: String, lowercase: true, trim: true }
    const shape = sub({ kind }, { discriminatorKey: 'kind' })
    const schema = new Schema(wrap(shape))
    const container = schema.path('at') as unknown as { discriminator: (...args: unknown[]) => void }
    const fields = { y: { type: Number, min: 2 }, z: { type: String, default: 'z' } }
    container.discriminator(`Set ${String(Math.random())}`, sub(fields), 'abc')
    return modelOf(schema)
  }

  // Mongoose picks by what was sent, stores what the setters make of it, and so has a kind whose rules or defaults it passed over.
  it.each(['ABC', ' abc '])('picks one by the text as it was sent, before them: %j', async (kind) => {
    const single = make((shape) => ({ at: shape }))
    const refused = (path: string) => [unknownKind(`${path}.kind`, kind), forbidden(`${path}.y`)]
    expect(await errorsOf(single, { allow: ['at'] }, { at: { kind, y: 2 } })).toEqual(refused('at'))
    expect(new single({ at: { kind, y: 2 } }).toObject()).toMatchObject({ at: { kind: 'abc', y: 2 } })
    expect(new single({ at: { kind, y: 2 } }).toObject()).not.toHaveProperty('at.z')
    expect(await mongooseErrors(single, { at: { kind, y: 1 } })).toHaveLength(1)
    const list = make((shape) => ({ at: [shape] }))
    expect(await errorsOf(list, { allow: ['at'] }, { at: [{ kind, y: 2 }] })).toEqual(refused('at.0'))
    expect(new list({ at: [{ kind, y: 1 }] }).toObject()).toMatchObject({ at: [{ kind: 'abc', y: 1 }] })
    expect(await mongooseErrors(list, { at: [{ kind, y: 1 }] })).toEqual([])
    const Top = modelOf({ kind: { type: String, lowercase: true, trim: true } }, { discriminatorKey: 'kind' })
    Top.discriminator(`Set ${String(Math.random())}`, new Schema({ y: { type: Number, min: 2 } }), 'abc')
    const errors = [unknownKind('kind', kind), forbidden('y')]
    expect(await errorsOf(Top, { allow: ['kind', 'y'] }, { kind, y: 2 })).toEqual(errors)
    expect(await mongooseErrors(Top, { kind, y: 1 })).toEqual([])
    await expect(Top.create([{ kind, y: 1 }])).rejects.toThrow(`Discriminator "${kind}" not found`)
    expect(await errorsOf(single, { allow: ['at'] }, { at: { kind: 'abc', y: 2 } })).toEqual([])
  })
})

describe('discriminators of which a body can pick none', () => {
  it('leave every value of the key unknown', async () => {
    const Model = modelOf(new Schema({ kind: Boolean, a: String }, { discriminatorKey: 'kind' }))
    Model.discriminator(`Only ${Model.modelName}`, new Schema({ x: Number }), true as never)
    const guard = looseGuard(Model, { allow: ['kind', 'a'] })
    for (let round = 0; round < 20; round++)
      expect(await guard.validate({ kind: true, a: 'x' })).toEqual({
        ok: false,
        errors: [unknownKind('kind', 'true')],
      })
    await expect(Model.create([{ kind: true }])).rejects.toThrow('not found')
  })
})

it('reports no default that fails where the route does not allow its path', async () => {
  const Model = modelOf(new Schema({}, { discriminatorKey: 'kind' }))
  const isEven = { validator: (list: unknown) => Promise.resolve(String(list).length % 2 === 0) }
  const either = { type: Schema.Types.Union, of: [new Schema({})], default: 'no object' }
  Model.discriminator('WithDefault', new Schema({ list: { type: [String], validate: isEven }, either }))
  expect(await errorsOf(Model, { allow: ['kind', 'list'] }, { kind: 'WithDefault' })).toEqual([])
})

describe('dozens of discriminators in an array', () => {
  it.each([0, 20])('are looked up once for a body, however many elements it has (%i bodies before)', async (before) => {
    const element = new mongoose.Schema({ a: String }, { _id: false, discriminatorKey: 'kind' })
    const schema = new mongoose.Schema({ list: [element] })
    const list = schema.path('list') as unknown as {
      discriminator: (name: string, schema: mongoose.Schema) => void
      Constructor?: { discriminators: object }
      caster?: { discriminators: object }
    }
    for (let nth = 0; nth < 60; nth++)
      list.discriminator(`Kind${nth}`, new mongoose.Schema({ [`x${nth}`]: { type: Number, min: 1 } }, { _id: false }))
    const guard = looseGuard(modelOf(schema), { allow: ['list'] })
    const body = () => ({
      list: Array.from({ length: 300 }, (_, nth) => ({
        kind: `Kind${nth % 60}`,
        [`x${nth % 60}`]: nth === 299 ? 0 : 1,
      })),
    })
    for (let nth = 0; nth < before; nth++) await guard.validate(body())
    const owner = list.Constructor ?? list.caster
    if (owner === undefined) throw new Error('no constructor')
    let asked = 0
    owner.discriminators = new Proxy(owner.discriminators, {
      ownKeys(target) {
        asked++
        return Reflect.ownKeys(target)
      },
    })
    expect(await guard.validate(body())).toMatchObject({ ok: false, errors: [{ path: 'list.299.x59' }] })
    expect(asked).toBeGreaterThan(0)
    // To generate code for each of them asks for each of them.
    expect(asked).toBeLessThan(before > 0 ? 10 : 5 * 60)
  })
})

describe('a path of the base that a discriminator declares anew', () => {
  const bases: Record<string, () => object> = {
    'an array of sub-documents': () => [sub({ x: Number })],
    'a sub-document': () => sub({ x: Number }),
    'an array': () => [Number],
    'a Map': () => ({ type: Map, of: Number }),
    'a text': () => ({ type: String, enum: ['x'] }),
  }
  const children: Record<string, () => [type: object, expected: string, good: unknown, bad: unknown]> = {
    'a text': () => [{ type: String, minlength: 2 }, 'string', 'text', 't'],
    'a required text': () => [{ type: String, required: true }, 'string', 'text', ''],
    'a number': () => [{ type: Number, min: 2 }, 'number', 3, 1],
    'a required number': () => [{ type: Number, required: true, max: 2 }, 'number', 1, 3],
  }
  const rows = Object.keys(bases).flatMap((base) => Object.keys(children).map((child) => ({ base, child })))

  it.each(rows)('has the type that it has there: $base, then $child', async ({ base, child }) => {
    const [type, expected, good, bad] = children[child]?.() ?? [{}, '', 1, 1]
    const Base = modelOf(new Schema({ a: bases[base]?.() }, { discriminatorKey: 'kind', _id: false }))
    Base.discriminator(`${Base.modelName}Child`, new Schema({ a: type }, { _id: false }), 'child')
    const guard = looseGuard(Base, { allow: ['kind', 'a'] })
    for (let round = 0; round < 12; round++) {
      for (const body of [{ kind: 'child', a: good }, { kind: 'child', a: bad }, { kind: 'child' }]) {
        const outcome = await guard.validate(body)
        // What does not cast has a kind of its own in Mongoose.
        const textAt = ({ path, message }: { path: string; message: string }) => ({ path, message })
        const found = outcome.ok ? [] : asOracleErrors(outcome.errors)
        expect(found.map(textAt)).toEqual((await mongooseErrors(Base, body)).map(textAt))
      }
      for (const a of [[], [{ x: 1 }], [1], {}, { x: 1 }])
        expect(await guard.validate({ kind: 'child', a })).toEqual({
          ok: false,
          errors: [wrongType('a', expected, Array.isArray(a) ? 'array' : 'object')],
        })
    }
  })
})
