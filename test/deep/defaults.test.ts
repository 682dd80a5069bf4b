import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { broken, errorsOf, looseGuard, outcomeOf, wrongType } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors, type OracleError } from '../support/oracle.ts'

const unmade = sub({
  y: {
    type: Number,
    default: () => {
      throw new Error('no default')
    },
  },
})
const refused = { validate: () => false }
const textAt = ({ path, message }: { path?: string; message: string }) => ({ path, message })

describe('a default that throws', () => {
  it.each<{ where: string; definition: object; body?: object }>([
    { where: 'in a sub-document', definition: { f: { type: unmade, ...refused } } },
    { where: 'in an array', definition: { f: { type: sub({ x: [unmade] }), ...refused } }, body: { f: { x: [{}] } } },
    {
      where: 'in the default of an array',
      definition: { f: { type: sub({ x: { type: [unmade], default: [{}, {}] } }), ...refused } },
    },
    {
      where: 'in the default of an array, a function',
      definition: { f: { type: sub({ x: { type: [unmade], default: () => [{}] } }), ...refused } },
    },
    {
      where: 'in the default of a sub-document',
      definition: { f: { type: sub({ x: { type: unmade, default: {} } }), ...refused } },
    },
    {
      where: 'in the default of a Map',
      definition: { f: { type: sub({ x: { type: Map, of: unmade, default: { k: {} } } }), ...refused } },
    },
    {
      where: 'in the default of a default',
      definition: {
        f: { type: sub({ x: { type: sub({ z: { type: [unmade], default: [{}] } }), default: {} } }), ...refused },
      },
    },
  ])('is an error where the rules of a sub-document around it fail, too: $where', async ({ definition, body }) => {
    const Model = modelOf(definition)
    const given = body ?? { f: {} }
    const expected = await mongooseErrors(Model, given)
    expect(expected.length).toBeGreaterThan(1)
    const found = asOracleErrors(await errorsOf(Model, { allow: ['f'] }, given))
    expect(found.map(textAt)).toEqual(expected.map(textAt))
  })

  // Mongoose files it under `f.0.0.y`.
  it('is found in each element of an array of arrays of arrays', async () => {
    const body = { f: [[[{}, { y: 1 }], [{}]]] }
    const byDocument = sub({
      y: {
        type: Number,
        default(this: object) {
          throw new Error(`no default of ${typeof this}`)
        },
      },
    })
    const errors = await errorsOf(modelOf({ f: [[[byDocument]]] }), { allow: ['f'] }, body)
    expect(errors.map(textAt)).toEqual([
      { path: 'f.0.0.0.y', message: 'no default of object' },
      { path: 'f.0.1.0.y', message: 'no default of object' },
    ])
  })

  it('is none where the route does not accept it', async () => {
    const Model = modelOf({ f: { type: sub({ a: String, x: { type: [unmade], default: [{}] } }), ...refused } })
    expect(await errorsOf(Model, { allow: ['f.a'] }, { f: { a: 'a' } })).toMatchObject([{ path: 'f' }])
  })
})

