import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { broken, errorsOf, outcomeOf, wrongType } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { Types } = mongoose.Schema

/** Compares the guard with Mongoose itself, and returns what both of them said. */
async function agreed(definition: object, body: object) {
  const Model = modelOf(definition)
  const allow = Object.keys(definition)
  const errors = asOracleErrors(await errorsOf(Model, { allow }, body))
  expect(errors).toEqual(await mongooseErrors(Model, body))
  return errors
}

interface Case {
  definition: object
  value: unknown
  rule?: string
  message?: string
}

const long = 'abcdefghijklmnopqrstuvwxyz0123456789'

describe('built-in rules', () => {
  it.each<Case>([
    {
      definition: { type: String, minlength: 3 },
      value: 'ab',
      rule: 'minlength',
      message: 'Path `f` (`ab`, length 2) is shorter than the minimum allowed length (3).',
    },
    {
      definition: { type: String, minLength: 3 },
      value: '',
      rule: 'minlength',
      message: 'Path `f` (``, length 0) is shorter than the minimum allowed length (3).',
    },
    {
      definition: { type: String, maxlength: 3 },
      value: 'abcd',
      rule: 'maxlength',
      message: 'Path `f` (`abcd`, length 4) is longer than the maximum allowed length (3).',
    },
    {
      definition: { type: String, maxlength: 3 },
      value: long,
      rule: 'maxlength',
      message:
        'Path `f` (`abcdefghijklmnopqrstuvwxyz0123...`, length 36) is longer than the maximum allowed length (3).',
    },
    { definition: { type: String, match: /b/ }, value: 'c', rule: 'regexp', message: 'Path `f` is invalid (c).' },
    {
      definition: { type: String, enum: ['a', 'b'] },
      value: 'c',
      rule: 'enum',
      message: '`c` is not a valid enum value for path `f`.',
    },
    {
      definition: { type: String, enum: ['a'] },
      value: '',
      rule: 'enum',
      message: '`` is not a valid enum value for path `f`.',
    },
    {
      definition: { type: Number, enum: [1, 2] },
      value: 3,
      rule: 'enum',
      message: '`3` is not a valid enum value for path `f`.',
    },
    {
      definition: { type: String, enum: { values: ['a'] } },
      value: 'c',
      rule: 'enum',
      message: 'Validator failed for path `f` with value `c`',
    },
    {
      definition: { type: Number, min: 1 },
      value: 0,
      rule: 'min',
      message: 'Path `f` (0) is less than minimum allowed value (1).',
    },
    {
      definition: { type: Number, max: 5 },
      value: 6.5,
      rule: 'max',
      message: 'Path `f` (6.5) is more than maximum allowed value (5).',
    },
    { definition: { type: String, required: true }, value: '', rule: 'required', message: 'Path `f` is required.' },
    {
      definition: { type: String, validate: () => false },
      value: 'x',
      rule: 'user defined',
      message: 'Validator failed for path `f` with value `x`',
    },
  ])('$rule has the text of Mongoose: $message', async ({ definition, value, rule, message }) => {
    expect(await agreed({ f: definition }, { f: value })).toEqual([{ path: 'f', rule, message }])
  })

  it.each<Case>([
    { definition: { type: Date, min: '2020-01-01' }, value: '2019-12-31', rule: 'min' },
    { definition: { type: Date, min: new Date('2020-01-01') }, value: '2019-12-31T10:00:00Z', rule: 'min' },
    { definition: { type: Date, max: '2020-01-01' }, value: '2020-01-02', rule: 'max' },
    { definition: { type: Date, max: Date.now }, value: '2999-01-01', rule: 'max' },
    { definition: { type: Date, min: [Date.now, 'Too early: {VALUE}'] }, value: '2001-01-01', rule: 'min' },
    { definition: { type: String, minlength: [3, 'Short: {VALUE} < {MINLENGTH}'] }, value: 'ab', rule: 'minlength' },
    {
      definition: { type: String, maxlength: [3, '{PATH} is {LENGTH} long, not {MAXLENGTH}: {VALUE}'] },
      value: long,
      rule: 'maxlength',
    },
    {
      definition: { type: String, maxlength: [3, '{VALUE} {TYPE} {LENGTH} {FULLPATH} {VALUE} {OTHER}'] },
      value: long,
      rule: 'maxlength',
    },
    { definition: { type: String, maxLength: [3, 'Long: {VALUE}'] }, value: 'long', rule: 'maxlength' },
    {
      definition: { type: String, maxlength: [3, ({ value }: { value: string }) => `Long: {LENGTH} ${value}`] },
      value: long,
      rule: 'maxlength',
    },
    { definition: { type: String, match: [/b/, 'No b in {VALUE}'] }, value: 'c', rule: 'regexp' },
    { definition: { type: String, enum: { values: ['a'], message: '{VALUE} is not it' } }, value: 'c', rule: 'enum' },
    { definition: { type: Number, min: [1, '{PATH}: {VALUE} < {MIN}'] }, value: 0, rule: 'min' },
    { definition: { type: Number, max: [5, '{MAX} at most'] }, value: 6, rule: 'max' },
    {
      definition: { type: String, validate: { validator: () => false, message: '{PATH} {PATH} {KIND} {TYPE}' } },
      value: 'c',
      rule: 'user defined',
    },
    {
      definition: { type: String, validate: { validator: () => false, message: 'More: {LIMIT}', limit: 7 } },
      value: 'c',
      rule: 'user defined',
    },
    { definition: { type: String, validate: [() => false, 'No {VALUE}', 'own kind'] }, value: 'c', rule: 'own kind' },
    {
      definition: { type: String, validate: { validator: () => false, type: 'own type' } },
      value: 'c',
      rule: 'own type',
    },
    { definition: { type: String, validate: /^b/ }, value: 'c', rule: 'user defined' },
    { definition: { type: String, validate: [/^b/, 'Begin with b'] }, value: 'c', rule: 'user defined' },
    {
      definition: {
        type: String,
        validate: [{ validator: () => true }, { validator: () => false, message: 'second' }],
      },
      value: 'c',
      rule: 'user defined',
    },
    {
      definition: {
        type: Number,
        validate: {
          validator: (value: number) => value > 1,
          message: ({ value, path }: { value: number; path: string }) => `${path} is ${value}`,
        },
      },
      value: 1,
      rule: 'user defined',
    },
    { definition: { type: Types.Decimal128, validate: () => false }, value: '1.50', rule: 'user defined' },
    { definition: { type: BigInt, validate: () => false }, value: '42', rule: 'user defined' },
    {
      definition: { type: Types.ObjectId, validate: () => false },
      value: '507F1f77bcf86cd799439011',
      rule: 'user defined',
    },
    { definition: { type: Boolean, validate: () => false }, value: false, rule: 'user defined' },
    { definition: { type: Types.Int32, validate: () => false }, value: 5, rule: 'user defined' },
    { definition: { type: Types.Double, validate: () => false }, value: 1.5, rule: 'user defined' },
    {
      definition: { type: Types.UUID, validate: () => false },
      value: '3b241101-e2bb-4255-8caf-4136c566a962',
      rule: 'user defined',
    },
    {
      definition: { type: Buffer, validate: () => false },
      value: { type: 'Buffer', data: [104, 105] },
      rule: 'user defined',
    },
    { definition: { type: [String], validate: () => false }, value: ['a', 'b'], rule: 'user defined' },
    { definition: { type: Map, of: Number, validate: () => false }, value: { a: 1 }, rule: 'user defined' },
  ])('$definition fails $value as in Mongoose', async ({ definition, value, rule }) => {
    expect(await agreed({ f: definition }, { f: value })).toEqual([
      { path: 'f', rule, message: expect.any(String) as string },
    ])
  })

  it.each<Case>([
    { definition: { type: String, minlength: 3 }, value: 'abc' },
    { definition: { type: String, minlength: 3, maxlength: 5, match: /b/, enum: ['abc'] }, value: null },
    { definition: { type: String, match: /b/ }, value: '' },
    { definition: { type: String, minlength: 2 }, value: '👍' },
    { definition: { type: Number, min: 1, max: 5 }, value: 5 },
    { definition: { type: Date, min: '2020-01-01', max: '2020-12-31' }, value: '2020-01-01' },
    { definition: { type: Types.Int32, min: 5 }, value: 1 },
    { definition: { type: [String], minlength: 2 }, value: ['a'] },
    { definition: { type: [{ type: String, enum: ['a'] }] }, value: [] },
  ])('$definition passes $value as in Mongoose', async ({ definition, value }) => {
    expect(await agreed({ f: definition }, { f: value })).toEqual([])
  })

  it('report the first rule that fails, in the order they are declared', async () => {
    expect(await agreed({ f: { type: String, match: /z/, minlength: 9, enum: ['zz'] } }, { f: 'a' })).toEqual([
      expect.objectContaining({ rule: 'regexp' }),
    ])
    expect(await agreed({ f: { type: String, enum: ['zz'], minlength: 9, match: /z/ } }, { f: 'a' })).toEqual([
      expect.objectContaining({ rule: 'enum' }),
    ])
  })

  it('test a global regular expression afresh for each body', async () => {
    const Model = modelOf({ f: { type: String, match: /b/g }, g: { type: String, validate: /b/g } })
    for (let body = 0; body < 3; body++) {
      expect(await errorsOf(Model, { allow: ['f', 'g'] }, { f: 'ab', g: 'ab' })).toEqual([])
    }
  })

  it('leave a global or sticky regular expression as it was', async () => {
    for (const pattern of [/b/g, /b/y, /b/gy]) {
      const Model = modelOf({ f: { type: String, validate: pattern } })
      expect(await errorsOf(Model, { allow: ['f'] }, { f: 'b' })).toEqual([])
      expect(pattern.lastIndex).toBe(0)
      // What the handler saves next is the same value.
      expect(await mongooseErrors(Model, { f: 'b' })).toEqual([])
      pattern.lastIndex = 0
      expect(await errorsOf(Model, { allow: ['f'] }, { f: 'cb' })).toHaveLength(pattern.sticky ? 1 : 0)
    }
  })

  it('may be a frozen regular expression', async () => {
    const pattern = Object.freeze(/^[a-z]+$/)
    const Model = modelOf({
      f: { type: String, validate: pattern },
      list: [{ type: String, validate: [pattern, 'bad'] }],
    })
    expect(await agreed(Model.schema.obj, { f: 'ab', list: ['ab'] })).toEqual([])
    expect(await errorsOf(Model, { allow: ['f', 'list'] }, { f: 'A', list: ['a', 'B'] })).toMatchObject([
      { path: 'f' },
      { path: 'list.1', message: 'bad' },
    ])
  })

  it('of a container are not run in a sub-document whose own rules fail', async () => {
    const never = () => false
    const fields = {
      list: { type: [String], validate: never },
      map: { type: Map, of: String, validate: never },
      one: { type: sub({}), validate: never },
      either: { type: Types.Union, of: [Number, String], validate: never },
    }
    const body = { f: { list: ['a'], map: { k: 'a' }, one: {}, either: 'a' } }
    expect(await agreed({ f: { type: sub(fields), validate: never } }, body)).toMatchObject([{ path: 'f' }])
    expect(await agreed({ f: { type: sub(fields), validate: () => true } }, body)).toHaveLength(4)
  })

  it('that judge the presence of a container are not run in such a sub-document either', async () => {
    const { Array: ArrayType } = Types as unknown as { Array: { checkRequired: (check?: unknown) => unknown } }
    const original = ArrayType.checkRequired()
    ArrayType.checkRequired((list: unknown) => Array.isArray(list) && list.length > 0)
    try {
      const fields = { list: { type: [String], required: true } }
      const body = { f: { list: [] } }
      expect(await agreed({ f: { type: sub(fields), validate: () => false } }, body)).toMatchObject([{ path: 'f' }])
      expect(await agreed({ f: { type: sub(fields) } }, body)).toMatchObject([{ path: 'f.list', rule: 'required' }])
    } finally {
      ArrayType.checkRequired(original)
    }
  })

  it('of the elements of a row come before those of their fields', async () => {
    const never = () => false
    const item = { type: sub({ a: { type: String, validate: never } }) }
    expect(await agreed({ f: [[{ ...item, validate: never }]] }, { f: [[{ a: 'x' }]] })).toMatchObject([
      { path: 'f.0.0' },
    ])
    expect(await agreed({ f: [[{ ...item, validate: () => true }]] }, { f: [[{ a: 'x' }]] })).toMatchObject([
      { path: 'f.0.0.a' },
    ])
  })

  it('added after the guard was made count too', async () => {
    const Model = modelOf({ f: String })
    Model.schema.path('f').validate(() => false, 'added later')
    expect(await errorsOf(Model, { allow: ['f'] }, { f: 'x' })).toEqual([broken('f', 'user defined', 'added later')])
  })
})

