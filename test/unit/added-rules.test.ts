// Rules of a route, beyond those of the model: made by Mongoose's own methods on a copy of the path's schema type.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { checkBody } from '../../src/check/check-body.ts'
import { broken, type ErrorItem, looseGuard } from '../support/guard.ts'
import { checkOf, walkerOnly } from '../support/check.ts'
import { modelOf, sub } from '../support/models.ts'
import { unhandledRejections } from '../support/unhandled.ts'

const { Schema } = mongoose

const fields = {
  name: { type: String, minlength: 2, maxlength: 10 },
  role: { type: String, enum: ['user', 'admin'], default: 'user' },
  age: { type: Number, min: 0 },
  born: Date,
  mail: { type: String, required: [true, 'Mail please'] },
  address: { city: { type: String, required: true }, zip: String },
  home: sub({ city: String, rooms: Number }),
  lines: [sub({ sku: String, count: Number })],
  tags: { type: [String], enum: ['a', 'b', 'c'] },
  grid: [[Number]],
  scores: { type: Map, of: Number },
  any: Schema.Types.Mixed,
  owner: Schema.Types.ObjectId,
}
const allow = Object.keys(fields)
const Model = modelOf(fields)

async function errorsOf(rules: object, body: object, options: object = {}): Promise<ErrorItem[]> {
  const guard = looseGuard(Model, { allow, partial: true, rules, ...options })
  const outcome = await guard.validate(body)
  return outcome.ok ? [] : outcome.errors
}

/** Each as the same schema with the rules written in it would have them. */
const rows: {
  what: string
  rules: object
  body: object
  errors: ErrorItem[]
}[] = [
  {
    what: 'minlength beside that of the model, which stays',
    rules: { name: { minlength: 4 } },
    body: { name: 'abc' },
    errors: [
      broken('name', 'minlength', 'Path `name` (`abc`, length 3) is shorter than the minimum allowed length (4).'),
    ],
  },
  {
    what: 'a weaker minlength, beside which that of the model holds',
    rules: { name: { minlength: 1 } },
    body: { name: 'a' },
    errors: [
      broken('name', 'minlength', 'Path `name` (`a`, length 1) is shorter than the minimum allowed length (2).'),
    ],
  },
  {
    what: 'an own text',
    rules: { name: { maxlength: [3, 'Too long: {VALUE}'] } },
    body: { name: 'abcd' },
    errors: [broken('name', 'maxlength', 'Too long: abcd')],
  },
  {
    what: 'an enum within that of the model',
    rules: { role: { enum: ['user', 'guest'] } },
    body: { role: 'admin' },
    errors: [broken('role', 'enum', '`admin` is not a valid enum value for path `role`.')],
  },
  {
    what: 'an enum that has more than that of the model',
    rules: { role: { enum: ['user', 'guest'] } },
    body: { role: 'guest' },
    errors: [broken('role', 'enum', '`guest` is not a valid enum value for path `role`.')],
  },
  {
    what: 'an enum of elements',
    rules: { tags: { enum: ['a'] } },
    body: { tags: ['a', 'b', 'x'] },
    errors: [
      broken('tags.1', 'enum', '`b` is not a valid enum value for path `tags.1`.'),
      broken('tags.2', 'enum', '`x` is not a valid enum value for path `tags.2`.'),
    ],
  },
  {
    what: 'an enum of elements of rows',
    rules: { grid: { enum: { values: [1], message: 'one' } } },
    body: { grid: [[1, 2]] },
    errors: [broken('grid.0.1', 'enum', 'one')],
  },
  {
    what: 'bounds of a number',
    rules: { age: { min: 18, max: [99, 'old'] } },
    body: { age: 100 },
    errors: [broken('age', 'max', 'old')],
  },
  {
    what: 'bounds of a date',
    rules: { born: { min: '2000-01-01' } },
    body: { born: '1999-01-01' },
    errors: [expect.objectContaining({ path: 'born', rule: 'min' }) as ErrorItem],
  },
  {
    what: 'a pattern',
    rules: { name: { match: [/^[a-z]+$/, 'letters'] } },
    body: { name: 'ABC' },
    errors: [broken('name', 'regexp', 'letters')],
  },
  {
    what: 'a validator',
    rules: { any: { validate: { validator: (value: { a?: number }) => value.a === 1, message: 'a' } } },
    body: { any: { a: 2 } },
    errors: [broken('any', 'user defined', 'a')],
  },
  {
    what: 'several validators',
    rules: {
      age: { validate: [{ validator: () => true }, { validator: () => false, message: 'second', type: 'odd' }] },
    },
    body: { age: 2 },
    errors: [broken('age', 'odd', 'second')],
  },
  {
    what: 'an asynchronous validator',
    rules: { age: { validate: async (value: number) => Promise.resolve(value > 3) } },
    body: { age: 2 },
    errors: [broken('age', 'user defined', 'Validator failed for path `age` with value `2`')],
  },
  {
    what: 'a validator that sees the document',
    rules: {
      name: {
        validate(this: { age: number }) {
          return this.age > 3
        },
      },
    },
    body: { name: 'abc', age: 3 },
    errors: [broken('name', 'user defined', 'Validator failed for path `name` with value `abc`')],
  },
  {
    what: 'a rule on a field of a nested object',
    rules: { 'address.zip': { minlength: 5 } },
    body: { address: { city: 'London', zip: 'E1' } },
    errors: [
      broken(
        'address.zip',
        'minlength',
        'Path `address.zip` (`E1`, length 2) is shorter than the minimum allowed length (5).',
      ),
    ],
  },
  {
    what: 'a rule on a field of elements',
    rules: { 'lines.sku': { required: true, match: /^[A-Z]/ } },
    body: { lines: [{ sku: 'a' }, {}] },
    errors: [
      broken('lines.0.sku', 'regexp', 'Path `sku` is invalid (a).'),
      broken('lines.1.sku', 'required', 'Path `sku` is required.'),
    ],
  },
  {
    what: 'a rule on a container',
    rules: { lines: { validate: { validator: (lines: unknown[]) => lines.length > 1, message: 'two' } } },
    body: { lines: [{ sku: 'A' }] },
    errors: [broken('lines', 'user defined', 'two')],
  },
]

