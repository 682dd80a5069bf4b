import { fingerprintOf, sourceOf } from '../values/function-text.ts'
import type { Callable, SchemaType } from './mongoose.ts'

/** What `required` of a type rests on. */
export interface Presence {
  readonly owner: object
  readonly property: string
  readonly judge: unknown
}

const nonEmptyString = "v => (v instanceof String || typeof v === 'string') && v.length"

/**
 * The functions behind `required`. Each accepts every value in the JSON form of its type, except that the first refuses
 * ''.
 */
const knownJudges = new Set([
  nonEmptyString,
  "v => typeof v === 'number' || v instanceof Number",
  'v => v === true || v === false',
  'v => v instanceof Date',
  "v => isBsonType(v, 'ObjectId')",
  "v => isBsonType(v, 'Decimal128')",
  'v => v != null',
  'function(val) { return val != null; }',
])

/** Whether '' counts as absent, too. */
export function refusesEmptyText({ judge }: Presence): boolean {
  return sourceOf(judge) === nonEmptyString
}

/** Of Mongoose 9 and 8. The walker runs them. */
const nonEmptyBuffer = new Set(['v => !!v?.length', 'v => !!(v && v.length)'])

/** `undefined` where the application judges presence in its own way. */
export function presenceOf(type: SchemaType): Presence | undefined {
  const presence = judgeOf(type)
  return knownJudges.has(sourceOf(presence.judge)) ? presence : undefined
}

/**
 * The fingerprints of Mongoose's own methods, of 8.18 to 9.12, which call what `SomeType.checkRequired(fn)` replaces.
 */
const presenceMethods = new Set([
  '12ld6s1',
  '1ictqld',
  '1vw3sh9',
  '1vzi5jy',
  '1wzt5se',
  '4m5zic',
  '76a21f',
  'ed1lh4',
  'uti3m4',
  'x7ton3',
])

/** The method by which the application judges presence in place of Mongoose's. */
export function replacedPresence(type: SchemaType): Callable | undefined {
  const method = Reflect.get(type, 'checkRequired') as Callable
  return presenceMethods.has(fingerprintOf(method)) ? undefined : method
}

function judgeOf(type: SchemaType): Presence {
  const method = replacedPresence(type)
  if (method !== undefined) return { owner: type, property: 'checkRequired', judge: method }
  let prototype = Object.getPrototypeOf(type) as { constructor: object } | null
  while (prototype !== null && !Object.hasOwn(prototype.constructor, '_checkRequired')) {
    prototype = Object.getPrototypeOf(prototype) as { constructor: object } | null
  }
  const owner = prototype?.constructor ?? type
  const property = prototype === null ? 'checkRequired' : '_checkRequired'
  return { owner, property, judge: (owner as Record<string, unknown>)[property] }
}

/**
 * What `required: true` asks of a value: to be there, to be there and not empty, or what only the application knows.
 */
export function presenceKind(type: SchemaType): 'any' | 'not empty' | 'unknown' {
  const judge = sourceOf(judgeOf(type).judge)
  if (judge === nonEmptyString || nonEmptyBuffer.has(judge)) return 'not empty'
  return knownJudges.has(judge) ? 'any' : 'unknown'
}
