import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard, problemDetails } from '../../src/index.ts'
import { json, looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

interface Issue {
  message: string
  path: PropertyKey[]
  code: string
  rule?: string
}

type Result = { value: unknown; issues?: undefined } | { issues: Issue[] }

interface Standard {
  version: number
  vendor: string
  validate: (value: unknown) => Result | Promise<Result>
}

const standardOf = (Model: unknown, options: object): Standard =>
  (looseGuard(Model, { allowNull: true, ...options }) as unknown as { '~standard': Standard })['~standard']

const Person = modelOf({
  name: { type: String, required: true },
  address: { city: String, zip: String },
  homes: [sub({ city: { type: String, required: true }, rooms: [Number] })],
  scores: { type: Map, of: Number },
  grid: [[Number]],
  any: mongoose.Schema.Types.Mixed,
})
const everything = ['name', 'address.city', 'homes', 'scores', 'grid', 'any']

async function issuesOf(body: unknown, Model: unknown = Person, allow = everything): Promise<Issue[]> {
  const result = await standardOf(Model, { allow }).validate(body)
  return result.issues ?? []
}

const pathsOf = async (text: string): Promise<PropertyKey[][]> => (await issuesOf(json(text))).map(({ path }) => path)

describe("guard['~standard']", () => {
  it('names version 1 of the Standard Schema specification and this library', () => {
    expect(standardOf(Person, { allow: [] })).toMatchObject({ version: 1, vendor: 'mongoose-guard' })
  })

  it('gives the accepted subset as the value', () => {
    const body = { name: 'Ada', homes: [{ city: 'London', rooms: [1, 2] }] }
    expect(standardOf(Person, { allow: everything }).validate(body)).toEqual({ value: body })
  })

  it('gives the error items as issues, with their code and rule beside what the specification asks for', async () => {
    expect(await issuesOf({ address: { city: 7 }, role: 'admin' })).toEqual([
      { code: 'invalid_value', path: ['name'], message: 'Path `name` is required.', rule: 'required' },
      { code: 'invalid_type', path: ['address', 'city'], message: 'Expected string, received number' },
      { code: 'forbidden_field', path: ['role'], message: 'Field is not allowed' },
    ])
  })

  it('has the parameters of rules in the issues with the option `details`', async () => {
    const guard = createGuard(modelOf({ name: { type: String, minlength: 3 } }), { allow: ['name'], details: true })
    const { issues } = await guard['~standard'].validate({ name: 'A' })
    expect(issues?.map(({ params }) => params)).toEqual([{ limit: 3 }])
  })

  it.each([undefined, null, 'text', 7, []])('gives %j an issue about the whole', async (body) => {
    expect(await issuesOf(body)).toEqual([{ code: 'invalid_body', path: [], message: expect.any(String) as string }])
  })

  it('is synchronous where every rule is, and a promise where one is not', async () => {
    const Account = modelOf({ name: { type: String, validate: () => Promise.resolve(false) } })
    const standard = standardOf(Account, { allow: ['name'] })
    expect(standard.validate({})).toEqual({ value: {} })
    const pending = standard.validate({ name: 'Ada' })
    expect(pending).toBeInstanceOf(Promise)
    expect(await pending).toMatchObject({ issues: [{ path: ['name'], rule: 'user defined' }] })
  })

  it('needs no receiver, so that a host may take it off', () => {
    const { validate } = standardOf(Person, { allow: ['name'] })
    expect(validate({ name: 'Ada' })).toEqual({ value: { name: 'Ada' } })
  })
})

describe('the segments of a path', () => {
  it.each([
    [
      'array indexes are numbers',
      '{"name":"A","homes":[{"city":"x"},{"rooms":[1,"2"]}]}',
      [
        ['homes', 1, 'city'],
        ['homes', 1, 'rooms', 1],
      ],
    ],
    ['so are those of arrays of arrays', '{"name":"A","grid":[[1],[2,"3"]]}', [['grid', 1, 1]]],
    [
      'keys of a Map are strings, digits or not',
      '{"name":"A","scores":{"0":"x","math":"y"}}',
      [
        ['scores', '0'],
        ['scores', 'math'],
      ],
    ],
    ['a key with a dot is one segment', '{"name":"A","address.city":"x","a.b.c":1}', [['address.city'], ['a.b.c']]],
    [
      'so it is below an object',
      '{"name":"A","address":{"city.name":"x","city":7}}',
      [
        ['address', 'city'],
        ['address', 'city.name'],
      ],
    ],
    ['and below an element of an array', '{"name":"A","homes":[{"city":"x","a.b":1}]}', [['homes', 0, 'a.b']]],
    ['and in a Map', '{"name":"A","scores":{"a.b":1}}', [['scores', 'a.b']]],
    ['an empty key is an empty segment', '{"name":"A","":1,"address":{"":1}}', [['address', ''], ['']]],
    ['a key of dots is one segment', '{"name":"A","...":1}', [['...']]],
    [
      '__proto__ is a key',
      '{"name":"A","__proto__":1,"any":[{"__proto__":1}]}',
      [['any', 0, '__proto__'], ['__proto__']],
    ],
    [
      'keys above it in Mixed content may have dots',
      '{"name":"A","any":{"a.b":{"__proto__":1}}}',
      [['any', 'a.b', '__proto__']],
    ],
    [
      'of several keys that fit, those count that lead there',
      '{"name":"A","any":{"a":{"b":{"c":1}},"a.b":[{"x.y.z":{"__proto__":1}}]}}',
      [['any', 'a.b', 0, 'x.y.z', '__proto__']],
    ],
    ['what is missing has a path, too', '{}', [['name']]],
  ])('%s', async (_, body, paths) => {
    expect(await pathsOf(body)).toEqual(paths)
  })

  it.each([
    ['short', 'x'],
    ['long', 'x'.repeat(16_000)],
  ])(
    'of forbidden keys, %s ones, are looked for in a bounded part of a body that has every way to split them',
    (_, end) => {
      // Each joined path of `a` is that of many objects.
      const levels = 24
      const tree = (left: number): object =>
        left <= 0 ? {} : { a: tree(left - 1), 'a.a': left > 1 ? tree(left - 2) : {} }
      let characters = 0
      const watched = (value: object): object =>
        new Proxy(value, {
          getOwnPropertyDescriptor(target, key) {
            characters += String(key).length
            return Reflect.getOwnPropertyDescriptor(target, key)
          },
          get: (target, key): unknown => {
            const inner: unknown = Reflect.get(target, key)
            return typeof inner === 'object' && inner !== null ? watched(inner) : inner
          },
        })
      const item = {
        code: 'forbidden_field' as const,
        path: `any.${'a.'.repeat(levels)}${end}`,
        message: 'Field is not allowed',
      }
      const body = watched({ any: tree(levels) })
      const { errors } = problemDetails(
        Array.from({ length: 50 }, () => item),
        { body },
      )
      expect(errors).toHaveLength(50)
      expect(errors[0]?.pointer).toBe(`#/any/${'a/'.repeat(levels)}${end}`)
      expect(characters).toBeLessThan(5_000_000)
    },
  )

  it('lead to what is missing below what is missing', async () => {
    const Model = modelOf({ a: { b: { c: { type: String, required: true } } } })
    for (const body of [{}, { a: { b: null } }]) {
      expect((await issuesOf(body, Model, ['a'])).map(({ path }) => path)).toEqual([['a', 'b', 'c']])
    }
  })

  it('joined with dots are the path of the error item', async () => {
    const body = json(
      '{"homes":[{},{"city":7,"x":1},3],"grid":[["a"]],"scores":{"k":"v"},"a.b":{"c":1},"address":{"zip":"1"}}',
    )
    const outcome = await looseGuard(Person, { allow: everything }).validate(body)
    const paths = outcome.ok ? [] : outcome.errors.map(({ path }) => path)
    expect((await issuesOf(body)).map(({ path }) => path.join('.'))).toEqual(paths)
    expect(paths.length).toBeGreaterThan(7)
  })

  it('are found in time that is linear in a hostile key', async () => {
    const dots = '.'.repeat(50_000)
    const [whole, below] = await issuesOf({ name: 'A', address: { [dots]: 1 }, [`address${dots}`]: 1 })
    expect([whole?.path, below?.path]).toEqual([['address', dots], [`address${dots}`]])
  })
})