describe.each([
  ['with its fast path', (check: ReturnType<typeof checkOf>) => check],
  ['by the walker alone', walkerOnly],
])('a guard %s has the rules of its route:', (_which, by) => {
  it.each(rows)('$what', async ({ rules, body, errors }) => {
    const outcome = await checkBody(by(checkOf(Model, allow, true, false, rules)), body)
    expect(outcome.ok ? [] : outcome.errors).toEqual(errors)
    expect(await checkBody(by(checkOf(Model, allow, true, false, {})), { name: 'abc' })).toMatchObject({ ok: true })
  })
})

describe('required', () => {
  const text = (path: string) => broken(path, 'required', `Path \`${path}\` is required.`)

  it.each(['name', 'age', 'born', 'home', 'lines', 'tags', 'scores', 'any', 'owner'])(
    'holds for %s, where it is absent and where it is null, in an update as well',
    async (path) => {
      expect(await errorsOf({ [path]: { required: true } }, {})).toEqual([text(path)])
      expect(await errorsOf({ [path]: { required: true } }, { [path]: null })).toEqual([text(path)])
      expect(
        await errorsOf({ [path]: { required: true } }, { mail: 'x', address: { city: 'x' } }, { partial: false }),
      ).toEqual([text(path)])
    },
  )

  it('wins over a default', async () => {
    expect(await errorsOf({ role: { required: true } }, {})).toEqual([text('role')])
    expect(await errorsOf({ role: { required: 'Which role?' } }, {})).toEqual([
      broken('role', 'required', 'Which role?'),
    ])
    expect(await errorsOf({ role: { required: true } }, { role: 'user' })).toEqual([])
  })

  it('keeps the text of the model, unless the route has one', async () => {
    expect(await errorsOf({ mail: { required: true } }, {})).toEqual([broken('mail', 'required', 'Mail please')])
    expect(await errorsOf({ mail: { required: [true, 'Mail!'] } }, {})).toEqual([broken('mail', 'required', 'Mail!')])
  })

  it('reaches fields of a nested object that is absent, and not those of an absent sub-document', async () => {
    expect(await errorsOf({ 'address.zip': { required: true } }, {})).toEqual([text('address.zip')])
    expect(await errorsOf({ 'home.city': { required: true } }, {})).toEqual([])
    expect(await errorsOf({ 'home.city': { required: true } }, { home: {} })).toEqual([
      broken('home.city', 'required', 'Path `city` is required.'),
    ])
  })

  it('holds in a sub-schema and in a list that have setters as in others', async () => {
    const same = (value: unknown) => value
    const modelWith = (set: object) => {
      const n = { b: String, own: { type: String, required: true } }
      const item = sub({ a: String, kind: { type: String, default: 'x' }, n, tags: [String] })
      const inner = sub({ c: String, item: sub({ d: String }) })
      return modelOf({
        item: { type: item, ...set },
        list: { type: [item], ...set },
        deep: { type: sub({ name: String, inner }), ...set },
      })
    }
    const [Plain, Set] = [modelWith({}), modelWith({ set: same })]
    const conditions = [
      true,
      [true, 'needed'],
      () => true,
      () => false,
      [(doc: unknown) => doc !== undefined, 'needed'],
    ]
    const paths = ['a', 'kind', 'n.b', 'n.own', 'tags'].flatMap((path) => [`item.${path}`, `list.${path}`])
    const bodies = [
      ...[{}, { a: 'x' }, { kind: 'x' }, { n: {} }, { n: { b: 'x', own: 'x' } }, { tags: [] }].flatMap((item) => [
        { item },
        { list: [item, { a: 'y', kind: 'z', n: { b: 'y' }, tags: ['y'] }] },
      ]),
      ...[{}, { inner: {} }, { inner: { c: 'x' } }, { inner: { item: {} } }].map((deep) => ({ deep })),
    ]
    for (const path of [...paths, 'deep.inner', 'deep.inner.c', 'deep.inner.item', 'deep.inner.item.d']) {
      for (const [required, partial] of conditions.flatMap((condition) => [true, false].map((is) => [condition, is]))) {
        const options = { allow: ['item', 'list', 'deep'], partial, rules: { [path]: { required } } }
        const [plain, set] = [looseGuard(Plain, options), looseGuard(Set, options)]
        for (const body of bodies.filter((one) => Object.keys(one)[0] === path.split('.')[0]))
          expect([path, body, await set.validate(body)]).toEqual([path, body, await plain.validate(body)])
      }
    }
  })

  it('asks for what is sent, and for what a setter leaves of it', async () => {
    const Model = modelOf({
      item: { type: sub({ a: String, b: String }), set: (item: object) => ({ a: 'set', ...item }) },
    })
    const certain = looseGuard(Model, { allow: ['item'], rules: { 'item.a': { required: true } } })
    expect(await certain.validate({ item: {} })).toMatchObject({ errors: [{ path: 'item.a', rule: 'required' }] })
    const asked = looseGuard(Model, { allow: ['item'], rules: { 'item.a': { required: () => true } } })
    expect(await asked.validate({ item: {} })).toEqual({ ok: true, validated: { item: {} } })
    const Dropping = modelOf({ item: { type: sub({ a: String, b: String }), set: () => ({ b: 'set' }) } })
    for (const required of [true, () => true]) {
      const guard = looseGuard(Dropping, { allow: ['item'], rules: { 'item.a': { required } } })
      expect(await guard.validate({ item: { a: 'x' } })).toMatchObject({
        errors: [{ path: 'item.a', rule: 'required' }],
      })
    }
  })

  it('may be a condition, beside that of the model', async () => {
    const Conditional = modelOf({
      a: {
        type: String,
        required(this: { b?: number }) {
          return this.b === 1
        },
      },
      b: Number,
    })
    const guard = looseGuard(Conditional, {
      allow: ['a', 'b'],
      rules: {
        a: {
          required(this: { b?: number }) {
            return this.b === 2
          },
        },
      },
    })
    for (const b of [1, 2]) expect(await guard.validate({ b })).toEqual({ ok: false, errors: [text('a')] })
    expect(await guard.validate({ b: 3 })).toMatchObject({ ok: true })
    const certain = looseGuard(Conditional, { allow: ['a', 'b'], rules: { a: { required: true } } })
    expect(await certain.validate({ b: 3 })).toEqual({ ok: false, errors: [text('a')] })
  })
})

