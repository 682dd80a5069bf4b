import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { broken, errorsOf, outcomeOf } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { Types } = mongoose.Schema

const required = (path: string, text = path) => broken(path, 'required', `Path \`${text}\` is required.`)

const nothing = [required('f')]
const passes: never[] = []

/** One row a type: what its `required` says about an absent value, null and each value that looks empty. */
const table = [
  {
    type: String,
    name: 'String',
    values: [
      ['""', '', nothing],
      ['a blank', ' ', passes],
    ],
  },
  { type: Number, name: 'Number', values: [['0', 0, passes]] },
  { type: Types.Int32, name: 'Int32', values: [['0', 0, passes]] },
  { type: Types.Double, name: 'Double', values: [['0', 0, passes]] },
  {
    type: BigInt,
    name: 'BigInt',
    values: [
      ['0', 0, passes],
      ['"0"', '0', passes],
    ],
  },
  { type: Types.Decimal128, name: 'Decimal128', values: [['0', 0, passes]] },
  { type: Boolean, name: 'Boolean', values: [['false', false, passes]] },
  { type: Date, name: 'Date', values: [['1970', '1970-01-01', passes]] },
  { type: Types.ObjectId, name: 'ObjectId', values: [['zeros', '0'.repeat(24), passes]] },
  { type: Types.UUID, name: 'UUID', values: [['a UUID', '3b241101-e2bb-4255-8caf-4136c566a962', passes]] },
  {
    type: Buffer,
    name: 'Buffer',
    values: [
      ['no bytes', { type: 'Buffer', data: [] }, nothing],
      ['a byte', { type: 'Buffer', data: [0] }, passes],
    ],
  },
  {
    type: Types.Mixed,
    name: 'Mixed',
    values: [
      ['""', '', passes],
      ['0', 0, passes],
      ['false', false, passes],
      ['[]', [], passes],
      ['{}', {}, passes],
    ],
  },
  { type: Map, name: 'Map', values: [['{}', {}, passes]] },
  { type: sub({ a: String }), name: 'sub-schema', values: [['{}', {}, passes]] },
] as { type: unknown; name: string; values: [string, unknown, typeof nothing][] }[]

describe.each(table)('required $name', ({ type, values }) => {
  const Model = modelOf({ f: { type, required: true }, other: String })

  it.each([
    ['an absent value', {}, nothing],
    ['null', { f: null }, nothing],
  ] as const)('refuses %s', async (_, body, errors) => {
    expect(await errorsOf(Model, { allow: ['f'] }, body)).toEqual(errors)
    expect(await mongooseErrors(Model, body)).toEqual(asOracleErrors([...errors]))
  })

  it.each(values)('judges %s as Mongoose does', async (_, value, errors) => {
    expect(await errorsOf(Model, { allow: ['f'] }, { f: value })).toEqual(errors)
    expect(await mongooseErrors(Model, { f: value })).toEqual(asOracleErrors(errors))
  })

  it('is not demanded where it is not allowed', async () => {
    expect(await outcomeOf(Model, { allow: ['other'] }, {})).toEqual({ ok: true, validated: {} })
  })
})

it('counts, as defaults do, where the schema has Mongoose validate only what is modified', async () => {
  const definition = { f: { type: String, required: true }, g: { type: String, default: 'x', enum: ['y'] } }
  const Model = modelOf(definition, { validateModifiedOnly: true })
  expect(await mongooseErrors(Model, {})).toEqual([])
  const errors = await errorsOf(Model, { allow: ['f', 'g'] }, {})
  expect(errors.map(({ path, rule }) => [path, rule])).toEqual([
    ['f', 'required'],
    ['g', 'enum'],
  ])
  expect(await errorsOf(Model, { allow: ['f', 'g'], partial: true }, {})).toEqual([])
})

