import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { guard, GuardConfigError as FromExpress } from '../../src/adapters/express.ts'
import { GuardConfigError } from '../../src/index.ts'
import { looseGuard } from '../support/guard.ts'
import { modelOf, Order, Post, sub, User } from '../support/models.ts'

const { Mixed } = mongoose.Schema.Types

const looseMiddleware = guard as unknown as (...parameters: unknown[]) => unknown

function thrownBy(setUp: () => unknown): unknown {
  try {
    setUp()
  } catch (error) {
    return error
  }
  return undefined
}

const notFound = (entry: string) =>
  `mongoose-guard: allow entry "${entry}" does not match the schema ("${entry}" not found)`
const reachesInside = (entry: string, field: string) =>
  `mongoose-guard: allow entry "${entry}" reaches inside "${field}", which has no named fields`

const Model = modelOf(
  {
    name: String,
    nick: { type: String, alias: 'nickname' },
    address: { city: String, geo: { lat: Number } },
    home: sub({ city: String, tags: [String] }),
    addresses: [sub({ city: String, rooms: [sub({ size: Number })] })],
    tags: [String],
    untyped: [],
    matrix: [[Number]],
    grid: [[sub({ a: Number })]],
    scores: { type: Map, of: Number },
    subs: { type: Map, of: sub({ city: String }) },
    anyMap: Map,
    preferences: Mixed,
    nested: { prefs: Mixed, scores: { type: Map, of: Number } },
  },
  { timestamps: true },
)

interface Discriminating {
  discriminator(name: string, schema: mongoose.Schema): void
}

/** Schemas that Mongoose compiles no model of, or does not copy, and what it says of them. */
const refusedSchemas: Record<string, [schema: () => mongoose.Schema, words: string]> = {
  'a method of the name of a field': [
    () => sub({ paid: Boolean }, { methods: { paid: () => true } }),
    'You have a method and a property in your schema both named "paid"',
  ],
  'a discriminator that declares its key': [
    () => {
      const base = sub({ a: String }, { discriminatorKey: 'kind' })
      ;(base as unknown as Discriminating).discriminator('A', sub({ kind: Number }))
      return base
    },
    'Discriminator "A" cannot have field with name "kind"',
  ],
  'discriminators of the values of a Map': [
    () => {
      const shapes = sub({ shapes: { type: Map, of: sub({ name: String }, { discriminatorKey: 'kind' }) } })
      const values = shapes.path('shapes.$*') as unknown as Discriminating
      values.discriminator('Circle', sub({ radius: Number }))
      return shapes
    },
    'Cannot use schema-level projections (`select: true` or `select: false`) within maps at path "shapes.kind"',
  ],
  'something that throws when a model is made': [
    () =>
      sub({ a: String }).on('init', () => {
        throw new Error('boom')
      }) as mongoose.Schema,
    'boom',
  ],
}

