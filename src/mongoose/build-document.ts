import type { AnswerLimit } from '../errors/answer-size.ts'
import { copyOf } from '../values/plain-copy.ts'
import { withoutBookkeeping } from './bookkeeping.ts'
import type { MongooseDocument } from './document.ts'
import type { MongooseModel, MongooseSchema } from './mongoose.ts'

/** In bytes of JSON: in a shorter body, Mongoose's bookkeeping costs less than to do without it. */
const dearBookkeeping = 1000

type Values = Readonly<Record<string, unknown>>

/** A document that its body is set on. */
interface OpenDocument extends MongooseDocument {
  $set(values: object): unknown
  $__setValue(path: string, value: unknown): unknown
}

/**
 * Builds the document that the functions of a schema see for a body: `new Model(body)`, or for an update a document
 * that is not new, with the body set on it. No database is asked, and no hook runs.
 */
export function buildDocument(
  model: MongooseModel,
  body: Values,
  isUpdate: boolean,
  limit: AnswerLimit,
): MongooseDocument {
  // Functions of the schema may write to what they are given; `validated` and the body stay as they were sent.
  const values = copyOf(body) as Values
  const build = () => (isUpdate ? updated(model, values) : (new model(values) as MongooseDocument))
  return limit.bodyHas(dearBookkeeping) ? withoutBookkeeping(model, values, limit, build) : build()
}

function updated(model: MongooseModel, values: Values): MongooseDocument {
  const document = hydrated(model)
  try {
    document.$set(values)
    return document
  } catch {
    // Mongoose compares a Mixed with its default, and takes a plain `{ "isMongooseBuffer": true }` there for its own.
    const blank = hydrated(model)
    clear(blank, model.schema, values, '')
    blank.$set(values)
    return blank
  }
}

/** What `Model.hydrate({})` makes, without the hooks of `init`: they are written for documents that were stored. */
function hydrated(model: MongooseModel): OpenDocument {
  const document = new model(undefined, undefined, { skipId: true, isNew: false, willInit: true })
  Reflect.apply(model.base.Document.prototype.$__init, document, [{}])
  return document as OpenDocument
}

/** Takes the defaults away where values will be set. */
function clear(document: OpenDocument, schema: MongooseSchema, values: Values, prefix: string): void {
  for (const [key, value] of Object.entries(values)) {
    const path = prefix + key
    if (Object.hasOwn(schema.nested, path)) clear(document, schema, (value ?? {}) as Values, `${path}.`)
    else document.$__setValue(path, undefined)
  }
}
