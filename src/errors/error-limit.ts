import type { GuardErrorItem } from '../types/error-item.ts'
import { JsonSize } from '../values/json-size.ts'

/**
 * The limit is 128 KiB and twice the size of the body, which paths and messages repeat. In bytes of JSON, where what
 * stands in many places counts once.
 */
const allowance = 128 * 1024
/** `{"errors":[]}` */
const envelope = 13
/** One UTF-16 unit takes at most six bytes of JSON: `\u0000`. */
const bytesPerUnit = 6
/** Of the message of an item that alone exceeds the limit. */
const shownMessage = 10_000
/**
 * Values in the containers that the texts of one response print: to print a document, Mongoose copies all that is in
 * it.
 */
const mostPrinted = 10_000
/** Keys, quotes and braces of an item. */
const frame = 64

/**
 * Keeps an error response within `maxErrors` items, and within 128 KiB plus twice the size of the body, in bytes of
 * JSON.
 */
export class ErrorLimit {
  private size: JsonSize | undefined
  private printed = 0

  constructor(
    readonly maxErrors: number,
    private readonly body: unknown,
  ) {}

  /**
   * The items that fit in, in order; one always does, though not with all of a text in which Mongoose prints a
   * container with the ids and defaults that it has given it.
   */
  cut(found: GuardErrorItem[]): GuardErrorItem[] {
    if (found.length === 0) return found
    const items = found.length <= this.maxErrors ? found : found.slice(0, this.maxErrors)
    let most = envelope
    for (const item of items) most += unitsOf(item) * bytesPerUnit + frame
    // Measured only where the estimate, which is high, exceeds what every body may have; the body is dearer still.
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
    const tally = new ErrorTally(this)
    for (const item of items) {
      taken.push(item)
      tally.add(item)
      if (tally.isFull) break
    }
    return this.cut(taken)
  }

  /** Whether a text may print another value: the texts before it printed few enough values. */
  mayPrint(countValues: () => number): boolean {
    if (this.printed >= mostPrinted) return false
    this.printed += countValues()
    return true
  }

  allows(bytes: number): boolean {
    if (bytes <= allowance) return true
    return this.bodyHas((bytes - allowance) / 2)
  }

  /** Whether the JSON of the body has at least so many bytes, if what stands in many places of it counts once. */
  bodyHas(bytes: number): boolean {
    this.size ??= new JsonSize(this.body, new Set())
    return this.size.hasAtLeast(bytes)
  }
}

/** Counts the items that are on their way into an error response. */
export class ErrorTally {
  private items = 0
  private units = 0

  constructor(private readonly limit: ErrorLimit) {}

  /** The size of an item is estimated low, without looking at its text. */
  add(item: GuardErrorItem): void {
    this.items++
    this.units += unitsOf(item) + frame / 2
  }

  get isEmpty(): boolean {
    return this.items === 0
  }

  /** The error response is full: no further error is needed. */
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