describe('the default of an absent field', () => {
  it.each<{ what: string; definition: object }>([
    { what: 'a value', definition: { type: String, required: true, default: 'abc' } },
    { what: 'a function', definition: { type: String, required: true, default: () => 'abc' } },
    { what: 'a Number', definition: { type: Number, required: true, default: 0 } },
    { what: 'a Date', definition: { type: Date, required: true, default: Date.now } },
    { what: 'an array', definition: { type: [String], required: true } },
    { what: 'a sub-schema', definition: { type: sub({ a: String }), required: true, default: {} } },
    { what: 'a Map', definition: { type: Map, of: String, required: true, default: {} } },
  ])('satisfies `required` and is not put into validated: $what', async ({ definition }) => {
    const Model = modelOf({ f: definition })
    expect(await outcomeOf(Model, { allow: ['f'] }, {})).toEqual({ ok: true, validated: {} })
  })

  it.each<{ what: string; definition: object; rule: string }>([
    { what: 'too short', definition: { type: String, default: 'abc', minlength: 5 }, rule: 'minlength' },
    { what: 'no enum value', definition: { type: String, default: 'abc', enum: ['d'] }, rule: 'enum' },
    { what: 'too small', definition: { type: Number, default: () => 0, min: 1 }, rule: 'min' },
    { what: 'empty and required', definition: { type: String, default: '', required: true }, rule: 'required' },
    { what: 'null and required', definition: { type: String, default: null, required: true }, rule: 'required' },
    {
      what: 'undefined and required',
      definition: { type: String, default: undefined, required: true },
      rule: 'required',
    },
    {
      what: 'refused by a validator',
      definition: { type: String, default: 'x', validate: () => false },
      rule: 'user defined',
    },
    {
      what: 'refused after its setters',
      definition: { type: String, default: ' ab ', trim: true, minlength: 3 },
      rule: 'minlength',
    },
    {
      what: 'an empty array that must not be',
      definition: { type: [String], validate: (list: unknown[]) => list.length > 0 },
      rule: 'user defined',
    },
    {
      what: 'an array with a bad element',
      definition: { type: [{ type: String, enum: ['a'] }], default: ['b'] },
      rule: 'enum',
    },
    {
      what: 'a sub-schema without a required child',
      definition: { type: sub({ a: { type: String, required: true } }), default: {} },
      rule: 'required',
    },
  ])('is checked like a value, with the text of Mongoose, where it is $what', async ({ definition, rule }) => {
    const Model = modelOf({ f: definition })
    const errors = asOracleErrors(await errorsOf(Model, { allow: ['f'] }, {}))
    expect(errors).toEqual(await mongooseErrors(Model, {}))
    expect(errors).toEqual([expect.objectContaining({ rule })])
  })

  it('that breaks a rule is not asked for where the field is not allowed', async () => {
    const Model = modelOf({ f: { type: String, default: 'abc', minlength: 5 }, g: String })
    expect(await errorsOf(Model, { allow: ['g'] }, {})).toEqual([])
  })

  it('is not looked at where the body has the field', async () => {
    const Model = modelOf({ f: { type: String, default: 'abc', minlength: 5 } })
    expect(await outcomeOf(Model, { allow: ['f'] }, { f: 'abcde' })).toEqual({ ok: true, validated: { f: 'abcde' } })
  })

  it.each([[Number], { type: String, default: 'x' }])(
    'of a Map of %j that is null leaves the nested object around it as it is',
    async (of) => {
      const Model = modelOf({ n: { x: Number, m: { type: Map, of, default: null } } })
      const body = { n: { x: 1 } }
      expect(await outcomeOf(Model, { allow: ['n'] }, body)).toEqual({ ok: true, validated: body })
    },
  )

  it('does not stand in for null', async () => {
    const Model = modelOf({ f: { type: String, default: 'abc' } })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: null })).toEqual([wrongType('f', 'string', 'null')])
  })

  it('in nested objects and elements is checked at its own path', async () => {
    const role = { type: String, default: 'x', enum: ['user'] }
    const Model = modelOf({ n: { role }, s: sub({ role }), list: [sub({ role })] })
    const body = { s: {}, list: [{}, { role: 'user' }] }
    const errors = await errorsOf(Model, { allow: ['n', 's', 'list'] }, body)
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, body))
    expect(errors.map(({ path }) => path)).toEqual(['n.role', 's.role', 'list.0.role'])
  })

  it('in elements is not put into validated', async () => {
    const Model = modelOf({ list: [sub({ role: { type: String, default: 'user' }, a: Number })] })
    const body = { list: [{ a: 1 }, {}] }
    expect(await outcomeOf(Model, { allow: ['list'] }, body)).toEqual({ ok: true, validated: body })
  })

  it('that is a function sees the rest of the body', async () => {
    const Model = modelOf({
      first: String,
      slug: {
        type: String,
        default(this: { first?: string }) {
          return this.first
        },
        enum: ['ok'],
      },
    })
    expect(await errorsOf(Model, { allow: ['first', 'slug'] }, { first: 'ok' })).toEqual([])
    expect(await errorsOf(Model, { allow: ['first', 'slug'] }, { first: 'no' })).toEqual([
      broken('slug', 'enum', '`no` is not a valid enum value for path `slug`.'),
    ])
  })

  it('that throws is an error of its field, beside the others', async () => {
    const Model = modelOf({
      f: {
        type: String,
        default() {
          throw new Error('no default today')
        },
      },
      g: { type: Number, min: 5 },
    })
    expect(await errorsOf(Model, { allow: ['f', 'g'] }, { g: 1 })).toEqual([
      broken('f', 'user defined', expect.any(String) as string),
      broken('g', 'min', 'Path `g` (1) is less than minimum allowed value (5).'),
    ])
  })

  it('that does not cast is an error of its field, beside the others', async () => {
    const Model = modelOf({ f: { type: Number, default: () => 'many' }, g: { type: Number, min: 5 } })
    expect(await errorsOf(Model, { allow: ['f', 'g'] }, { g: 1 })).toEqual([
      broken('f', 'user defined', expect.any(String) as string),
      broken('g', 'min', 'Path `g` (1) is less than minimum allowed value (5).'),
    ])
  })
})