describe('a required array', () => {
  it.each([
    { what: 'of strings', definition: { type: [String], required: true } },
    { what: 'of sub-schemas', definition: { type: [sub({ a: String })], required: true } },
  ])('$what passes when it is absent, as its default is []', async ({ definition }) => {
    const Model = modelOf({ f: definition })
    expect(await outcomeOf(Model, { allow: ['f'] }, {})).toEqual({ ok: true, validated: {} })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: [] })).toEqual([])
    expect(await errorsOf(Model, { allow: ['f'] }, { f: null })).toEqual([required('f')])
  })

  it('without its default is demanded', async () => {
    const Model = modelOf({ f: { type: [String], required: true, default: undefined } })
    expect(await errorsOf(Model, { allow: ['f'] }, {})).toEqual([required('f')])
  })

  it('element refuses "" and null at its own index', async () => {
    const Model = modelOf({ f: [{ type: String, required: true }] })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: ['a', '', null] })).toEqual([required('f.1'), required('f.2')])
  })
})

describe('a required child', () => {
  it.each([
    { body: {}, errors: [required('n.a'), required('n.b.c')] },
    { body: { n: {} }, errors: [required('n.a'), required('n.b.c')] },
    { body: { n: { a: 'x', b: {} } }, errors: [required('n.b.c')] },
    { body: { n: { a: 'x', b: { c: 1 } } }, errors: [] },
  ])('of a nested object is demanded under its dotted path: $body', async ({ body, errors }) => {
    const Model = modelOf({
      n: { a: { type: String, required: true }, b: { c: { type: Number, required: true } }, d: String },
    })
    expect(await errorsOf(Model, { allow: ['n'] }, body)).toEqual(errors)
    expect(await mongooseErrors(Model, body)).toEqual(asOracleErrors(errors))
  })

  it('of a nested object is demanded only where it is allowed', async () => {
    const Model = modelOf({ n: { a: { type: String, required: true }, b: { type: String, required: true } } })
    expect(await errorsOf(Model, { allow: ['n.b'] }, {})).toEqual([required('n.b')])
    expect(await errorsOf(Model, { allow: ['n.b'] }, { n: {} })).toEqual([required('n.b')])
  })

  it('of an optional sub-schema is demanded once the sub-schema is there', async () => {
    const Model = modelOf({ s: sub({ city: { type: String, required: true } }) })
    expect(await errorsOf(Model, { allow: ['s'] }, {})).toEqual([])
    expect(await errorsOf(Model, { allow: ['s.city'] }, {})).toEqual([])
    expect(await errorsOf(Model, { allow: ['s'] }, { s: {} })).toEqual([required('s.city', 'city')])
    expect(await errorsOf(Model, { allow: ['s.city'] }, { s: {} })).toEqual([required('s.city', 'city')])
  })

  it('of a required sub-schema gives way to the sub-schema while that is absent', async () => {
    const Model = modelOf({ s: { type: sub({ city: { type: String, required: true } }), required: true } })
    expect(await errorsOf(Model, { allow: ['s'] }, {})).toEqual([required('s')])
    expect(await errorsOf(Model, { allow: ['s'] }, { s: {} })).toEqual([required('s.city', 'city')])
  })

  it('is demanded of each element of an array of sub-schemas', async () => {
    const Model = modelOf({ list: [sub({ city: { type: String, required: true }, zip: String })] })
    expect(await errorsOf(Model, { allow: ['list'] }, { list: [{ city: 'Rome' }, {}, { zip: '1' }] })).toEqual([
      required('list.1.city', 'city'),
      required('list.2.city', 'city'),
    ])
    expect(await errorsOf(Model, { allow: ['list.zip'] }, { list: [{}, { zip: '1' }] })).toEqual([])
  })

  it('is demanded of each value of a Map of sub-schemas', async () => {
    const Model = modelOf({ m: { type: Map, of: sub({ city: { type: String, required: true } }) } })
    expect(await errorsOf(Model, { allow: ['m'] }, { m: { a: {}, b: { city: 'Rome' } } })).toEqual([
      required('m.a.city', 'city'),
    ])
  })
})

