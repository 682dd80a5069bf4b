/** Whether `value` is a Map of this or another realm, and of no class that extends it, as Mongoose's own does. */
export function isPlainMap(value: unknown): value is Map<unknown, unknown> {
  if (!isMap(value)) return false
  const above: unknown = Object.getPrototypeOf(Object.getPrototypeOf(value))
  return above !== null && Object.getPrototypeOf(above) === null
}

/**
 * Not by `instanceof` alone: a Map of another realm, as where a test runner loads Mongoose in its own, is no instance
 * of this one.
 */
export function isMap(value: unknown): value is Map<unknown, unknown> {
  try {
    return value instanceof Map || Object.prototype.toString.call(value) === '[object Map]'
  } catch {
    // A revoked proxy throws at every access.
    return false
  }
}
