// Schemas of so many fields that the fast path has other code for bodies with few of them: in one function, or looked up.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { checkBody } from '../../src/check/check-body.ts'
import type { CompiledGuard } from '../../src/check/compiled-guard.ts'
import { Random } from '../fuzz/random.ts'
import { checkOf, walkerOnly } from '../support/check.ts'
import { modelOf, sub } from '../support/models.ts'

/** One for each way. */
const widths = [130, 170]
const name = (number: number) => `field${number}`
const fieldOf = [
  () => ({ type: String, maxlength: 4 }),
  () => ({ type: Number, min: 0 }),
  () => ({ type: Boolean }),
  () => ({ type: String, enum: ['a', 'b'] }),
  () => ({ type: Date }),
  () => ({ type: [Number] }),
  () => ({ nested: { deep: String, other: { type: Number, max: 9 } } }),
  () => sub({ x: { type: Number, required: true }, y: String }),
  () => ({ type: String, validate: (value: string) => value !== 'no' }),
  () => ({ type: mongoose.Schema.Types.Mixed }),
]
const good: readonly unknown[] = [
  'abc',
  1,
  true,
  'a',
  '2020-01-01',
  [1, 2],
  { nested: { deep: 'x' } },
  { x: 1 },
  'yes',
  {},
]
const bad: readonly unknown[] = ['abcde', -1, 'true', 'c', 'soon', [1, 'x'], { nested: { other: 10 } }, {}, 'no', null]

const keysOf = (width: number) => Array.from({ length: width }, (_, number) => name(number))
const wideFields = (width: number): Record<string, object> =>
  Object.fromEntries(keysOf(width).map((key, number) => [key, fieldOf[number % fieldOf.length]?.() ?? {}]))

function wide(
  width: number,
  more: Record<string, object> = {},
  partial = true,
): { check: CompiledGuard; schema: mongoose.Schema } {
  const fields = { ...wideFields(width), ...more }
  const schema = new mongoose.Schema(fields)
  const allow = Object.keys(fields)
  return { check: checkOf(modelOf(schema), allow, partial, false), schema }
}

const takes = (check: CompiledGuard, body: object) => check.fastPath.startBody().accept(body) !== undefined
const both = async (check: CompiledGuard, body: () => object) => [
  await checkBody(check, body()),
  await checkBody(walkerOnly(check), body()),
]

describe.each(widths)('the fast path of a schema of %i fields', (width) => {
  const keys = keysOf(width)

  it('takes few keys and many, in any order, and gives them in the order of the schema', () => {
    const { check } = wide(width)
    for (const chosen of [
      [],
      [7],
      [3, 90],
      [90, 3],
      [width - 1, 0, 64],
      [9, 8, 7, 6, 5, 4, 3, 2],
      keys.keys(),
      [...keys.keys()].reverse(),
    ]) {
      const numbers = [...chosen]
      const entries = numbers.map((number) => [name(number), good[number % good.length]] as const)
      const accepted = check.fastPath.startBody().accept(Object.fromEntries(entries))
      expect(Object.keys(accepted ?? { refused: true })).toEqual(numbers.sort((a, b) => a - b).map(name))
      expect(accepted).toEqual(Object.fromEntries(entries))
    }
  })

  it('agrees with the walker on random bodies', async () => {
    const random = new Random(17)
    const { check } = wide(width)
    const demanding = wide(
      width,
      { must: { type: String, required: true }, set: { type: Number, default: 3 } },
      false,
    ).check
    let taken = 0
    for (let round = 0; round < 400; round++) {
      const count = random.int(round % 8 === 0 ? width : 6)
      const entries = Array.from({ length: count }, () => {
        const number = random.int(width)
        const values = random.int(10) === 0 ? bad : good
        return [name(number), values[number % values.length]] as const
      })
      const body = () => ({ ...Object.fromEntries(entries), ...(round % 3 === 0 ? { must: 'x' } : {}) })
      for (const one of [check, demanding]) {
        const [fast, walked] = await both(one, body)
        expect(fast, `seed 17, body ${JSON.stringify(body())}`).toEqual(walked)
        if (fast?.ok === true)
          expect(Object.keys(fast.validated)).toEqual(Object.keys(walked?.ok ? walked.validated : {}))
      }
      if (takes(check, Object.fromEntries(entries))) taken++
    }
    expect(taken).toBeGreaterThan(100)
  })

  it('lacks nothing that is required, and takes nothing that is not allowed', async () => {
    const { check } = wide(width, { must: { type: String, required: true } }, false)
    expect(takes(check, { field0: 'a' })).toBe(false)
    expect(takes(check, { must: 'a' })).toBe(true)
    expect(takes(check, { must: 'a', role: 'admin' })).toBe(false)
    expect(takes(check, JSON.parse('{ "must": "a", "__proto__": { "field0": "x" } }') as object)).toBe(false)
    expect(takes(check, Object.create({ must: 'a' }) as object)).toBe(false)
    const many = Object.fromEntries(keys.map((key, number) => [key, good[number % good.length]]))
    expect(takes(check, many)).toBe(false)
    expect(takes(check, { ...many, must: 'a' })).toBe(true)
    expect(takes(check, { ...many, must: 'a', role: 'admin' })).toBe(false)
    expect(takes(check, { ...many, must: 1 })).toBe(false)
    expect(takes(wide(width).check, new Date())).toBe(false)
    expect(await checkBody(check, { must: 'a', role: 'admin' })).toMatchObject({
      ok: false,
      errors: [{ path: 'role' }],
    })
  })

  it('passes over ignored keys', async () => {
    const { schema } = wide(width)
    const guard = (await import('../../src/index.ts')).createGuard(modelOf(schema.clone()), {
      allow: keys.slice(1),
      ignore: ['field0', '__v'],
      partial: true,
    })
    expect(await guard.validate({ field0: 5, __v: {}, field3: 'a' })).toEqual({ ok: true, validated: { field3: 'a' } })
    const many = Object.fromEntries(keys.map((key, number) => [key, good[number % good.length]]))
    for (let nth = 0; nth < 10; nth++) {
      const outcome = await guard.validate({ ...many, __v: {} })
      expect(Object.keys(outcome.ok ? outcome.validated : {})).toEqual(keys.slice(1))
    }
  })
})