describe('the default of an absent array', () => {
  const short = { type: String, maxlength: 2 }
  const fail = () => {
    throw new Error('no setter')
  }
  it.each<{ what: string; definition: object; later?: unknown }>([
    { what: 'given later', definition: { type: [short] }, later: ['long'] },
    { what: 'a function that is given later', definition: { type: [short] }, later: () => ['long'] },
    {
      what: 'of sub-documents, given later',
      definition: { type: [sub({ a: { type: String, required: true } })] },
      later: [{}],
    },
    {
      what: 'given later, for a rule of the array',
      definition: { type: [String], validate: (list: unknown[]) => list.length === 0 },
      later: ['a'],
    },
    { what: 'its own, for a setter that throws', definition: { type: [String], set: fail } },
    {
      what: 'its own, for a setter that adds to it',
      definition: { type: [short], set: (list: unknown[]) => [...list, 'long'] },
    },
  ])('is checked as Mongoose checks it, by each body: $what', async ({ definition, later }) => {
    const Model = modelOf({ f: definition })
    if (later !== undefined) Model.schema.path('f').default(later)
    const guard = looseGuard(Model, { allow: ['f'] })
    const expected = (await mongooseErrors(Model, {})).map(textAt)
    expect(expected).toHaveLength(1)
    for (let body = 0; body < 10; body++) {
      const outcome = await guard.validate({})
      expect(asOracleErrors(outcome.ok ? [] : outcome.errors).map(textAt)).toEqual(expected)
    }
  })
})