it('leaves the model as it is', async () => {
  const rulesOf = () =>
    Object.entries(Model.schema.paths).map(([path, type]) => [
      path,
      [...type.validators],
      { ...type.options },
      (type as { enumValues?: unknown[] }).enumValues?.slice(),
    ])
  const before = rulesOf()
  const rules = Object.assign({}, ...rows.map((row) => row.rules)) as object
  looseGuard(Model, { allow, rules: { ...rules, role: { required: true } } })
  expect(rulesOf()).toEqual(before)
  const document = new Model({ mail: 'a', address: { city: 'a' }, name: 'ab', tags: ['b'] })
  expect(document.get('role')).toBe('user')
  await document.validate()
})

const cannotBeMeant = (path: string, option: string, kind: string) =>
  `rules of "${path}": "${option}" has a value that cannot be meant: it takes ${kind}`

it.each([
  ['a path that is not allowed', { role: { minlength: 1 } }, ['name'], 'rules of "role": the path is not in "allow"'],
  [
    'a path that is misspelt',
    { nmae: { minlength: 1 } },
    ['name'],
    'the path of rules "nmae" does not match the schema ("nmae" not found)',
  ],
  [
    'a path that the schema lacks',
    { 'any.b': { required: true } },
    allow,
    'the path of rules "any.b" reaches inside "any"',
  ],
  [
    'an option of another type',
    { age: { minlength: 3 } },
    allow,
    'rules of "age": a path of type Number has no option "minlength", but required, min, max, enum, validate, allowNull',
  ],
  [
    'an unknown option',
    { age: { minimum: 3 } },
    allow,
    'rules of "age": unknown option "minimum"; the options are required,',
  ],
  [
    'rules of a field in an object',
    { address: { city: { required: true } } },
    allow,
    'rules of "address": unknown option "city"; the options are required, minlength, maxlength, min, max, enum, match, validate, allowNull; a field in it has rules by its own path, "address.city"',
  ],
  [
    'rules of fields in objects in each other',
    { 'address.geo': { point: { lat: { max: 90 } } } },
    allow,
    'rules of "address.geo": unknown option "point"; the options are required, minlength, maxlength, min, max, enum, match, validate, allowNull; a field in it has rules by its own path, "address.geo.point"',
  ],
  [
    'rules of a nested object',
    { address: { required: true } },
    allow,
    'rules of "address": a nested object has no "required"',
  ],
  [
    'an option of a text for an array of objects',
    { lines: { minlength: 1 } },
    allow,
    'rules of "lines": a path of type Array has no option "minlength", but required, validate',
  ],
  ['what Mongoose refuses', { age: { validate: 3 } }, allow, 'rules of "age": "validate" is refused by Mongoose'],
  ['an enum of an array of objects', { lines: { enum: ['a'] } }, allow, 'rules of "lines"'],
  [
    'rules that are no object',
    [],
    allow,
    'option "rules" must be an object such as { name: { minlength: 3 } }, received an array',
  ],
  [
    'rules in a Map',
    new Map([['age', { required: true }]]),
    allow,
    'option "rules" must be a plain object such as { name: { minlength: 3 } }, received an instance of Map',
  ],
  ['an empty enum', { name: { enum: [] } }, allow, cannotBeMeant('name', 'enum', 'a list of values')],
  [
    'a pattern that is a text',
    { name: { match: 'abc' } },
    allow,
    cannotBeMeant('name', 'match', 'a regular expression'),
  ],
  [
    'a length that is none',
    { name: { minlength: Number.NaN } },
    allow,
    cannotBeMeant('name', 'minlength', 'an integer from 0 on'),
  ],
  ['an empty limit', { name: { maxlength: [] } }, allow, cannotBeMeant('name', 'maxlength', 'an integer from 0 on')],
  ['the epoch as a number', { born: { max: 0 } }, allow, cannotBeMeant('born', 'max', 'a date, as new Date(0)')],
  ['an empty text for a limit of dates', { born: { min: '' } }, allow, 'rules of "born": "min" has a value'],
  ['an enum of undefined', { name: { enum: [undefined] } }, allow, 'rules of "name": "enum" has a value'],
  ['a limit that is no date', { born: { min: 'nonsense' } }, allow, 'rules of "born": "min" has a value'],
  ['a limit that is no number', { age: { max: 'abc' } }, allow, cannotBeMeant('age', 'max', 'a number')],
  ['rules of a path that are no object', { age: true }, allow, 'rules of "age" must be an object'],
])('%s is found at set-up', (_what, rules, allowed, problem) => {
  expect(() => looseGuard(Model, { allow: allowed, rules })).toThrow(`mongoose-guard: ${problem}`)
})

