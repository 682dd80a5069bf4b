import type { GuardErrorItem } from '../types/error-item.ts'

/** What an answer may weigh beside twice its body, which it repeats in paths and messages. */
const allowance = 128 * 1024
/** `{"errors":[]}` */
const envelope = 13
/** One UTF-16 unit takes at most six bytes of JSON: `\u0000`. */
const bytesPerUnit = 6
/** Of the message of an item that alone exceeds the limit. */
const shownMessage = 10_000
/** Keys, quotes and braces of an item. */
const frame = 64

/** Keeps an answer within `maxErrors` items, and within 128 kB plus twice the body that it answers, in bytes of JSON. */
export class AnswerLimit {
  private size: BodySize | undefined

  constructor(
    readonly maxErrors: number,
    private readonly body: unknown,
  ) {}

  /**
   * The items that fit in, in order; one always does, though not with all of a text in which Mongoose prints a container
   * with the ids and defaults that it has given it.
   */
  cut(found: GuardErrorItem[]): GuardErrorItem[] {
    if (found.length === 0) return found
    const items = found.slice(0, this.maxErrors)
    let most = envelope
    for (const item of items) most += unitsOf(item) * bytesPerUnit + frame
    // Dearer than the estimate, and still far cheaper than to look at the body.
    if (most <= allowance || this.allows(envelope + bytesOf(items))) return items
    let total = envelope
    const past = items.findIndex((item) => !this.allows((total += bytesOf(item) + 1)))
    const [first] = items
    if (past === 0 && first !== undefined) return [{ ...first, message: `${first.message.slice(0, shownMessage)}…` }]
    return past === -1 ? items : items.slice(0, past)
  }

  /** As {@link cut}, of items that are made one after the other. */
  take(items: Iterable<GuardErrorItem>): GuardErrorItem[] {
    const taken: GuardErrorItem[] = []
    const tally = new AnswerTally(this)
    for (const item of items) {
      taken.push(item)
      tally.add(item)
      if (tally.isFull) break
    }
    return this.cut(taken)
  }

  allows(bytes: number): boolean {
    if (bytes <= allowance) return true
    return this.bodyHas((bytes - allowance) / 2)
  }

  /** Whether the JSON of the body has at least so many bytes. */
  bodyHas(bytes: number): boolean {
    this.size ??= new BodySize(this.body)
    return this.size.hasAtLeast(bytes)
  }
}

/** Counts the items that are on their way into an answer. */
export class AnswerTally {
  private items = 0
  private units = 0

  constructor(private readonly limit: AnswerLimit) {}

  /** The size of an item is estimated low, without looking at its text. */
  add(item: GuardErrorItem): void {
    this.items++
    this.units += unitsOf(item) + frame / 2
  }

  get isEmpty(): boolean {
    return this.items === 0
  }

  /** Looking for more is of no use. */
  get isFull(): boolean {
    return this.items >= this.limit.maxErrors || !this.limit.allows(this.units)
  }
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function unitsOf(item: GuardErrorItem): number {
  return item.message.length + ('path' in item ? item.path.length : 0) + ('rule' in item ? item.rule.length : 0)
}

/** An array or object that was not yet looked through to its end. */
interface Open {
  readonly values: readonly unknown[]
  /** Of an object. */
  readonly keys: readonly string[] | undefined
  next: number
}

/**
 * The size of the shortest JSON text that parses to a body, counted only as far as somebody asks. On a stack of its own,
 * for what lies under a forbidden key may be of any depth.
 */
class BodySize {
  private bytes = 0
  private readonly open: Open[] = []

  constructor(body: unknown) {
    this.open.push({ values: [body], keys: undefined, next: 0 })
  }

  hasAtLeast(bytes: number): boolean {
    for (let inner = this.open.at(-1); inner !== undefined && this.bytes < bytes; inner = this.open.at(-1)) {
      const { values, keys } = inner
      const index = inner.next++
      if (index === values.length) {
        this.open.pop()
        continue
      }
      // A comma, and a colon and quotes around a key.
      if (index > 0) this.bytes += 1
      if (keys !== undefined) this.bytes += Buffer.byteLength(keys[index] ?? '') + 3
      this.count(values[index])
    }
    return this.bytes >= bytes
  }

  private count(value: unknown): void {
    if (typeof value === 'string') this.bytes += Buffer.byteLength(value) + 2
    else if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) this.bytes += 1
    else {
      this.bytes += 2
      if (Array.isArray(value)) this.open.push({ values: value, keys: undefined, next: 0 })
      else this.open.push({ values: Object.values(value), keys: Object.keys(value), next: 0 })
    }
  }
}