const refusing = (options: object = {}) => ({ type: String, validate: () => false, ...options })
const noAnswer = 'no answer'
function throwing(): never {
  throw new Error(noAnswer)
}
function seesDocument(this: { get: (path: string) => unknown }): boolean {
  return this.get('f') === 1
}
const inDefaults: Record<string, [fields: object, given: object]> = {
  'a field': [{ x: refusing() }, { x: 'x' }],
  'a required field': [{ x: refusing({ required: true }) }, { x: 'x' }],
  'a field that may be required': [{ x: refusing({ required: () => true }) }, { x: 'x' }],
  'a field that need not be there': [{ x: refusing({ required: () => false }) }, { x: 'x' }],
  'a required field that is null': [
    { x: refusing({ required: true }), y: String },
    { x: null, y: 'y' },
  ],
  'a required field that it lacks': [{ x: refusing({ required: true }), y: String }, { y: 'y' }],
  'a default that it replaces': [{ x: refusing({ default: 'd' }) }, { x: 'x' }],
  'a default of its own': [{ x: refusing({ default: 'd' }), y: refusing() }, { y: 'y' }],
  'a default function of its own': [{ x: refusing({ default: () => 'd' }), y: refusing() }, { y: 'y' }],
  'a nested object': [{ n: { x: refusing() } }, { n: { x: 'x' } }],
  'nested objects': [{ n: { x: refusing(), p: { y: refusing() } } }, { n: { x: 'x', p: { y: 'y' } } }],
  'a nested object with a condition': [{ n: { x: refusing({ required: () => false }) } }, { n: { x: 'x' } }],
  'a default in a nested object': [{ n: { x: refusing({ default: 'd' }), y: String } }, {}],
  'a Map': [{ m: { type: Map, of: refusing(), validate: () => false } }, { m: { k: 'v' } }],
  'a Map that need not be there': [
    { m: { type: Map, of: refusing(), required: () => false, validate: () => false } },
    { m: { k: 'v' } },
  ],
  'a Map that may be required': [{ m: { type: Map, of: refusing(), required: () => true } }, { m: { k: 'v' } }],
  'a Map of sub-documents that need not be there': [
    { m: { type: Map, of: sub({ x: refusing(), y: refusing({ required: true }) }), required: () => false } },
    { m: { k: { x: 'x' } } },
  ],
  'a Map of arrays that need not be there': [
    { m: { type: Map, of: [refusing()], required: () => false } },
    { m: { k: ['v'] } },
  ],
  'a Union whose rule fails': [
    { u: { type: 'Union', of: [Number, sub({ x: refusing() })], default: { x: 'd' }, validate: () => false } },
    {},
  ],
  'a Map of sub-documents': [{ m: { type: Map, of: sub({ x: refusing() }) } }, { m: { k: { x: 'x' } } }],
  'a Map of arrays': [{ m: { type: Map, of: [refusing()] } }, { m: { k: ['v'] } }],
  'a Map in a nested object': [{ n: { m: { type: Map, of: refusing() } } }, { n: { m: { k: 'v' } } }],
  'an array': [{ list: { type: [refusing()], validate: () => true } }, { list: ['v'] }],
  'an array without a default': [{ list: { type: [refusing()], default: undefined } }, { list: ['v'] }],
  'arrays of arrays': [{ list: [[refusing()]] }, { list: [['v']] }],
  'sub-documents': [{ list: [sub({ x: refusing() })] }, { list: [{ x: 'x' }] }],
  'sub-documents, required': [{ list: { type: [sub({ x: refusing() })], required: true } }, { list: [{ x: 'x' }] }],
  'a sub-document': [{ inner: sub({ x: refusing(), y: refusing({ default: 'd' }) }) }, { inner: { x: 'x' } }],
  'a sub-document with a default function in it': [
    { inner: sub({ x: refusing(), y: refusing({ default: () => 'd' }), z: refusing({ default: 'd' }) }) },
    { inner: { x: 'x' } },
  ],
  'a sub-document with a default function in a nested object': [
    { inner: sub({ x: refusing(), n: { y: refusing({ default: () => 'd' }) } }) },
    { inner: { x: 'x' } },
  ],
  'a sub-document with a default of sub-documents': [
    { inner: sub({ x: refusing(), list: { type: [sub({ y: refusing() })], default: [{ y: 'y' }] } }) },
    { inner: { x: 'x' } },
  ],
  'a sub-document with a default function of sub-documents': [
    { inner: sub({ x: refusing(), list: { type: [sub({ y: refusing() })], default: () => [{ y: 'y' }] } }) },
    { inner: { x: 'x' } },
  ],
  'a sub-document with a default function of a Map': [
    {
      inner: sub({
        x: refusing(),
        map: {
          type: Map,
          of: sub({ y: refusing(), z: refusing({ default: 'd' }) }),
          default: () => ({ k: { y: 'y' } }),
        },
      }),
    },
    { inner: { x: 'x' } },
  ],
  'a sub-document with a default function of a Map that is refused': [
    { inner: sub({ map: { type: Map, of: refusing(), default: () => ({ k: 'v' }), validate: () => false } }) },
    { inner: {} },
  ],
  'sub-documents with default functions in them': [
    { inner: sub({ x: refusing(), last: sub({ y: refusing(), z: refusing({ default: () => 'd' }) }) }) },
    { inner: { x: 'x', last: { y: 'y' } } },
  ],
  'a required sub-document': [
    { inner: { type: sub({ x: refusing(), y: refusing({ required: true }) }), required: true } },
    { inner: { x: 'x', y: 'y' } },
  ],
  'a sub-document with a default': [{ inner: { type: sub({ x: refusing() }), default: { x: 'd' } } }, {}],
  'a Mixed': [{ x: { type: Object, validate: () => false } }, { x: { y: 1 } }],
  'sub-documents whose condition throws': [
    { list: { type: [sub({ x: refusing(), y: refusing({ required: true }) })], required: throwing } },
    { list: [{ x: 'x' }] },
  ],
  'an array whose condition throws': [{ list: { type: [refusing()], required: throwing } }, { list: ['v'] }],
  'a Map whose condition throws': [{ m: { type: Map, of: refusing(), required: throwing } }, { m: { k: 'v' } }],
  'a sub-document whose condition throws': [
    { inner: { type: sub({ x: refusing(), y: refusing({ required: true }) }), required: throwing } },
    { inner: { x: 'x' } },
  ],
  'a field whose condition throws': [{ x: refusing({ required: throwing }) }, { x: 'x' }],
}
const aroundDefaults: Record<string, (type: object, given: object) => [definition: object, body: object]> = {
  'a sub-document': (type, given) => [{ f: { type, default: given } }, {}],
  'a sub-document, by a function': (type, given) => [{ f: { type, default: () => given } }, {}],
  'a sub-document in a nested object': (type, given) => [{ f: { s: { type, default: given } } }, {}],
  'a sub-document in a sub-document': (type, given) => [{ f: sub({ s: { type, default: given } }) }, { f: {} }],
  'a sub-document in an element': (type, given) => [{ f: [sub({ s: { type, default: given } })] }, { f: [{}] }],
  'an array': (type, given) => [{ f: { type: [type], default: [given] } }, {}],
  'a Map': (type, given) => [{ f: { type: Map, of: type, default: { k: given } } }, {}],
}

