import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import express5, { type ErrorRequestHandler } from 'express'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { guard as expressGuard, guardBy as expressGuardBy } from '../../src/adapters/express.ts'
import { accessSurface, findGuards, openapi } from '../../src/adapters/openapi.ts'
import { guard as webGuard, guardBy as webGuardBy } from '../../src/adapters/web.ts'
import { createGuard, fromForm, GuardConfigError, toUpdate } from '../../src/index.ts'
import { modelOf, sub, User } from '../support/models.ts'
import { request } from '../support/server.ts'

type Loose = (...parameters: unknown[]) => unknown
const loose = (typed: unknown) => typed as Loose
const core = loose(createGuard)
const express = loose(expressGuard)
const web = loose(webGuard)
const handler = () => new Response()

function errorOf(setUp: () => unknown): GuardConfigError {
  try {
    setUp()
  } catch (error) {
    if (error instanceof GuardConfigError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const messageOf = (setUp: () => unknown) => errorOf(setUp).message.replace(/^mongoose-guard: /, '')
/** What a crash at start-up prints above the frames. */
const headOf = ({ stack = '' }: Error) => stack.slice(0, stack.search(/^ +at /m))

describe('all wrong entries of a guard', () => {
  const setUp = () => core(User, { allow: ['nmae', 'email', 'tags.0', 'nothing.like.it'] })
  const sentences = [
    'mongoose-guard: allow entry "nmae" does not match the schema ("nmae" not found)',
    'mongoose-guard: allow entry "tags.0" reaches inside "tags", which has no named fields',
    'mongoose-guard: allow entry "nothing.like.it" does not match the schema ("nothing.like.it" not found)',
  ]

  it('are one error, with a sentence for each and nothing else as its message', () => {
    expect(errorOf(setUp).message).toBe(sentences.join('\n'))
  })

  it('are data, the first of them as ever', () => {
    const model = User.modelName
    const { entries, entry, suggestion } = errorOf(setUp)
    expect(entries).toEqual([
      { entry: 'nmae', suggestion: 'name', model },
      { entry: 'tags.0', suggestion: 'tags', model },
      { entry: 'nothing.like.it', model },
    ])
    expect({ entry, suggestion }).toEqual({ entry: 'nmae', suggestion: 'name' })
  })

  it('have the model and what was meant below them, where a crash prints it', () => {
    expect(headOf(errorOf(setUp))).toBe(
      [
        `GuardConfigError: ${sentences.join('\n')}`,
        `  Model: ${User.modelName}`,
        '  "nmae": Did you mean "name"?',
        '  "tags.0": Did you mean "tags"?',
        '',
      ].join('\n'),
    )
    expect(headOf(errorOf(() => core(User, { allow: ['nmae'] })))).toBe(
      `GuardConfigError: ${sentences[0] ?? ''}\n  Model: ${User.modelName}\n  Did you mean "name"?\n`,
    )
  })

  it.each(['-role', '+role', '*', 'home.*'])(
    'say of %s, which means something in select(), that it names no path',
    (entry) => {
      const error = errorOf(() => core(User, { allow: ['name', entry] }))
      expect(headOf(error)).toBe(
        [
          `GuardConfigError: mongoose-guard: allow entry "${entry}" does not match the schema ("${entry}" not found)`,
          `  Model: ${User.modelName}`,
          '  Name each path that may be set: nothing is excluded, and there are no wildcards',
          '',
        ].join('\n'),
      )
      expect(error.suggestion).toBeUndefined()
    },
  )

  it.each(['name email', 'name,email', 'name, home.city'])(
    'say of %s that each path is an entry of its own',
    (entry) => {
      const error = errorOf(() => core(User, { allow: [entry] }))
      expect(headOf(error)).toBe(
        [
          `GuardConfigError: mongoose-guard: allow entry "${entry}" does not match the schema ("${entry}" not found)`,
          `  Model: ${User.modelName}`,
          `  Each path is an entry of its own: ['${entry.split(/[, ]+/).join("', '")}']`,
          '',
        ].join('\n'),
      )
      expect(error.suggestion).toBeUndefined()
    },
  )

  it('of what is below a field without fields, as a reference to another document is, name that field', () => {
    const Post = modelOf({ author: { type: mongoose.Schema.Types.ObjectId, ref: 'User' }, title: String })
    const error = errorOf(() => core(Post, { allow: ['title', 'author.name'] }))
    expect(error.suggestion).toBe('author')
    expect(errorOf(() => core(Post, { allow: ['titles.en'] })).suggestion).toBeUndefined()
  })

  it('are suggested without the keys that lead to the document, where they begin with them', () => {
    const allow = ['name', 'data.user.name', 'data.user.home.cty', 'data.user.nothing', 'user.name']
    const { entries } = errorOf(() => core(User, { at: 'data.user', allow }))
    expect(entries.map(({ suggestion }) => suggestion)).toEqual(['name', 'home.city', undefined, undefined])
    const rules = { 'user.name': { minlength: 2 } }
    expect(errorOf(() => core(User, { at: 'user', allow: ['name'], rules })).suggestion).toBe('name')
    // A field of that name is meant itself.
    expect(errorOf(() => core(User, { at: 'home', allow: ['home.cty'] })).suggestion).toBe('home.city')
  })

  it('say of a virtual that it is one, which the model shows as it shows its fields', () => {
    const schema = new mongoose.Schema({ first: { type: String, alias: 'given' }, home: { city: String } })
    schema.virtual('fullName').get(() => '')
    schema.virtual('home.label').get(() => '')
    schema.virtual('posts', { ref: 'Post', localField: '_id', foreignField: 'author' })
    const note = 'It is a virtual, which is not stored: allow the fields that its setter writes'
    const error = errorOf(() => core(schema, { allow: ['fullName', 'home.label', 'posts', 'given', 'id'] }))
    expect(error.stack?.split('\n').filter((line) => line.startsWith('  '))).toEqual(
      expect.arrayContaining([
        `  "fullName": ${note}`,
        `  "home.label": ${note}`,
        `  "posts": ${note}`,
        '  "given": Did you mean "first"?',
        '  "id": Did you mean "_id"?',
      ]),
    )
    const rules = { fullName: { minlength: 2 } }
    expect(errorOf(() => core(schema, { allow: ['first'], rules })).stack).toContain(`not found)\n  ${note}\n`)
  })

  it('are named once, and with the rules of paths that the schema does not have', () => {
    const { message } = errorOf(() =>
      core(User, { allow: ['nmae', 'nmae', 'home'], rules: { 'home.cty': {}, nmae: {} } }),
    )
    expect(message.split('\n')).toEqual([
      sentences[0],
      'mongoose-guard: the path of rules "home.cty" does not match the schema ("home.cty" not found)',
    ])
    const ignore = errorOf(() => core(User, { allow: ['name'], ignore: ['name', 'home.city'] }))
    expect(ignore.entries.map(({ entry }) => entry)).toEqual(['name', 'home.city'])
  })

  it('have no model where a Schema stands', () => {
    const error = errorOf(() => core(new mongoose.Schema({ name: String }), { allow: ['nmae'] }))
    expect(error.entries).toEqual([{ entry: 'nmae', suggestion: 'name' }])
    expect(headOf(error)).not.toContain('Model:')
  })

  it('are none where no entry is to blame', () => {
    const error = errorOf(() => core(User, {}))
    expect([error.entries, headOf(error)]).toEqual([[], `GuardConfigError: ${error.message}\n`])
  })
})

describe('an entry that is an alias', () => {
  const Model = modelOf({
    n: { type: String, alias: 'name' },
    a: { type: sub({ c: { type: String, alias: 'city' } }), alias: 'address' },
    list: [sub({ z: { type: String, alias: 'zipOfElement' } })],
    nested: { x: sub({ y: { type: String, alias: 'farAway' } }) },
  })

  it.each([
    ['name', 'n'],
    ['address', 'a'],
    ['address.c', 'a.c'],
    ['a.city', 'a.c'],
    ['address.city', 'a.c'],
    ['list.zipOfElement', 'list.z'],
    ['nested.x.farAway', 'nested.x.y'],
    ['id', '_id'],
  ])('%s is told the real path, %s', (entry, suggestion) => {
    expect(errorOf(() => core(Model, { allow: [entry] })).entries).toMatchObject([{ entry, suggestion }])
  })

  it('is looked for once in an entry of many keys', () => {
    const entry = '.'.repeat(200_000)
    expect(errorOf(() => core(modelOf({ n: { type: String, alias: 'name' } }), { allow: [entry] })).entry).toBe(entry)
  })

  it('is the longest that the entry begins with', () => {
    const Model = modelOf({ a: { type: sub({ c: String }), alias: ['x', 'x.y'] }, b: sub({ c: String }) })
    expect(errorOf(() => core(Model, { allow: ['x.y.c'] })).suggestion).toBe('a.c')
    expect(errorOf(() => core(Model, { allow: ['x.c'] })).suggestion).toBe('a.c')
  })
})

describe('what stands where a model is due', () => {
  const promise = Promise.resolve({ User })
  const adapted = 'what guard() gives: call createGuard() in its place'
  const uncalled = 'a request: guard was not called, as in guard(User, { allow: […] })'
  const unwrapped = 'an object: if it defines fields, wrap it, as in new Schema({ name: String })'
  const empty =
    'an empty object: module.exports is missing, or two modules require each other (build guards in a third one)'
  // As Node.js makes it: module.exports whose prototype is a Proxy.
  const moduleInCircle: unknown = Object.create(new Proxy({}, {}))
  class Service {
    users = []
  }
  const withParts = modelOf({ name: String, home: sub({ city: String }), lines: [sub({ sku: String })] })
  const ofMongoose = 'the class Model, or one that extends it: pass mongoose.model("User", userSchema)'
  const ofClass =
    'a class: pass the model made of it, as getModelForClass(User), or its schema, as SchemaFactory.createForClass(User)'
  const uncalledMaker = 'a function: if it gives the model, call it'

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'undefined: is it exported under this name, and by a module that does not import this one?'],
    ['a name', 'User', 'the string "User": pass mongoose.model("User")'],
    [
      'the path of sub-documents',
      withParts.schema.path('lines'),
      'the type of a path: pass its schema, as path.schema',
    ],
    ['the path of a sub-schema', withParts.schema.path('home'), 'the type of a path: pass its schema, as path.schema'],
    ['the path of a text', withParts.schema.path('name'), 'an instance of SchemaString'],
    ['a document', new User(), `a document: pass its model, ${User.modelName}`],
    ['a connection', mongoose.createConnection(), 'a connection: pass one of its models, as connection.model("User")'],
    ['Mongoose', mongoose, 'Mongoose itself: pass one of its models, as mongoose.model("User")'],
    ['a module that is on its way', promise, 'a Promise: await it, and pass the model that it gives'],
    ['a module', { default: User }, 'an object that has a model as "default": pass that'],
    ['several models', { other: 1, User }, 'an object that has a model as "User": pass that'],
    ['an instance', new Service(), 'an instance of Service'],
    ['a query', User.find(), 'an instance of Query'],
    ['Model', mongoose.Model, ofMongoose],
    ['a class of Model that is not compiled', class extends mongoose.Model {}, ofMongoose],
    ['a class that has the fields', Service, ofClass],
    ['a function that makes the model', (made: typeof mongoose) => made.model('User'), uncalledMaker],
    ['a middleware', expressGuard(User, { allow: ['name'] }), adapted],
    ['a guarded handler', webGuard(User, { allow: ['name'] }, handler), adapted],
    ['a request of Express', Object.create(new IncomingMessage(new Socket())), uncalled],
    ['a web request', new Request('http://localhost/'), uncalled],
    ['options', { allow: ['name'] }, 'options: the model comes first, as in guard(User, { allow: […] })'],
    ['a definition', { name: String, tags: [String] }, unwrapped],
    ['a module in a circle', {}, empty],
    ['a module in a circle of require()', moduleInCircle, empty],
    [
      'an object whose properties throw',
      {
        get User() {
          throw new ReferenceError()
        },
      },
      unwrapped,
    ],
    ['an object without a class', Object.create(Object.create(null) as object), empty],
  ])('is named: %s', (_, value, received) => {
    const sentence = `the first argument must be a Mongoose model, received ${received}`
    for (const setUp of [core, express]) expect(messageOf(() => setUp(value, { allow: ['name'] }))).toBe(sentence)
    expect(messageOf(() => web(value, { allow: ['name'] }, handler))).toBe(sentence)
  })

  it('is named: a guard, which the adapters take', () => {
    const ready = createGuard(User, { allow: ['name'] })
    const sentence = 'the first argument must be a Mongoose model, received a guard that is ready: pass its model'
    expect(messageOf(() => core(ready, { partial: true }))).toBe(sentence)
  })
})

