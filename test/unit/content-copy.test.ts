import { describe, expect, it } from 'vitest'
import { BodyLimitError, maxDepth, ValueCount } from '../../src/values/body-limits.ts'
import { ContentCopier, copyOf } from '../../src/values/content-copy.ts'

const nested = (depth: number): unknown => (depth === 0 ? {} : [nested(depth - 1)])

/** A value of 2 to the power of `levels` objects, each of which stands in two places. */
function doubled(levels: number): unknown {
  let value: unknown = { end: true }
  for (let level = 0; level < levels; level++) value = [value, value]
  return value
}

/** Longer than what is copied before anything is looked up. */
const long = () => Array.from({ length: 100_001 }, () => 0)

describe('a copy of free content', () => {
  it.each([null, undefined, 'text', 0, true, [], {}, [[{ a: [1, null, 'x'] }], {}], { a: { b: { c: [] } } }])(
    'equals %j and shares nothing with it',
    (value) => {
      const copy = copyOf(value)
      expect(copy).toStrictEqual(value)
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
    },
  )

  it('has null where an element is undefined or missing, as JSON', () => {
    // oxlint-disable-next-line eslint/no-sparse-arrays
    expect(copyOf([undefined, , 1])).toStrictEqual([null, null, 1])
  })

  // Where the copies are kept, no garbage collection in between makes the difference smaller.
  it.each([
    ['far apart', '{"1023":1,"2574":1}'],
    ['after a small one', '{"0":1,"1023":1,"2574":1}'],
    ['before a text', '{"1023":1,"2574":1,"a":1}'],
  ])('takes little memory for keys that are integers, %s', (_, text) => {
    const value = JSON.parse(`[${Array.from({ length: 2000 }, () => text).join()}]`) as unknown
    const before = process.memoryUsage().heapUsed
    const copy = copyOf(value)
    const megabytes = (process.memoryUsage().heapUsed - before) / 2 ** 20
    expect(copy).toEqual(value)
    expect(megabytes).toBeLessThan(20)
  })

  it('has the keys of its original in their order, in whatever memory', () => {
    const keys = ['5000', '7', 'b', '01', '-1', 'a', '4294967294', '4294967295', '1e3']
    const value = Object.fromEntries(keys.map((key) => [key, key]))
    const copy = copyOf(value) as object
    expect(Object.entries(copy)).toEqual(Object.entries(value))
    expect(Object.keys(copyOf({ 9999: 1 }) as object)).toEqual(['9999'])
  })

  it('has Maps of its own, but no other map that an application has made', () => {
    class OwnMap extends Map {}
    const own = new OwnMap()
    const map = new Map<string, unknown>([
      ['list', [1]],
      ['object', { own }],
    ])
    const copy = copyOf({ map }) as { map: Map<unknown, unknown> }
    expect(copy).toEqual({ map })
    expect(copy.map).not.toBe(map)
    expect(copy.map.get('list')).not.toBe(map.get('list'))
    expect(copy.map.get('object')).toHaveProperty('own', own)
  })

  it('has no key of a Map that is no text, and tells what it is', () => {
    const told: unknown[] = []
    const keys = [1, { toString: 1 }, Symbol('x'), 'text']
    const copier = new ContentCopier(new ValueCount())
    const copy = copier.copy(new Map(keys.map((key) => [key, 1])), 1, (names) => told.push(names))
    expect(copy).toEqual(new Map([['text', 1]]))
    expect(told).toEqual([['1', 'object', 'symbol']])
  })

  it('keeps what is not an array, a Map or plain object', () => {
    const date = new Date()
    const bytes = Buffer.from('x')
    const copy = copyOf({ date, list: [bytes] }) as { date: unknown; list: unknown[] }
    expect(copy.date).toBe(date)
    expect(copy.list[0]).toBe(bytes)
  })

  it('is made by no method that an array has of its own', () => {
    const list = Object.assign([1], { slice: () => ['injected'], [Symbol.iterator]: () => [][Symbol.iterator]() })
    expect(copyOf({ list })).toStrictEqual({ list: [1] })
  })

  it('leaves reserved keys out, and tells where they were', () => {
    const told: unknown[] = []
    const value = JSON.parse(
      '{ "a": [{ "__proto__": 1, "b": 2, "$__": 3 }], "_bsontype": 4, "c": { "d": {} } }',
    ) as object
    const copy = new ContentCopier(new ValueCount()).copy(value, 1, (keys, above) => told.push([keys, [...above]]))
    expect(copy).toStrictEqual({ a: [{ b: 2 }], c: { d: {} } })
    expect(told).toStrictEqual([
      [
        ['__proto__', '$__'],
        ['a', 0],
      ],
      [['_bsontype'], []],
    ])
  })

  it('may be as deep as MongoDB stores it, and no deeper', () => {
    expect(() => copyOf(nested(maxDepth))).not.toThrow()
    expect(() => copyOf(nested(maxDepth + 1))).toThrow(BodyLimitError)
  })

  it('of what holds itself is refused', () => {
    const value: { self?: unknown } = {}
    value.self = value
    expect(() => copyOf(value)).toThrow(BodyLimitError)
  })

  it('copies once what stands in many places, and counts it in each', () => {
    const copy = copyOf(doubled(18)) as unknown[]
    expect(JSON.stringify(copy)).toBe(JSON.stringify(doubled(18)))
    expect(() => copyOf(doubled(60))).toThrow('The body holds more values than MongoDB stores in one document')
  })

  it('is made anew where the one known could be too deep', () => {
    const shared = nested(50)
    const filled = [long(), shared]
    expect(() => copyOf([filled, [nested(30), shared]])).not.toThrow()
    let deep: unknown = shared
    for (let level = 0; level < 49; level++) deep = [deep]
    expect(() => copyOf([filled, deep])).not.toThrow()
    expect(() => copyOf([filled, [deep]])).toThrow('The body is nested deeper than 100 levels')
  })

  it('counts the values of one that is made again', () => {
    const count = new ValueCount()
    const shared = { a: [1, 2] }
    new ContentCopier(count).copy([long(), shared], 1)
    const once = count.total
    const again = new ValueCount()
    new ContentCopier(again).copy([long(), shared, shared], 1)
    // The array itself has one element more.
    expect(again.total - once).toBe(5 + 1 + 5 + 2 + 1)
  })
})
