import type { ErrorsOfDocument, MongooseModel, MongooseSchema } from './schema.ts'

/** Characters of paths that the errors of one document may have together: many more than an answer prints. */
const mostPathCharacters = 4_000_000

type Method = (this: never, ...given: never[]) => unknown

/**
 * Has Mongoose build a document that nobody will save, without the bookkeeping that takes it quadratic time where a body
 * makes it fail, or fill a Map, thousands of times:
 *
 * - `ValidationError.prototype.addError` joins the messages of all errors anew for each of them.
 * - `Document.prototype.invalidate` files an error in each document above as well, under its full path. V8 takes all texts
 *   of more than 16,383 characters and the same length for candidates of one hash. Errors past those that fill an answer
 *   are of no use.
 * - `Document.prototype.markModified` keeps a list of the keys of a Map, each of which is compared with all others; the Map
 *   itself is marked anyway.
 *
 * The call is synchronous: no other code sees the changed methods but functions of the schema, and to these they do the
 * same but for what is named here.
 */
export function withoutBookkeeping<T>(model: MongooseModel, build: () => T): T {
  const {
    Error: { ValidationError },
    Document,
  } = model.base
  let characters = 0
  const restores = [
    replace(
      ValidationError.prototype,
      'addError',
      (addError) =>
        function (this: ErrorsOfDocument, path: string, error: Error) {
          // It holds errors by paths of its own, for which it calls this function again.
          if (error instanceof ValidationError) Reflect.apply(addError, this, [path, error])
          else this.errors[path] = error
        },
    ),
    replace(
      Document.prototype,
      'invalidate',
      (invalidate) =>
        function (this: unknown, path: string, ...rest: unknown[]): unknown {
          characters += path.length
          return characters > mostPathCharacters ? undefined : Reflect.apply(invalidate, this, [path, ...rest])
        },
    ),
    replace(
      Document.prototype,
      'markModified',
      (markModified) =>
        function (this: { readonly schema: MongooseSchema }, path: string, ...rest: unknown[]): void {
          const { paths, nested } = this.schema
          if (Object.hasOwn(paths, path) || Object.hasOwn(nested, path))
            Reflect.apply(markModified, this, [path, ...rest])
        },
    ),
  ]
  try {
    return build()
  } finally {
    for (const restore of restores) restore()
  }
}

/** Replaces a method, and gives what puts it back. A frozen prototype stays as it is. */
function replace(prototype: object, name: string, replacement: (method: Method) => Method): () => void {
  const method = Reflect.get(prototype, name) as Method
  Reflect.set(prototype, name, replacement(method))
  return () => void Reflect.set(prototype, name, method)
}
