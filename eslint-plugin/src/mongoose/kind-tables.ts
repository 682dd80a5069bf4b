import { nameFrom, type Value } from '../evaluate/value.ts'
import { withoutAsync } from './promised-names.ts'

/**
 * What an expression is to Mongoose. A query counts as the document that it will give; `list` is one for several,
 * `collection` the driver's own, which casts nothing.
 */
export type MongooseKind = 'model' | 'document' | 'query' | 'list' | 'collection'

// What the types of Mongoose and of the packages around it are called.
const modelTypes: ReadonlySet<string> = new Set(
  'Model PaginateModel AggregatePaginateModel ReturnModelType ModelType SoftDeleteModel AccessibleRecordModel'.split(
    ' ',
  ),
)
const documentTypes: ReadonlySet<string> = new Set(['Document', 'HydratedDocument', 'DocumentType'])

/** A value of a type that is imported, from Mongoose or a package that adds to it. */
export function kindOfType(type: Value): MongooseKind | undefined {
  const name = nameFrom(/mongoose|typegoose/, type)
  if (name === undefined) return undefined
  return modelTypes.has(name) ? 'model' : documentTypes.has(name) ? 'document' : undefined
}

// Statics of a model that give a query for one document; a list cannot be written to.
const finders: ReadonlySet<string> = new Set(
  'findById findOne findByIdAndUpdate findOneAndUpdate findOneAndReplace findByIdAndDelete findOneAndDelete updateOne updateMany replaceOne where'.split(
    ' ',
  ),
)
const makers: ReadonlySet<string> = new Set(['create', 'hydrate', 'insertOne'])
// What leaves no Mongoose document behind.
const breakers: ReadonlySet<string> = new Set(
  'lean toObject toJSON distinct countDocuments then catch map flatMap reduce transform join'.split(' '),
)

// What an array gives one of its elements by.
const elements: ReadonlySet<string> = new Set(['at', 'pop', 'shift'])

/** What a method gives that is called on something of Mongoose. */
export function kindGivenBy(name: string, kind: MongooseKind | undefined): MongooseKind | undefined {
  const method = withoutAsync(name)
  if (kind === 'model') {
    if (method === 'discriminator') return 'model'
    return finders.has(method) ? 'query' : makers.has(method) ? 'document' : method === 'find' ? 'list' : undefined
  }
  if (kind === 'list' && elements.has(method)) return 'document'
  return (kind === 'query' || kind === 'list') && !breakers.has(method) ? kind : undefined
}

/** The kind of what may be any of several things; `isUntold` says which of them nothing is known of. */
export function commonKind(
  kinds: readonly (MongooseKind | undefined)[],
  isUntold: (index: number) => boolean = () => false,
): MongooseKind | undefined {
  const [first] = kinds
  if (kinds.every((kind) => kind === first)) return first
  if (kinds.every((kind) => kind === 'document' || kind === 'query')) return 'document'
  // A cache that is asked first, or a document in the place of a model.
  const isModel = kinds.every((kind, index) => (kind ? kind !== 'list' && kind !== 'collection' : isUntold(index)))
  return isModel && kinds.includes('model') ? 'model' : undefined
}