describe('a guard that is not called, but given to Express itself', () => {
  it.each([
    ['guard', expressGuard, 'the first argument must be a Mongoose model, received'],
    ['guardBy', expressGuardBy, 'the first argument of guardBy() must be a function that gives a key, received'],
  ])('is told so by the error of its request: %s', async (name, uncalled, sentence) => {
    const app = express5()
    app.post('/', uncalled as never)
    const onError: ErrorRequestHandler = (error: Error, _req, res, next) => {
      if (res.headersSent) next(error)
      else res.status(500).json(error.message)
    }
    app.use(onError)
    const call = name === 'guard' ? 'guard(User, { allow: […] })' : 'guardBy(select, guards)'
    expect(await request(app as never, '/', { method: 'POST', body: '{}' })).toMatchObject({
      body: `mongoose-guard: ${sentence} a request: ${name} was not called, as in ${call}`,
    })
  })
})

describe('arguments that a function does not take', () => {
  const options = { allow: ['name'] }

  it.each<[string, () => unknown, string]>([
    [
      'createGuard',
      () => core(User, options, { partial: true }),
      'createGuard() takes a model and one object of options',
    ],
    ['guard of /express', () => express(User, options, {}), 'guard() takes a model and one object of options'],
    [
      'guardBy',
      () => loose(expressGuardBy)(() => 'a', { a: core(User, options) }, {}, {}),
      'guardBy() takes a function, guards and one object of options',
    ],
  ])('are not ignored: %s', (_, setUp, sentence) => {
    expect(messageOf(setUp)).toBe(sentence)
  })

  it('may be undefined', () => {
    expect(core(User, options, undefined)).toMatchObject({ allow: ['name'] })
    expect(express(User, options, undefined)).toBeTypeOf('function')
  })
})