it('reaches the fields of discriminators', async () => {
  const Shape = modelOf({ kind: String }, { discriminatorKey: 'kind' })
  Shape.discriminator(`Round${Date.now()}`, new Schema({ radius: Number }), 'round')
  const guard = looseGuard(Shape, { allow: ['kind', 'radius'], rules: { radius: { required: true, min: 1 } } })
  expect(await guard.validate({ kind: 'round' })).toMatchObject({ errors: [{ path: 'radius', rule: 'required' }] })
  expect(await guard.validate({ kind: 'round', radius: 0 })).toMatchObject({
    errors: [{ path: 'radius', rule: 'min' }],
  })
  expect(await guard.validate({ kind: 'round', radius: 1 })).toMatchObject({ ok: true })
})

it.each([1, {}, { message: 'x' }, [true], 'Name'])(
  '%j for `required` holds always, as in Mongoose',
  async (required) => {
    expect(await errorsOf({ name: { required } }, {})).toMatchObject([{ path: 'name', rule: 'required' }])
    expect(await errorsOf({ role: { required } }, {})).toMatchObject([{ path: 'role', rule: 'required' }])
  },
)

it('rules run in the order of the route', async () => {
  expect(await errorsOf({ age: { max: 2, enum: [1] } }, { age: 4 })).toMatchObject([{ rule: 'max' }])
  expect(await errorsOf({ age: { enum: [1], max: 2 } }, { age: 4 })).toMatchObject([{ rule: 'enum' }])
})

