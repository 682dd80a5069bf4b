/** Whether `value` is an object as `JSON.parse` makes it, of this or another realm: no array, no class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  return !Array.isArray(value) && Object.getPrototypeOf(prototype) === null
}