describe('where rules sit', () => {
  const city = { type: String, minlength: 3 }
  it.each<{ where: string; definition: object; body: object; paths: string[] }>([
    {
      where: 'an element',
      definition: { f: [{ type: String, enum: ['a'] }] },
      body: { f: ['a', 'x'] },
      paths: ['f.1'],
    },
    {
      where: 'an element, written beside the array',
      definition: { f: { type: [String], enum: ['a'] } },
      body: { f: ['a', 'x'] },
      paths: ['f.1'],
    },
    {
      where: 'an element of a row',
      definition: { f: [[{ type: Number, min: 1 }]] },
      body: { f: [[1, 0], [0]] },
      paths: ['f.0.1', 'f.1.0'],
    },
    {
      where: 'a Map value',
      definition: { f: { type: Map, of: { type: Number, min: 1 } } },
      body: { f: { a: 1, b: 0 } },
      paths: ['f.b'],
    },
    {
      where: 'an array in a Map',
      definition: { f: { type: Map, of: [{ type: String, enum: ['a'] }] } },
      body: { f: { k: ['a', 'x'] } },
      paths: ['f.k.1'],
    },
    {
      where: 'a Map in a Map',
      definition: { f: { type: Map, of: { type: Map, of: { type: Number, min: 1 } } } },
      body: { f: { k: { j: 0 } } },
      paths: ['f.k.j'],
    },
    {
      where: 'a sub-schema in a Map',
      definition: { f: { type: Map, of: sub({ city }) } },
      body: { f: { k: { city: 'a' } } },
      paths: ['f.k.city'],
    },
    {
      where: 'sub-schemas in arrays in a Map',
      definition: { f: { type: Map, of: [sub({ city })] } },
      body: { f: { k: [{ city: 'a' }] } },
      paths: ['f.k.0.city'],
    },
    {
      where: 'a nested object',
      definition: { f: { b: { c: city } } },
      body: { f: { b: { c: 'a' } } },
      paths: ['f.b.c'],
    },
    {
      where: 'a sub-schema',
      definition: { f: sub({ city, deep: { y: city }, list: [city], inner: sub({ z: city }) }) },
      body: { f: { city: 'a', deep: { y: 'a' }, list: ['abc', 'a'], inner: { z: 'a' } } },
      paths: ['f.city', 'f.deep.y', 'f.inner.z', 'f.list.1'],
    },
    {
      where: 'an array of sub-schemas',
      definition: { f: [sub({ city })] },
      body: { f: [{ city: 'abc' }, { city: 'a' }] },
      paths: ['f.1.city'],
    },
    {
      where: 'sub-schemas in a nested object',
      definition: { f: { s: sub({ city }), l: [sub({ city })] } },
      body: { f: { s: { city: 'a' }, l: [{ city: 'a' }] } },
      paths: ['f.l.0.city', 'f.s.city'],
    },
    {
      where: 'the sub-schema itself',
      definition: { f: { type: sub({ city }), validate: () => false } },
      body: { f: { city: 'abc' } },
      paths: ['f'],
    },
    {
      where: 'a sub-schema whose own rule fails',
      definition: { f: { type: sub({ city }), validate: () => false } },
      body: { f: { city: 'a' } },
      paths: ['f'],
    },
    {
      where: 'a sub-schema whose own rule fails, above rules that see the document',
      definition: {
        f: {
          type: sub({
            city: {
              type: String,
              validate(this: { city?: string }) {
                return this.city === undefined
              },
            },
          }),
          validate: () => false,
        },
      },
      body: { f: { city: 'a' } },
      paths: ['f'],
    },
    {
      where: 'the array of sub-schemas itself',
      definition: { f: { type: [sub({ city })], validate: (list: unknown[]) => list.length > 1 } },
      body: { f: [{ city: 'abc' }] },
      paths: ['f'],
    },
    {
      where: 'Mixed elements, where Mongoose runs none',
      definition: { f: [{ type: Types.Mixed, validate: () => false }] },
      body: { f: [1] },
      paths: [],
    },
    {
      where: 'inner arrays, where Mongoose runs none',
      definition: { f: [{ type: [Number], validate: () => false }] },
      body: { f: [[1]] },
      paths: [],
    },
  ])('in $where have the path and text of Mongoose', async ({ definition, body, paths }) => {
    expect((await agreed(definition, body)).map(({ path }) => path)).toEqual(paths)
  })

  it('on a sub-schema below a nested object run, though Mongoose leaves them out', async () => {
    const Model = modelOf({
      n: { s: { type: sub({ city: String }), validate: { validator: () => false, message: 'no' } } },
    })
    expect(await errorsOf(Model, { allow: ['n'] }, { n: { s: { city: 'x' } } })).toEqual([
      broken('n.s', 'user defined', 'no'),
    ])
  })

  it('of a field do not run where its type is wrong', async () => {
    const calls: unknown[] = []
    const validate = (value: unknown) => calls.push(value) > 0
    const Model = modelOf({ f: { type: String, validate, minlength: 30 }, g: { type: Number, validate, min: 9 } })
    expect(await errorsOf(Model, { allow: ['f', 'g'] }, { f: 1, g: 'x' })).toEqual([
      wrongType('f', 'string', 'number'),
      wrongType('g', 'number', 'string'),
    ])
    expect(calls).toEqual([])
  })

  it('of a container do not run where something in it has the wrong type', async () => {
    const calls: unknown[] = []
    const validate = (value: unknown) => calls.push(value) === 0
    const Model = modelOf({
      tags: { type: [String], validate },
      list: { type: [sub({ a: Number })], validate },
      scores: { type: Map, of: Number, validate },
      home: { type: sub({ a: Number }), validate },
    })
    const body = { tags: ['a', 1], list: [{ a: 'x' }], scores: { k: 'x' }, home: { a: 'x' } }
    expect(
      (await errorsOf(Model, { allow: Object.keys(body) }, body)).map(({ path, code }) => `${path ?? ''} ${code}`),
    ).toEqual(['tags.1 invalid_type', 'list.0.a invalid_type', 'scores.k invalid_type', 'home.a invalid_type'])
    expect(calls).toEqual([])
  })

  it('of other elements run where one has the wrong type', async () => {
    const Model = modelOf({ tags: [{ type: String, minlength: 3 }] })
    expect(await errorsOf(Model, { allow: ['tags'] }, { tags: ['a', 1, 'abc', 'b'] })).toEqual([
      broken('tags.0', 'minlength', 'Path `tags.0` (`a`, length 1) is shorter than the minimum allowed length (3).'),
      wrongType('tags.1', 'string', 'number'),
      broken('tags.3', 'minlength', 'Path `tags.3` (`b`, length 1) is shorter than the minimum allowed length (3).'),
    ])
  })

  it('of all elements are reported, however deep they are', async () => {
    const deep = sub({ s: sub({ t: sub({ x: { type: Number, min: 1 } }) }) })
    const Model = modelOf({ list: [sub({ a: { type: Number, min: 1 }, deep })] })
    const errors = await errorsOf(
      Model,
      { allow: ['list'] },
      { list: [{ a: 0 }, { deep: { s: { t: { x: 0 } } } }, { a: 0 }] },
    )
    expect(errors.map(({ path }) => path)).toEqual(['list.0.a', 'list.1.deep.s.t.x', 'list.2.a'])
  })
})

