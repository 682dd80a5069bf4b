import type { GuardErrorItem } from '../types/error-item.ts'
import { isObject } from '../values/plain-object.ts'

/**
 * The segments of an item's path, array indexes as numbers, as hosts expect them. The path alone does not tell: `1` may
 * be a Map's key, and the dot of `address.city` may be part of a forbidden key. The body does.
 */
export function segmentsOf(item: GuardErrorItem, body: unknown): PropertyKey[] {
  if (item.code === 'invalid_body') return []
  const segments: PropertyKey[] = []
  let value: unknown = body
  let rest = item.path
  for (;;) {
    const dot = isForbiddenKey(item, value, rest) ? -1 : rest.indexOf('.')
    const key = dot < 0 ? rest : rest.slice(0, dot)
    segments.push(Array.isArray(value) ? Number(key) : key)
    if (dot < 0) return segments
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    rest = rest.slice(dot + 1)
  }
}

function isForbiddenKey({ code }: GuardErrorItem, value: unknown, rest: string): boolean {
  return code === 'forbidden_field' && isObject(value) && Object.hasOwn(value, rest)
}
