import type { SchemaTypeLike } from './internals.ts'
import { isObject, type Json } from './shape.ts'

const isoDate = /^\d{4}-(\d\d)-(\d\d)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?$/

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text.slice(0, 10)
}

/** Whether Mongoose's own cast takes a value, and gives no Error: all that a custom type can be asked. */
export function casts(type: SchemaTypeLike, value: Json): boolean {
  try {
    return !(type.cast(value) instanceof Error)
  } catch {
    return false
  }
}

const isNumber = (value: Json): value is number => typeof value === 'number' && Number.isFinite(value)
const isDecimal = (value: Json): boolean =>
  typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)

/** Whether a value that is not null is the JSON form of its scalar type, by the table of the project's documentation. */
export function isJsonForm(type: SchemaTypeLike, value: Json): boolean {
  switch (type.instance) {
    case 'String':
      return typeof value === 'string'
    case 'Boolean':
      return typeof value === 'boolean'
    case 'Number':
    case 'Double':
      return isNumber(value)
    case 'Int32':
      return isNumber(value) && (value | 0) === value
    case 'BigInt':
      return typeof value === 'string'
        ? /^-?\d+$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value)
        : Number.isSafeInteger(value)
    case 'Decimal128':
      if (isObject(value))
        return (
          Object.keys(value).join() === '$numberDecimal' &&
          isDecimal(value.$numberDecimal ?? null) &&
          casts(type, value)
        )
      return (isNumber(value) || isDecimal(value)) && casts(type, value)
    case 'Date':
      return typeof value === 'string' && isoDate.test(value) && isCalendarDay(value)
    case 'ObjectId':
      return typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)
    case 'UUID':
      return (
        typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) && casts(type, value)
      )
    case 'Buffer':
      return (
        isObject(value) &&
        Object.keys(value).sort().join() === 'data,type' &&
        value.type === 'Buffer' &&
        Array.isArray(value.data) &&
        value.data.every((byte) => typeof byte === 'number' && byte === (byte & 255))
      )
    default:
      throw new Error(`no JSON form for ${type.instance}`)
  }
}

/** What `Expected …, received <name>` calls a value. */
export function received(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'infinity'
  return typeof value
}
