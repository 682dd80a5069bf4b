import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { toUpdate } from '../../src/index.ts'
import { type LooseGuard, looseGuard } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'
import { mongooseErrors } from '../support/oracle.ts'

const { Schema } = mongoose

interface Path {
  getEmbeddedSchemaType: () => object
}

const never = () => {
  throw new Error('never')
}

function definition() {
  return {
    a: String,
    tags: [String],
    home: sub({ city: String }),
    items: [sub({ sku: String })],
    nested: { deep: sub({ x: String }) },
    scores: { type: Map, of: sub({ n: Number }) },
    either: { type: Schema.Types.Union, of: [Number, sub({ u: String })] },
    extra: Number,
  }
}

const allow = Object.keys(definition())
const good = {
  a: 'a',
  tags: ['t'],
  home: { city: 'c' },
  items: [{ sku: 's' }],
  nested: { deep: { x: 'x' } },
  scores: { k: { n: 1 } },
  either: { u: 'u' },
  extra: 1,
}

async function errors(guard: LooseGuard): Promise<unknown> {
  const outcome = await guard.validate(good)
  return outcome.ok ? [] : outcome.errors.map(({ path }) => path)
}

describe('a guard built after the schema of its model was edited', () => {
  const required = { new: { type: String, required: true } }
  const unionSchema = (schema: mongoose.Schema) =>
    (schema.path('either') as unknown as { schemaTypes: { schema: mongoose.Schema }[] }).schemaTypes[1]?.schema
  const rows: [what: string, edit: (schema: mongoose.Schema) => unknown, path: string][] = [
    ['a path', (schema) => schema.path('a', { type: String, minlength: 5 } as never), 'a'],
    ['a sub-document', (schema) => schema.path('home').schema?.add(required), 'home.new'],
    ['an array', (schema) => schema.path('items').schema?.add(required), 'items.0.new'],
    ['a nested object', (schema) => schema.add({ 'nested.new': required.new }), 'nested.new'],
    ['a sub-document in it', (schema) => schema.path('nested.deep').schema?.add(required), 'nested.deep.new'],
    ['a Map', (schema) => schema.path('scores.$*').schema?.add(required), 'scores.k.new'],
    ['a Union', (schema) => unionSchema(schema)?.add(required), 'either.new'],
    ['a cast', (schema) => Object.assign(schema.path<mongoose.SchemaType>('extra'), { cast: never }), 'extra'],
    [
      'the cast of elements',
      (schema) => Object.assign((schema.path('tags') as unknown as Path).getEmbeddedSchemaType(), { cast: never }),
      'tags.0',
    ],
    ['what is no longer there', (schema) => schema.remove('extra'), 'extra'],
  ]

  it.each(rows)('sees the edit: %s', async (_what, edit, path) => {
    const Model = modelOf(definition())
    expect(await errors(looseGuard(Model, { allow }))).toEqual([])
    edit(Model.schema)
    const entries = allow.filter((entry) => Object.hasOwn(Model.schema.paths, entry) || entry === 'nested')
    // Mongoose 8 does not validate what a Union took.
    const isJudged = path !== 'either.new' || !isMongoose8
    expect(await errors(looseGuard(Model, { allow: entries }))).toEqual(isJudged ? [path] : [])
  })

  it('accepts a field that was added', async () => {
    const Model = modelOf({ a: String })
    looseGuard(Model, { allow: ['a'] })
    Model.schema.add({ b: Number })
    const guard = looseGuard(Model, { allow: ['a', 'b'] })
    expect(await guard.validate({ a: 'x', b: 1 })).toEqual({ ok: true, validated: { a: 'x', b: 1 } })
    expect(await guard.validate({ b: 'x' })).toMatchObject({ ok: false, errors: [{ path: 'b' }] })
    Model.schema.add({ c: { d: Number } })
    looseGuard(Model, { allow: ['c'] })
    expect(toUpdate(Model as never, { c: { d: 1 } })).toEqual({ $set: { 'c.d': 1 } })
  })

  it('of a discriminator sees an edit of the base', async () => {
    const Base = modelOf({ a: String })
    const Child = Base.discriminator(`${Base.modelName}Child`, new Schema({ b: String }))
    looseGuard(Base, { allow: ['a', '__t', 'b'] })
    Child.schema.add({ c: { type: Number, required: true } })
    const guard = looseGuard(Base, { allow: ['a', '__t', 'b', 'c'] })
    expect(await guard.validate({ __t: Child.modelName })).toMatchObject({ ok: false, errors: [{ path: 'c' }] })
  })
})