describe('options', () => {
  it('that are a list of texts are told what they must be', () => {
    const sentence = `options must be an object such as { allow: ['name'] }, received the string "name"`
    for (const setUp of [core, express]) expect(messageOf(() => setUp(User, 'name', 'email'))).toBe(sentence)
  })

  it.each<[string, () => unknown, string]>([
    [
      'that a guard decides alone',
      () => expressGuard.with({ allow: ['name'] } as never),
      'option "allow" belongs to each guard, and not to several; the options here are maxErrors, details, allowNull, ignore, onReject',
    ],
    [
      'of a guard where several are chosen among',
      () => loose(expressGuardBy)(() => 'a', { a: core(User, { allow: [] }) }, { partial: true }),
      'option "partial" belongs to each guard, and not to several; the options here are onReject',
    ],
    [
      'of web handlers',
      () => express(User, { allow: ['name'], maxBytes: 100 }),
      'option "maxBytes" is of mongoose-guard/web; in Express, express.json({ limit }) says how large a body may be',
    ],
    [
      'of adapters',
      () => core(User, { allow: ['name'], onReject: () => undefined }),
      'option "onReject" is of guard() in mongoose-guard/express and mongoose-guard/web: createGuard() answers no request',
    ],
  ])('that stand in the wrong place are told the right one: %s', (_, setUp, sentence) => {
    expect(messageOf(setUp)).toBe(sentence)
  })
})

