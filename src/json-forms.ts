import { isPlainObject } from './plain-object.ts'

/** The JSON form of one schema type: what a body may hold for it, without any coercion. */
export interface JsonForm {
  /** The schema type's name in `Expected <name>, received …`. */
  readonly name: string
  /** True when Mongoose validates the value as it was sent, so that no cast has to precede the rules. */
  readonly native: boolean
  /**
   * Whether `value` (never null) is in the JSON form. `casts` tells whether Mongoose's own cast takes a value; it is
   * asked where the form follows Mongoose beyond what the text of the value shows.
   */
  accepts(value: unknown, casts: (value: unknown) => boolean): boolean
}

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }
// Leading zeros apart, an int64 has at most 19 digits: a longer text never reaches BigInt(), whose cost is quadratic.
const integerText = /^-?0*\d{1,19}$/
const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const hex24 = /^[0-9a-fA-F]{24}$/
const uuidText = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/
const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/

/** JSON forms by `SchemaType.instance`; containers, Mixed, Union and custom types are decided by the walker. */
const forms: Readonly<Record<string, JsonForm>> = {
  String: native('string', (value) => typeof value === 'string'),
  Boolean: native('boolean', (value) => typeof value === 'boolean'),
  Number: native('number', isFiniteNumber),
  // Cast to a BSON Double object, which is what its validators receive.
  Double: cast('double', isFiniteNumber),
  Int32: native('int32', (value) => Number.isInteger(value) && value === ((value as number) | 0)),
  BigInt: cast('bigint', isBigInt),
  Decimal128: cast(
    'decimal128',
    (value, casts) => (isFiniteNumber(value) || isDecimalText(value) || isExtendedDecimal(value)) && casts(value),
  ),
  Date: cast('date', isDateText),
  ObjectId: cast('objectid', (value) => typeof value === 'string' && hex24.test(value)),
  UUID: cast('uuid', (value, casts) => typeof value === 'string' && uuidText.test(value) && casts(value)),
  Buffer: cast('buffer', isBufferObject),
}

/** The JSON form of a built-in schema type that holds a single value; `undefined` for every other `instance`. */
export function jsonFormOf(instance: string): JsonForm | undefined {
  return Object.hasOwn(forms, instance) ? forms[instance] : undefined
}

function native(name: string, accepts: JsonForm['accepts']): JsonForm {
  return { name, native: true, accepts }
}

function cast(name: string, accepts: JsonForm['accepts']): JsonForm {
  return { name, native: false, accepts }
}

function isFiniteNumber(value: unknown): boolean {
  return Number.isFinite(value)
}

function isBigInt(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (typeof value !== 'string' || !integerText.test(value)) return false
  const integer = BigInt(value)
  return integer >= int64.min && integer <= int64.max
}

function isDecimalText(value: unknown): boolean {
  return typeof value === 'string' && decimalText.test(value)
}

/** MongoDB Extended JSON v2 for Decimal128. */
function isExtendedDecimal(value: unknown): boolean {
  return isPlainObject(value) && hasExactly(value, ['$numberDecimal']) && isDecimalText(value.$numberDecimal)
}

/** A date or date-time of ISO 8601 (the ECMAScript date time string format) whose calendar day exists. */
function isDateText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const match = isoDate.exec(value)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year)
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** What `JSON.stringify` makes of a Node.js Buffer. */
function isBufferObject(value: unknown): boolean {
  if (!isPlainObject(value) || !hasExactly(value, ['type', 'data'])) return false
  return value.type === 'Buffer' && Array.isArray(value.data) && value.data.every(isByte)
}

function isByte(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 255 && Number.isInteger(value)
}

function hasExactly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
}
