import type { GuardErrorItem } from './types/error-item.ts'

/** What an answer may weigh beside twice its body, which it repeats in paths and messages. */
const allowance = 128 * 1024
/** `{"errors":[]}` */
const envelope = 13
/** One UTF-16 unit takes at most six bytes of JSON: `\u0000`. */
const bytesPerUnit = 6
/** Keys, quotes and braces of an item. */
const frame = 64

/** Keeps an answer within 128 kB plus twice the body that it answers, in bytes of JSON. */
export class AnswerSize {
  private units = 0
  private limit: number | undefined

  constructor(private readonly body: unknown) {}

  /** Adds an item that is on its way into the answer; its size is estimated low, without looking at its text. */
  add(item: GuardErrorItem): void {
    this.units += unitsOf(item) + frame / 2
  }

  get exceeded(): boolean {
    return this.units > allowance && this.units > this.bytes()
  }

  /** The items that fit in, in order; one always does. */
  cut(items: GuardErrorItem[]): GuardErrorItem[] {
    let most = envelope
    for (const item of items) most += unitsOf(item) * bytesPerUnit + frame
    if (most <= allowance) return items
    let total = envelope
    const past = items.findIndex((item) => (total += Buffer.byteLength(JSON.stringify(item)) + 1) > this.bytes())
    return past === -1 ? items : items.slice(0, Math.max(1, past))
  }

  private bytes(): number {
    return (this.limit ??= allowance + 2 * leastBytes(this.body))
  }
}

function unitsOf(item: GuardErrorItem): number {
  return item.message.length + ('path' in item ? item.path.length : 0) + ('rule' in item ? item.rule.length : 0)
}

/** The shortest JSON text that parses to `value`. Its own stack, for what lies under a forbidden key may be of any depth. */
function leastBytes(value: unknown): number {
  let bytes = 0
  const rest = [value]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') bytes += Buffer.byteLength(next) + 2
    else if (typeof next !== 'object' || next === null) bytes += 1
    else if (Array.isArray(next)) bytes += 2 + pushAll(rest, next)
    else {
      bytes += 2 + pushAll(rest, Object.values(next))
      for (const key of Object.keys(next)) bytes += Buffer.byteLength(key) + 3
    }
  }
  return bytes
}

function pushAll(stack: unknown[], values: readonly unknown[]): number {
  for (const value of values) stack.push(value ?? null)
  return Math.max(0, values.length - 1)
}