describe('a container above an allowed entry', () => {
  it('is demanded when it is required', async () => {
    const Model = modelOf({ s: { type: sub({ city: String, zip: String }), required: true } })
    expect(await errorsOf(Model, { allow: ['s.city'] }, {})).toEqual([required('s')])
    expect(await errorsOf(Model, { allow: ['s.city'] }, { s: {} })).toEqual([])
  })

  it('far up is demanded, and what is inside it only once it is there', async () => {
    const inner = sub({ city: { type: String, required: true } })
    const Model = modelOf({ n: { s: { type: sub({ t: { type: inner, required: true } }), required: true } } })
    expect(await errorsOf(Model, { allow: ['n.s.t.city'] }, {})).toEqual([required('n.s')])
    expect(await errorsOf(Model, { allow: ['n.s.t.city'] }, { n: { s: {} } })).toEqual([required('n.s.t', 't')])
    expect(await errorsOf(Model, { allow: ['n.s.t.city'] }, { n: { s: { t: {} } } })).toEqual([
      required('n.s.t.city', 'city'),
    ])
  })

  it('has its own rules run on the default it gets when it is absent', async () => {
    const Model = modelOf({
      list: { type: [sub({ city: String })], validate: (list: unknown[]) => list.length > 0 },
    })
    expect(await errorsOf(Model, { allow: ['list.city'] }, {})).toEqual(
      await mongooseErrors(Model, {}).then((errors) => errors.map((error) => ({ code: 'invalid_value', ...error }))),
    )
    expect(await errorsOf(Model, { allow: ['list.city'] }, {})).toHaveLength(1)
  })

  it('has its own rules run on what it holds', async () => {
    const Model = modelOf({
      list: {
        type: [sub({ city: String })],
        validate: { validator: (list: unknown[]) => list.length > 1, message: 'Two' },
      },
    })
    expect(await errorsOf(Model, { allow: ['list.city'] }, { list: [{}] })).toEqual([
      broken('list', 'user defined', 'Two'),
    ])
    expect(await errorsOf(Model, { allow: ['list.city'] }, { list: [{}, {}] })).toEqual([])
  })
})

describe('how `required` is written', () => {
  it.each([
    { form: 'true', definition: { required: true }, text: 'Path `f` is required.' },
    { form: 'a text', definition: { required: 'Give it' }, text: 'Give it' },
    { form: 'true and a text', definition: { required: [true, 'Give `{PATH}`'] }, text: 'Give `f`' },
    { form: 'an object', definition: { required: { isRequired: true, message: 'Do give it' } }, text: 'Do give it' },
    { form: 'a function', definition: { required: () => true }, text: 'Path `f` is required.' },
    { form: 'a function and a text', definition: { required: [() => true, 'Give it now'] }, text: 'Give it now' },
    {
      form: 'a message function',
      definition: { required: [true, ({ path }: { path: string }) => `No ${path}`] },
      text: 'No f',
    },
    {
      form: 'an async function, which is always true',
      definition: { required: () => Promise.resolve(false) },
      text: 'Path `f` is required.',
    },
  ])('as $form is demanded with its text', async ({ definition, text }) => {
    const Model = modelOf({ f: { type: String, ...definition } })
    expect(await errorsOf(Model, { allow: ['f'] }, {})).toEqual([broken('f', 'required', text)])
    expect(await mongooseErrors(Model, {})).toEqual([{ path: 'f', rule: 'required', message: text }])
  })

  it.each([
    { form: 'false', definition: { required: false } },
    { form: 'false and a text', definition: { required: [false, 'Give it'] } },
    { form: 'a function that says no', definition: { required: () => false } },
  ])('as $form is not demanded', async ({ definition }) => {
    expect(await errorsOf(modelOf({ f: { type: String, ...definition } }), { allow: ['f'] }, {})).toEqual([])
  })

  it.each([
    { what: 'immutable', definition: { immutable: true } },
    { what: 'not selected', definition: { select: false } },
    { what: 'aliased', definition: { alias: 'g' } },
  ])('on a field that is $what is demanded all the same', async ({ definition }) => {
    const Model = modelOf({ f: { type: String, required: true, ...definition } })
    expect(await errorsOf(Model, { allow: ['f'] }, {})).toEqual([required('f')])
  })

  it('follows a `checkRequired` of the application', async () => {
    class Text extends Types.String {}
    Text.checkRequired((value: unknown) => typeof value === 'string')
    const Model = modelOf({ f: { type: Text, required: true } })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: '' })).toEqual(
      (await mongooseErrors(Model, { f: '' })).map((error) => ({ code: 'invalid_value', ...error })),
    )
  })

  it('comes before every other rule of the field', async () => {
    const Model = modelOf({ f: { type: String, validate: () => false, minlength: 3, required: true } })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: '' })).toEqual([required('f')])
  })

  it('looks at the value that the setters leave', async () => {
    const Model = modelOf({ f: { type: String, trim: true, required: true } })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: '  ' })).toEqual([required('f')])
  })
})