describe.each([
  { name: 'createGuard', setUp: looseGuard },
  { name: 'guard of the Express adapter', setUp: looseMiddleware },
])('$name', ({ setUp }) => {
  it.each([
    'nope',
    'Name',
    'address.nope',
    'address.geo.nope',
    'home.nope',
    'addresses.nope',
    'addresses.rooms.nope',
    'addresses.0',
    'addresses.0.city',
    'addresses.$.city',
    'addresses.$',
    'address.0',
    'name.first',
    'name.length',
    '',
    '.',
    '.name',
    'name.',
    'address..city',
    ' name',
    'name ',
    'nickname',
    'id',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'home.constructor',
    'home.parent',
    '*',
    'address.*',
    'address,name',
  ])('refuses the entry %j, which the schema does not have', (entry) => {
    const error = thrownBy(() => setUp(Model, { allow: ['name', entry] }))
    expect(error).toBeInstanceOf(GuardConfigError)
    expect(error).toMatchObject({ name: 'GuardConfigError', message: notFound(entry), entry })
  })

  it.each([
    { entry: 'tags.0', field: 'tags' },
    { entry: 'tags.length', field: 'tags' },
    { entry: 'tags.$', field: 'tags' },
    { entry: 'untyped.0', field: 'untyped' },
    { entry: 'home.tags.0', field: 'home.tags' },
    { entry: 'scores.math', field: 'scores' },
    { entry: 'scores.$*', field: 'scores' },
    { entry: 'anyMap.a.b', field: 'anyMap' },
    { entry: 'nested.scores.math', field: 'nested.scores' },
    { entry: 'subs.work.city', field: 'subs' },
    { entry: 'subs.city', field: 'subs' },
    { entry: 'preferences.theme', field: 'preferences' },
    { entry: 'preferences.theme.dark', field: 'preferences' },
    { entry: 'nested.prefs.theme', field: 'nested.prefs' },
    { entry: 'matrix.0', field: 'matrix' },
    { entry: 'matrix.0.0', field: 'matrix' },
    { entry: 'grid.a', field: 'grid' },
  ])('refuses the entry $entry, which reaches inside $field', ({ entry, field }) => {
    const error = thrownBy(() => setUp(Model, { allow: [entry] }))
    expect(error).toBeInstanceOf(GuardConfigError)
    expect(error).toMatchObject({ name: 'GuardConfigError', message: reachesInside(entry, field), entry })
  })

  it('refuses an entry below a Union', () => {
    const Union = modelOf({ f: { type: mongoose.Schema.Types.Union, of: [Number, sub({ a: Number })] } })
    expect(thrownBy(() => setUp(Union, { allow: ['f.a'] }))).toMatchObject({
      name: 'GuardConfigError',
      message: reachesInside('f.a', 'f'),
      entry: 'f.a',
    })
  })

  it.each([
    'name',
    'nick',
    'address',
    'address.city',
    'address.geo',
    'address.geo.lat',
    'home',
    'home.city',
    'home.tags',
    'addresses',
    'addresses.city',
    'addresses.rooms',
    'addresses.rooms.size',
    'tags',
    'untyped',
    'matrix',
    'grid',
    'scores',
    'subs',
    'anyMap',
    'preferences',
    'nested.prefs',
    '_id',
    '__v',
    'createdAt',
    'updatedAt',
  ])('takes the entry %s', (entry) => {
    expect(thrownBy(() => setUp(Model, { allow: [entry] }))).toBeUndefined()
  })

  it.each([
    { Model: User, entry: 'emial', suggestion: 'email' },
    { Model: User, entry: 'nmae', suggestion: 'name' },
    { Model: User, entry: 'adress', suggestion: 'address' },
    { Model: User, entry: 'address.ctiy', suggestion: 'address.city' },
    { Model: User, entry: 'profile.links.gihub', suggestion: 'profile.links.github' },
    { Model: User, entry: 'Email', suggestion: 'email' },
    { Model: Order, entry: 'items.quantiy', suggestion: 'items.quantity' },
    { Model: Post, entry: 'publishdAt', suggestion: 'publishedAt' },
  ])('suggests $suggestion for $entry', ({ Model: Misspelt, entry, suggestion }) => {
    const error = thrownBy(() => setUp(Misspelt, { allow: [entry] }))
    expect(error).toMatchObject({ message: notFound(entry), entry, suggestion })
  })

  it('suggests something for the first entries of a long list', () => {
    const wrong = Array.from({ length: 30 }, (_, index) => `fielld${index}`)
    const Wide = modelOf(Object.fromEntries(wrong.map((_, index) => [`field${index}`, String])))
    const { entries } = thrownBy(() => looseGuard(Wide, { allow: wrong })) as GuardConfigError
    const suggestions = entries.map(({ suggestion }) => suggestion)
    expect(suggestions).toEqual(wrong.map((_, index) => (index < 20 ? `field${index}` : undefined)))
  })

  it.each([
    { what: 'undefined', model: undefined },
    { what: 'null', model: null },
    { what: 'a name', model: 'User' },
    { what: 'an empty object', model: {} },
    { what: 'a function', model: () => undefined },
    { what: 'a function with a schema', model: Object.assign(() => undefined, { schema: new mongoose.Schema() }) },
    { what: 'a function with a Mongoose', model: Object.assign(() => undefined, { base: mongoose }) },
    { what: 'a document', model: new User() },
    { what: 'an array', model: [User] },
  ])('refuses $what where a model is due', ({ model }) => {
    const error = thrownBy(() => setUp(model, { allow: ['name'] }))
    expect(error).toBeInstanceOf(GuardConfigError)
    expect(error).toMatchObject({
      name: 'GuardConfigError',
      message: expect.stringMatching(/^mongoose-guard: .*model/i) as string,
    })
  })

  it.each([
    { what: 'no options', options: undefined },
    { what: 'null', options: null },
    { what: 'a list of entries', options: ['name'] },
    { what: 'no allow', options: {} },
    { what: 'allow: undefined', options: { allow: undefined } },
    { what: 'allow: null', options: { allow: null } },
    { what: 'allow: a string', options: { allow: 'name' } },
    { what: 'allow: an object', options: { allow: { name: true } } },
    { what: 'allow: a Set', options: { allow: new Set(['name']) } },
    { what: 'allow: something like an array', options: { allow: { 0: 'name', length: 1 } } },
    { what: 'an entry that is a number', options: { allow: ['name', 5] } },
    { what: 'an entry that is undefined', options: { allow: [undefined] } },
    { what: 'an entry that is an array', options: { allow: [['name']] } },
    { what: 'an entry that is null', options: { allow: [null] } },
    { what: 'an unknown option', options: { allow: ['name'], alow: [] } },
    { what: 'an option with a capital', options: { allow: ['name'], Partial: true } },
    { what: 'partial: a string', options: { allow: ['name'], partial: 'true' } },
    { what: 'partial: a number', options: { allow: ['name'], partial: 1 } },
    { what: 'partial: null', options: { allow: ['name'], partial: null } },
    { what: 'maxErrors: 0', options: { allow: ['name'], maxErrors: 0 } },
    { what: 'maxErrors: -1', options: { allow: ['name'], maxErrors: -1 } },
    { what: 'maxErrors: 1.5', options: { allow: ['name'], maxErrors: 1.5 } },
    { what: 'maxErrors: NaN', options: { allow: ['name'], maxErrors: Number.NaN } },
    { what: 'maxErrors: -Infinity', options: { allow: ['name'], maxErrors: -Infinity } },
    { what: 'maxErrors: a string', options: { allow: ['name'], maxErrors: '10' } },
    { what: 'maxErrors: null', options: { allow: ['name'], maxErrors: null } },
  ])('refuses $what', ({ options }) => {
    const error = thrownBy(() => setUp(Model, options))
    expect(error).toBeInstanceOf(GuardConfigError)
    expect(error).toMatchObject({
      name: 'GuardConfigError',
      message: expect.stringMatching(/^mongoose-guard: ./) as string,
    })
  })

  it.each([
    { what: 'an empty allow list', options: { allow: [] } },
    { what: 'partial: true', options: { allow: ['name'], partial: true } },
    { what: 'partial: false', options: { allow: ['name'], partial: false } },
    { what: 'maxErrors: 1', options: { allow: ['name'], maxErrors: 1 } },
    { what: 'maxErrors: Infinity', options: { allow: ['name'], maxErrors: Infinity } },
    { what: 'a frozen list', options: Object.freeze({ allow: Object.freeze(['name']) }) },
    { what: 'a parent beside its child', options: { allow: ['address', 'address.city'] } },
  ])('takes $what', ({ options }) => {
    expect(thrownBy(() => setUp(Model, options))).toBeUndefined()
  })

  it('takes a model of another Mongoose instance or connection', () => {
    const other = new mongoose.Mongoose()
    const connection = mongoose.createConnection()
    const schema = new mongoose.Schema({ name: String })
    expect(
      thrownBy(() => setUp(other.model('Other', new other.Schema({ name: String })), { allow: ['name'] })),
    ).toBeUndefined()
    expect(thrownBy(() => setUp(connection.model('Connected', schema), { allow: ['name'] }))).toBeUndefined()
  })
})

