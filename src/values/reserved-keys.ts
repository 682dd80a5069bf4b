import { isRecord } from './plain-object.ts'

/** By these keys Mongoose (`isMongooseObject`, `clone`) and BSON take a plain object for one of their own. */
const reserved = new Set([
  '__proto__',
  '$__',
  '$isMongooseMap',
  '$isSingleNested',
  'isMongooseArray',
  'isMongooseBuffer',
  '_bsontype',
])

const loneSurrogate = /\p{Surrogate}/u

/** Most keys begin with another letter, and need no hash. */
const firstLetters: boolean[] = []
for (const key of reserved) firstLetters[key.charCodeAt(0)] = true

/**
 * Whether no object of free content may have a key: Mongoose would store something else in place of the object
 * (`{ $__, _doc }` becomes what is under `_doc`), or throw when it is saved; what copies an object may obey
 * `__proto__`. BSON ends a key with U+0000, and holds none that has one in it. In UTF-8 it has U+FFFD for half of a
 * pair of surrogates, so that several keys would become one.
 */
export function isReservedKey(key: string): boolean {
  return (
    (firstLetters[key.charCodeAt(0)] === true && reserved.has(key)) || key.includes('\0') || loneSurrogate.test(key)
  )
}

/**
 * As {@link isReservedKey}, for a key of this object. Mongoose's `clone`, through which everything passes that is
 * saved, tells a Date and a RegExp by the name of `object.constructor`, even where that came in the body.
 */
export function isReservedIn(object: Readonly<Record<string, unknown>>, key: string): boolean {
  return key === 'constructor' ? misleadsClone(object[key]) : isReservedKey(key)
}

/** The same of a Map, from which MongoDB makes an object. */
export function isReservedForMap(key: string, value: unknown): boolean {
  return key === 'constructor' ? misleadsClone(value) : isReservedKey(key)
}

function misleadsClone(constructor: unknown): boolean {
  const name: unknown = isRecord(constructor) && Object.hasOwn(constructor, 'name') ? constructor.name : undefined
  return name ? classes.has(name) : !hasHarmlessText(constructor, true, { values: mostLookedAt })
}

const classes = new Set<unknown>(['Date', 'RegExp'])

/** Without a name, `clone` takes the one in the text of the constructor (`getFunctionName`). */
const functionText = /^\s*function\s*(?:Date|RegExp)(?:[\s(]|$)/

/** In an array, which may hold itself where it does not come from JSON. */
const mostLookedAt = 1000

/**
 * Whether a value has a text, and not that of one of the classes. The text of an array begins with its first element's.
 */
function hasHarmlessText(value: unknown, isFirst: boolean, rest: { values: number }): boolean {
  if (typeof value === 'string') return !isFirst || !functionText.test(value)
  if (isRecord(value)) return !Object.hasOwn(value, 'toString')
  if (!Array.isArray(value)) return true
  rest.values -= value.length
  if (rest.values < 0) return false
  for (let index = 0; index < value.length; index++) {
    if (!hasHarmlessText(value[index], isFirst && index === 0, rest)) return false
  }
  return true
}

/** Keys that Mongoose refuses for a Map (`MongooseMap`'s own check), or BSON for anything, when it is saved. */
export function isForbiddenKey(key: string): boolean {
  return isReservedKey(key) || /\.|^\$|^(?:constructor|prototype)$/.test(key)
}

/** What the key of a Map must match, as a JSON Schema says it: see {@link isForbiddenKey}. */
export function mapKeyPattern(): string {
  return String.raw`^(?!\$|(?:constructor|prototype|${[...reserved].map(escaped).join('|')})$)[^.\u0000]*$`
}

function escaped(key: string): string {
  return key.replace(/\$/g, String.raw`\$`)
}