describe('texts', () => {
  it.each(['$&', "$'", '$`', '$1', '$$', '{VALUE}', '{PATH}', '{LENGTH}'])(
    'hold the value %s as it was sent',
    async (value) => {
      const Model = modelOf({ f: { type: String, match: /^ok$/ }, g: { type: String, enum: ['ok'] } })
      expect(await errorsOf(Model, { allow: ['f', 'g'] }, { f: value, g: value })).toEqual([
        broken('f', 'regexp', `Path \`f\` is invalid (${value}).`),
        broken('g', 'enum', `\`${value}\` is not a valid enum value for path \`g\`.`),
      ])
    },
  )

  it('of a message function come from what Mongoose hands it', async () => {
    const message = (props: { path: string; value: unknown; type: string }) =>
      JSON.stringify([props.path, props.value, props.type])
    expect(await agreed({ f: { type: Number, validate: { validator: () => false, message } } }, { f: 5 })).toHaveLength(
      1,
    )
    expect(await agreed({ f: { type: String, required: [true, message] } }, {})).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['a function that a method gave', ({ value }: { value: string }) => `Long: ${value}`],
    ['a text that a method gave', 'Long: {VALUE}'],
  ])('of `maxlength` may be %s', async (_, message) => {
    const Model = modelOf({ f: { type: String, maxlength: [3, 'Never: {VALUE}'] } })
    const type = Model.schema.path('f') as unknown as { maxlength(length: number, message: unknown): void }
    type.maxlength(4, message)
    const errors = await errorsOf(Model, { allow: ['f'] }, { f: long })
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, { f: long }))
    expect(errors[0]?.message).toContain('Long: abc')
  })

  it('of `maxlength` may be a function that the application made the default', async () => {
    const texts = (mongoose.Error.messages as { String: { maxlength: unknown } }).String
    const usual = texts.maxlength
    texts.maxlength = ({ value }: { value: string }) => `Long: ${value}`
    try {
      const Model = modelOf({ f: { type: String, maxlength: 3 } })
      const errors = await errorsOf(Model, { allow: ['f'] }, { f: long })
      expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, { f: long }))
      expect(errors[0]?.message).toBe(`Long: ${long}`)
    } finally {
      texts.maxlength = usual
    }
  })

  it.each(["$&$'$`", '{LENGTH}{PATH}', '{VALUE}', long])(
    'of `maxlength` are those of Mongoose for %s',
    async (value) => {
      expect(await agreed({ f: { type: String, maxlength: 3 } }, { f: value })).toHaveLength(1)
      expect(
        await agreed({ f: { type: Map, of: { type: String, maxlength: 3 } } }, { f: { [`k${value}`]: long } }),
      ).toHaveLength(1)
    },
  )
})

