import { DeferredMarks, type MarkedDocument } from './deferred-marks.ts'
import type { FiledErrors } from './filed-errors.ts'
import { fullPathOf, lengthOfPath, ownerOf, type PlacedDocument } from './full-path.ts'
import type { ErrorsOfDocument, MongooseModel, MongooseSchema } from './mongoose.ts'
import { withoutAtomics } from './without-atomics.ts'

type Method = (this: never, ...given: never[]) => unknown

/** A document, or sub-document, as far as its bookkeeping goes. */
interface BuiltDocument extends MarkedDocument, PlacedDocument {
  readonly $__schema: MongooseSchema
  readonly $isSubdocument?: boolean
  readonly isNew?: boolean
  readonly $__: MarkedDocument['$__'] & PlacedDocument['$__'] & { validationError?: ErrorsOfDocument | undefined }
  $__pathRelativeToParent(path?: string): string | undefined
  /** The document above, of a sub-document. */
  readonly $__parent?: BuiltDocument | null | undefined
}

/**
 * Has Mongoose set `values` on a document that will not be saved, without the bookkeeping that takes it quadratic time
 * where a body makes it fail, or fill a Map, thousands of times. The call is synchronous, and leaves other documents
 * alone that functions of the schema touch meanwhile; in the one that is built it does without these:
 *
 * - `ValidationError.prototype.addError` joins the messages of all errors anew for each of them.
 * - `Subdocument.prototype.invalidate` files an error in each document above as well, under its full path, which every
 *   sub-document then keeps: past the size of an error response it is filed in the sub-document alone. V8 hashes a text
 *   of more than 16,383 characters by its length alone, so that such paths of one length collide.
 * - `Subdocument.prototype.ownerDocument` joins the full path, which the casts of an ObjectId and others ask for, and
 *   keeps it: it is the sum of its parts.
 * - `Subdocument.prototype.$markValid` joins the full path of everything that is set, to remove an error that is not
 *   there.
 * - `Subdocument.prototype.markModified` joins it three times, to mark it in the documents above as well (after the
 *   first of them, that is done when everything is set), and `Document.prototype.markModified` marks keys of a Map, and
 *   each further sub-document in it looks through all marks (`cleanModifiedSubpaths`). After the first keys, the
 *   sub-document and the Map are marked instead, and `isModified` takes them for what is in them; when everything is
 *   set, the keys follow, and a Map that only stood in for them is as it was.
 * - `MongooseDocumentArray` asks the schema for its own type by its path, which may hold a long key, and then keeps a
 *   copy of the key: it is told at once. For the same reason such an array does not note that it was set
 *   (`_registerAtomic`).
 */
export function withoutBookkeeping<T>({ base }: MongooseModel, values: object, filed: FiledErrors, build: () => T): T {
  const replacements = new Replacements()
  /** What is done when everything is set. */
  const late: (() => unknown)[] = []
  try {
    const isBuilt = watchTop(replacements, base, values)
    joinFewErrors(replacements, base)
    fileErrorsApart(replacements, base, isBuilt, filed)
    sumUpPaths(replacements, base)
    markInPlace(replacements, base, isBuilt, late)
    nameArrayTypes(replacements, base, late)
    const built = build()
    for (const mark of late) mark()
    return built
  } finally {
    replacements.restoreAll()
  }
}

type Base = MongooseModel['base']
type IsBuilt = (some: BuiltDocument) => boolean

/** Tells whether a document is the one on which `values` are set, or in it. */
function watchTop(replacements: Replacements, { Document }: Base, values: object): IsBuilt {
  let top: BuiltDocument | undefined
  const startAt = (built: BuiltDocument) => void (top = built)
  replacements.replace(Document.prototype, '$set', (method) => {
    return function (this: BuiltDocument, ...given: unknown[]): unknown {
      if (given[0] === values) startAt(this)
      return Reflect.apply(method, this, given)
    }
  })
  return (some) => top !== undefined && ownerOf(some) === top
}

function joinFewErrors(replacements: Replacements, { Error: { ValidationError } }: Base): void {
  const counts = new WeakMap<ErrorsOfDocument, number>()
  replacements.replace(ValidationError.prototype, 'addError', (method) => {
    return function (this: ErrorsOfDocument, path: string, error: Error): void {
      const count = (counts.get(this) ?? 0) + 1
      counts.set(this, count)
      // A ValidationError holds errors by paths of its own, for which it calls this function again.
      if (count <= joinedErrors || error instanceof ValidationError) Reflect.apply(method, this, [path, error])
      else this.errors[path] = error
    }
  })
}

function fileErrorsApart(
  replacements: Replacements,
  { Types: { Subdocument } }: Base,
  isBuilt: IsBuilt,
  filed: FiledErrors,
): void {
  replacements.replace(Subdocument.prototype, 'invalidate', (method) => {
    return function (this: BuiltDocument, path: string, ...rest: unknown[]): unknown {
      return isBuilt(this) ? filed.file(this, method, path, rest) : Reflect.apply(method, this, [path, ...rest])
    }
  })
  replacements.replace(Subdocument.prototype, '$markValid', (method) => {
    return function (this: BuiltDocument, path: string): void {
      if (this.$__.validationError?.errors[path] !== undefined || !isBuilt(this)) Reflect.apply(method, this, [path])
    }
  })
}

function sumUpPaths(replacements: Replacements, { Types: { Subdocument } }: Base): void {
  replacements.replace(Subdocument.prototype, 'ownerDocument', (method) => {
    return function (this: BuiltDocument): unknown {
      if (this.$__.ownerDocument !== undefined) return Reflect.apply(method, this, [])
      this.$__.fullPath = fullPathOf(this)
      return (this.$__.ownerDocument = ownerOf(this))
    }
  })
}

