import { describe, expect, it } from 'vitest'
import { ErrorLimit, ErrorTally } from '../../src/errors/error-limit.ts'
import type { GuardErrorItem } from '../../src/types/error-item.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const allowance = 128 * 1024
const limitOf = (body: unknown) => new ErrorLimit(Infinity, body)
const deep = (levels: number, letter: string): unknown =>
  levels === 0 ? letter.repeat(10_000) : [deep(levels - 1, letter), { é: levels }]

/** Bodies in the shortest JSON text, so that their size is plain: a number of one digit. */
const bodies: Record<string, unknown> = {
  'a text': 'x'.repeat(30_000),
  'a text of two bytes a letter': { a: 'é'.repeat(30_000) },
  'many texts': Array.from({ length: 3000 }, (_, index) => `text ${index}`),
  'many numbers': Array.from({ length: 30_000 }, () => 1),
  'many keys': Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`kéy ${index}`, index % 10])),
  'objects in objects': Array.from({ length: 3000 }, () => ({ a: { b: [] }, c: {} })),
  'depth before breadth': [deep(50, 'x'), deep(3, 'y'), 'x'.repeat(5000)],
  'nothing much': {},
}

const itemsOf = (message: string, count: number): GuardErrorItem[] =>
  Array.from({ length: count }, () => ({ code: 'forbidden_field', path: 'a.b', message }))

describe('an answer is cut at 128 kB plus twice the body', () => {
  it.each(Object.entries(bodies))('of %s', (_what, body) => {
    // Escapes make a letter six bytes long.
    for (const message of ['é'.repeat(300), '\u0001'.repeat(500)]) {
      const items = itemsOf(message, 2000)
      const kept = limitOf(body).cut(items)
      const limit = allowance + 2 * bytesOf(body)
      expect(bytesOf({ errors: kept })).toBeLessThanOrEqual(limit)
      // Two bytes or three are counted twice.
      expect(bytesOf({ errors: items.slice(0, kept.length + 1) })).toBeGreaterThan(limit - 4)
      expect(kept).toEqual(items.slice(0, kept.length))
    }
  })

  // devalue, YAML and server actions send such a value once, however often it stands in the body.
  it.each<[string, unknown]>([
    ['a long text', 'x'.repeat(40_000)],
    ['an object', Object.fromEntries([['é'.repeat(20_000), 1]])],
  ])('counts %s that stands in many places once', (_what, shared) => {
    const items = itemsOf('a'.repeat(1000), 1000)
    const once = limitOf([shared]).cut(items)
    const often = limitOf(Array.from({ length: 1000 }, () => shared)).cut(items)
    expect(once.length).toBeGreaterThan(150)
    expect(often.length - once.length).toBeLessThan(5)
  })

  it('keeps an answer whole that fits in, whatever an estimate makes of it', () => {
    const items = itemsOf('a'.repeat(1000), 100)
    expect(limitOf({}).cut(items)).toEqual(items)
    const more = itemsOf('a'.repeat(1000), 150)
    expect(limitOf({}).cut(more).length).toBeLessThan(150)
    expect(limitOf('a'.repeat(30_000)).cut(more)).toEqual(more)
  })

  it('keeps one item, with the start of its text where that is too long', () => {
    const items = itemsOf('a'.repeat(200_000), 3)
    expect(limitOf({}).cut(items)).toEqual([{ ...items[0], message: `${'a'.repeat(10_000)}…` }])
    expect(limitOf('x'.repeat(50_000)).cut(items)).toEqual(items.slice(0, 1))
  })
})

describe('the items on their way into an answer', () => {
  const itemsUntilFull = (body: unknown, item: GuardErrorItem) => {
    const tally = new ErrorTally(limitOf(body))
    let count = 0
    for (; !tally.isFull; count++) tally.add(item)
    return count
  }
  const item: GuardErrorItem = { code: 'invalid_value', path: 'p'.repeat(100), rule: 'r'.repeat(100), message: '' }

  it('are enough when their texts alone are more than fits in', () => {
    // 32 for the keys, quotes and braces of an item.
    expect(itemsUntilFull({}, item)).toBe(Math.floor((allowance + 2 * 2) / 232) + 1)
    expect(itemsUntilFull('x'.repeat(50_000), item)).toBe(Math.floor((allowance + 2 * 50_002) / 232) + 1)
    const plain: GuardErrorItem = { code: 'invalid_body', message: 'm'.repeat(200) }
    expect(itemsUntilFull({}, plain)).toBe(itemsUntilFull({}, item))
  })

  it('are counted against a Buffer as against one byte', () => {
    expect(itemsUntilFull({ a: Buffer.alloc(100_000) }, item)).toBe(itemsUntilFull({ a: 1 }, item))
  })
})