describe('setters', () => {
  it.each<{ definition: object; value: unknown; rules: string[] }>([
    { definition: { type: String, lowercase: true, enum: ['a'] }, value: 'A', rules: [] },
    { definition: { type: String, uppercase: true, enum: ['A'] }, value: 'a', rules: [] },
    { definition: { type: String, trim: true, minlength: 3 }, value: '  a ', rules: ['minlength'] },
    { definition: { type: String, trim: true, maxlength: 3 }, value: '  abc  ', rules: [] },
    { definition: { type: String, trim: true, match: /^b$/ }, value: ' b ', rules: [] },
    {
      definition: {
        type: String,
        trim: true,
        lowercase: true,
        set: (text: string) => text.replace('X', 'Y'),
        enum: ['y'],
      },
      value: ' X ',
      rules: [],
    },
    {
      definition: { type: String, set: (text: string) => text.slice(1), trim: true, enum: ['b'] },
      value: ' ab',
      rules: [],
    },
    { definition: { type: Number, set: (value: number) => value * 10, max: 50 }, value: 6, rules: ['max'] },
    {
      definition: {
        type: Date,
        set: (value: unknown) => (typeof value === 'string' ? '2020-01-01' : value),
        min: '2021-01-01',
      },
      value: '2022-01-01',
      rules: ['min'],
    },
    { definition: { type: [{ type: String, lowercase: true, enum: ['a'] }] }, value: ['A', 'B'], rules: ['enum'] },
    {
      definition: { type: Map, of: { type: String, lowercase: true, enum: ['a'] } },
      value: { k: 'A', l: 'B' },
      rules: ['enum'],
    },
    {
      definition: {
        type: [String],
        set: (list: string[]) => list.slice(1),
        validate: (list: string[]) => list.length > 1,
      },
      value: ['a', 'b'],
      rules: ['user defined'],
    },
  ])('of $definition run before its rules on $value', async ({ definition, value, rules }) => {
    expect((await agreed({ f: definition }, { f: value })).map(({ rule }) => rule)).toEqual(rules)
  })

  it('get what Mongoose gives them: the value, the schema type and the path', async () => {
    const seen: unknown[][] = []
    const set = (...given: unknown[]) => {
      seen.push(given)
      return given[0]
    }
    const { f } = { f: { type: String, set, minlength: 1 } }
    await agreed({ n: { f } }, { n: { f: 'x' } })
    const [ours, theirs] = [seen[0], seen.at(-1)].map((given) => [
      given?.[0],
      given?.[2],
      (given?.[3] as { path: string } | undefined)?.path,
    ])
    expect(ours).toEqual(theirs)
  })

  it('leave validated as it was sent', async () => {
    const Model = modelOf({
      f: { type: String, trim: true, lowercase: true, required: true },
      list: [{ type: String, uppercase: true }],
    })
    const body = { f: ' ABC ', list: ['a'] }
    expect(await outcomeOf(Model, { allow: ['f', 'list'] }, body)).toEqual({ ok: true, validated: body })
  })

  it('that throw are an error of the field', async () => {
    const Model = modelOf({
      f: {
        type: String,
        set() {
          throw new Error('cannot set')
        },
      },
      g: { type: Number, min: 5 },
    })
    expect(await errorsOf(Model, { allow: ['f', 'g'] }, { f: 'x', g: 1 })).toEqual([
      broken('f', 'user defined', expect.any(String) as string),
      broken('g', 'min', 'Path `g` (1) is less than minimum allowed value (5).'),
    ])
  })

  it('that throw are an error of the field where they see the document too', async () => {
    const Model = modelOf({
      f: {
        type: String,
        set(this: { g?: number }, value: string) {
          if (value === 'x') throw new Error(`cannot set ${this.g ?? ''}`)
          return value
        },
        minlength: 5,
      },
      g: {
        type: Number,
        validate(this: { f?: string }) {
          return this.f !== undefined
        },
      },
      list: [sub({ f: { type: String, set: (value: string) => value.trim().repeat(-1), validate: () => false } })],
    })
    const body = { f: 'x', g: 1, list: [{ f: 'y' }] }
    expect(await errorsOf(Model, { allow: ['f', 'g', 'list'] }, body)).toEqual([
      broken('f', 'user defined', expect.any(String) as string),
      broken('g', 'user defined', 'Validator failed for path `g` with value `1`'),
      broken('list.0.f', 'user defined', expect.any(String) as string),
    ])
  })

  it('are not called for a value of the wrong type', async () => {
    const calls: unknown[] = []
    const Model = modelOf({ f: { type: String, set: (value: unknown) => (calls.push(value), value) } })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: 5 })).toEqual([wrongType('f', 'string', 'number')])
    expect(calls).toEqual([])
  })
})