it('two conditions keep the text of the model, unless the route has one', async () => {
  const Conditional = modelOf({ a: { type: String, required: [() => true, 'Model'] } })
  const errors = async (required: unknown) => {
    const outcome = await looseGuard(Conditional, { allow: ['a'], rules: { a: { required } } }).validate({})
    return outcome.ok ? [] : outcome.errors.map(({ message }) => message)
  }
  expect(await errors(() => false)).toEqual(['Model'])
  expect(await errors([() => false, 'Route'])).toEqual(['Route'])
  expect(await errors({ isRequired: () => false })).toEqual(['Model'])
})

it('a condition is asked in an update too', async () => {
  const required = {
    required(this: { age?: number }) {
      return this.age === 7
    },
  }
  expect(await errorsOf({ name: required }, { age: 7 })).toMatchObject([{ path: 'name', rule: 'required' }])
  expect(await errorsOf({ name: required }, { age: 6 })).toEqual([])
  expect(await errorsOf({ 'address.zip': { required: [() => true, 'zip'] } }, {})).toMatchObject([{ message: 'zip' }])
})

it('what does not require leaves an update as it is', async () => {
  for (const required of [false, [false, 'Mail'], { isRequired: false }, { isRequired: false, message: 'Mail' }]) {
    expect(await errorsOf({ mail: { required } }, {})).toEqual([])
    expect(await errorsOf({ mail: { required } }, { address: { city: 'a' } }, { partial: false })).toEqual([
      broken('mail', 'required', 'Mail please'),
    ])
  }
})

it('of a path that the model requires, an update is asked the condition of the route alone', async () => {
  const certain = modelOf({ mail: { type: String, required: true }, age: Number })
  const conditional = modelOf({ mail: { type: String, required: () => true }, age: Number })
  const rules = {
    mail: {
      required(this: { age?: number }) {
        return this.age === 7
      },
    },
  }
  const missing = broken('mail', 'required', 'Path `mail` is required.')
  for (const ofModel of [certain, conditional]) {
    const whole = checkOf(ofModel, ['mail', 'age'], true, false, rules)
    for (const check of [whole, walkerOnly(whole)]) {
      expect(await checkBody(check, {})).toEqual({ ok: true, validated: {} })
      expect(await checkBody(check, { age: 6 })).toEqual({ ok: true, validated: { age: 6 } })
      expect(await checkBody(check, { age: 7 })).toMatchObject({ ok: false, errors: [missing] })
      expect(await checkBody(check, { mail: null })).toMatchObject({ ok: false, errors: [missing] })
    }
    const created = await looseGuard(ofModel, { allow: ['mail', 'age'], rules }).validate({ age: 6 })
    expect(created).toEqual({ ok: false, errors: [missing] })
  }
})

it('may be added to a type that is frozen', async () => {
  const Model = modelOf({ a: String })
  Object.freeze(Model.schema.path('a'))
  const guard = looseGuard(Model, { allow: ['a'], rules: { a: { maxlength: 2 } } })
  expect(await guard.validate({ a: 'abc' })).toMatchObject({ errors: [{ path: 'a', rule: 'maxlength' }] })
})

describe('asynchronous conditions that reject', () => {
  const unhandled = unhandledRejections()

  it('do not end the process, of the model and of the route', async () => {
    const fails = async () => {
      await Promise.resolve()
      throw new Error('no connection')
    }
    for (const [ofModel, ofRoute] of [
      [fails, () => false],
      [() => false, fails],
      [fails, fails],
    ]) {
      const Conditional = modelOf({ a: { type: String, required: ofModel } })
      const guard = looseGuard(Conditional, { allow: ['a'], rules: { a: { required: ofRoute } } })
      expect(await guard.validate({})).toMatchObject({ errors: [{ path: 'a', rule: 'required' }] })
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(unhandled).toEqual([])
  })
})
