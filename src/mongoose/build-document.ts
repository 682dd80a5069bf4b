import type { ErrorLimit } from '../errors/error-limit.ts'
import { copyOf } from '../values/content-copy.ts'
import { JsonSize } from '../values/json-size.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { withoutBookkeeping } from './bookkeeping.ts'
import { forgetIn } from './cast-errors.ts'
import { errorsOfBuild, isDocument, type MongooseDocument, prepareForRules, readKey } from './document.ts'
import { withoutLostPromises } from './lost-promises.ts'
import type { ErrorsOfDocument, MongooseModel, MongooseSchema, SchemaType } from './mongoose.ts'
import { castError, setValue } from './schema-type.ts'

/** In bytes of JSON. In a shorter body, Mongoose's bookkeeping costs less than replacing it. */
const dearBookkeeping = 1000

type Values = Readonly<Record<string, unknown>>

/** A document that its body is set on. */
interface WritableDocument extends MongooseDocument {
  $set(values: object): unknown
  $__setValue(path: string, value: unknown): unknown
  invalidate(path: string, error: unknown): unknown
}

/**
 * Builds the document that the functions of a schema see for a body: `new Model(body)`, or for an update a document
 * that is not new, with the body set on it. No query is sent, and no hook runs.
 */
export function buildDocument(
  model: MongooseModel,
  body: Values,
  isUpdate: boolean,
  limit: ErrorLimit,
): MongooseDocument {
  // Functions of the schema may write to what they are given; `validated` and the body stay as they were sent.
  const values = copyOf(body) as Values
  const build = () => (isUpdate ? updated(model, values) : (new model(values) as MongooseDocument))
  // Of these values, not of the body: with `each`, it holds many of them.
  const isDear = new JsonSize(body).hasAtLeast(dearBookkeeping)
  const document = withoutLostPromises(model, () =>
    isDear ? withoutBookkeeping(model, values, limit, build) : build(),
  )
  for (const error of Object.values(errorsOfBuild(document) ?? {})) forgetIn(error)
  if (isDear) collectErrors(document)
  prepareForRules(document, document)
  return document
}

/** A rule that calls `this.invalidate()` adds an error, for which Mongoose joins the messages of all before it. */
function collectErrors({ $__ }: MongooseDocument): void {
  let all = withoutJoining($__.validationError)
  // A rule may ask whether there are any, so that they are not made before Mongoose does.
  Object.defineProperty($__, 'validationError', {
    get: () => all,
    set(errors: ErrorsOfDocument | undefined) {
      all = withoutJoining(errors)
    },
  })
}

function withoutJoining(all: ErrorsOfDocument | undefined): ErrorsOfDocument | undefined {
  if (all === undefined || (all as unknown) === null) return all
  return Object.defineProperty(all, 'addError', {
    configurable: true,
    value: (path: string, error: Error) => {
      all.errors[path] = error
    },
  })
}

function updated(model: MongooseModel, values: Values): MongooseDocument {
  const immutable = takeImmutable(model.schema, values, '')
  const document = hydrated(model)
  document.$set(values)
  setImmutable(document, model, immutable)
  setImmutableInside(document, model, model.schema, values, '')
  return document
}

/** What `Model.hydrate({})` makes, without the hooks of `init`: they are written for documents that were stored. */
function hydrated(model: MongooseModel): WritableDocument {
  const document = new model(undefined, undefined, { skipId: true, isNew: false, willInit: true })
  Reflect.apply(model.base.Document.prototype.$__init, document, [{}])
  return document as WritableDocument
}

/**
 * Takes the values of immutable paths out. In an update, Mongoose would restore the stored value of such a
 * path, which is not known here: rules judge the value that was sent.
 */
function takeImmutable(schema: MongooseSchema, values: Values, prefix: string): [path: string, value: unknown][] {
  return Object.entries(values).flatMap(([key, value]) => {
    const path = prefix + key
    if (Object.hasOwn(schema.nested, path)) return isPlainObject(value) ? takeImmutable(schema, value, `${path}.`) : []
    // The keys are the client's: a schema has no path `toString` of its own.
    if (!Object.hasOwn(schema.paths, path) || !schema.paths[path]?.options.immutable) return []
    Reflect.deleteProperty(values, key)
    return [[path, value]]
  })
}

/** As `$set` does without the setter that keeps the stored value. */
function setImmutable(
  document: WritableDocument,
  model: MongooseModel,
  values: [path: string, value: unknown][],
): void {
  for (const [path, value] of values) {
    const type = document.$__schema.paths[path] as SchemaType
    try {
      document.$__setValue(path, setValue(type, value, document))
    } catch (error) {
      document.invalidate(path, castError(model, type, value, path, error))
    }
  }
}

/** Sub-documents outside of arrays are not new either: `isNew` of the document holds for them. */
function setImmutableInside(
  document: WritableDocument,
  model: MongooseModel,
  schema: MongooseSchema,
  values: Values,
  prefix: string,
): void {
  for (const [key, value] of Object.entries(values)) {
    const path = prefix + key
    if (!isPlainObject(value)) continue
    if (Object.hasOwn(schema.nested, path)) setImmutableInside(document, model, schema, value, `${path}.`)
    else setImmutableOf(document.$__getValue(path), model, value)
  }
}

function setImmutableOf(made: unknown, model: MongooseModel, value: Record<string, unknown>): void {
  if (made instanceof Map) {
    for (const [key, inner] of Object.entries(value)) {
      if (isPlainObject(inner)) setImmutableOf(readKey(made, key), model, inner)
    }
  } else if (isDocument(made)) {
    const document = made as WritableDocument
    setImmutable(document, model, takeImmutable(made.$__schema, value, ''))
    setImmutableInside(document, model, made.$__schema, value, '')
  }
}
