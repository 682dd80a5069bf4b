import { evaluate } from '../evaluate/evaluate.ts'
import { keyOf } from '../evaluate/members.ts'
import type { Key } from '../flow/flow.ts'
import { isAssign, type MongooseKind, mongooseKindOf } from './kinds.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'

/** Where a method of a Mongoose thing takes what it writes: the argument, and the path inside it. */
interface WriteSlot {
  readonly argument: number
  readonly paths: readonly string[]
}

const document: WriteSlot = { argument: 0, paths: [''] }
const documents: WriteSlot = { argument: 0, paths: ['', '#'] }
const updateAt = (argument: number): WriteSlot => ({ argument, paths: ['', '$set', '$setOnInsert'] })
const operations: WriteSlot = {
  argument: 0,
  paths: [
    '#.insertOne.document',
    ...['updateOne', 'updateMany'].flatMap((name) => [`#.${name}.update`, `#.${name}.update.$set`]),
    '#.replaceOne.replacement',
    '#.findOneAndUpdate.update',
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
    updateOne: updateAt(1),
    updateMany: updateAt(1),
    replaceOne: updateAt(1),
    bulkWrite: operations,
  },
  document: { set: document, $set: document, overwrite: document, updateOne: updateAt(0), replaceOne: document },
  query: {
    set: document,
    $set: document,
    overwrite: document,
    setUpdate: updateAt(0),
    updateOne: updateAt(0),
    updateMany: updateAt(0),
    findOneAndUpdate: updateAt(0),
    replaceOne: updateAt(0),
  },
}

/** A Mongoose write and the argument that it writes. */
export interface Write {
  /** As in `User.create()`. */
  readonly name: string
  readonly argument: Node
}

/** The Mongoose write that takes the value of `node`, which stands at `path` inside it, as a whole. */
export function writeOf(node: Node, path: readonly Key[], file: SourceFile): Write | undefined {
  const argument = wrapped(node)
  const call = parentOf(argument)
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return undefined
  const index = (call.arguments as Node[]).indexOf(argument)
  if (index < 0) return undefined
  const callee = unwrap(call.callee)
  const place = path.map((key) => (typeof key === 'string' ? (/^\d+$/.test(key) ? '#' : key) : '?')).join('.')
  if (call.type === 'NewExpression') {
    const isWrite = index === 0 && place === '' && mongooseKindOf(callee, file) === 'model'
    return isWrite ? { name: `new ${textOf(callee, file)}()`, argument } : undefined
  }
  if (isAssign(evaluate(callee, file))) {
    const [target] = call.arguments
    const kind = target && index > 0 && place === '' ? mongooseKindOf(target, file) : undefined
    return kind && kind !== 'model' ? { name: `${textOf(callee, file)}()`, argument } : undefined
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined
  const method = keyOf(callee, file) ?? ''
  const slot = slotOf(method, callee.object, call.arguments, file)
  return slot?.argument === index && slot.paths.includes(place)
    ? { name: `${textOf(callee, file)}()`, argument }
    : undefined
}

const methods: ReadonlySet<string> = new Set(Object.values(slots).flatMap((kind) => Object.keys(kind)))

function slotOf(method: string, receiver: Node, [, second]: readonly Node[], file: SourceFile): WriteSlot | undefined {
  // What a receiver is can take a look into other files; the name of the method rules most calls out.
  if (!methods.has(method)) return undefined
  const kind = mongooseKindOf(receiver, file)
  const slot = kind && Object.hasOwn(slots[kind], method) ? slots[kind][method] : undefined
  // `doc.set(path, value)` names its one field; `doc.set(object, undefined, options)` does not.
  if (method === 'set' || method === '$set') return !second || isUndefined(second) ? slot : undefined
  // A query takes its filter first, if it is given one here.
  return kind === 'query' && second && slot ? { ...slot, argument: slot.argument + 1 } : slot
}

function isUndefined(node: Node): boolean {
  return (node.type === 'Identifier' && node.name === 'undefined') || (node.type === 'Literal' && node.value === null)
}

function textOf(node: Node, file: SourceFile): string {
  const text = file.code.getText(node as Parameters<SourceFile['code']['getText']>[0]).replaceAll(/\s+/g, ' ')
  return text.length > 40 ? `…${text.slice(-39)}` : text
}
