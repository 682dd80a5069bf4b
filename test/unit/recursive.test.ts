import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { broken, errorsOf, forbidden, outcomeOf, wrongType } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const comment = sub({ text: { type: String, required: true, minlength: 2 }, hidden: Boolean })
comment.add({ replies: [comment] })
const Thread = modelOf({ title: String, comments: [comment], pinned: comment })

/** `count` comments, each the only reply to the one before it. */
function thread(count: number, last: object = { text: 'ok' }): object {
  let reply = last
  for (let index = 1; index < count; index++) reply = { text: 'ok', replies: [reply] }
  return reply
}

describe('a schema inside itself', () => {
  it('is checked at every depth', async () => {
    const body = { comments: [thread(5), thread(1), thread(20)], pinned: thread(3) }
    expect(await outcomeOf(Thread, { allow: ['comments', 'pinned'] }, body)).toEqual({ ok: true, validated: body })
  })

  it('has the path and text of Mongoose at every depth', async () => {
    const body = { comments: [thread(3, { text: 'x' })], pinned: thread(4, { replies: [] }) }
    const errors = await errorsOf(Thread, { allow: ['comments', 'pinned'] }, body)
    expect(errors).toEqual([
      broken(
        'comments.0.replies.0.replies.0.text',
        'minlength',
        'Path `text` (`x`, length 1) is shorter than the minimum allowed length (2).',
      ),
      broken('pinned.replies.0.replies.0.replies.0.text', 'required', 'Path `text` is required.'),
    ])
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Thread, body))
  })

  it('finds wrong types and unknown keys at every depth', async () => {
    const body = { pinned: { text: 'ok', replies: [{ text: 'ok', replies: [{ text: 5, nope: 1 }] }, 'x'] } }
    expect(await errorsOf(Thread, { allow: ['pinned'] }, body)).toEqual([
      wrongType('pinned.replies.0.replies.0.text', 'string', 'number'),
      forbidden('pinned.replies.0.replies.0.nope'),
      wrongType('pinned.replies.1', 'object', 'string'),
    ])
  })

  it('can be narrowed level by level', async () => {
    const options = { allow: ['comments.text', 'comments.replies.text'] }
    expect(await errorsOf(Thread, options, { comments: [thread(2)] })).toEqual([])
    expect(await errorsOf(Thread, options, { comments: [thread(3)] })).toEqual([
      forbidden('comments.0.replies.0.replies'),
    ])
    expect(await errorsOf(Thread, options, { comments: [{ text: 'ok', hidden: true }] })).toEqual([
      forbidden('comments.0.hidden'),
    ])
  })

  // Each comment is two levels, its object and the array around it; the body is one more.
  it('is no way to nest a body deeper than 100 levels', async () => {
    const invalidBody: unknown = [{ code: 'invalid_body', message: expect.any(String) as string }]
    const options = { allow: ['comments'] }
    expect(await errorsOf(Thread, options, { comments: [thread(49)] })).toEqual([])
    for (const count of [50, 51, 500, 50_000]) {
      expect(await errorsOf(Thread, options, { comments: [thread(count)] })).toEqual(invalidBody)
    }
  })

  it('may stand in itself as a single sub-schema too', async () => {
    const node = sub({ value: { type: Number, min: 1 } })
    node.add({ next: node })
    const List = modelOf({ head: node })
    const body = { head: { value: 1, next: { value: 2, next: { value: 0 } } } }
    expect((await errorsOf(List, { allow: ['head'] }, body)).map(({ path }) => path)).toEqual(['head.next.next.value'])
    expect(await errorsOf(List, { allow: ['head.value'] }, body)).toEqual([forbidden('head.next')])
  })

  it('has validators that see the level they are at', async () => {
    const item = sub({ max: Number })
    item.add({
      size: {
        type: Number,
        validate(this: { max?: number }, size: number) {
          return this.max === undefined || size <= this.max
        },
      },
      parts: [item],
    })
    const Box = modelOf({ item })
    const body = { item: { max: 1, size: 1, parts: [{ max: 5, size: 5, parts: [{ max: 2, size: 3 }] }] } }
    const errors = await errorsOf(Box, { allow: ['item'] }, body)
    expect(errors.map(({ path }) => path)).toEqual(['item.parts.0.parts.0.size'])
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Box, body))
  })
})

describe('Maps in one another', () => {
  it('run the rules of two levels, as in Mongoose', async () => {
    const number = { type: Number, min: 1 }
    const map = (of: object) => ({ type: Map, of })
    const Model = modelOf({ one: map(number), two: map(map(number)), three: map(map(map(number))) })
    const body = { one: { a: 0 }, two: { a: { b: 0 } }, three: { a: { b: { c: 0 } } } }
    const errors = await errorsOf(Model, { allow: ['one', 'two', 'three'] }, body)
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, body))
  })
})