describe('a custom validator', () => {
  it.each([false, 0, '', null, Number.NaN])('that returns %s fails', async (returned) => {
    expect(await agreed({ f: { type: String, validate: () => returned } }, { f: 'x' })).toHaveLength(1)
  })

  it.each([undefined, true, 1, 'no', {}])('that returns %s passes', async (returned) => {
    expect(await agreed({ f: { type: String, validate: () => returned } }, { f: 'x' })).toEqual([])
  })

  it.each([
    { thrown: new Error('told'), message: 'own text', text: 'told' },
    { thrown: new Error(''), message: 'own text', text: 'own text' },
    { thrown: 'a string', message: 'own text', text: 'own text' },
  ])('that throws $thrown fails with the text $text', async ({ thrown, message, text }) => {
    const validator = () => {
      // oxlint-disable-next-line typescript/only-throw-error -- people throw what they like
      throw thrown
    }
    expect(await agreed({ f: { type: String, validate: { validator, message } } }, { f: 'x' })).toEqual([
      { path: 'f', rule: 'user defined', message: text },
    ])
  })

  it.each([
    [
      'throws',
      (text: string) => {
        throw new Error(text)
      },
    ],
    ['rejects with', (text: string) => Promise.reject(new Error(text))],
  ])('that %s what it was given fails with just that text, which is no template', async (_, fail) => {
    const validate = { validator: fail, message: 'own text', secret: 'hidden' }
    for (const text of ['{VALIDATOR}', '{SECRET} {VALUE} {PATH}', "$' $& {REASON}", '{MESSAGE}']) {
      const errors = await errorsOf(modelOf({ f: { type: String, validate } }), { allow: ['f'] }, { f: text })
      expect(errors).toEqual([broken('f', 'user defined', text)])
    }
  })

  it('that throws a text gives that text to a subclass of the error of Mongoose as it is', async () => {
    class OwnError extends mongoose.Error.ValidatorError {}
    const validator = (text: string) => {
      throw new Error(`bad ${text}`)
    }
    const Model = modelOf({
      f: { type: String, validate: { validator, ErrorConstructor: OwnError, secret: 'hidden' } },
    })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: '{SECRET}' })).toEqual([
      broken('f', 'user defined', 'bad {SECRET}'),
    ])
  })

  it.each([null, undefined])('that throws %s fails', async (thrown) => {
    const validate = () => {
      // oxlint-disable-next-line typescript/only-throw-error -- people throw what they like
      throw thrown
    }
    expect(await errorsOf(modelOf({ f: { type: String, validate } }), { allow: ['f'] }, { f: 'x' })).toEqual([
      broken('f', 'user defined', expect.any(String) as string),
    ])
  })

  it.each([undefined, true, 1, 0, '', null, false])(
    'that resolves %s has the outcome of Mongoose',
    async (resolved) => {
      const errors = await agreed({ f: { type: String, validate: () => Promise.resolve(resolved) } }, { f: 'x' })
      const failures: unknown[] = isMongoose8 ? [0, '', null, false] : [false]
      expect(errors).toHaveLength(failures.includes(resolved) ? 1 : 0)
    },
  )

  it.each([
    { rejected: new Error('told'), text: 'told' },
    { rejected: 'a string', text: 'Validator failed for path `f` with value `x`' },
  ])('that rejects with $rejected fails with the text $text', async ({ rejected, text }) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- people reject with what they like
    const validate = () => Promise.reject(rejected)
    expect(await agreed({ f: { type: String, validate } }, { f: 'x' })).toEqual([
      { path: 'f', rule: 'user defined', message: text },
    ])
  })

  it('that rejects with nothing fails', async () => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- people reject with what they like
    const validate = () => Promise.reject(undefined)
    expect(await errorsOf(modelOf({ f: { type: String, validate } }), { allow: ['f'] }, { f: 'x' })).toEqual([
      broken('f', 'user defined', expect.any(String) as string),
    ])
  })

  it('may return any thenable', async () => {
    const validate = () => ({
      then: (resolve: (value: boolean) => void) => {
        resolve(false)
      },
    })
    expect(await errorsOf(modelOf({ f: { type: String, validate } }), { allow: ['f'] }, { f: 'x' })).toEqual([
      broken('f', 'user defined', 'Validator failed for path `f` with value `x`'),
    ])
  })

  it('may be asynchronous beside others on the same field, on others and in elements', async () => {
    const slow = (milliseconds: number, value: boolean) => () =>
      new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, value))
    const definition = {
      a: { type: String, validate: [{ validator: slow(5, true) }, { validator: slow(1, false), message: 'second' }] },
      b: { type: String, validate: slow(3, false) },
      c: { type: String, validate: slow(1, true) },
      list: [sub({ d: { type: String, validate: slow(2, false) } })],
      tags: [{ type: String, validate: slow(1, false) }],
    }
    // Mongoose 9 loses the errors of slower elements, so there is one element here.
    const body = { a: 'x', b: 'x', c: 'x', list: [{ d: 'x' }], tags: ['x'] }
    expect((await agreed(definition, body)).map(({ path }) => path)).toEqual(['a', 'b', 'list.0.d', 'tags.0'])
  })

  it('gets the value that Mongoose would give it', async () => {
    const seen: unknown[] = []
    const note = (value: unknown) => {
      seen.push(Object.prototype.toString.call(value), (value as { constructor?: { name: string } }).constructor?.name)
      return true
    }
    const definition = {
      date: { type: Date, validate: note },
      id: { type: Types.ObjectId, validate: note },
      decimal: { type: Types.Decimal128, validate: note },
      big: { type: BigInt, validate: note },
      int: { type: Types.Int32, validate: note },
      double: { type: Types.Double, validate: note },
      uuid: { type: Types.UUID, validate: note },
      buffer: { type: Buffer, validate: note },
      mixed: { type: Types.Mixed, validate: note },
      array: { type: [String], validate: note },
      map: { type: Map, of: Number, validate: note },
      home: { type: sub({ a: Number }), validate: note },
      list: { type: [sub({ a: Number })], validate: note },
    }
    const body = {
      date: '2026-11-20',
      id: '507f1f77bcf86cd799439011',
      decimal: '1.5',
      big: '5',
      int: 5,
      double: 1.5,
      uuid: '3b241101-e2bb-4255-8caf-4136c566a962',
      buffer: { type: 'Buffer', data: [1] },
      mixed: { a: 1 },
      array: ['a'],
      map: { a: 1 },
      home: { a: 1 },
      list: [{ a: 1 }],
    }
    const Model = modelOf(definition)
    expect(await errorsOf(Model, { allow: Object.keys(definition) }, body)).toEqual([])
    const given = seen.splice(0)
    expect(await mongooseErrors(Model, body)).toEqual([])
    expect(given).toEqual(seen)
    expect(given).toHaveLength(26)
  })

  it('with `propsParameter` gets what Mongoose gives', async () => {
    const seen: unknown[] = []
    const validator = (value: unknown, props: { path: string; value: unknown }) => {
      seen.push([value, props.path, props.value])
      return true
    }
    expect(await agreed({ f: { type: String, validate: { validator, propsParameter: true } } }, { f: 'x' })).toEqual([])
    expect(seen).toEqual([
      ['x', 'f', 'x'],
      ['x', 'f', 'x'],
    ])
  })
})

