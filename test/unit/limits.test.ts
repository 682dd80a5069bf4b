import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { type ErrorItem, errorsOf, forbidden, json, looseGuard, nest, outcomeOf, wrongType } from '../support/guard.ts'
import { modelOf, sub, User } from '../support/models.ts'

const { Mixed } = mongoose.Schema.Types

describe('maxErrors', () => {
  const Model = modelOf({ list: [Number] })
  const bad = (count: number) => ({ list: Array.from({ length: count }, () => 'x') })

  it.each([
    { maxErrors: 1, problems: 5, reported: 1 },
    { maxErrors: 4, problems: 5, reported: 4 },
    { maxErrors: 5, problems: 5, reported: 5 },
    { maxErrors: 6, problems: 5, reported: 5 },
    { maxErrors: undefined, problems: 999, reported: 999 },
    { maxErrors: undefined, problems: 1500, reported: 1000 },
    { maxErrors: Infinity, problems: 1500, reported: 1500 },
  ])(
    '$maxErrors reports $reported of $problems problems, the first ones',
    async ({ maxErrors, problems, reported }) => {
      const options = { allow: ['list'], ...(maxErrors !== undefined && { maxErrors }) }
      const errors = await errorsOf(Model, options, bad(problems))
      expect(errors).toEqual(
        Array.from({ length: reported }, (_, index) => wrongType(`list.${index}`, 'number', 'string')),
      )
    },
  )

  it('counts every kind of error', async () => {
    const Mixture = modelOf({ a: Number, b: { type: Number, required: true }, c: { type: Number, min: 1 } })
    const body = { a: 'x', c: 0, d: 1, e: 1 }
    for (let maxErrors = 1; maxErrors <= 6; maxErrors++) {
      const errors = await errorsOf(Mixture, { allow: ['a', 'b', 'c'], maxErrors }, body)
      expect(errors.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'd', 'e'].slice(0, maxErrors))
    }
  })

  it('counts what asynchronous rules find', async () => {
    const Slow = modelOf({ list: [{ type: String, validate: () => Promise.resolve(false) }] })
    const errors = await errorsOf(Slow, { allow: ['list'], maxErrors: 3 }, { list: ['a', 'b', 'c', 'd', 'e'] })
    expect(errors.map(({ path }) => path)).toEqual(['list.0', 'list.1', 'list.2'])
  })

  it('never turns a bad body into a good one', async () => {
    const outcome = await outcomeOf(Model, { allow: ['list'], maxErrors: 1 }, bad(3))
    expect(outcome.ok).toBe(false)
  })
})

/** Bodies that would be answered with much more than they hold. */
const longKey = 'k'.repeat(2000)
const swelling: { body: string; Model: unknown; allow: string[]; value: () => unknown }[] = [
  {
    body: 'empty sub-documents with required fields',
    Model: modelOf({
      items: [
        sub(
          Object.fromEntries(
            ['sku', 'quantity', 'price', 'currency'].map((key) => [key, { type: String, required: true }]),
          ),
        ),
      ],
    }),
    allow: ['items'],
    value: () => ({ items: Array.from({ length: 30_000 }, () => ({})) }),
  },
  {
    body: 'elements of the wrong type',
    Model: modelOf({ list: [String] }),
    allow: ['list'],
    value: () => ({ list: Array.from({ length: 50_000 }, () => 0) }),
  },
  {
    body: 'a long Map key above many errors',
    Model: modelOf({ f: { type: Map, of: [Number] } }),
    allow: ['f'],
    value: () => ({ f: { [longKey]: Array.from({ length: 5000 }, () => 'x') } }),
  },
  ...[40, 80, 160, 320].map((count) => ({
    body: `a long Map key above ${count} errors`,
    Model: modelOf({ f: { type: Map, of: [Number] } }),
    allow: ['f'],
    value: () => ({ f: { [longKey]: Array.from({ length: count }, () => 'x') } }),
  })),
  {
    body: 'long Map keys in Map keys',
    Model: modelOf({ f: { type: Map, of: { type: Map, of: { type: Number, min: 1 } } } }),
    allow: ['f'],
    value: () => ({ f: { [longKey]: Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [index, 0])) } }),
  },
  {
    body: 'many unknown keys below a long Map key',
    Model: modelOf({ f: { type: Map, of: sub({ a: Number }) } }),
    allow: ['f'],
    value: () => ({
      f: { [longKey]: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 0])) },
    }),
  },
  {
    body: '__proto__ far down in Mixed',
    Model: modelOf({ f: Mixed }),
    allow: ['f'],
    value: () => json(`{"f":{"${longKey}":[${Array.from({ length: 3000 }, () => '{"__proto__":1}').join()}]}}`),
  },
  {
    body: 'long texts that no rule takes',
    Model: modelOf({ list: [{ type: String, enum: ['a'] }] }),
    allow: ['list'],
    value: () => ({ list: Array.from({ length: 20 }, () => '"\n$&'.repeat(5000)) }),
  },
  {
    body: 'one text of a megabyte',
    Model: modelOf({ f: { type: String, match: /^a$/ } }),
    allow: ['f'],
    value: () => ({ f: "$'".repeat(500_000) }),
  },
  {
    body: 'forbidden keys of many sizes',
    Model: modelOf({ f: Number }),
    allow: ['f'],
    value: () =>
      Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`${'é'.repeat(index % 500)}${index}`, 1])),
  },
]

