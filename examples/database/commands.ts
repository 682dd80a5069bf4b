import { aggregate } from 'mingo'
import { Collection, CommandError, type Doc, type Index, type FindOptions, type Update } from './collection.ts'

/** The fields that the handlers read. The driver sends them with these types; the demo has no other client. */
interface Command extends FindOptions, Doc {
  $db: string
  deletes?: { q: Doc; limit: number }[]
  documents?: Doc[]
  fields?: Doc
  index?: string
  indexes?: Index[]
  new?: boolean
  ordered?: boolean
  pipeline?: Doc[]
  query?: Doc
  remove?: boolean
  startTransaction?: boolean
  update?: Doc | Doc[]
  updates?: Update[]
  upsert?: boolean
}

export class Database {
  readonly #collections = new Map<string, Collection>()

  /** Runs one command and gives the reply document; a failing command replies with `ok: 0`, as a server does. */
  run(command: Doc): Doc {
    const [name = '', collectionName] = Object.entries(command)[0] ?? []
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    try {
      if (handler === undefined) throw new CommandError(59, 'CommandNotFound', `no such command: '${name}'`)
      if (command.startTransaction === true) {
        throw new CommandError(20, 'IllegalOperation', 'the embedded database has no transactions')
      }
      return { ...handler(this, command as Command, String(collectionName)), ok: 1 }
    } catch (error) {
      return { ok: 0, ...errorFields(error) }
    }
  }

  collection({ $db }: { $db: string }, name: string): Collection {
    const namespace = `${$db}.${name}`
    const collection = this.#collections.get(namespace) ?? new Collection(namespace)
    this.#collections.set(namespace, collection)
    return collection
  }

  drop(namespacePrefix: string): void {
    for (const namespace of this.#collections.keys()) {
      if (namespace.startsWith(namespacePrefix)) this.#collections.delete(namespace)
    }
  }

  collectionNames($db: string): string[] {
    const names = [...this.#collections.keys()].filter((namespace) => namespace.startsWith(`${$db}.`))
    return names.map((namespace) => namespace.slice($db.length + 1))
  }
}

type Handler = (database: Database, command: Command, collectionName: string) => Doc

const hello: Handler = () => ({
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 25,
  readOnly: false,
})
const acknowledge: Handler = () => ({})

const handlers: Record<string, Handler> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: acknowledge,
  endSessions: acknowledge,
  killCursors: acknowledge,
  buildInfo: () => ({ version: '8.0.0', versionArray: [8, 0, 0, 0] }),

  insert(database, command, name) {
    const collection = database.collection(command, name)
    return writeEach(command, command.documents, (doc) => {
      collection.insert(doc)
      return { n: 1 }
    })
  },

  update(database, command, name) {
    const collection = database.collection(command, name)
    const upserted: Doc[] = []
    const reply = writeEach(command, command.updates, (update, index) => {
      const count = collection.update(update)
      if (count.upserted === undefined) return { n: count.matched, nModified: count.modified }
      upserted.push({ index, _id: count.upserted })
      return { n: 1, nModified: 0 }
    })
    return upserted.length > 0 ? { ...reply, upserted } : reply
  },

  delete(database, command, name) {
    const collection = database.collection(command, name)
    return writeEach(command, command.deletes, ({ q, limit }) => {
      const removed = collection.find({ filter: q, limit })
      collection.remove(removed)
      return { n: removed.length }
    })
  },

  findAndModify(database, command, name) {
    const collection = database.collection(command, name)
    const { query = {}, sort, fields, upsert = false, update = {}, arrayFilters } = command
    const [before] = collection.find({ filter: query, ...(sort && { sort }), limit: 1 })
    if (command.remove === true) {
      if (before !== undefined) collection.remove([before])
      return { value: before ?? null, lastErrorObject: { n: before === undefined ? 0 : 1 } }
    }
    // The filter goes along with the _id because a positional `$` refers to it.
    const q = before === undefined ? query : { ...query, _id: before._id }
    const { upserted } = collection.update({ q, u: update, upsert, arrayFilters: (arrayFilters ?? []) as Doc[] })
    const _id = before?._id ?? upserted
    const [after] = _id === undefined ? [] : collection.find({ filter: { _id } })
    const value = command.new === true ? after : before
    const [projected] = value === undefined ? [] : project(value, fields)
    return {
      value: projected ?? null,
      lastErrorObject: {
        n: _id === undefined ? 0 : 1,
        updatedExisting: before !== undefined,
        ...(upserted === undefined ? {} : { upserted }),
      },
    }
  },

  find: (database, command, name) => cursor(command, name, database.collection(command, name).find(command)),

  count(database, command, name) {
    return { n: database.collection(command, name).find({ ...command, filter: command.query ?? {} }).length }
  },

  aggregate(database, command, name) {
    const docs = [...database.collection(command, name).docs]
    return cursor(command, name, aggregate(docs, command.pipeline ?? [], { scriptEnabled: false }))
  },

  createIndexes(database, command, name) {
    const collection = database.collection(command, name)
    for (const index of command.indexes ?? []) collection.createIndex(index)
    return {}
  },

  listIndexes(database, command, name) {
    return cursor(command, name, database.collection(command, name).indexes)
  },

  dropIndexes(database, command, name) {
    database.collection(command, name).dropIndexes(command.index ?? '*')
    return {}
  },

  create(database, command, name) {
    database.collection(command, name)
    return {}
  },

  drop(database, command, name) {
    database.drop(`${command.$db}.${name}`)
    return {}
  },

  dropDatabase(database, command) {
    database.drop(`${command.$db}.`)
    return {}
  },

  listCollections(database, command) {
    const collections = database.collectionNames(command.$db).map((name) => ({ name, type: 'collection' }))
    return cursor(command, '$cmd.listCollections', collections)
  },
}

const project = (doc: Doc, projection: Doc | undefined): Doc[] => {
  const single = new Collection('')
  single.insert(doc)
  return single.find(projection === undefined ? {} : { projection })
}

// Everything fits the first batch: cursor id 0 tells the driver that there is no more.
const cursor = ({ $db }: Command, name: string, firstBatch: readonly unknown[]): Doc => ({
  cursor: { id: 0n, ns: `${$db}.${name}`, firstBatch },
})

/** Runs the statements of one write command in turn; a failing one becomes a write error of the reply. */
function writeEach<Statement>(
  { ordered = true }: Command,
  statements: readonly Statement[] = [],
  write: (statement: Statement, index: number) => Record<string, number>,
): Doc {
  const total: Record<string, number> = { n: 0 }
  const writeErrors: Doc[] = []
  for (const [index, statement] of statements.entries()) {
    try {
      for (const [name, count] of Object.entries(write(statement, index))) total[name] = (total[name] ?? 0) + count
    } catch (error) {
      writeErrors.push({ index, ...errorFields(error) })
      if (ordered) break
    }
  }
  return writeErrors.length > 0 ? { ...total, writeErrors } : total
}

function errorFields(error: unknown): Doc {
  if (error instanceof CommandError) {
    return { code: error.code, codeName: error.codeName, errmsg: error.message, ...error.details }
  }
  // mingo's own complaints: an unknown operator, a malformed expression.
  return { code: 2, codeName: 'BadValue', errmsg: error instanceof Error ? error.message : String(error) }
}
