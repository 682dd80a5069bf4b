/** Whether `value` is an object as `JSON.parse` makes it, of this or another realm: no array, no class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  return !Array.isArray(value) && Object.getPrototypeOf(prototype) === null
}

/** Anything with properties, an array too. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** An object of any class that is no array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

/**
 * Whether `value` may stand for an object with these fields: a plain object, or an instance of a class, such as a DTO,
 * that has one of them as a property of its own. A Date, a Map or an ObjectId has none.
 */
export function isObjectWith(fields: ReadonlyMap<string, unknown>, value: unknown): value is Record<string, unknown> {
  if (isPlainObject(value)) return true
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false
  // Not by the keys of the value, of which a Buffer has millions.
  return Array.from(fields.keys()).some((field) => isOwnEnumerable.call(value, field))
}

const isOwnEnumerable = Reflect.get(Object.prototype, 'propertyIsEnumerable')

/** The name of the class that an object is an instance of; plain objects and arrays have none. */
export function classOf(value: unknown): string | undefined {
  if (!isRecord(value) || isPlainObject(value)) return undefined
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } }
  const name = prototype.constructor?.name
  return typeof name === 'string' && /^[\w$]{1,100}$/.test(name) ? name : undefined
}