describe('an allow entry', () => {
  it('may be the discriminator key before the first discriminator is registered', () => {
    const Base = modelOf({ name: String, home: sub({ city: String }) }, { discriminatorKey: 'kind' })
    const thrownFor = (entry: string) => thrownBy(() => looseGuard(Base, { allow: [entry] }))
    expect(thrownFor('kind')).toBeUndefined()
    for (const entry of ['kind.name', 'home.kind', '__t']) {
      expect(thrownFor(entry)).toMatchObject({ message: notFound(entry), entry })
    }
  })

  it('has its suggestion from behind a part of the schema that holds itself', () => {
    const node = sub({})
    node.add({ replies: [node] })
    node.add({ title: String })
    const error = thrownBy(() => looseGuard(modelOf(node), { allow: ['titel'] }))
    expect(error).toMatchObject({ entry: 'titel', suggestion: 'title' })
  })
})

describe('GuardConfigError', () => {
  it.each([
    [null, 'null'],
    [undefined, 'undefined', ': is it exported under this name, and by a module that does not import this one?'],
    ['name', 'the string "name"', ': pass mongoose.model("name")'],
    [['name'], 'an array'],
    [1, 'a value of type number'],
    [new Date(0), 'an instance of Date'],
  ])('says what stands in the place of a model, an array or true: %j', (value, name, hint = '') => {
    const messageOf = (...parameters: unknown[]) => (thrownBy(() => looseGuard(...parameters)) as Error).message
    const model = 'mongoose-guard: the first argument must be a Mongoose model, received '
    expect(messageOf(value, { allow: [] })).toBe(model + name + hint)
    const partial = 'mongoose-guard: option "partial" must be true or false, received '
    if (value !== undefined) expect(messageOf(Model, { allow: [], partial: value })).toBe(partial + name)
    const allow = 'mongoose-guard: option "allow" must be an array of schema paths, received '
    if (!Array.isArray(value)) expect(messageOf(Model, { allow: value })).toBe(allow + name)
    const entry = 'mongoose-guard: option "allow" must hold schema paths as strings, received '
    if (typeof value !== 'string') expect(messageOf(Model, { allow: [value] })).toBe(entry + name)
  })

  it.each(['6.13.11', '7.8.13', '8.0.0', '8.17.2', 'unknown', undefined])(
    'says which Mongoose is needed, of a model and a Schema of %s',
    (version) => {
      const old = new mongoose.Mongoose()
      Object.defineProperty(old, 'version', { value: version })
      const schema = new old.Schema({ tags: [String] })
      const messages = [old.model('Old', schema), schema].map((source) =>
        String(thrownBy(() => looseGuard(source, { allow: ['tags'] }))),
      )
      const message = `GuardConfigError: mongoose-guard: Mongoose 8.18 or newer is needed, this one is ${String(version)}`
      expect(messages).toEqual([message, message])
    },
  )

  it.each(['8.18.0', '9.0.0-rc0', '10.0.0'])('takes %s', (version) => {
    const newer = new mongoose.Mongoose()
    Object.defineProperty(newer, 'version', { value: version })
    expect(looseGuard(newer.model('Newer', new newer.Schema({ name: String })), { allow: ['name'] })).toBeDefined()
  })

  const error = thrownBy(() => looseGuard(Model, { allow: ['nope'] }))

  it('is an Error with a name and a stack', () => {
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toBe(`GuardConfigError: ${notFound('nope')}`)
    expect((error as Error).stack).toContain('config-error.test.ts')
  })

  it('has no entry where no entry is to blame', () => {
    expect((thrownBy(() => looseGuard(Model, {})) as GuardConfigError).entry).toBeUndefined()
  })

  it('is the same class from the Express adapter', () => {
    expect(FromExpress).toBe(GuardConfigError)
  })

  it('is not an instance of a class that extends it', () => {
    class StrictConfigError extends GuardConfigError {}
    expect(error).not.toBeInstanceOf(StrictConfigError)
  })

  it('is not every error', () => {
    expect(new Error('x')).not.toBeInstanceOf(GuardConfigError)
    expect(new TypeError('x')).not.toBeInstanceOf(GuardConfigError)
    expect({}).not.toBeInstanceOf(GuardConfigError)
    expect(null).not.toBeInstanceOf(GuardConfigError)
  })
})

