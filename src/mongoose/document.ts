import { isMap } from '../values/is-map.ts'
import { isPlainObject } from '../values/plain-object.ts'
import type { MongooseBehavior } from './behavior.ts'
import { watchErrors } from './filed-errors.ts'
import { fullPathOf, ownerOf, type PlacedDocument } from './full-path.ts'
import type { ErrorsOfDocument, MongooseSchema } from './mongoose.ts'

/** What has become of a path since its document was made (`StateMachine`): Mongoose chooses by it what to validate. */
export type PathState = 'require' | 'default' | 'modify' | 'init' | 'ignore'

/**
 * The members of a Mongoose document, or sub-document, that rules are run with. Those that Mongoose itself works with:
 * a field, a virtual or a method of the schema may be called `get`, `schema` or `$errors` and hides theirs.
 */
export interface MongooseDocument extends PlacedDocument {
  readonly $__schema: MongooseSchema
  readonly $__: PlacedDocument['$__'] & {
    validationError?: ErrorsOfDocument | undefined
    readonly activePaths: { readonly paths: Readonly<Record<string, PathState>> }
  }
  $op?: unknown
  /** Of an element of an array. */
  readonly $isDocumentArrayElement?: boolean
  /** The value of a path, without getters: what Mongoose's validation reads. */
  $__getValue(path: string): unknown
}

export function isDocument(value: unknown): value is MongooseDocument {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Partial<MongooseDocument>).$__schema?.instanceOfSchema === true &&
    typeof (value as Partial<MongooseDocument>).$__getValue === 'function'
  )
}

/** Names what is going on in a document, as `validate()` does. */
function noteValidation(document: MongooseDocument, { notesValidationOfElements }: MongooseBehavior): void {
  if (document.$isDocumentArrayElement === true && !notesValidationOfElements) return
  if (!Object.hasOwn(document.$__schema.paths, '$op')) document.$op = 'validate'
}

/**
 * Gives a document the state in which Mongoose runs rules. A sub-document's `ownerDocument()` would join its full path
 * and keep it, which only `$__fullPath()` asks for.
 */
export function prepareForRules(document: MongooseDocument, owner: MongooseDocument, behavior: MongooseBehavior): void {
  // A setter or a default may give what belongs to another document.
  if (document !== owner && ownerOf<PlacedDocument>(document) === owner) {
    if (document.$__.ownerDocument === undefined) {
      document.$__.ownerDocument = owner
      sumUpFullPathLater(document)
    }
    watchErrors(document, owner)
  }
  noteValidation(document, behavior)
}

function sumUpFullPathLater(document: MongooseDocument): void {
  const { $__ } = document
  Object.defineProperty($__, 'fullPath', {
    configurable: true,
    get() {
      const value = fullPathOf(document)
      Object.defineProperty($__, 'fullPath', { value, writable: true, configurable: true })
      return value
    },
  })
}

/** What Mongoose put on the document while it built it, by paths. */
export function errorsOfBuild({ $__ }: MongooseDocument): Readonly<Record<string, Error>> | undefined {
  return $__.validationError?.errors
}

/** How many values there are in a value, itself included: what Mongoose copies where it prints documents. */
export function countValues(value: unknown): number {
  let count = 1
  for (const inner of contentOf(value)) count += countValues(inner)
  return count
}

/** What is in an array, a Map, a document or a plain object. */
export function contentOf(value: unknown): Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return elementsOf(value)
  if (isMap(value)) return value.values()
  const fields = isDocument(value) ? (value as MongooseDocument & { readonly _doc: object })._doc : value
  return isPlainObject(fields) ? Object.values(fields) : []
}

/** The value of a Map's key. */
export function readKey(map: unknown, key: string): unknown {
  return (map as { get(key: string, options: object): unknown }).get(key, { getters: false })
}

/** The elements of an array, past the proxy of a Mongoose array, which applies their getters. */
export function elementsOf(array: unknown): readonly unknown[] {
  return (array as { __array?: readonly unknown[] }).__array ?? (array as readonly unknown[])
}
