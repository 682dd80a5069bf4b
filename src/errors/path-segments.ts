import type { GuardErrorItem } from '../types/error-item.ts'
import { isObject } from '../values/plain-object.ts'

/** Deeper than any body that a guard looks at. */
const deepest = 200
/** Dots of one key that are tried. */
const mostDots = 16
/**
 * Characters of the keys that are looked for, for all items of a list: many times what a body has whose keys have no
 * dots.
 */
const mostCharacters = 4_000_000

/**
 * Gives the segments of an item's path, array indexes as numbers, as hosts expect them. The path alone does not tell:
 * `1` may be a Map's key, and the dot of `address.city` may be part of a forbidden key. The body does. One finder
 * serves all items of a list, and does no more than so much work for them.
 */
export function segmentFinder(body: unknown): (item: GuardErrorItem) => PropertyKey[] {
  let characters = 0
  return (item) => {
    if (item.code === 'invalid_body') return []
    const found = item.code === 'forbidden_field' ? keysTo(item.path, body, 0) : undefined
    return found ?? splitAtDots(item.path, body)
  }

  /** The keys that lead to a forbidden one, which the body has; those of Mixed content may have dots in them. */
  function keysTo(path: string, value: unknown, depth: number): PropertyKey[] | undefined {
    if (!isObject(value) || depth > deepest) return undefined
    if (has(value, path)) return [segmentOf(path, value)]
    let dot = path.indexOf('.')
    for (let tried = 0; dot >= 0 && tried < mostDots; tried++, dot = path.indexOf('.', dot + 1)) {
      const key = path.slice(0, dot)
      const below = has(value, key) ? keysTo(path.slice(dot + 1), value[key], depth + 1) : undefined
      if (below !== undefined) return [segmentOf(key, value), ...below]
    }
    return undefined
  }

  function has(value: object, key: string): boolean {
    characters += key.length + 1
    return characters <= mostCharacters && Object.hasOwn(value, key)
  }
}

/** The segments of a path whose keys have no dots. */
export function splitAtDots(path: string, body: unknown): PropertyKey[] {
  const segments: PropertyKey[] = []
  let value: unknown = body
  for (const key of path.split('.')) {
    segments.push(segmentOf(key, value))
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return segments
}

function segmentOf(key: string, value: unknown): PropertyKey {
  return Array.isArray(value) ? Number(key) : key
}