describe('a guard', () => {
  it('keeps the options it was made with', () => {
    const allow = ['name', 'address.city']
    const options = { allow, partial: true }
    const made = looseGuard(Model, options)
    allow.push('home')
    options.partial = false
    expect(made.allow).toEqual(['name', 'address.city'])
    expect(made.partial).toBe(true)
    expect(made.model).toBe(Model)
    expect(made.validate({ home: {} })).toMatchObject({ ok: false })
  })

  it('cannot be changed', () => {
    const made = looseGuard(Model, { allow: ['name'] })
    expect(() => (made.allow as string[]).push('home')).toThrow(TypeError)
    expect(() => {
      made.partial = true
    }).toThrow(TypeError)
    expect(() => {
      made.model = User
    }).toThrow(TypeError)
    expect(() => {
      made.allow = ['home']
    }).toThrow(TypeError)
  })
})

describe('GuardConfigError', () => {
  it('has its name where Error has its own, and as easy to replace', () => {
    const [own, builtIn] = [GuardConfigError.prototype, Error.prototype].map((prototype) =>
      Object.getOwnPropertyDescriptor(prototype, 'name'),
    )
    expect(own).toEqual({ ...builtIn, value: 'GuardConfigError' })
  })
})

describe('set-up over schemas whose bodies come later', () => {
  it('neither throws nor loops', () => {
    const comment = new mongoose.Schema({ text: String })
    comment.add({ replies: [comment] })
    const Thread = modelOf(comment)
    const Base = modelOf(new mongoose.Schema({ at: Date }, { discriminatorKey: 'kind' }))
    const Click = Base.discriminator(`${Base.modelName}Click`, new mongoose.Schema({ x: Number }))
    const Union = modelOf({ f: { type: mongoose.Schema.Types.Union, of: [Number, String] } })
    expect(thrownBy(() => looseGuard(Thread, { allow: ['text', 'replies'] }))).toBeUndefined()
    expect(thrownBy(() => looseGuard(Thread, { allow: ['replies.replies.text'] }))).toBeUndefined()
    expect(thrownBy(() => looseGuard(Base, { allow: ['at', 'kind', 'x'] }))).toBeUndefined()
    expect(thrownBy(() => looseGuard(Click, { allow: ['x', 'at'] }))).toBeUndefined()
    expect(thrownBy(() => looseGuard(Union, { allow: ['f'] }))).toBeUndefined()
  })
})

