import type { ErrorsOfDocument, MongooseModel, MongooseSchema } from './schema.ts'

type Method = (this: never, ...given: never[]) => unknown

interface BuiltDocument {
  readonly $isSubdocument?: boolean
  readonly $__: { readonly validationError?: ErrorsOfDocument | undefined }
}

/**
 * Has Mongoose build a document that nobody will save, without the bookkeeping that takes it quadratic time where a body
 * makes it fail, or fill a Map, thousands of times:
 *
 * - `ValidationError.prototype.addError` joins the messages of all errors anew for each of them.
 * - `Document.prototype.invalidate` files an error in each document above as well, under its full path, past what an
 *   answer `mayHold`. V8 takes all texts of more than 16,383 characters and the same length for candidates of one hash.
 * - `Subdocument.prototype.$markValid` puts together the full path of everything that is set, to take away an error that
 *   is not there.
 * - `Subdocument.prototype.markModified` puts it together three times, to mark it in the documents above as well, and
 *   `Document.prototype.markModified` keeps a list of the keys of a Map, each of which is compared with all others. The
 *   sub-document and the Map are marked anyway, and `isModified` takes them for what is in them.
 *
 * The call is synchronous: no other code sees the changed methods but functions of the schema, and to these they do the
 * same but for what is named here.
 */
export function withoutBookkeeping<T>(
  { base }: MongooseModel,
  mayHold: (characters: number) => boolean,
  build: () => T,
): T {
  const { ValidationError } = base.Error
  const document = base.Document.prototype
  const subdocument = base.Types.Subdocument.prototype
  let characters = 0
  const invalidate = (method: Method) =>
    function (this: BuiltDocument, path: string, ...rest: unknown[]): unknown {
      if (this.$isSubdocument !== true) characters += path.length
      return mayHold(characters) ? Reflect.apply(method, this, [path, ...rest]) : undefined
    }
  const restores = [
    replace(
      ValidationError.prototype,
      'addError',
      (method) =>
        function (this: ErrorsOfDocument, path: string, error: Error) {
          // It holds errors by paths of its own, for which it calls this function again.
          if (error instanceof ValidationError) Reflect.apply(method, this, [path, error])
          else this.errors[path] = error
        },
    ),
    replace(document, 'invalidate', invalidate),
    replace(subdocument, 'invalidate', invalidate),
    replace(
      subdocument,
      '$markValid',
      (method) =>
        function (this: BuiltDocument, path: string): void {
          if (this.$__.validationError?.errors[path] !== undefined) Reflect.apply(method, this, [path])
        },
    ),
    replace(
      subdocument,
      'markModified',
      () =>
        function (this: BuiltDocument, path: string, ...rest: unknown[]): void {
          Reflect.apply(Reflect.get(document, 'markModified') as Method, this, [path, ...rest])
        },
    ),
    replace(
      document,
      'markModified',
      (method) =>
        function (this: { readonly schema: MongooseSchema }, path: string, ...rest: unknown[]): void {
          const { paths, nested } = this.schema
          if (Object.hasOwn(paths, path) || Object.hasOwn(nested, path)) Reflect.apply(method, this, [path, ...rest])
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
