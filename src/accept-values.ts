import { isPlainObject } from './plain-object.ts'
import { maxDepth, type Body } from './walk-state.ts'

/** Thrown where a body goes to the walker from deep inside. */
const givesUp = new Error('Only the walker can tell')

/** Copies free content as the walker does; what the walker would report makes it give up. */
export function copyFree(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) throw givesUp
  if (Array.isArray(value)) return copyElements(value, depth)
  if (!isPlainObject(value)) return value
  const copy: Body = {}
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw givesUp
    copy[key] = copyFree(value[key], depth + 1)
  }
  return copy
}

/** Not by `Array.from`, which takes three times as long. */
function copyElements(elements: readonly unknown[], depth: number): unknown[] {
  const copy = elements.slice()
  for (let index = 0; index < copy.length; index++) copy[index] = copyFree(copy[index] ?? null, depth + 1)
  return copy
}
