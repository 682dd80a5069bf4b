import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf, looseGuard } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'

const { Schema } = mongoose
const tooLong = (count: number) => Array.from({ length: count }, () => 'long')

/** Fields before the one that fills the response, which a rule compares with fields after it. */
const confirm = {
  type: String,
  validate: {
    validator(this: { password?: string }, value: string) {
      return value === this.password
    },
    message: 'does not match',
  },
}

describe('an error response that is full before the whole body is checked', () => {
  it('holds no error of a rule that would miss the rest of the body', async () => {
    const Model = modelOf({ confirm, age: { type: Number, min: 18 }, password: String })
    const body = { confirm: 'x', age: 3, password: 'x' }
    const allow = ['confirm', 'age', 'password']
    for (const maxErrors of [1, 2, 1000])
      expect(await errorsOf(Model, { allow, maxErrors }, body)).toMatchObject([{ path: 'age', rule: 'min' }])
  })

  it.each([
    ['an array', { tags: [{ type: String, maxlength: 3 }] }, { tags: ['long', 'a'] }],
    ['a Map', { tags: { type: Map, of: { type: String, maxlength: 3 } } }, { tags: { k: 'long', l: 'a' } }],
    ['an object', { tags: { a: { type: String, maxlength: 3 }, b: String } }, { tags: { a: 'long', b: 'b' } }],
  ])('holds none where %s was not checked to its end', async (_what, definition, body) => {
    const check = {
      type: String,
      validate(this: { tags: unknown }) {
        return JSON.stringify(this.tags) === JSON.stringify(body.tags)
      },
    }
    const Model = modelOf({ check, ...definition })
    const errors = await errorsOf(Model, { allow: ['check', 'tags'], maxErrors: 1 }, { check: 'x', ...body })
    expect(errors).toMatchObject([{ rule: 'maxlength' }])
  })

  it('holds none of a container that was not checked to its end, by a rule without the document', async () => {
    const { Array: ArrayType } = Schema.Types
    const original = (ArrayType as unknown as { checkRequired: () => never }).checkRequired()
    ArrayType.checkRequired((list: unknown[]) => list.length >= 2)
    try {
      const Model = modelOf({ tags: { type: [{ type: String, maxlength: 3 }], required: true } })
      const body = { tags: ['long', 'b'] }
      for (const maxErrors of [1, 2])
        expect(await errorsOf(Model, { allow: ['tags'], maxErrors }, body)).toMatchObject([{ path: 'tags.0' }])
    } finally {
      ArrayType.checkRequired(original)
    }
  })

  it('still holds the errors of rules on a document that has everything', async () => {
    const Model = modelOf({ confirm, password: String, age: { type: Number, min: 18 } })
    const body = { confirm: 'x', age: 3, password: 'y' }
    const options = { allow: ['confirm', 'age', 'password'], maxErrors: 1 }
    expect(await errorsOf(Model, options, body)).toMatchObject([{ path: 'confirm' }])
  })

  it.each([
    [1, 1],
    [1000, 1000],
  ])(
    'is a refusal where the schema is strict and the key of a discriminator comes last: %i',
    async (maxErrors, count) => {
      const Base = modelOf(new Schema({ title: String }, { discriminatorKey: 'kind', strict: 'throw' }))
      const end = {
        type: Date,
        validate(this: { start: Date }, value: Date) {
          return value >= this.start
        },
      }
      const tags = [{ type: String, maxlength: 3 }]
      Base.discriminator(`${Base.modelName}A`, new Schema({ end, start: Date, tags }, { strict: 'throw' }), 'A')
      const guard = looseGuard(Base, { allow: ['title', 'kind', 'end', 'start', 'tags'], maxErrors })
      const body = { kind: 'A', start: '2020-01-01', end: '2021-01-01', tags: tooLong(count) }
      const outcome = await guard.validate(body)
      expect(outcome).toMatchObject({ ok: false })
      expect(outcome).toHaveProperty('errors.0.path', 'tags.0')
    },
  )
})

it('a key of a discriminator that its setter drops leaves the document of that discriminator', async () => {
  const kind = { type: String, set: () => undefined }
  const Base = modelOf(new Schema({ kind, title: String }, { discriminatorKey: 'kind', strict: 'throw' }))
  const seesDocument = {
    type: String,
    validate(this: object) {
      return typeof this === 'object'
    },
  }
  Base.discriminator(`${Base.modelName}A`, new Schema({ a: seesDocument }, { strict: 'throw' }), 'A')
  const guard = looseGuard(Base, { allow: ['title', 'kind', 'a'] })
  expect(await guard.validate({ kind: 'A', a: 'x' })).toHaveProperty('ok')
})