describe('a misspelt name', () => {
  it.each([
    ['alow', 'allow'],
    ['parital', 'partial'],
    ['Partial', 'partial'],
    ['maxError', 'maxErrors'],
    ['rule', 'rules'],
  ])('of an option is told what was meant: %s', (name, meant) => {
    const error = errorOf(() => core(User, { allow: ['name'], [name]: true }))
    expect(error.message).toContain(
      `mongoose-guard: unknown option "${name}"; did you mean "${meant}"? The options are `,
    )
    expect(error.suggestion).toBe(meant)
  })

  it('of an option that is like no other is told all of them', () => {
    const error = errorOf(() => core(User, { allow: ['name'], xy: true }))
    expect(error.message).toContain('mongoose-guard: unknown option "xy"; the options are allow, partial')
    expect(error.suggestion).toBeUndefined()
  })

  it.each([
    ['minLength', 'minlength'],
    ['requird', 'required'],
    ['regexp', undefined],
  ])('of a rule is told what was meant: %s', (name, meant) => {
    const error = errorOf(() => core(User, { allow: ['name'], rules: { name: { [name]: 1 } } }))
    const rest = meant === undefined ? '; the options are ' : `; did you mean "${meant}"? The options are `
    expect(error.message).toContain(`mongoose-guard: rules of "name": unknown option "${name}"${rest}`)
    expect(error.suggestion).toBe(meant)
  })
})

