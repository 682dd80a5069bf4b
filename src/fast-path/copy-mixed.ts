import type { Body } from '../check/shortcuts.ts'
import { maxDepth } from '../values/body-limits.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { isReservedKey } from '../values/reserved-keys.ts'

/** Thrown where a body goes to the walker from deep inside. */
const givesUp = new Error('Only the walker can tell')

/**
 * So many values of one body are copied without a look at whether something stands in several places, as an alias of YAML
 * does; the walker sees that.
 */
const mostCopied = 1_000_000
let copied = 0

/** Counts anew. */
export function startCounting(): void {
  copied = 0
}

/** Counts an object of a schema in itself. */
export function countObject(): void {
  if (++copied > mostCopied) throw givesUp
}

/** Copies free content as the walker does; what the walker would report makes it give up. */
export function copyFree(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth || copied > mostCopied) throw givesUp
  if (Array.isArray(value)) return copyElements(value, depth)
  if (!isPlainObject(value)) return value
  const copy: Body = {}
  const keys = Object.keys(value)
  copied += keys.length
  for (const key of keys) {
    if (isReservedKey(key)) throw givesUp
    copy[key] = copyFree(value[key], depth + 1)
  }
  return copy
}

/** Not by `Array.from`, which takes three times as long; nor by a method that the array may have of its own. */
function copyElements(elements: readonly unknown[], depth: number): unknown[] {
  const copy = slice.call(elements)
  copied += copy.length
  for (let index = 0; index < copy.length; index++) copy[index] = copyFree(copy[index] ?? null, depth + 1)
  return copy
}

const slice = Reflect.get(Array.prototype, 'slice') as (this: readonly unknown[]) => unknown[]
