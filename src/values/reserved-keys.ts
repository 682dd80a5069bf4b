/** By these keys Mongoose (`isMongooseObject`, `clone`) and BSON take a plain object for one of their own. */
const reserved = new Set(['__proto__', '$__', '$isMongooseMap', 'isMongooseArray', 'isMongooseBuffer', '_bsontype'])

/**
 * Whether free content may not have a key: Mongoose would store something else in place of its object (`{ $__, _doc }`
 * becomes what is under `_doc`), or throw when it is saved; what copies an object may obey `__proto__`.
 */
export function isReservedKey(key: string): boolean {
  // Most keys begin with another letter, and need no hash.
  switch (key.charCodeAt(0)) {
    case 36: // $
    case 95: // _
    case 105: // i
      return reserved.has(key)
    default:
      return false
  }
}
