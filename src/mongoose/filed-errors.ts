import type { ErrorLimit } from '../errors/error-limit.ts'
import { isError } from '../values/is-error.ts'
import { lengthOfPath, type PlacedDocument } from './full-path.ts'
import type { ErrorsOfDocument, MongooseModel } from './mongoose.ts'

type Invalidate = (this: never, ...given: never[]) => unknown

/** A document, or sub-document, whose rules may file errors by `this.invalidate()`. */
interface FilingDocument extends PlacedDocument {
  readonly $__: PlacedDocument['$__'] & { validationError?: ErrorsOfDocument | undefined }
}

/**
 * What functions of the schema file in the documents of one body. A sub-document files an error in each document above
 * as well: each of them would join the messages of all that it has anew, and keep a path that holds the keys of Maps,
 * however long. V8 hashes a text of more than 16,383 characters by its length alone, so that such paths of one length
 * collide.
 */
export class FiledErrors {
  private characters = 0
  private readonly watched = new WeakSet<FilingDocument>()

  constructor(
    private readonly base: MongooseModel['base'],
    private readonly limit: Pick<ErrorLimit, 'allows'>,
  ) {}

  /** Has the document at the top keep errors without joining their messages. */
  watchTop(document: FilingDocument): void {
    filings.set(document, this)
    joinNoMessages(document)
  }

  /** The same of a sub-document, which above the size of an error response files errors in itself alone. */
  watchInner(document: FilingDocument): void {
    if (this.watched.has(document)) return
    this.watched.add(document)
    joinNoMessages(document)
    const original = Reflect.get(this.base.Types.Subdocument.prototype, 'invalidate') as Invalidate
    // A field or a method of the schema may have this name.
    if (Reflect.get(document, 'invalidate') !== original) return
    const invalidate = (path: string, ...rest: unknown[]) => this.file(document, original, path, rest)
    Object.defineProperty(document, 'invalidate', { value: invalidate, configurable: true, writable: true })
  }

  /** What `invalidate` of sub-documents does; above the size of an error response in the sub-document alone. */
  file(document: FilingDocument, invalidate: Invalidate, path: string, rest: readonly unknown[]): unknown {
    this.characters += lengthOfPath(document) + path.length
    if (this.limit.allows(this.characters)) return Reflect.apply(invalidate, document, [path, ...rest])
    const { ValidationError, ValidatorError } = this.base.Error
    const [problem, value] = rest
    const own = (document.$__.validationError ??= new ValidationError(document))
    own.errors[path] ??= isError(problem)
      ? problem
      : new ValidatorError({ path, message: problem, type: 'user defined', value })
    return own
  }
}

/** By the document at the top. */
const filings = new WeakMap<object, FiledErrors>()

/** Prepares a sub-document for errors that its rules file, where the document at the top was. */
export function watchErrors(document: FilingDocument, owner: object): void {
  filings.get(owner)?.watchInner(document)
}

function joinNoMessages({ $__ }: FilingDocument): void {
  let all = withoutJoining($__.validationError)
  // A rule may ask whether there are any, so that they are not made before Mongoose does.
  Object.defineProperty($__, 'validationError', {
    configurable: true,
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
