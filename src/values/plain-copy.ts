import { maxDepth, maxValues, tooDeep, tooMany } from './body-limits.ts'
import { isPlainObject } from './plain-object.ts'
import { isReservedKey } from './reserved-keys.ts'

/** A copy, and how many values it stands for. */
interface Copy {
  readonly made: unknown
  values: number
}

/**
 * A deep copy of arrays and plain objects, without reserved keys. What stands in several places, as an alias of
 * YAML does, is copied once: to copy it in each place would take exponential time.
 *
 * @throws BodyLimitError
 */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const copies = new Map<object, Copy>()
  let values = 0
  return copy(value, 0)

  function copy(original: unknown, depth: number): unknown {
    if (depth > maxDepth) throw tooDeep
    const isArray = Array.isArray(original)
    if (!isArray && !isPlainObject(original)) return original
    const known = copies.get(original)
    if (known !== undefined) count(known.values)
    return known?.made ?? (isArray ? copyElements(original, depth) : copyProperties(original, depth))
  }

  function copyElements(original: readonly unknown[], depth: number): unknown[] {
    const made: unknown[] = []
    const { length } = original
    recording(original, made, length, () => {
      // By no method or iterator of its own.
      for (let index = 0; index < length; index++) made.push(copy(original[index], depth + 1))
    })
    return made
  }

  function copyProperties(original: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    const keys = Object.keys(original)
    recording(original, made, keys.length, () => {
      for (const key of keys) {
        if (!isReservedKey(key)) made[key] = copy(original[key], depth + 1)
      }
    })
    return made
  }

  function recording(original: object, made: unknown, own: number, copyContent: () => void): void {
    const before = values
    const record: Copy = { made, values: 0 }
    copies.set(original, record)
    count(own)
    copyContent()
    record.values = values - before
  }

  function count(more: number): void {
    if ((values += more) > maxValues) throw tooMany
  }
}