describe('a Union', () => {
  const { Union } = mongoose.Schema.Types
  const union = (...of: unknown[]) => modelOf({ f: { type: Union, of } })

  it.each([
    {
      members: 'Number and Boolean',
      of: [Number, Boolean],
      accepted: [1, 1.5, true, false, null],
      refused: ['1', 'true', [], {}],
    },
    { members: 'Boolean and String', of: [Boolean, String], accepted: ['', 'x', true, null], refused: [1, [], {}] },
    {
      members: 'Number and Date',
      of: [Number, Date],
      accepted: [5, '2026-11-20'],
      refused: ['5', '2026-02-30', true, {}],
    },
    {
      members: 'String and a sub-schema',
      of: [String, sub({ a: Number })],
      accepted: ['x', {}, { a: 1 }],
      refused: [1, true, [1]],
    },
    { members: 'Number and strings', of: [Number, [String]], accepted: [1, ['x'], []], refused: ['x', [1], {}] },
  ])('of $members takes a form of one of them and nothing else', async ({ of, accepted, refused }) => {
    const Model = union(...of)
    for (const f of accepted)
      expect(await outcomeOf(Model, { allow: ['f'] }, { f })).toEqual({ ok: true, validated: { f } })
    for (const f of refused) {
      const received = Array.isArray(f) ? 'array' : typeof f
      expect(await errorsOf(Model, { allow: ['f'] }, { f })).toEqual([wrongType('f', 'union', received)])
    }
  })

  it('breaks rules of its own like any field', async () => {
    const Model = modelOf({
      f: { type: Union, of: [Number, String], required: true, validate: (value: unknown) => value !== 'no' },
    })
    for (const body of [{}, { f: null }, { f: 'no' }, { f: 5 }]) {
      const errors = asOracleErrors(await errorsOf(Model, { allow: ['f'] }, body))
      expect(errors).toEqual(await mongooseErrors(Model, body))
    }
  })

  it('with a Mixed takes an object as Mixed does, unless a sub-schema before it cannot hold it', async () => {
    const Model = union(sub({ a: Number }), mongoose.Schema.Types.Mixed)
    for (const f of [{ a: 1 }, { b: 1 }, { a: 'x' }]) {
      const errors = asOracleErrors(await errorsOf(Model, { allow: ['f'] }, { f }))
      expect(errors.map(({ path }) => path)).toEqual((await mongooseErrors(Model, { f })).map(({ path }) => path))
    }
    expect(await outcomeOf(Model, { allow: ['f'] }, { f: { b: 1 } })).toEqual({ ok: true, validated: { f: { b: 1 } } })
  })

  it('hands its rules what Mongoose makes of an object', async () => {
    const isDocument = (value: unknown) => typeof (value as { toObject?: unknown }).toObject === 'function'
    const of = [Number, sub({ a: Number })]
    const Model = modelOf({
      f: { type: Union, of, validate: isDocument },
      g: { type: Union, of, validate: (value: unknown) => !isDocument(value) },
    })
    const body = { f: { a: 1 }, g: { a: 1 } }
    const errors = await errorsOf(Model, { allow: ['f', 'g'] }, body)
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, body))
  })

  it('inside itself asks what each of its members takes once for each value', async () => {
    const asked: unknown[] = []
    const cast = (value: unknown) => asked.push(value) && value
    const node = sub({ leaf: { type: String, cast } })
    node.add({ next: { type: Union, of: [Number, node] } })
    const Model = modelOf(node)
    let body: object = { leaf: 'x', next: 1 }
    for (let level = 0; level < 12; level++) body = { leaf: 'x', next: body }
    expect(await outcomeOf(Model, { allow: ['leaf', 'next'] }, body)).toEqual({ ok: true, validated: body })
    expect(asked.length).toBeGreaterThan(12)
    expect(asked.length).toBeLessThan(200)
  })

  it('stands in arrays and Maps too', async () => {
    const Model = modelOf({
      list: [{ type: Union, of: [Number, Boolean] }],
      byKey: { type: Map, of: { type: Union, of: [Number, Boolean] } },
    })
    expect(
      await errorsOf(Model, { allow: ['list', 'byKey'] }, { list: [1, true, 'x'], byKey: { a: 1, b: 'x' } }),
    ).toEqual([wrongType('list.2', 'union', 'string'), wrongType('byKey.b', 'union', 'string')])
  })
})