describe('options that an object inherits', () => {
  const base = { check: () => ({ message: 'no' }), rules: { name: { minlength: 5 } } }
  class RouteOptions {
    allow = ['name']
    check() {
      return base.check()
    }
  }

  it.each([
    ['an instance of a class', new RouteOptions(), 'options', 'an instance of RouteOptions'],
    ['an object of a prototype', Object.assign(Object.create(base), { allow: ['name'] }), 'options', '.*'],
    [
      'rules of a prototype',
      { allow: ['name'], rules: { name: Object.create({ minlength: 5 }) as object } },
      'rules of',
      '.*',
    ],
  ])('are asked for as its own: %s', (_what, options: unknown, subject, received) => {
    const message = new RegExp(`^mongoose-guard: ${subject}.* must be a plain object such as .*, received ${received}`)
    expect(() => looseGuard(User, options)).toThrow(message)
  })

  it.each([
    ['partial', true, {}],
    ['ignore', ['role'], { name: 'Ada', role: 'admin' }],
    ['allowNull', true, { name: null }],
    ['at', 'user', { user: { name: 'Ada' } }],
  ])('are not taken from a polluted Object.prototype: %s', async (name, value, body) => {
    const Model = modelOf({ name: { type: String, required: true }, role: String })
    const prototype = Object.prototype as unknown as Record<string, unknown>
    Object.defineProperty(prototype, name, { value, configurable: true, enumerable: true })
    let guard
    try {
      guard = looseGuard(Model, { allow: ['name'] })
    } finally {
      Reflect.deleteProperty(prototype, name)
    }
    expect(await guard.validate(body)).toMatchObject({ ok: false })
    expect(await guard.validate({ name: 'Ada' })).toMatchObject({ ok: true })
  })

  it('give a Schema no allow list from there', async () => {
    const prototype = Object.prototype as unknown as Record<string, unknown>
    Object.defineProperty(prototype, 'allow', {
      value: ['name', '_id'],
      configurable: true,
      writable: true,
      enumerable: true,
    })
    let guard
    try {
      guard = looseGuard(new mongoose.Schema({ name: String }))
    } finally {
      Reflect.deleteProperty(prototype, 'allow')
    }
    expect(await guard.validate({ _id: 'a'.repeat(24) })).toMatchObject({ ok: false })
  })
})