describe('the guard of the other entry', () => {
  const ready = core(User, { allow: ['name'] })
  const toWeb = 'for a handler that takes a Request, as those of Next.js do, import guard'
  const toExpress = 'the middleware for Express is guard(By)? of mongoose-guard/express'

  it.each<[string, () => unknown]>([
    ['a model', () => express(User, { allow: ['name'] }, handler)],
    ['a model and no options', () => express(User, handler)],
    ['a guard', () => express(ready, handler)],
    ['a guard and options', () => express(ready, {}, handler)],
    ['guards', () => loose(expressGuardBy)(() => 'a', { a: ready }, handler)],
    ['guards and options', () => loose(expressGuardBy)(() => 'a', { a: ready }, {}, handler)],
  ])('is named where that of /express gets a handler after %s', (_, setUp) => {
    expect(messageOf(setUp)).toMatch(
      /^guard(By)?\(\) of mongoose-guard\/express takes no handler: it is a middleware, as in /,
    )
    expect(messageOf(setUp)).toContain(toWeb)
    expect(messageOf(setUp)).toMatch(/ from mongoose-guard\/web$/)
  })

  it.each<[string, () => unknown]>([
    ['a model', () => web(User, { allow: ['name'] })],
    ['a guard', () => web(ready)],
    ['something else', () => web(ready, {}, 'handler')],
    ['guards', () => loose(webGuardBy)(() => 'a', { a: ready })],
    ['guards and options', () => loose(webGuardBy)(() => 'a', { a: ready }, {})],
  ])('is named where that of /web gets no handler after %s', (_, setUp) => {
    expect(messageOf(setUp)).toMatch(new RegExp(`^the last argument must be the route handler; ${toExpress}$`))
  })
})