/** Mongoose names no rule where a condition throws. */
const ruleOf = ({ rule, message }: OracleError) => (message === noAnswer ? 'required' : rule)

/** Mongoose 8 validates a function default a second time, for the document at the top and with the path there in its text. */
const comparable = (error: OracleError) => ({
  path: error.path,
  rule: ruleOf(error),
  message: isMongoose8 ? '' : error.message,
})

describe.each(Object.entries(aroundDefaults))('the default of %s', (_around, make) => {
  it.each(Object.entries(inDefaults))('is checked as Mongoose checks it: %s', async (_inside, [fields, given]) => {
    const [definition, body] = make(sub(fields), given)
    const Model = modelOf(definition)
    const found = asOracleErrors(await errorsOf(Model, { allow: ['f'] }, body))
    expect(found.map(comparable)).toEqual((await mongooseErrors(Model, body)).map(comparable))
  })
})

// Of a longer body, the document is built without Mongoose's bookkeeping, of which the state of paths is a part.
describe.each(Object.entries(aroundDefaults))('the default of %s beside a long text', (_around, make) => {
  it.each(Object.entries(inDefaults))('is checked as Mongoose checks it: %s', async (_inside, [fields, given]) => {
    const [definition, body] = make(sub(fields), given)
    const long = { ...definition, text: { type: String, required: seesDocument } }
    const Model = modelOf(long)
    const whole = { ...body, text: 'x'.repeat(2000) }
    const found = asOracleErrors(await errorsOf(Model, { allow: ['f', 'text'] }, whole))
    expect(found.map(comparable)).toEqual((await mongooseErrors(Model, whole)).map(comparable))
  })
})