describe.each(widths)('a rule that a schema of %i fields gets later', (width) => {
  const refuses = () => false
  const edits: [what: string, field: string, value: unknown, edit: (type: mongoose.SchemaType) => void][] = [
    ['a validator', 'field0', 'abc', (type) => void type.validate(refuses)],
    ['validators in place', 'field0', 'abc', ({ validators }) => (validators[0] = { validator: refuses } as never)],
    [
      'a validator in place',
      'field0',
      'abc',
      ({ validators }) => {
        for (const entry of validators) entry.validator = refuses
      },
    ],
    ['other validators', 'field1', 1, (type) => (type.validators = [{ validator: refuses }] as never)],
    ['a setter', 'field0', 'abc', (type) => void type.set(() => 'abcdefgh')],
    ['a requirement', 'field2', undefined, (type) => void type.required(true)],
    ['a default that no rule takes', 'field1', undefined, (type) => void type.default(-5)],
    ['one in a nested object', 'field6.nested.deep', 'x', (type) => void type.validate(refuses)],
    ['one in a sub-document', 'field7.x', 1, (type) => void type.validate(refuses)],
    ['one in a sub-document of the same schema', 'field17.x', 1, (type) => void type.validate(refuses)],
    ['one of elements', 'field5', [1], (type) => void type.getEmbeddedSchemaType()?.validate(refuses)],
  ]
  it.each(edits)('counts at once, for few keys and for many: %s', async (_what, path, value, edit) => {
    for (const count of [1, width]) {
      const shared = new mongoose.Schema({ x: { type: Number, required: true } }, { _id: false })
      const { check, schema } = wide(width, { field7: shared, field17: shared, field27: shared }, false)
      const [key = '', ...below] = path.split('.')
      const content = below.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value)
      const others: [string, unknown][] = keysOf(width)
        .slice(0, count === 1 ? 0 : width)
        .map((other, number) => [other, good[number % good.length]])
      const body = () => {
        const whole: Record<string, unknown> = { ...Object.fromEntries(others), [key]: content }
        if (value === undefined) Reflect.deleteProperty(whole, key)
        return whole
      }
      expect(takes(check, body()), 'before').toBe(true)
      edit(path.endsWith('.x') ? shared.path('x') : schema.path(path))
      const [fast, walked] = await both(check, body)
      expect(fast).toEqual(walked)
      expect(fast?.ok).toBe(false)
    }
  })
})
