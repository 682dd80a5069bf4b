import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { ErrorLimit } from '../../src/errors/error-limit.ts'
import { Report } from '../../src/errors/report.ts'
import type { MongooseModel } from '../../src/mongoose/mongoose.ts'
import { RuleSchedule } from '../../src/rules/rule-schedule.ts'
import { errorsOf, looseGuard } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'

const { Schema } = mongoose
const unneeded = () => {
  throw new Error('unneeded')
}
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

describe('the rules of what is in a container, behind its own', () => {
  const atMost = (most: number) => ({ validator: (lines: object[]) => lines.length <= most, message: 'too many' })
  const soon = (most: number) => ({
    validator: async (lines: object[]) => Promise.resolve(lines.length <= most),
    message: 'too many',
  })
  const line = new Schema({
    sku: { type: String, required: true },
    size: { type: Number, validate: (value: number) => value > 1, default: 1 },
    note: { type: String, required: () => true },
    qty: { type: Number, required: true },
  })

  it.each([
    ['that passes', { lines: { type: [line], validate: atMost(40) } }],
    ['that fails', { lines: { type: [line], validate: atMost(4) } }],
    ['that passes later', { lines: { type: [line], validate: soon(40) } }],
    ['that fails later', { lines: { type: [line], validate: soon(4) } }],
    ['of a sub-document', { box: { type: new Schema({ lines: [line] }), validate: () => true } }],
    ['in a sub-document', { box: { type: new Schema({ lines: { type: [line], validate: atMost(40) } }) } }],
    ['of both', { box: { type: new Schema({ lines: { type: [line], validate: soon(40) } }), validate: soon(3) } }],
  ])('are the first as many as there is room for: of one %s', async (_what, definition) => {
    const Model = modelOf(definition)
    const lines = Array.from({ length: 30 }, (_, index) => (index % 7 === 3 ? { sku: 'a', qty: 1 } : {}))
    const body = 'lines' in definition ? { lines } : { box: { lines } }
    const allow = Object.keys(definition)
    const all = await errorsOf(Model, { allow }, body)
    expect(all.length).toBeGreaterThan(0)
    // Where they come first, as on Mongoose 9, a container that was not checked to its end has no rule of its own run.
    const inside = all.filter(({ path }) => path !== 'lines')
    for (const maxErrors of [1, 2, 3, 5, 8, 40, 99]) {
      const errors = await errorsOf(Model, { allow, maxErrors }, body)
      expect([all, inside].map((items) => items.slice(0, maxErrors))).toContainEqual(errors)
    }
  })

  it('are kept no further than they can fill the response', () => {
    const report = new Report(new ErrorLimit(3, {}))
    const unused = { buildDocument: unneeded, documentContent: unneeded }
    const schedule = new RuleSchedule(modelOf({}) as unknown as MongooseModel, report, unused)
    const gate = { isOpen: true }
    const ran: number[] = []
    const fails = (nth: number) => () => {
      ran.push(nth)
      return { code: 'invalid_value', path: `a${nth}`, rule: 'required', message: 'm' } as const
    }
    schedule.gate = gate
    for (let nth = 0; nth < 10; nth++) schedule.add(fails(nth), () => nth % 2 === 1)
    // From another gate, or none, nothing is kept back.
    schedule.gate = undefined
    schedule.add(() => undefined)
    expect(report.finish()).toMatchObject([{ path: 'a0' }, { path: 'a1' }, { path: 'a2' }])
    expect(gate).toMatchObject({ failing: 3 })
    expect(ran).toEqual([0, 1, 2])
  })
})