describe('the answer to', () => {
  const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

  it.each(swelling)('$body is at most 128 kB plus twice the body', async ({ Model, allow, value }) => {
    const body = value()
    for (const maxErrors of [1000, Infinity]) {
      const errors = await errorsOf(Model, { allow, maxErrors }, body)
      expect(errors.length).toBeGreaterThan(0)
      expect(size({ errors })).toBeLessThanOrEqual(128 * 1024 + 2 * size(body))
    }
  })

  it('an ordinary bad body is complete', async () => {
    const Model = modelOf({ list: [{ type: Number, min: 1 }] })
    const errors = await errorsOf(
      Model,
      { allow: ['list'], maxErrors: Infinity },
      { list: Array.from({ length: 800 }, () => 0) },
    )
    expect(errors).toHaveLength(800)
  })
})

/** `levels` arrays in one another, and `value` in the innermost. */
function inArrays(levels: number, value: unknown): unknown {
  let nested = value
  for (let level = 0; level < levels; level++) nested = [nested]
  return nested
}

describe('the depth of a body', () => {
  const invalidBody: unknown = [{ code: 'invalid_body', message: expect.any(String) as string }]
  const Model = modelOf({ f: Mixed, text: String, list: [], byKey: Map, n: { a: { b: String } } })
  const allow = ['f', 'text', 'list', 'byKey', 'n']

  // The body itself is level 1, so 99 more levels are allowed below it.
  it.each([
    { what: 'objects', at: (levels: number) => ({ f: nest(levels, 'a', 1) }) },
    { what: 'arrays', at: (levels: number) => ({ f: inArrays(levels, 1) }) },
    { what: 'an untyped array', at: (levels: number) => ({ list: inArrays(levels, 1) }) },
    { what: 'a Map of any values', at: (levels: number) => ({ byKey: nest(levels, 'a', 1) }) },
    {
      what: 'both in turn',
      at: (levels: number) => ({ f: levels % 2 === 0 ? alternating(levels) : [alternating(levels - 1)] }),
    },
  ])('may be 100 levels, not 101: $what', async ({ at }) => {
    expect(await errorsOf(Model, { allow }, at(99))).toEqual([])
    expect(await errorsOf(Model, { allow }, at(100))).toEqual(invalidBody)
  })

  it('is the only error where it is too great', async () => {
    expect(await errorsOf(Model, { allow }, { text: 5, nope: 1, f: nest(100, 'a', 1) })).toEqual(invalidBody)
    expect(await errorsOf(Model, { allow, partial: true }, { text: 5, nope: 1, f: nest(100, 'a', 1) })).toEqual(
      invalidBody,
    )
  })

  it('counts in a value of the wrong type', async () => {
    for (const deep of [nest(99, 'a', 1), inArrays(99, 1)]) {
      expect(await errorsOf(Model, { allow }, { text: deep })).toMatchObject([{ code: 'invalid_type', path: 'text' }])
    }
    for (const deep of [nest(100, 'a', 1), inArrays(100, 1)]) {
      expect(await errorsOf(Model, { allow }, { text: deep })).toEqual(invalidBody)
    }
  })

  it('is not the number of objects and arrays', async () => {
    const Wide = modelOf({
      documents: [sub({ a: Number, b: { c: Number }, list: [Number] })],
      maps: [{ type: Map, of: Number }],
      free: Mixed,
      numbers: [Number],
    })
    const many = (value: () => unknown) => Array.from({ length: 120 }, value)
    const body = {
      documents: many(() => ({ a: 'x', b: { c: 1 }, list: ['x'] })),
      maps: many(() => ({ a: 'x' })),
      free: many(() => ({ a: [] })),
      numbers: many(() => ({ a: {} })),
    }
    const errors = await errorsOf(Wide, { allow: Object.keys(body) }, body)
    expect(errors.map(({ code }) => code)).toEqual(Array.from({ length: 480 }, () => 'invalid_type'))
  })

  it('does not count what lies under a forbidden key', async () => {
    expect(await errorsOf(Model, { allow }, { nope: nest(200, 'a', 1) })).toEqual([forbidden('nope')])
    expect(await errorsOf(Model, { allow }, { n: { nope: inArrays(200, 1) } })).toEqual([forbidden('n.nope')])
    expect(await errorsOf(Model, { allow: ['text'] }, { f: nest(200, 'a', 1) })).toEqual([forbidden('f')])
  })

  it.each([1000, 20_000, 200_000])('of %i levels overflows no stack', async (levels) => {
    for (const deep of [nest(levels, 'a', 1), inArrays(levels, 1), nest(levels, '__proto__x', 1)]) {
      expect(await errorsOf(Model, { allow }, { f: deep })).toEqual(invalidBody)
      expect(await errorsOf(Model, { allow }, { nope: deep })).toEqual([forbidden('nope')])
      const errors: ErrorItem[] = await errorsOf(Model, { allow: ['n.a.b'] }, { n: { a: { b: 'x' } }, f: deep })
      expect(errors).toEqual([forbidden('f')])
    }
  })

  it('is not limited for a schema that is deep itself', async () => {
    let definition: object = { leaf: { type: Number, min: 1 } }
    for (let level = 0; level < 60; level++) definition = { a: definition }
    const Deep = modelOf(definition)
    const body = nest(60, 'a', { leaf: 0 })
    expect((await errorsOf(Deep, { allow: ['a'] }, body)).map(({ rule }) => rule)).toEqual(['min'])
  })
})

