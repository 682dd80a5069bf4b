import { deserialize, ObjectId, serialize } from 'bson'
import { find } from 'mingo'
import { type Modifier, type PipelineStage, updateOne } from 'mingo/updater'

export type Doc = Record<string, unknown>

export interface Index {
  v: number
  name: string
  key: Record<string, 1 | -1>
  unique?: boolean
  sparse?: boolean
}

export interface FindOptions {
  filter?: Doc
  sort?: Record<string, 1 | -1>
  skip?: number
  limit?: number
  projection?: Doc
}

export interface Update {
  q: Doc
  u: Doc | Doc[]
  multi?: boolean
  upsert?: boolean
  arrayFilters?: Doc[]
}

export interface UpdateCount {
  matched: number
  modified: number
  upserted?: unknown
}

/** An error that MongoDB reports by number; drivers and applications tell errors apart by `code`. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
    readonly details: Doc = {},
  ) {
    super(message)
  }
}

const ID_INDEX: Index = { v: 2, name: '_id_', key: { _id: 1 } }
const INDEX_OPTIONS = new Set(['v', 'name', 'key', 'unique', 'sparse', 'background'])

// A round trip through BSON is a deep copy that keeps every BSON type.
const copy = <T extends Doc>(doc: T): T => deserialize(serialize(doc)) as T
const isPlainObject = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const isSame = (left: unknown, right: unknown): boolean =>
  Buffer.compare(serialize({ value: left }), serialize({ value: right })) === 0

/** The documents of one collection, with MongoDB's `_id`, unique indexes and errors on top of mingo's operators. */
export class Collection {
  #docs: Doc[] = []
  #indexes: Index[] = [ID_INDEX]

  constructor(readonly namespace: string) {}

  get indexes(): readonly Index[] {
    return this.#indexes
  }

  get docs(): readonly Doc[] {
    return this.#docs
  }

  find({ filter = {}, sort = {}, skip = 0, limit = 0, projection = {} }: FindOptions): Doc[] {
    let cursor = find<Doc, Doc>(this.#docs, filter, projection, { scriptEnabled: false })
    if (Object.keys(sort).length > 0) cursor = cursor.sort(sort)
    const found = cursor.all()
    return found.slice(skip, limit === 0 ? undefined : skip + Math.abs(limit))
  }

  insert(doc: Doc): void {
    const stored = doc._id === undefined ? { _id: new ObjectId(), ...doc } : doc
    this.#assertUnique(stored)
    this.#docs.push(stored)
  }

  update({ q, u, multi = false, upsert = false, arrayFilters = [] }: Update): UpdateCount {
    const matches = this.find({ filter: q, limit: multi ? 0 : 1 })
    if (matches.length === 0) {
      if (!upsert) return { matched: 0, modified: 0 }
      const inserted = applyUpdate(docFromFilter(q), { q: {}, u, arrayFilters, isInsert: true })
      inserted._id ??= new ObjectId()
      this.insert(inserted)
      return { matched: 0, modified: 0, upserted: inserted._id }
    }
    let modified = 0
    for (const doc of matches) {
      const updated = applyUpdate(copy(doc), { q, u, arrayFilters, isInsert: false })
      if (isSame(doc, updated)) continue
      this.#assertUnique(updated, doc)
      this.#docs[this.#docs.indexOf(doc)] = updated
      modified += 1
    }
    return { matched: matches.length, modified }
  }

  remove(docs: readonly Doc[]): void {
    const removed = new Set(docs)
    this.#docs = this.#docs.filter((doc) => !removed.has(doc))
  }

  createIndex(index: Index): void {
    const unknown = Object.keys(index).find((option) => !INDEX_OPTIONS.has(option))
    if (unknown !== undefined) {
      throw new CommandError(67, 'CannotCreateIndex', `the embedded database has no index option '${unknown}'`)
    }
    if (this.#indexes.some(({ name }) => name === index.name)) return
    for (const doc of this.#docs) this.#assertUnique(doc, doc, [index])
    this.#indexes.push(index)
  }

  dropIndexes(name: string): void {
    this.#indexes = this.#indexes.filter((index) => index === ID_INDEX || (name !== '*' && index.name !== name))
  }

  #assertUnique(candidate: Doc, replaced?: Doc, indexes: readonly Index[] = this.#indexes): void {
    for (const index of indexes) {
      if (index.unique !== true && index !== ID_INDEX) continue
      const keyValue = indexKey(index, candidate)
      if (index.sparse === true && Object.values(keyValue).every((value) => value === null)) continue
      if (this.#docs.some((doc) => doc !== replaced && isSame(indexKey(index, doc), keyValue))) {
        throw new CommandError(
          11000,
          'DuplicateKey',
          `E11000 duplicate key error collection: ${this.namespace} index: ${index.name} dup key: ${JSON.stringify(keyValue)}`,
          { keyPattern: index.key, keyValue },
        )
      }
    }
  }
}

function indexKey(index: Index, doc: Doc): Doc {
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, name) => (isPlainObject(value) ? value[name] : undefined), doc)
  return Object.fromEntries(Object.keys(index.key).map((path) => [path, valueAt(path) ?? null]))
}