describe('`this`', () => {
  interface Receiver {
    kind?: string
    isNew?: boolean
    parent?: () => Receiver
    ownerDocument?: () => Receiver
    $__fullPath?: (path?: string) => string
    get?: (path: string) => unknown
  }

  it('at the top, in nested objects, elements and Map values is the document', async () => {
    const wantsKind = function (this: Receiver, value: unknown) {
      return this.kind === 'ok' || value === 'free'
    }
    const definition = {
      kind: String,
      top: { type: String, validate: wantsKind },
      n: { a: { type: String, validate: wantsKind } },
      tags: [{ type: String, validate: wantsKind }],
      scores: { type: Map, of: { type: String, validate: wantsKind } },
      list: { type: [String], validate: wantsKind },
      home: { type: sub({ a: String }), validate: wantsKind },
    }
    const rest = { top: 'x', n: { a: 'x' }, tags: ['x'], scores: { k: 'x' }, list: ['x'], home: { a: 'x' } }
    expect(await agreed(definition, { kind: 'ok', ...rest })).toEqual([])
    expect((await agreed(definition, { kind: 'no', ...rest })).map(({ path }) => path)).toEqual([
      'home',
      'list',
      'n.a',
      'scores.k',
      'tags.0',
      'top',
    ])
  })

  it('lacks what the handler adds, which a rule can wait for', async () => {
    const definition = {
      owner: { type: String, required: true },
      members: {
        type: [String],
        validate(this: { owner?: string }, members: string[]) {
          return this.owner === undefined || members.includes(this.owner)
        },
      },
    }
    const Model = modelOf(definition)
    const body = { members: ['ada'] }
    const outcome = await outcomeOf(Model, { allow: ['members'] }, body)
    expect(outcome).toEqual({ ok: true, validated: body })
    expect(await mongooseErrors(Model, { ...body, owner: 'ada' })).toEqual([])
    expect(await mongooseErrors(Model, { ...body, owner: 'grace' })).toMatchObject([{ path: 'members' }])
  })

  it('in sub-schemas is the subdocument, with its parents above it', async () => {
    const seen: unknown[] = []
    const field = {
      type: String,
      validate(this: Receiver) {
        seen.push([this.kind, this.parent?.().kind, this.ownerDocument?.().kind, this.$__fullPath?.('field')])
        return true
      },
    }
    const inner = sub({ kind: String, field })
    const definition = {
      kind: String,
      home: sub({ kind: String, field, inner }),
      list: [sub({ kind: String, field, inner })],
      byKey: { type: Map, of: sub({ kind: String, field }) },
    }
    const child = { kind: 'child', field: 'x', inner: { kind: 'grandchild', field: 'x' } }
    const body = { kind: 'top', home: child, list: [child], byKey: { k: { kind: 'child', field: 'x' } } }
    const Model = modelOf(definition)
    expect(await errorsOf(Model, { allow: Object.keys(definition) }, body)).toEqual([])
    const given = seen.splice(0)
    expect(await mongooseErrors(Model, body)).toEqual([])
    // Mongoose may run a rule of a subdocument twice.
    expect(new Set(given.map((entry) => JSON.stringify(entry)))).toEqual(
      new Set(seen.map((entry) => JSON.stringify(entry))),
    )
    expect(given).toHaveLength(5)
  })

  it('is one document a request', async () => {
    const seen = new Set<unknown>()
    const field = {
      type: String,
      validate(this: unknown) {
        seen.add(this)
        return true
      },
    }
    const Model = modelOf({ a: field, b: field, n: { c: field } })
    await errorsOf(Model, { allow: ['a', 'b', 'n'] }, { a: 'x', b: 'x', n: { c: 'x' } })
    expect(seen.size).toBe(1)
  })

  it('sees its siblings after their setters and casts', async () => {
    const seen: unknown[] = []
    const Model = modelOf({
      email: { type: String, lowercase: true },
      from: Date,
      to: {
        type: Date,
        validate(this: { email: string; from: Date }, to: Date) {
          seen.push(this.email, this.from instanceof Date)
          return to > this.from
        },
      },
    })
    const allow = ['email', 'from', 'to']
    expect(await errorsOf(Model, { allow }, { email: 'A@B', from: '2026-01-01', to: '2026-01-02' })).toEqual([])
    expect(seen).toEqual(['a@b', true])
  })

  it('sees siblings of the wrong type as absent', async () => {
    const seen: unknown[] = []
    const Model = modelOf({
      age: Number,
      tags: [String],
      name: {
        type: String,
        validate(this: { age?: number; tags?: string[] }) {
          seen.push(this.age)
          return true
        },
      },
    })
    expect(await errorsOf(Model, { allow: ['age', 'name'] }, { age: '5', name: 'x' })).toEqual([
      wrongType('age', 'number', 'string'),
    ])
    expect(seen).toEqual([undefined])
  })

  it('in setters and default functions is the document too', async () => {
    const definition = {
      kind: String,
      code: {
        type: String,
        set(this: Receiver, value: string) {
          return `${this.kind ?? ''}-${value}`
        },
        enum: ['ok-1'],
      },
      label: {
        type: String,
        default(this: Receiver) {
          return this.kind
        },
        enum: ['ok'],
      },
    }
    expect(await agreed(definition, { kind: 'ok', code: '1' })).toEqual([])
    expect((await agreed(definition, { kind: 'no', code: '1' })).map(({ path }) => path)).toEqual(['code', 'label'])
  })
})
