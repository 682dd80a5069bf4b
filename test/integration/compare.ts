import { Binary, Decimal128, ObjectId, UUID } from 'bson'

/**
 * Where a stored document is not what was sent: one line for each path. A setter of the schema (lowercase, trim) may
 * have changed the case of a text, and the white space in it.
 */
export function differences(sent: unknown, stored: unknown, path = ''): string[] {
  // Mongoose's option `minimize` leaves empty objects out.
  if (stored === undefined && isRecord(sent) && Object.keys(sent).length === 0) return []
  if (isRecord(sent) && isRecord(stored) && bsonTypeOf(stored) === undefined && !(stored instanceof Date)) {
    return Object.entries(sent).flatMap(([key, value]) => differences(value, stored[key], `${path}.${key}`))
  }
  if (Array.isArray(sent) && Array.isArray(stored) && sent.length === stored.length) {
    return sent.flatMap((value, index) => differences(value, stored[index], `${path}.${index}`))
  }
  return isSame(sent, stored) ? [] : [`${path.slice(1)}: sent ${show(sent)}, stored ${show(stored)}`]
}

function isSame(sent: unknown, stored: unknown): boolean {
  if (stored instanceof Date) return typeof sent === 'string' && new Date(sent).getTime() === stored.getTime()
  switch (bsonTypeOf(stored)) {
    case 'ObjectId':
      return isTextOf(sent, (stored as ObjectId).toHexString())
    case 'Decimal128':
      return isDecimal(sent, stored as Decimal128)
    case 'Binary':
      return isBinary(sent, stored as Binary)
    case undefined:
      break
    default:
      return false
  }
  if (typeof sent === 'string' && typeof stored === 'string') return plain(sent) === plain(stored)
  if (typeof stored === 'bigint')
    return (typeof sent === 'string' || typeof sent === 'number') && BigInt(sent) === stored
  // The embedded database keeps a small 64-bit integer as a number.
  return sent === stored || (typeof stored === 'number' && sent === String(stored))
}

function isDecimal(sent: unknown, stored: Decimal128): boolean {
  const text = isRecord(sent) ? sent.$numberDecimal : sent
  return Decimal128.fromString(String(text)).toString() === stored.toString()
}

function isBinary(sent: unknown, stored: Binary): boolean {
  if (stored.sub_type === Binary.SUBTYPE_UUID) return isTextOf(sent, new UUID(stored.value()).toHexString())
  const bytes: unknown = isRecord(sent) ? sent.data : undefined
  return JSON.stringify(bytes) === JSON.stringify([...Buffer.from(stored.toString('hex'), 'hex')])
}

function isTextOf(sent: unknown, text: string): boolean {
  return typeof sent === 'string' && sent.toLowerCase() === text
}

const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase()

function bsonTypeOf(value: unknown): unknown {
  return isRecord(value) ? value._bsontype : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner))
}