it('that does not cast, in a sub-document in a default, is one error', async () => {
  const made = { type: Number, default: () => 'bad' }
  for (const type of [made, { type: [sub({ made })], default: [{}] }, { type: sub({ made }), default: () => ({}) }]) {
    const Model = modelOf({ f: { type: sub({ inner: sub({ type }) }), default: { inner: {} } } })
    expect(await errorsOf(Model, { allow: ['f'] }, {})).toHaveLength(1)
  }
})

describe('a condition in a default', () => {
  it.each(Object.entries(aroundDefaults))('is asked once, as Mongoose does: of %s', async (_around, make) => {
    let asked = 0
    const isFirst = () => asked++ === 0
    const [definition, body] = make(sub({ x: { type: String, required: isFirst }, y: String }), { y: 'y' })
    const Model = modelOf(definition)
    const expected = (await mongooseErrors(Model, body)).map(({ path }) => path)
    asked = 0
    expect((await errorsOf(Model, { allow: ['f'] }, body)).map(({ path }) => path)).toEqual(expected)
  })
})

it('that a Union refuses is not looked into', async () => {
  const inner = sub({ c: refusing(), d: { type: String, required: true } })
  const Model = modelOf({ f: { type: 'Union', of: [inner], default: { c: 'x' }, validate: () => false } })
  const found = asOracleErrors(await errorsOf(Model, { allow: ['f'] }, {}))
  expect(found).toEqual(await mongooseErrors(Model, {}))
  expect(found).toHaveLength(1)
})

describe('another default of an automatic id', () => {
  it.each<[what: string, make: unknown]>([
    [
      'reads the document',
      function (this: { z?: number }) {
        return this.z === 1 ? 'bad' : '64b7f9d2c1a4e5f601234567'
      },
    ],
    ['throws', () => fail()],
    ['does not cast', 'bad'],
    ['is a good one', '64b7f9d2c1a4e5f601234567'],
  ])('is made as Mongoose makes it, where it %s', async (_what, make) => {
    const withId = () => {
      const schema = new mongoose.Schema({ z: Number, a: String })
      schema.path('_id').default(make)
      schema.path('_id').validate(() => true)
      return schema
    }
    for (const [definition, bodies] of [
      [withId(), [{}, { z: 1 }]],
      [{ s: withId() }, [{ s: {} }, { s: { z: 1 } }]],
      [{ l: [withId()] }, [{ l: [{}] }, { l: [{ z: 1 }] }]],
    ] as const) {
      const Model = modelOf(definition)
      const allow = definition instanceof mongoose.Schema ? ['_id', 'z'] : Object.keys(definition)
      for (const body of bodies) {
        const found = await errorsOf(Model, { allow }, body)
        expect(found.map(({ path }) => path)).toEqual((await mongooseErrors(Model, body)).map(({ path }) => path))
      }
    }
  })
})

describe('a schema type that a plugin has frozen', () => {
  it('has its default, and its rules', async () => {
    const schema = new mongoose.Schema({
      list: { type: [String], default: () => ['a'] },
      other: {
        type: String,
        validate(this: unknown, value: string) {
          return this !== null && value !== 'bad'
        },
      },
    })
    schema.eachPath((_path, type) => Object.freeze(type))
    const Model = modelOf(schema)
    expect(await errorsOf(Model, { allow: ['list', 'other'] }, { other: 'good' })).toEqual([])
    expect(await errorsOf(Model, { allow: ['list', 'other'] }, { other: 'bad' })).toMatchObject([{ path: 'other' }])
  })
})

function fail(): never {
  throw new Error('no default')
}
