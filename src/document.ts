import { copyOf } from './plain-copy.ts'
import type { ErrorsOfDocument, MongooseModel, MongooseSchema } from './schema.ts'

/** The members of a Mongoose document, or sub-document, that rules are run with. */
export interface MongooseDocument {
  readonly schema: MongooseSchema
  readonly $errors?: Readonly<Record<string, Error>>
  get(path: string, type: null, options: { getters: false }): unknown
  set(values: object): unknown
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
): MongooseDocument {
  // Functions of the schema may write to what they are given; `validated` and the body stay as they were sent.
  const values = copyOf(body) as Record<string, unknown>
  return withBriefErrors(model, () => {
    if (update === undefined) return new model(values) as MongooseDocument
    const { discriminatorKey: key } = update
    const document = model.hydrate(Object.hasOwn(values, key) ? { [key]: values[key] } : {}) as MongooseDocument
    document.set(values)
    return document
  })
}

/** Characters of paths that the errors of one document may have together: many more than an answer prints. */
const mostPathCharacters = 4_000_000

/**
 * Calls Mongoose where setters, defaults or casts may fail. `ValidationError.prototype.addError` joins the messages of all
 * errors anew for each of them; and every document above a failure files it under its full path
 * (`Document.prototype.invalidate`), where V8 takes all texts of more than 16,383 characters and the same length for
 * candidates of one hash. Thousands of failing values would so take quadratic time. Nobody reads the joined message here,
 * and errors past those that fill an answer are of no use. The call is synchronous: no other code sees the changed
 * methods, except for functions of the schema, to which they do the same work but for the message.
 */
function withBriefErrors<T>(model: MongooseModel, build: () => T): T {
  const {
    Error: { ValidationError },
    Document,
  } = model.base
  const { addError } = ValidationError.prototype
  const { invalidate } = Document.prototype
  let characters = 0
  // A frozen prototype stays as it is.
  Reflect.set(ValidationError.prototype, 'addError', function (this: ErrorsOfDocument, path: string, error: Error) {
    // It holds errors by paths of its own, for which it calls this function again.
    if (error instanceof ValidationError) Reflect.apply(addError, this, [path, error])
    else this.errors[path] = error
  })
  Reflect.set(Document.prototype, 'invalidate', function (this: unknown, path: string, ...rest: unknown[]): unknown {
    characters += path.length
    return characters > mostPathCharacters ? undefined : Reflect.apply(invalidate, this, [path, ...rest])
  })
  try {
    return build()
  } finally {
    Reflect.set(ValidationError.prototype, 'addError', addError)
    Reflect.set(Document.prototype, 'invalidate', invalidate)
  }
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