describe('a conditional `required`', () => {
  const Model = modelOf({
    published: Boolean,
    publishedAt: {
      type: Date,
      required(this: { published?: boolean }) {
        return this.published === true
      },
    },
  })
  const options = { allow: ['published', 'publishedAt'] }

  it.each([
    { body: {}, errors: [] },
    { body: { published: false }, errors: [] },
    { body: { published: true }, errors: [required('publishedAt')] },
    { body: { published: true, publishedAt: null }, errors: [required('publishedAt')] },
    { body: { published: true, publishedAt: '2026-11-20' }, errors: [] },
  ])('sees its siblings: $body', async ({ body, errors }) => {
    expect(await errorsOf(Model, options, body)).toEqual(errors)
    expect(await mongooseErrors(Model, body)).toEqual(asOracleErrors(errors))
  })

  it('gets the document as its argument when the field is absent', async () => {
    const Arrow = modelOf({
      a: Boolean,
      b: { type: String, required: (document?: { a?: boolean }) => document?.a === true },
    })
    expect(await errorsOf(Arrow, { allow: ['a', 'b'] }, { a: true })).toEqual([required('b')])
    expect(await errorsOf(Arrow, { allow: ['a', 'b'] }, { a: false })).toEqual([])
  })

  it('in a sub-schema sees the fields of that sub-schema', async () => {
    const line = sub({
      gift: Boolean,
      note: {
        type: String,
        required(this: { gift?: boolean }) {
          return this.gift === true
        },
      },
    })
    const Cart = modelOf({ lines: [line], first: line })
    const body = { lines: [{ gift: true }, { gift: false }], first: { gift: true } }
    const errors = [required('lines.0.note', 'note'), required('first.note', 'note')]
    expect(await errorsOf(Cart, { allow: ['lines', 'first'] }, body)).toEqual(errors)
    expect(await mongooseErrors(Cart, body)).toEqual(asOracleErrors(errors))
  })

  it.each([
    { when: 'absent', body: {} },
    { when: 'null', body: { f: null } },
  ])('that throws is an error of the rule `required` where the field is $when', async ({ body }) => {
    const Broken = modelOf({
      f: {
        type: String,
        required() {
          throw new Error('cannot tell')
        },
      },
    })
    expect(await errorsOf(Broken, { allow: ['f'] }, body)).toEqual([broken('f', 'required', 'cannot tell')])
  })

  describe.each<[what: string, thrown: unknown]>([
    ['an Error', new Error('cannot tell')],
    ['a text', 'cannot tell'],
    ['an object with a message', { message: 'cannot tell' }],
  ])('that throws %s', (_what, thrown) => {
    const f = {
      type: String,
      required() {
        throw thrown
      },
    }
    it.each<[where: string, definition: object, body: object]>([
      ['absent', { f }, {}],
      ['null', { f }, { f: null }],
      ['given', { f }, { f: 'x' }],
      ['its default', { f: { ...f, default: 'x' } }, {}],
      ['given in a nested object', { n: { f } }, { n: { f: 'x' } }],
      ['absent from a nested object', { n: { f } }, { n: {} }],
      ['given in a sub-document', { s: sub({ f }) }, { s: { f: 'x' } }],
      ['absent from a sub-document', { s: sub({ f }) }, { s: {} }],
      ['given in an element', { l: [sub({ f })] }, { l: [{ f: 'x' }] }],
      ['absent from an element', { l: [sub({ f })] }, { l: [{}] }],
      ['in the default of a sub-document', { s: { type: sub({ f }), default: { f: 'x' } } }, {}],
      ['an absent list', { l: { ...f, type: [String], default: undefined } }, {}],
      ['an absent sub-document', { s: { ...f, type: sub({ x: String }) } }, {}],
    ])('has the message that Mongoose gives it: %s', async (_where, definition, body) => {
      const Broken = modelOf(definition)
      const found = asOracleErrors(await errorsOf(Broken, { allow: Object.keys(definition) }, body))
      const texts = (errors: { path: string; message: string }[]) =>
        errors.map(({ path, message }) => ({ path, message }))
      expect(texts(found)).toEqual(texts(await mongooseErrors(Broken, body)))
    })
  })
})

