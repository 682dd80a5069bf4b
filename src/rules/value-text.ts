import { countValues, elementsOf, isDocument } from '../mongoose/document.ts'
import type { RawSchemaType } from '../mongoose/mongoose.ts'
import { isError } from '../values/is-error.ts'
import { isMap } from '../values/is-map.ts'
import { isPlainObject } from '../values/plain-object.ts'
import type { RuleContext } from './rule-site.ts'

/** A Mongoose container, which can give its content as plain values. */
interface Container {
  toObject(): unknown
}

interface MongooseArray {
  /** Not in Mongoose 8.18.0. */
  $schemaType?(): RawSchemaType | undefined
}

/**
 * `String(value)` for what a client sent, and for what Mongoose made of it. It does not throw where an own `toString`
 * is no function, and does not hang where Mongoose's text of a Map of Buffers goes round in circles: each of these
 * Buffers prints the document that it belongs to.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    const printed = readOnce(value)
    return isUnprintable(printed) ? tagOf(value) : String(printed)
  } catch {
    return tagOf(value)
  }
}

/**
 * As {@link textOf}, of the value that a rule refused, while the texts of the response have printed few enough: where
 * arrays of sub-documents are in each other, each level would be copied once for each level above it.
 */
export function printedText(value: unknown, { limit }: RuleContext): string {
  return holdsDocument(value) && !limit.mayPrint(() => countValues(value)) ? tagOf(value) : textOf(value)
}

/** Alone, or in arrays: of a Map nothing but its tag is printed. */
function holdsDocument(value: unknown): boolean {
  return Array.isArray(value) ? elementsOf(value).some(holdsDocument) : isDocument(value)
}

/** What an array of Mongoose's gives, which looks for getters each time that an element is read. */
function readOnce(value: unknown): unknown {
  if (!Array.isArray(value) || elementsOf(value) === value || value.toString !== Array.prototype.toString) return value
  const { getters } = (value as unknown as MongooseArray).$schemaType?.()?.getEmbeddedSchemaType() ?? {}
  return Array.from(getters?.length === 0 ? elementsOf(value) : value, readOnce)
}

/**
 * Whether its text has the source of a function, which must not reach a client, or a Map of Buffers: only a document
 * prints what is in its Maps. An array prints its elements, and a Map nothing but its tag.
 */
function isUnprintable(value: unknown): boolean {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(isUnprintable)
  if (isError(value)) return isUnprintable(value.message)
  return isContainer(value) && !isMap(value) && holdsBufferInMap(value.toObject(), false)
}

function tagOf(value: unknown): string {
  try {
    return Object.prototype.toString.call(value)
  } catch {
    // A revoked proxy throws at every access.
    return '[object Object]'
  }
}

function isContainer(value: object): value is Container {
  return typeof (value as Partial<Container>).toObject === 'function'
}

function holdsBufferInMap(value: unknown, isInMap: boolean): boolean {
  if (ArrayBuffer.isView(value)) return isInMap
  if (isMap(value)) return [...value.values()].some((content) => holdsBufferInMap(content, true))
  if (Array.isArray(value)) return value.some((element) => holdsBufferInMap(element, isInMap))
  return isPlainObject(value) && Object.values(value).some((content) => holdsBufferInMap(content, isInMap))
}