/** `levels` containers, objects and arrays in turn. */
function alternating(levels: number): unknown {
  let nested: unknown = 1
  for (let level = 0; level < levels; level += 2) nested = [{ a: nested }]
  return nested
}

describe('the text of a body that cannot be checked', () => {
  const guard = looseGuard(User, { allow: ['name', 'preferences'] })
  const message = async (body: unknown) => {
    const outcome = await guard.validate(body)
    return outcome.ok ? undefined : outcome.errors
  }

  it('says that it was not parsed', async () => {
    const text = 'Body is missing: nothing was sent, or no body parser ran before the guard'
    expect(await message(undefined)).toEqual([{ code: 'invalid_body', message: text }])
  })

  it('says that it is too deep', async () => {
    expect(await message({ preferences: nest(100, 'a', 1) })).toEqual([
      { code: 'invalid_body', message: 'The body is nested deeper than 100 levels' },
    ])
  })
})

it.each([1, 2, 3, 4, 5])(
  'a refused body has the same errors each time that it comes (maxErrors %i)',
  async (maxErrors) => {
    const time = { type: String, match: /^\d\d:/ }
    const Model = modelOf({
      location: sub({
        type: { type: String, enum: ['Point'] },
        coordinates: { type: [Number], validate: (value: number[]) => value.length === 2 && (value[0] ?? 0) <= 180 },
      }),
      hours: { type: Map, of: sub({ open: time }) },
      address: { city: { type: String, required: true } },
      ratings: [sub({ stars: { type: Number, min: 1 } })],
      late: String,
    })
    const guard = looseGuard(Model, { allow: ['location', 'hours', 'address', 'ratings', 'late'], maxErrors })
    const bodies = [
      { location: { type: 'Line', coordinates: [200, 1] }, hours: { wed: { open: '8' } }, ratings: [] },
      { location: { type: 'Line', coordinates: [200, 1] }, hours: { wed: { open: '8' } }, ratings: [], late: 1 },
      {
        location: { coordinates: [200, 1], type: 1 },
        hours: { wed: { open: '8' } },
        address: { city: 'x' },
        late: 'x',
      },
    ]
    const answers = bodies.map(() => new Set<string>())
    for (let request = 0; request < 14; request++) {
      for (const [index, body] of bodies.entries()) answers[index]?.add(JSON.stringify(await guard.validate(body)))
    }
    expect(answers.map(({ size }) => size)).toEqual([1, 1, 1])
  },
)
