import { isTooSparse } from './body-limits.ts'

/** An array or object that is not yet counted to its end. */
interface Container {
  readonly values: readonly unknown[]
  /** Of an object. */
  readonly keys: readonly string[] | undefined
  next: number
}

/**
 * Units of a text that a format may have sent once, and refer to where it stands again: shorter ones are not looked
 * for.
 */
const longText = 1000

/**
 * The size of the shortest JSON text that parses to a value, counted only as far as it is needed. Without recursion,
 * because a value under a forbidden key may be of any depth.
 */
export class JsonSize {
  private bytes = 0
  private readonly unfinished: Container[] = []

  /** With `met`, what stands in many places counts once, as a format with references sends it (devalue, YAML). */
  constructor(
    value: unknown,
    private readonly met?: Set<unknown>,
  ) {
    this.unfinished.push({ values: [value], keys: undefined, next: 0 })
  }

  hasAtLeast(bytes: number): boolean {
    for (
      let inner = this.unfinished.at(-1);
      inner !== undefined && this.bytes < bytes;
      inner = this.unfinished.at(-1)
    ) {
      const { values, keys } = inner
      const index = inner.next++
      if (index === values.length) {
        this.unfinished.pop()
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
    if (this.met !== undefined && canBeShared(value) && this.met.has(value)) this.bytes += 1
    else if (typeof value === 'string') this.countText(value)
    else if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) this.bytes += 1
    else {
      this.bytes += 2
      // No text of JSON has an array that lacks elements.
      if (Array.isArray(value) && !isTooSparse(value)) this.open(value, value, undefined)
      else this.open(value, Object.values(value), Object.keys(value))
    }
  }

  private countText(text: string): void {
    this.bytes += Buffer.byteLength(text) + 2
    if (canBeShared(text)) this.met?.add(text)
  }

  /** An empty one costs no more wherever it stands. */
  private open(container: object, values: readonly unknown[], keys: readonly string[] | undefined): void {
    if (values.length === 0) return
    this.met?.add(container)
    this.unfinished.push({ values, keys, next: 0 })
  }
}

function canBeShared(value: unknown): boolean {
  return typeof value === 'string' ? value.length > longText : typeof value === 'object' && value !== null
}
