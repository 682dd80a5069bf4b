import { maxDepth, tooDeep } from './depth.ts'
import { isPlainObject } from './plain-object.ts'

/**
 * A deep copy of arrays and plain objects, without own `__proto__` keys. What stands in several places, as an alias of
 * YAML does, is copied once: to copy it in each place would take exponential time.
 *
 * @throws tooDeep
 */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const copies = new Map<object, unknown>()
  return copy(value, 0)

  function copy(original: unknown, depth: number): unknown {
    if (depth > maxDepth) throw tooDeep
    if (Array.isArray(original)) return copies.get(original) ?? copyElements(original, depth)
    return isPlainObject(original) ? (copies.get(original) ?? copyProperties(original, depth)) : original
  }

  function copyElements(original: readonly unknown[], depth: number): unknown[] {
    const made: unknown[] = []
    copies.set(original, made)
    const { length } = original
    // By no method or iterator of its own.
    for (let index = 0; index < length; index++) made.push(copy(original[index], depth + 1))
    return made
  }

  function copyProperties(original: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    copies.set(original, made)
    for (const key of Object.keys(original)) {
      if (key !== '__proto__') made[key] = copy(original[key], depth + 1)
    }
    return made
  }
}
