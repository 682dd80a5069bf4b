import { isMap } from './is-map.ts'
import { isPlainObject } from './plain-object.ts'

/** What BSON knows by its tag, and stores without a look at its keys. */
const knownTags = new Set(['[object Date]', '[object RegExp]', '[object ArrayBuffer]', '[object SharedArrayBuffer]'])

/**
 * Whether `value` is an instance of a class of which BSON stores the own keys, as those of an object: an Error to which
 * its sender has given keys (seroval), or a promise of React. Mongoose's and BSON's own say by an inherited member how
 * they are stored.
 */
export function isStoredByKeys(value: object): value is Record<string, unknown> {
  if (Array.isArray(value) || isPlainObject(value) || isMap(value) || ArrayBuffer.isView(value)) return false
  const prototype = Object.getPrototypeOf(value) as object
  if ('_bsontype' in prototype || 'toBSON' in prototype) return false
  return !knownTags.has(Object.prototype.toString.call(value))
}