describe('set-up', () => {
  it('takes a base without errors for no model of Mongoose', () => {
    const base = { Error: undefined, version: '9.0.0' }
    for (const broken of [base, {}, { ...base, Error: {} }]) {
      const fake = Object.assign(() => undefined, { schema: Post.schema, base: broken })
      expect(thrownBy(() => looseGuard(fake, { allow: ['title'] }))).toBeInstanceOf(GuardConfigError)
    }
  })

  it('tells a mock, as test runners make of a module, from a model and a Schema', () => {
    const mocked = (definition: object) => {
      const Model = modelOf(definition)
      for (const type of Object.values(Model.schema.paths))
        Object.assign(type, { getEmbeddedSchemaType: () => undefined })
      return Model
    }
    expect(() => looseGuard(mocked({ tags: [String] }), { allow: ['tags'] })).toThrow(
      new GuardConfigError('"tags" does not tell the type of its content: is the model a mock?'),
    )
    expect(() => looseGuard(mocked({ prices: { type: Map, of: Number } }), { allow: ['prices'] })).toThrow(
      new GuardConfigError(
        '"prices" does not tell the type of its content: is the model a mock, or Mongoose older than 8.20 and this Map in an array?',
      ),
    )
    // As jest.mock() and vi.mock() leave it of late: a body without `tags` would end in a TypeError.
    const MockedModel = modelOf({ tags: [String] })
    Object.assign(MockedModel.schema, { eachPath: () => undefined })
    expect(() => looseGuard(MockedModel, { allow: ['tags'] })).toThrow(
      new GuardConfigError('the first argument is a mock of a model: let the test have the model itself'),
    )
    const MockedSchema = Object.assign(new mongoose.Schema({ name: String }), { clone: () => undefined })
    expect(() => looseGuard(MockedSchema)).toThrow(
      new GuardConfigError('the schema gives no copy of itself: is it a mock?'),
    )
  })

  it.each(Object.entries(refusedSchemas))(
    'has the words of Mongoose for a Schema with %s',
    (_what, [schema, words]) => {
      for (const options of [undefined, { allow: ['a'] }])
        expect(() => looseGuard(schema(), options)).toThrow(
          new GuardConfigError(`the schema is refused by Mongoose (${words})`),
        )
      expect(() => looseGuard(Post, { allow: ['title'], extra: schema() })).toThrow(
        new GuardConfigError(`option "extra" is refused by Mongoose (${words})`),
      )
    },
  )

  it('looks at each Schema once, where discriminators hold themselves', () => {
    const node = sub({ label: String }, { discriminatorKey: 'kind' })
    node.add({ children: [node] })
    for (let kind = 0; kind < 8; kind++) {
      const list = node.path('children') as unknown as mongoose.Schema.Types.DocumentArray
      list.discriminator(`Kind${kind}`, sub({ [`field${kind}`]: String }))
    }
    const Recursive = modelOf({ root: node })
    const path = (last: string) => ['root', ...Array.from({ length: 40 }, () => 'children'), last].join('.')
    const guard = looseGuard(Recursive, { allow: [path('label'), path('field7'), 'root.label'] })
    expect(guard.validate({ root: { label: 'a' } })).toMatchObject({ ok: true })
    expect(thrownBy(() => looseGuard(Recursive, { allow: [path('field8')] }))).toMatchObject({ entry: path('field8') })
  })
})
