import { copyOf } from './plain-copy.ts'
import type { AnswerLimit } from './answer-size.ts'
import { withoutBookkeeping } from './bookkeeping.ts'
import type { MongooseModel, MongooseSchema } from './schema.ts'

/** In bytes of JSON: in a shorter body, Mongoose's bookkeeping costs less than to do without it. */
const dearBookkeeping = 1000

/** The members of a Mongoose document, or sub-document, that rules are run with. */
export interface MongooseDocument {
  readonly schema: MongooseSchema
  readonly $errors?: Readonly<Record<string, Error>>
  get(path: string, type: null, options: { getters: false }): unknown
  $set(values: object): unknown
}

/**
 * Builds the document that the functions of a schema see for a body: `new Model(body)`, or for an update a document
 * that is not new, with the body set on it. No database is asked; what an update's body lacks is what
 * `Model.hydrate` makes of nothing.
 */
export function buildDocument(
  model: MongooseModel,
  body: Readonly<Record<string, unknown>>,
  update: { readonly discriminatorKey: string } | undefined,
  limit: AnswerLimit,
): MongooseDocument {
  // Functions of the schema may write to what they are given; `validated` and the body stay as they were sent.
  const values = copyOf(body) as Record<string, unknown>
  const build = () => {
    if (update === undefined) return new model(values) as MongooseDocument
    const { discriminatorKey: key } = update
    const document = model.hydrate(Object.hasOwn(values, key) ? { [key]: values[key] } : {}) as MongooseDocument
    document.$set(values)
    return document
  }
  return limit.bodyHas(dearBookkeeping) ? withoutBookkeeping(model, values, limit, build) : build()
}

export function isDocument(value: unknown): value is MongooseDocument {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Partial<MongooseDocument>).schema?.instanceOfSchema === true &&
    typeof (value as Partial<MongooseDocument>).get === 'function'
  )
}

/** The value of a path of one document. Getters are left out, as in Mongoose's validation. */
export function readPath(document: MongooseDocument, path: string): unknown {
  return document.get(path, null, { getters: false })
}

/** The value of a Map's key. */
export function readKey(map: unknown, key: string): unknown {
  return (map as { get(key: string, options: object): unknown }).get(key, { getters: false })
}

/** The elements of an array, past the proxy of a Mongoose array, which applies their getters. */
export function elementsOf(array: unknown): readonly unknown[] {
  return (array as { __array?: readonly unknown[] }).__array ?? (array as readonly unknown[])
}