function markInPlace(
  replacements: Replacements,
  { Document, Types: { Subdocument } }: Base,
  isBuilt: IsBuilt,
  late: (() => unknown)[],
): void {
  const marks = new DeferredMarks()
  late.push(() => {
    marks.resolve()
  })
  let marked = 0
  let keys = 0
  /** What is marked is in a sub-document: were it noted, it would outlive what Mongoose takes away of a Map. */
  let isMarkingAbove = false
  replacements.replace(Subdocument.prototype, 'markModified', (method) => {
    return function (this: BuiltDocument, path: string, ...rest: unknown[]): void {
      const markAll = (): unknown => Reflect.apply(method, this, [path, ...rest])
      const isAbove = isBuilt(this) && this.isNew !== true && lengthOfPath(this) + path.length <= longPath
      if (!isBuilt(this) || (isAbove && ++marked <= fewMarks && (keys < fewKeys || staysMarkedAtTop(this)))) {
        const outer = isMarkingAbove
        isMarkingAbove = isAbove
        markAll()
        isMarkingAbove = outer
        return
      }
      Reflect.apply(Reflect.get(Document.prototype, 'markModified') as Method, this, [path, ...rest])
      if (!isAbove || !staysMarked(this)) return
      late.push(() => {
        // Mongoose may have taken the mark away since.
        if (this.$__.activePaths.paths[path] === 'modify') markAbove(this, path)
      })
    }
  })
  replacements.replace(Document.prototype, 'markModified', (method) => {
    return function (this: BuiltDocument, path: string, ...rest: unknown[]): void {
      const field = isBuilt(this) ? fieldOf(this.$__schema, path) : path
      if (field === undefined) return
      const mark = (marked: string): unknown => Reflect.apply(method, this, [marked, ...rest])
      const isStoodInFor = field !== path && ++keys > fewKeys && !isMarkingAbove
      if (field === path) marks.keep(this, path)
      else if (isStoodInFor) marks.note(this, field, () => mark(path))
      mark(isStoodInFor ? field : path)
    }
  })
}

function nameArrayTypes(replacements: Replacements, { Schema }: Base, late: (() => unknown)[]): void {
  let casting: { readonly type: object; readonly path: unknown } | undefined
  replacements.replace(Schema.Types.DocumentArray.prototype, 'cast', (method) => {
    return function (this: object, ...given: unknown[]): unknown {
      const outer = casting
      const path = (given[4] as { path?: unknown } | undefined)?.path
      casting = { type: this, path }
      try {
        const made = Reflect.apply(method, this, given) as object
        if (typeof path === 'string' && path.length > longPath) late.push(withoutAtomics(made))
        return made
      } finally {
        casting = outer
      }
    }
  })
  replacements.replace(Schema.prototype, 'path', (method) => {
    return function (this: object, ...given: unknown[]): unknown {
      const [path] = given
      const isAsked = given.length === 1 && typeof path === 'string' && path.length > longPath
      return isAsked && casting?.path === path ? casting.type : Reflect.apply(method, this, given)
    }
  })
}

/** So many errors are still joined in the message of the ValidationError, which a rule may read. */
const joinedErrors = 100

/**
 * No path of a schema has so many characters: it holds a key of the body, and even to look at it would cost its length.
 */
const longPath = 1000

/** So many marks are made as Mongoose makes them; those after them in the cheaper way. */
const fewMarks = 200

/** So many keys of Maps, and elements: for each sub-document in a Map, Mongoose looks through all marks. */
const fewKeys = 100

/** Marks what is set in a sub-document in the documents above, as Mongoose does. */
function markAbove(some: BuiltDocument, path: string): void {
  let [inner, marked] = [some, path]
  while (inner.isNew !== true && staysMarked(inner)) {
    const above = inner.$__parent
    if (!above || above.$__.activePaths.paths[inner.$__pathRelativeToParent() ?? ''] === 'modify') return
    marked = inner.$__pathRelativeToParent(marked) ?? ''
    above.$__.activePaths.modify(marked)
    inner = above
  }
}

/** Whether the mark stays in the document above: of a value of a Map, Mongoose takes it away again. */
function staysMarked(some: BuiltDocument): boolean {
  const above = some.$__parent
  if (!above) return false
  const path = some.$__pathRelativeToParent()
  return path !== undefined && fieldOf(above.$__schema, path) === path
}

/** The same of all documents above. */
function staysMarkedAtTop(some: BuiltDocument): boolean {
  const above = some.$__parent
  return !above || (staysMarked(some) && staysMarkedAtTop(above))
}

/** The field in which a path ends or that holds what it names: a key of a Map belongs to the Map. */
function fieldOf({ paths }: MongooseSchema, path: string): string | undefined {
  if (path.length > longPath) return undefined
  for (let end = path.indexOf('.'); end > 0; end = path.indexOf('.', end + 1)) {
    const above = path.slice(0, end)
    const type = Object.hasOwn(paths, above) ? paths[above] : undefined
    if (type?.$isSingleNested === true && type.schema !== undefined) {
      const inner = fieldOf(type.schema, path.slice(end + 1))
      return inner && `${above}.${inner}`
    }
    if (type !== undefined) return above
  }
  return path
}

class Replacements {
  private readonly originals: { readonly prototype: object; readonly name: string; readonly method: Method }[] = []

  /** A frozen prototype stays as it is. */
  replace(prototype: object, name: string, replacement: (method: Method) => Method): void {
    const method = Reflect.get(prototype, name) as Method
    this.originals.push({ prototype, name, method })
    Reflect.set(prototype, name, replacement(method))
  }

  restoreAll(): void {
    for (const { prototype, name, method } of this.originals.toReversed()) Reflect.set(prototype, name, method)
  }
}