/** What an upsert starts from: the fields that the filter compares for equality. */
function docFromFilter(filter: Doc): Doc {
  const doc: Doc = {}
  const { _id, ...rest } = filter
  const isOperator = (value: unknown): boolean =>
    isPlainObject(value) && Object.keys(value).some((key) => key.startsWith('$'))
  const equalities = Object.entries(rest).filter(([path, value]) => !path.startsWith('$') && !isOperator(value))
  if (_id !== undefined && !isOperator(_id)) doc._id = _id
  if (equalities.length > 0) updateOne([doc], {}, { $set: Object.fromEntries(equalities) })
  return doc
}

function applyUpdate(
  doc: Doc,
  { q, u, arrayFilters, isInsert }: Pick<Update, 'q' | 'u'> & { arrayFilters: Doc[]; isInsert: boolean },
): Doc {
  const config = { arrayFilters, cloneMode: 'none' } as const
  if (Array.isArray(u)) {
    const docs = [doc]
    updateOne(docs, q, u as PipelineStage[], config)
    return docs[0] ?? doc
  }
  if (!Object.keys(u).some((key) => key.startsWith('$'))) {
    if (u._id !== undefined && doc._id !== undefined && !isSame(u._id, doc._id)) throw immutableId()
    return { ...(doc._id === undefined ? {} : { _id: doc._id }), ...copy(u) }
  }
  const { $setOnInsert = {}, ...modifier } = copy(u) as Record<string, Doc>
  if (isInsert && Object.keys($setOnInsert).length > 0) modifier.$set = { ...modifier.$set, ...$setOnInsert }
  if (modifier.$set !== undefined) {
    const { _id, ...$set } = modifier.$set
    if (_id !== undefined && doc._id !== undefined && !isSame(_id, doc._id)) throw immutableId()
    if (_id !== undefined) doc._id = _id
    modifier.$set = $set
  }
  assertUpdatable(doc, modifier)
  updateOne([doc], q, modifier as Modifier<Doc>, config)
  return doc
}

const immutableId = (): CommandError =>
  new CommandError(
    66,
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  )

// mingo creates the missing object below a null parent and ignores a path through a scalar; MongoDB refuses both.
function assertUpdatable(doc: Doc, modifier: Record<string, Doc>): void {
  const seen = new Set<string>()
  for (const [operator, fields] of Object.entries(modifier)) {
    for (const path of Object.keys(fields)) {
      for (const other of seen) {
        if (path === other || path.startsWith(`${other}.`) || other.startsWith(`${path}.`)) {
          const [shorter] = [path, other].sort((left, right) => left.length - right.length)
          const message = `Updating the path '${path}' would create a conflict at '${String(shorter)}'`
          throw new CommandError(40, 'ConflictingUpdateOperators', message)
        }
      }
      seen.add(path)
      if (operator !== '$unset' && operator !== '$pull' && operator !== '$pullAll') assertViable(doc, path)
    }
  }
}

function assertViable(doc: Doc, path: string): void {
  let parent: unknown = doc
  let parentName = ''
  for (const name of path.split('.')) {
    if (parent === undefined || name.startsWith('$')) return
    const isViable = Array.isArray(parent) ? /^\d+$/.test(name) : isPlainObject(parent)
    if (!isViable) {
      const element = `{${parentName}: ${JSON.stringify(parent)}}`
      throw new CommandError(28, 'PathNotViable', `Cannot create field '${name}' in element ${element}`)
    }
    parent = (parent as Doc)[name]
    parentName = name
  }
}