describe('guards of a schema that nobody edited', () => {
  it('share what was read of it', async () => {
    const { readModel } = await import('../../src/mongoose/read-schema.ts')
    const Model = modelOf(definition()) as never
    looseGuard(Model, { allow })
    const level = readModel(Model)
    expect(readModel(Model)).toBe(level)
    expect(readModel(Model).fields()).toBe(level.fields())
  })
})

describe('a setter that a member of a Union gets after the first body', () => {
  it.each([0, 12])('is run by the guard that there was, and by a new one (%i bodies before)', async (before) => {
    const Model = modelOf({
      date: { type: Schema.Types.Union, of: [Number, { type: Date }] },
      text: { type: Schema.Types.Union, of: [Number, String], validate: (value: unknown) => value !== 'bad' },
    })
    const guard = looseGuard(Model, { allow: ['date', 'text'] })
    const good = { date: '2020-01-01', text: 'x' }
    for (let nth = 0; nth <= before; nth++) expect(await guard.validate(good)).toMatchObject({ ok: true })
    const memberOf = (path: string) =>
      (Model.schema.path(path) as unknown as { schemaTypes: mongoose.SchemaType[] }).schemaTypes[1]
    memberOf('date')?.set((value: unknown) => (typeof value === 'string' ? `${value}q` : value))
    memberOf('text')?.set(() => 'bad')
    const expected = (await mongooseErrors(Model, good)).map(({ path }) => path)
    expect(expected).toEqual(['date', 'text'])
    for (const one of [guard, looseGuard(Model, { allow: ['date', 'text'] })]) {
      const outcome = await one.validate(good)
      expect(outcome.ok ? [] : outcome.errors.map(({ path }) => path)).toEqual(expected)
    }
  })
})

describe('what a rule reads of the document, and the schema gives it after the first body', () => {
  type Rule = (this: { a?: unknown; b?: unknown }) => boolean
  const rows: [what: string, ofA: Rule, ofB: Rule, edit: (schema: mongoose.Schema) => unknown, wrong: string][] = [
    [
      'a getter',
      function () {
        return this.b !== 'bad'
      },
      function () {
        return this.a !== 'got'
      },
      (schema) => schema.path<mongoose.SchemaType>('a').get(() => 'got'),
      'b',
    ],
    [
      'a default that writes, of a field that the route does not allow',
      function () {
        return this.b !== 'written'
      },
      () => true,
      (schema) => {
        schema.path<mongoose.SchemaType>('c').default(function (this: { b: string }) {
          this.b = 'written'
          return 'c'
        })
      },
      'a',
    ],
  ]
  it.each(rows.flatMap((row) => [0, 12].map((before) => [...row, before] as const)))(
    'is what it reads: %s',
    async (_what, ofA, ofB, edit, wrong, before) => {
      const Model = modelOf({ a: { type: String, validate: ofA }, b: { type: String, validate: ofB }, c: String })
      const body = { a: 'x', b: 'y' }
      const guard = looseGuard(Model, { allow: ['a', 'b'] })
      for (let nth = 0; nth <= before; nth++) expect(await guard.validate(body)).toMatchObject({ ok: true })
      edit(Model.schema)
      // The list that Mongoose 9 keeps of the paths with a default.
      Object.assign(Model.schema, { _pathsWithDefaults: null })
      expect((await mongooseErrors(Model, body)).map(({ path }) => path)).toEqual([wrong])
      for (const one of [guard, looseGuard(Model, { allow: ['a', 'b'] })]) {
        expect(await one.validate(body)).toMatchObject({ ok: false, errors: [{ path: wrong }] })
      }
    },
  )
})

