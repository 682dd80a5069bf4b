import { isPlainObject } from './plain-object.ts'

/** The JSON Schema of a form, in keywords that every draft and OpenAPI 3.0 have. */
export type FormSchema = Readonly<Record<string, unknown>>

/** The JSON form of one schema type: what a body may hold for it, without any coercion. */
export interface JsonForm {
  /** The schema type's name in `Expected <name>, received …`. */
  readonly name: string
  /** True when Mongoose validates the value as it was sent, so that no cast has to precede the rules. */
  readonly isNative: boolean
  /**
   * Whether `value` is in the JSON form, which null never is. `casts` tells whether Mongoose's own cast takes a value,
   * for forms where the text of the value does not show it.
   */
  readonly accepts: (value: unknown, casts: (value: unknown) => boolean) => boolean
  /** The same as a JSON Schema, but for what `casts` tells; its description says in words what the name does not. */
  readonly schema: FormSchema
}

// Compilers to older ECMAScript make `Math.pow` of `**`, which takes no bigint.
const int64 = { min: -0x8000_0000_0000_0000n, max: 0x7fff_ffff_ffff_ffffn }
// Leading zeros apart, an int64 has at most 19 digits: a longer text never reaches BigInt(), whose cost is quadratic.
const integerText = /^-?0*\d{1,19}$/
/** Room for 34 digits, an exponent and some zeros: the time that BSON takes for a text is quadratic in its length. */
const longestDecimal = 100
const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const uuidText = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/
/** Of the variant of RFC 9562, as Mongoose's cast wants it. */
const variantText = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/
const timeText = String.raw`(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?`
const monthAndDay = String.raw`(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])`
/** Divisible by 4, and by 400 where it is by 100. */
const leapYear = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`
const dateText = new RegExp(String.raw`^(?:\d{4}-(?:${monthAndDay})|${leapYear}-02-29)${timeText}$`)

/** The digits of an int64, as JSON Schema has to say it: place by place. */
function int64Pattern(): string {
  return String.raw`^(?:-?0*(?:\d{1,18}|${upTo(String(int64.max))})|-0*${-int64.min})$`
}

function upTo(digits: string): string {
  const smaller = Array.from(digits, (digit, at) => {
    const rest = digits.length - at - 1
    return digit === '0' ? [] : [`${digits.slice(0, at)}[0-${Number(digit) - 1}]${rest > 0 ? `\\d{${rest}}` : ''}`]
  })
  return [...smaller.flat(), digits].join('|')
}

function decimalSchema(): FormSchema {
  const text = { ...textSchema(decimalText), maxLength: longestDecimal }
  const properties = { $numberDecimal: text }
  const extended = { type: 'object', properties, required: ['$numberDecimal'], additionalProperties: false }
  return {
    anyOf: [{ type: 'number' }, text, extended],
    description: 'a number, or a decimal of at most 34 digits as a text or as { "$numberDecimal": "1.50" }',
  }
}

/** JSON forms by `SchemaType.instance`; containers, Mixed, Union and custom types are decided by the walker. */
const forms: Readonly<Record<string, JsonForm>> = {
  String: native(
    'string',
    () => ({ type: 'string' }),
    (value) => typeof value === 'string',
  ),
  Boolean: native(
    'boolean',
    () => ({ type: 'boolean' }),
    (value) => typeof value === 'boolean',
  ),
  Number: native('number', () => ({ type: 'number' }), isFiniteNumber),
  // Cast to a BSON Double object, which is what its validators receive.
  Double: cast('double', () => ({ type: 'number' }), isFiniteNumber),
  Int32: native(
    'int32',
    () => ({
      type: 'integer',
      minimum: -(2 ** 31),
      maximum: 2 ** 31 - 1,
      description: 'an integer from -2147483648 to 2147483647',
    }),
    (value) => Number.isInteger(value) && value === ((value as number) | 0),
  ),
  BigInt: cast(
    'bigint',
    () => ({
      anyOf: [
        { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        { type: 'string', pattern: int64Pattern() },
      ],
      description: 'a safe integer, or the digits of a 64-bit integer as a text',
    }),
    isBigInt,
  ),
  Decimal128: cast(
    'decimal128',
    decimalSchema,
    (value, casts) => (isFiniteNumber(value) || isDecimalText(value) || isExtendedDecimal(value)) && casts(value),
  ),
  Date: cast('date', () => ({ ...textSchema(dateText), description: 'ISO 8601 date or date-time' }), isDateText),
  ObjectId: cast(
    'objectid',
    () => ({ type: 'string', pattern: '^[0-9a-fA-F]{24}$', description: '24 hex digits' }),
    isHex24,
  ),
  UUID: cast(
    'uuid',
    () => ({
      ...textSchema(variantText),
      format: 'uuid',
      description: '8-4-4-4-12 hex digits of the RFC 9562 variant',
    }),
    (value, casts) => typeof value === 'string' && uuidText.test(value) && casts(value),
  ),
  Buffer: cast(
    'buffer',
    () => ({
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['Buffer'] },
        data: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } },
      },
      required: ['type', 'data'],
      additionalProperties: false,
      description: '{ "type": "Buffer", "data": [72, 105] }, with bytes as integers from 0 to 255',
    }),
    isBufferObject,
  ),
}

/** The JSON form of a built-in schema type that holds a single value; `undefined` for every other `instance`. */
export function jsonFormOf(instance: string): JsonForm | undefined {
  return Object.hasOwn(forms, instance) ? forms[instance] : undefined
}

/** All of them. */
export function jsonForms(): JsonForm[] {
  return Object.values(forms)
}

function native(name: string, schema: () => FormSchema, accepts: JsonForm['accepts']): JsonForm {
  return formOf(name, true, schema, accepts)
}

function cast(name: string, schema: () => FormSchema, accepts: JsonForm['accepts']): JsonForm {
  return formOf(name, false, schema, accepts)
}

/** Most applications never ask for a schema, and that of an int64 takes longer to make than all the rest to load. */
function formOf(name: string, isNative: boolean, describe: () => FormSchema, accepts: JsonForm['accepts']): JsonForm {
  let known: FormSchema | undefined
  return {
    name,
    isNative,
    accepts,
    get schema() {
      return (known ??= describe())
    },
  }
}

function textSchema({ source }: RegExp): FormSchema {
  return { type: 'string', pattern: source }
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
  return typeof value === 'string' && value.length <= longestDecimal && decimalText.test(value)
}

/** MongoDB Extended JSON v2 for Decimal128. */
function isExtendedDecimal(value: unknown): boolean {
  return isPlainObject(value) && hasExactly(value, ['$numberDecimal']) && isDecimalText(value.$numberDecimal)
}

/** A date or date-time of ISO 8601 (the ECMAScript date time string format) whose calendar day exists. */
function isDateText(value: unknown): boolean {
  return typeof value === 'string' && dateText.test(value)
}

const isHexDigit = Array<boolean>(128).fill(false)
for (const digit of '0123456789abcdefABCDEF') isHexDigit[digit.charCodeAt(0)] = true

/** By a table, which takes a third of a RegExp's time: digits and letters in no order defeat branch prediction. */
function isHex24(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== 24) return false
  for (let at = 0; at < 24; at++) {
    if (isHexDigit[value.charCodeAt(at)] !== true) return false
  }
  return true
}

/** What `JSON.stringify` makes of a Node.js Buffer. */
function isBufferObject(value: unknown): boolean {
  if (!isPlainObject(value) || !hasExactly(value, ['type', 'data'])) return false
  return value.type === 'Buffer' && Array.isArray(value.data) && hasOnlyBytes(value.data)
}

/** Not by `every`, which passes over missing elements, and takes its time for each. */
function hasOnlyBytes(data: readonly unknown[]): boolean {
  for (const byte of data) if (!isByte(byte)) return false
  return true
}

function isByte(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 255 && Number.isInteger(value)
}

function hasExactly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
}