describe('toUpdate', () => {
  const update = loose(toUpdate)

  it.each<[unknown, string]>([
    [undefined, 'undefined: does a guard with partial: true stand before this handler?'],
    [null, 'null: does a guard with partial: true stand before this handler?'],
    ['name', 'the string "name"'],
    [['name'], 'an array'],
    [Promise.resolve({}), 'a Promise: await it'],
    [{ ok: true, validated: { name: 'Ada' } }, 'the outcome of a guard: pass its `validated`'],
    [{ ok: false, errors: [] }, 'the outcome of a guard that refused the body: there is nothing to update'],
    [new Map([['name', 'Ada']]), 'an instance of Map'],
  ])('says what it got in the place of an accepted body: %o', (value, received) => {
    expect(messageOf(() => update(User, value))).toBe(
      `toUpdate() needs what a partial guard has put into \`validated\`, received ${received}`,
    )
  })

  it.each([
    ['alone', [{ name: 'Ada' }]],
    ['before the model', [{ name: 'Ada' }, User]],
    ['of a route without a guard', [undefined, User]],
  ])('says where the model belongs: %s', (_what, given) => {
    expect(messageOf(() => update(...given))).toBe(
      'toUpdate() needs the model before `validated`, as in toUpdate(User, req.validated)',
    )
  })

  it('says that a guard would not have accepted a field', () => {
    const error = errorOf(() => update(User, { address: { planet: 'Mars' } }))
    expect(error.message).toBe(
      'mongoose-guard: toUpdate() got "address.planet", which the schema does not have: no guard of this model has accepted it',
    )
    expect(error.entries).toEqual([{ entry: 'address.planet', model: User.modelName }])
  })

  it('takes an instance of a class that a guard may give', () => {
    class Changes {
      name = 'Ada'
    }
    expect(update(User, new Changes())).toEqual({ $set: { name: 'Ada' } })
  })
})

describe('the stack', () => {
  const firstFrame = ({ stack = '' }: Error) => /^ +at .*$/m.exec(stack)?.[0]
  const wrong = { allow: ['nmae'] }
  const ready = core(User, { allow: ['name'] })

  it.each<[string, () => unknown]>([
    [
      'createGuard',
      function here() {
        return createGuard(User, wrong as never)
      },
    ],
    [
      'createGuard.with',
      function here() {
        return createGuard.with({ maxErrors: 0 })
      },
    ],
    [
      'guard of /express',
      function here() {
        return expressGuard(User, wrong as never)
      },
    ],
    [
      'guard.with of /express',
      function here() {
        return expressGuard.with({ maxErrors: 0 })
      },
    ],
    [
      'guardBy of /express',
      function here() {
        return loose(expressGuardBy)(() => 'a', {})
      },
    ],
    [
      'guard of /web',
      function here() {
        return webGuard(User, wrong as never, handler)
      },
    ],
    [
      'guard.with of /web',
      function here() {
        return webGuard.with({ maxErrors: 0 })
      },
    ],
    [
      'guardBy of /web',
      function here() {
        return loose(webGuardBy)(() => 'a', {}, handler)
      },
    ],
    [
      'toUpdate',
      function here() {
        return toUpdate(User, undefined as never)
      },
    ],
    [
      'fromForm',
      function here() {
        return fromForm({} as never, undefined)
      },
    ],
    [
      'toJSONSchema',
      function here() {
        return (ready as { toJSONSchema: Loose }).toJSONSchema({ target: 'draft-01' })
      },
    ],
    [
      'findGuards',
      function here() {
        return findGuards([] as never, { mount: {} } as never)
      },
    ],
    [
      'accessSurface',
      function here() {
        return accessSurface([] as never, { mount: {} } as never)
      },
    ],
    [
      'openapi',
      function here() {
        return openapi([] as never, {} as never)
      },
    ],
  ])('begins where %s is called', (_, setUp) => {
    const error = errorOf(setUp)
    expect(firstFrame(error)).toMatch(/config-error-help\.test\.ts/)
    expect(firstFrame(error)).toContain('here')
  })

  it('is there where the engine has no way to shorten it', () => {
    const captureStackTrace: unknown = Reflect.get(Error, 'captureStackTrace')
    try {
      Reflect.deleteProperty(Error, 'captureStackTrace')
      const error = errorOf(() => core(User, wrong))
      expect(headOf(error).split('Did you mean "name"?')).toHaveLength(2)
    } finally {
      Reflect.set(Error, 'captureStackTrace', captureStackTrace)
    }
  })

  it('has the name of the class, and so has its constructor', () => {
    const error = errorOf(() => core(User, wrong))
    expect([error.name, error.constructor.name]).toEqual(['GuardConfigError', 'GuardConfigError'])
    expect(error.stack).toMatch(/^GuardConfigError: mongoose-guard: /)
  })
})