describe('a rule that is taken away after the first body', () => {
  it.each([0, 12])(
    'is run no more, by the guard that there was and by a new one (%i bodies before)',
    async (before) => {
      const Model = modelOf({
        a: { type: String, validate: [{ validator: (value: string) => value !== 'bad' }, { validator: () => true }] },
        b: { type: Number, min: 1, required: true },
        c: { type: String, enum: ['x'] },
      })
      const bad = { a: 'bad', b: 0, c: 'y' }
      const guard = looseGuard(Model, { allow: ['a', 'b', 'c'] })
      const pathsBy = async (one: LooseGuard) => {
        const outcome = await one.validate(bad)
        return outcome.ok ? [] : outcome.errors.map(({ path }) => path)
      }
      const expectPaths = async (paths: readonly string[]) => {
        expect((await mongooseErrors(Model, bad)).map(({ path }) => path)).toEqual(paths)
        expect(await pathsBy(guard)).toEqual(paths)
        expect(await pathsBy(looseGuard(Model, { allow: ['a', 'b', 'c'] }))).toEqual(paths)
      }
      for (let nth = 0; nth <= before; nth++) await expectPaths(['a', 'b', 'c'])
      const typeOf = (path: string) => Model.schema.path<mongoose.SchemaType>(path)
      typeOf('a').validators.shift()
      await expectPaths(['b', 'c'])
      typeOf('b').validators = typeOf('b').validators.filter(({ type }) => type !== 'min')
      await expectPaths(['c'])
      typeOf('c').validators = []
      await expectPaths([])
    },
  )
})

describe('what is no rule among the rules of a path', () => {
  const nothings: [what: string, nothing: unknown][] = [
    ['null', null],
    ['undefined', undefined],
    ['a text', 'required'],
  ]
  it.each(nothings.flatMap(([what, nothing]) => [0, 12].map((before) => ({ what, nothing, before }))))(
    'is skipped, as Mongoose does: $what, after $before bodies',
    async ({ nothing, before }) => {
      const Model = modelOf({
        a: { type: String, minlength: 2, required: true },
        b: [{ type: Number, min: 1 }],
        c: {
          type: String,
          validate(this: object) {
            return typeof this === 'object'
          },
        },
      })
      const options = { allow: ['a', 'b', 'c'], details: true }
      const guard = looseGuard(Model, options)
      const bodies = [{ a: 'x', b: [0], c: 'y' }, { a: 'xx', b: [1], c: 'y' }, { b: [] }]
      for (let nth = 0; nth <= before; nth++) for (const body of bodies) await guard.validate(body)
      const types = Model.schema.paths as unknown as Record<
        string,
        { validators: unknown[]; embeddedSchemaType?: { validators: unknown[] } }
      >
      for (const type of ['a', 'b', 'c'].map((path) => types[path])) type?.validators.unshift(nothing)
      types.b?.embeddedSchemaType?.validators.push(nothing)
      const guards = [
        guard,
        looseGuard(Model, options),
        looseGuard(Model, { ...options, rules: { a: { required: [true, 'no'] } } }),
      ]
      for (const body of bodies) {
        const expected = (await mongooseErrors(Model, body)).map(({ path }) => path)
        for (const one of guards) {
          const outcome = await one.validate(body)
          expect(outcome.ok ? [] : outcome.errors.map(({ path }) => path)).toEqual(expected)
        }
      }
    },
  )
})

describe('a `required` that a path got before its schema was cloned', () => {
  it.each<[what: string, type: unknown]>([
    ['an array', [Date]],
    ['an array of arrays', [[Number]]],
    ['an array of sub-documents', [sub({ sku: String })]],
    ['a sub-document', sub({ city: String })],
    ['a text', String],
  ])('refuses the null of %s with its text, as in Mongoose', async (_what, type) => {
    const schema = new Schema({ f: type } as never)
    schema.path<mongoose.SchemaType>('f').required(true, 'Later')
    const Model = modelOf(schema.clone())
    const errors = await mongooseErrors(Model, { f: null })
    expect(errors).toMatchObject([{ path: 'f', message: 'Later' }])
    for (const allowNull of [false, true]) {
      const outcome = await looseGuard(Model, { allow: ['f'], allowNull }).validate({ f: null })
      expect(outcome).toEqual({
        ok: false,
        errors: [{ code: 'invalid_value', path: 'f', message: 'Later', rule: 'required' }],
      })
    }
  })
})
