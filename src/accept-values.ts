import { isPlainObject } from './plain-object.ts'
import type { ValuePlan } from './plan.ts'
import { takesValue } from './schema.ts'
import { maxDepth, type Body } from './walk-state.ts'

/** Thrown where a body goes to the walker from deep inside. */
const givesUp = new Error('Only the walker can tell')

/** Copies free content as the walker does; what the walker would report makes it give up. */
export function copyFree(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) throw givesUp
  if (Array.isArray(value)) return Array.from(value, (element: unknown) => copyFree(element ?? null, depth + 1))
  if (!isPlainObject(value)) return value
  const copy: Body = {}
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw givesUp
    copy[key] = copyFree(value[key], depth + 1)
  }
  return copy
}

/** The test for the JSON form of a leaf, as one function of the value. */
export function formTest(node: ValuePlan & { readonly kind: 'leaf' }): (value: unknown) => boolean {
  const { form, type } = node.schema
  const casts = (value: unknown) => takesValue(type, value)
  const accepts = (value: unknown) => value !== null && form.accepts(value, casts)
  return form.name === 'date' ? (value) => isInstant(value) || accepts(value) : accepts
}

/**
 * Whether `value` is a date as `Date.prototype.toISOString` writes it, milliseconds or not, up to the 28th of a month.
 * Most dates are, and the RegExp for the other ones takes several times as long.
 */
function isInstant(value: unknown): boolean {
  if (typeof value !== 'string' || (value.length !== 24 && value.length !== 20)) return false
  const last = value.length - 1
  return (
    value.charCodeAt(4) === dash &&
    value.charCodeAt(7) === dash &&
    value.charCodeAt(10) === 84 &&
    value.charCodeAt(13) === colon &&
    value.charCodeAt(16) === colon &&
    value.charCodeAt(last) === 90 &&
    (last === 19 || (value.charCodeAt(19) === 46 && digits(value, 20) + digits(value, 21) < 200)) &&
    digits(value, 0) + digits(value, 2) < 200 &&
    isWithin(digits(value, 5), 1, 12) &&
    isWithin(digits(value, 8), 1, 28) &&
    digits(value, 11) < 24 &&
    digits(value, 14) < 60 &&
    digits(value, 17) < 60
  )
}

const dash = 45
const colon = 58

/** Two digits as a number; 1000 or more where they are none. */
function digits(text: string, at: number): number {
  return 10 * digit(text.charCodeAt(at)) + digit(text.charCodeAt(at + 1))
}

function digit(code: number): number {
  return code >= 48 && code <= 57 ? code - 48 : 1000
}

function isWithin(number: number, least: number, most: number): boolean {
  return number >= least && number <= most
}