describe('a Map in a nested object, of which Mongoose makes something else where it is absent or null,', () => {
  const defined = { type: Number, default: 1 }
  const definitions: [what: string, options: object][] = [
    ['is required', { required: true }],
    ['is required and has a rule', { required: true, validate: (map: unknown) => map !== null }],
    ['is required by a condition on the document', { required: isDocument }],
    ['has a rule alone', { validate: (map: unknown) => map !== null }],
    ['is null by default', { required: true, default: null, validate: (map: unknown) => map !== null }],
    ['has a setter', { required: true, set: (map: unknown) => map }],
  ]
  function isDocument(this: unknown) {
    return this instanceof mongoose.Document
  }
  /** The Map has to be judged as one whose values have no default, which Mongoose leaves as it is. */
  const judged = (of: unknown, options: object, around: (definition: object) => object) => {
    const Model = modelOf(around({ n: { map: { type: Map, of, ...options }, x: Number } }))
    return (body: object, partial: boolean) => outcomeOf(Model, { allow: Object.keys(body), partial }, body)
  }
  const places: [place: string, around: (inside: object) => object][] = [
    ['the document', (inside) => inside],
    ['a sub-schema', (inside) => ({ s: sub(inside) })],
    ['a sub-schema with a setter', (inside) => ({ s: { type: sub(inside), set: (value: unknown) => value } })],
  ]

  it.each(definitions.flatMap((row) => places.map((place) => [...row, ...place] as const)))(
    'and %s, is judged by what was sent: %o, in %s',
    async (_what, options, place, around) => {
      const [usual, unmade] = [judged(Number, options, around), judged(defined, options, around)]
      for (const inside of [{ n: { map: null, x: 1 } }, { n: { x: 1 } }, { n: {} }, { n: { map: { k: 1 } } }]) {
        const body = place === 'the document' ? inside : { s: inside }
        for (const partial of [false, true]) expect(await unmade(body, partial)).toEqual(await usual(body, partial))
      }
    },
  )
  it('is refused where it is required and null is sent, whatever allowNull says', async () => {
    const map = { type: Map, of: [String], required: true, validate: () => true }
    const guard = { allow: ['n'], allowNull: true }
    expect(await errorsOf(modelOf({ n: { map, x: Number } }), guard, { n: { map: null, x: 1 } })).toEqual([
      required('n.map'),
    ])
  })
})
