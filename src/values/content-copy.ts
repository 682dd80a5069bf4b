import { ValueCount, valuesOfObject } from './body-limits.ts'
import { copyArray } from './copy-array.ts'
import { objectLike } from './object-like.ts'
import { isMap, isPlainMap } from './is-map.ts'
import { isPlainObject } from './plain-object.ts'
import { isStorable } from './is-storable.ts'
import { isReservedForMap, isReservedIn } from './reserved-keys.ts'
import { setOwn } from './set-own.ts'
import { isStoredByKeys } from './stored-keys.ts'

/**
 * Told of the keys of an object that are reserved, or hold what no document can, and of the keys that lead from the
 * copied value to that object.
 */
type OnReserved = (keys: readonly string[], above: readonly (string | number)[]) => void

type Json = Readonly<Record<string, unknown>>

const ignore: OnReserved = () => undefined

/** A copy, where it was made, and how many values it stands for. */
interface Copy {
  readonly made: unknown
  readonly depth: number
  readonly values: number
}

/**
 * After so many values, what stands in several places is copied once: an alias of YAML in an alias doubles the work.
 */
const manyValues = 100_000

/**
 * Copies the free content of one body: arrays and plain objects as `JSON.parse` makes them, and Maps, which some hosts
 * make and MongoDB stores as objects, without reserved keys and what no document can hold. Everything else stays the
 * same object, and is looked into where MongoDB stores its keys. An element that is undefined becomes null, as in JSON.
 */
export class ContentCopier {
  private readonly above: (string | number)[] = []
  private copies: Map<object, Copy> | undefined
  private onReserved: OnReserved = ignore

  constructor(private readonly count: ValueCount) {}

  /**
   * The copy of a value that would be an object or array at this depth.
   *
   * @throws BodyLimitError
   */
  copy(value: object, depth: number, onReserved = ignore): unknown {
    this.onReserved = onReserved
    return this.any(value, depth)
  }

  private any(value: object, depth: number): unknown {
    const isCopied = Array.isArray(value) || isPlainObject(value) || isPlainMap(value)
    if (!isCopied && (this.onReserved === ignore || !isStoredByKeys(value))) return value
    return this.count.total > manyValues ? this.copyOnce(value, depth) : this.madeOf(value, depth)
  }

  private copyOnce(value: object, depth: number): unknown {
    this.copies ??= new Map<object, Copy>()
    const known = this.copies.get(value)
    // Unless it may be too deep in this place.
    if (known !== undefined && known.depth >= depth) {
      this.count.add(known.values)
      return known.made
    }
    const before = this.count.total
    const made = this.madeOf(value, depth)
    const values = this.count.total - before
    // An empty one is sooner copied again than looked up, and a body may hold thousands of them.
    if (values > valuesOfObject) this.copies.set(value, { made, depth, values })
    return made
  }

  private madeOf(value: object, depth: number): unknown {
    if (Array.isArray(value)) return this.elements(value, depth)
    if (isMap(value)) return this.entries(value, depth)
    const made = this.properties(value as Json, depth)
    return isPlainObject(value) ? made : value
  }

  private elements(original: readonly unknown[], depth: number): unknown[] {
    this.count.enter(depth)
    this.count.addElements(original)
    const made = copyArray(original)
    for (let index = 0; index < made.length; index++) {
      const element = made[index]
      if (typeof element === 'object' && element !== null) made[index] = this.inside(element, index, depth)
      else if (element === undefined) made[index] = null
      else if (!isStorable(element)) this.onReserved([String(index)], this.above)
    }
    return made
  }

  private properties(original: Json, depth: number): Record<string, unknown> {
    this.count.enter(depth)
    const keys = Object.keys(original)
    const made = objectLike(original, keys[0] ?? '')
    this.count.add(keys.length)
    let reserved: string[] | undefined
    for (const key of keys) {
      const value = original[key]
      this.count.addText(key)
      if (isReservedIn(original, key) || !isStorable(value)) (reserved ??= []).push(key)
      else setOwn(made, key, typeof value === 'object' && value !== null ? this.inside(value, key, depth) : value)
    }
    if (reserved !== undefined) this.onReserved(reserved, this.above)
    return made
  }

  private entries(original: ReadonlyMap<unknown, unknown>, depth: number): Map<unknown, unknown> {
    this.count.enter(depth)
    this.count.add(original.size)
    const made = new Map<unknown, unknown>()
    let reserved: string[] | undefined
    for (const [key, value] of original) {
      const name = textOf(key)
      this.count.addText(name)
      const isForbidden = typeof key !== 'string' || isReservedForMap(name, value) || !isStorable(value)
      if (isForbidden) (reserved ??= []).push(name)
      else made.set(key, typeof value === 'object' && value !== null ? this.inside(value, name, depth) : value)
    }
    if (reserved !== undefined) this.onReserved(reserved, this.above)
    return made
  }

  private inside(value: object, key: string | number, depth: number): unknown {
    this.above.push(key)
    const made = this.any(value, depth + 1)
    this.above.pop()
    return made
  }
}

/** The key of a Map, as a path has it. */
function textOf(key: unknown): string {
  if (typeof key === 'string') return key
  return typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean' ? String(key) : typeof key
}

/**
 * A deep copy of arrays, plain objects and Maps, without reserved keys.
 *
 * @throws BodyLimitError
 */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new ContentCopier(new ValueCount()).copy(value, 0)
}
