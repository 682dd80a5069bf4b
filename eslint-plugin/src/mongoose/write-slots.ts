import type { MongooseKind } from './kind-tables.ts'

/**
 * Where a method of a Mongoose thing takes what it writes: the argument, and the paths inside it, `#` for any index.
 */
export interface WriteSlot {
  readonly argument: number
  readonly paths: readonly string[]
}

const document: WriteSlot = { argument: 0, paths: [''] }
const documents: WriteSlot = { argument: 0, paths: ['', '#'] }
const updateAt = (argument: number): WriteSlot => ({
  argument,
  paths: ['', '$set', '$setOnInsert', '#.$set', '#.$replaceWith'],
})
// What `map` makes of the elements of a list stands for the list, without an index.
const operations: WriteSlot = {
  argument: 0,
  paths: [
    '',
    '#',
    ...[
      'insertOne.document',
      ...['updateOne', 'updateMany'].flatMap((name) => [
        `${name}.update`,
        `${name}.update.$set`,
        `${name}.update.$setOnInsert`,
      ]),
      'replaceOne.replacement',
      'findOneAndUpdate.update',
    ].flatMap((operation) => [operation, `#.${operation}`]),
  ],
}

const slots: Readonly<Record<MongooseKind, Readonly<Record<string, WriteSlot>>>> = {
  model: {
    create: documents,
    insertMany: documents,
    insertOne: document,
    hydrate: document,
    findByIdAndUpdate: updateAt(1),
    findOneAndUpdate: updateAt(1),
    findOneAndReplace: updateAt(1),
    update: updateAt(1),
    updateOne: updateAt(1),
    updateMany: updateAt(1),
    replaceOne: updateAt(1),
    bulkWrite: operations,
  },
  document: {
    set: document,
    $set: document,
    overwrite: document,
    update: updateAt(0),
    updateOne: updateAt(0),
    replaceOne: document,
  },
  query: {
    set: document,
    $set: document,
    overwrite: document,
    setUpdate: updateAt(0),
    update: updateAt(0),
    updateOne: updateAt(0),
    updateMany: updateAt(0),
    findOneAndUpdate: updateAt(0),
    replaceOne: updateAt(0),
  },
  list: {},
  collection: {
    insertOne: document,
    insertMany: documents,
    findOneAndUpdate: updateAt(1),
    findOneAndReplace: updateAt(1),
    updateOne: updateAt(1),
    updateMany: updateAt(1),
    replaceOne: updateAt(1),
    bulkWrite: operations,
  },
}

const methods: ReadonlySet<string> = new Set(Object.values(slots).flatMap((kind) => Object.keys(kind)))

/** Whether a method of this name writes to anything of Mongoose. */
export function isWriteMethod(name: string): boolean {
  return methods.has(name)
}

export function writeSlot(kind: MongooseKind, method: string): WriteSlot | undefined {
  return Object.hasOwn(slots[kind], method) ? slots[kind][method] : undefined
}
