import { evaluate } from '../evaluate/evaluate.ts'
import { copyBy } from '../evaluate/copies.ts'
import { nameFrom } from '../evaluate/value.ts'
import type { AccessPath } from '../flow/flow.ts'
import { copiedKeyByKey } from '../flow/key-copies.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { type Argument, calledMethod } from './called-method.ts'
import { isNeverSaved } from './compared-documents.ts'
import type { MongooseKind } from './kind-tables.ts'
import { isRefusedFilter } from './refused-filters.ts'
import { type PossibleSink, type Sink, sinkName } from './sinks.ts'
import { isWriteMethod, type WriteSlot, writeSlot } from './write-slots.ts'

/** What may write the value of `node`, which stands at `path` inside it, as a whole. */
export function possibleWriteOf(node: Node, path: AccessPath, file: SourceFile): PossibleSink | undefined {
  const copied = path.length === 0 ? copiedKeyByKey(node, file) : undefined
  if (copied)
    return {
      kind: 'write',
      name: `${sinkName(copied.target, file)}${copied.method ? `.${copied.method}()` : '[…] ='}`,
      argument: node,
      file,
      receiver: copied.target,
      isSinkOf: isDocument,
    }
  const place = argumentAt(node, path)
  if (!place) return undefined
  const { argument, call, index } = place
  const name = `${call.type === 'NewExpression' ? 'new ' : ''}${sinkName(unwrap(call.callee), file)}()`
  const write: Sink = { kind: 'write', name, argument, file }
  return (
    assigning(write, call, index, place.path) ?? transforming(write, call, index, place.path) ?? calling(write, place)
  )
}

/** The argument that an expression is, or that it brings along in a list: `create(...values)`. */
function argumentAt(node: Node, path: AccessPath): Argument | undefined {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  const argument = parent?.type === 'SpreadElement' ? parent : outer
  const call = parentOf(argument)
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return undefined
  const index = call.arguments.indexOf(argument as CallNode['arguments'][number])
  if (index < 0) return undefined
  if (argument === outer) return { argument, call, index, path }
  const [step, ...rest] = path
  const isFirst = call.arguments.findIndex(({ type }) => type === 'SpreadElement') === index
  return isFirst && typeof step === 'string' && /^\d+$/.test(step)
    ? { argument: node, call, index: index + Number(step), path: rest }
    : undefined
}

function placeOf(path: AccessPath): string {
  return path.map((key) => (typeof key === 'string' ? (/^\d+$/.test(key) ? '#' : key) : '?')).join('.')
}

function assigning(write: Sink, call: CallNode, index: number, path: AccessPath): PossibleSink | undefined {
  const [receiver] = call.arguments
  if (index === 0 || !receiver || path.length > 0 || !copyBy(evaluate(unwrap(call.callee), write.file))?.isIntoFirst)
    return undefined
  return { ...write, receiver, isSinkOf: isDocument }
}

/** `plainToInstance(User, body)` of class-transformer. */
function transforming(write: Sink, call: CallNode, index: number, path: AccessPath): PossibleSink | undefined {
  const [receiver] = call.arguments
  if (index !== 1 || !receiver || path.length > 0 || call.type !== 'CallExpression') return undefined
  const name = nameFrom('class-transformer', evaluate(unwrap(call.callee), write.file))
  return name !== undefined && /^plainTo(?:Instance|Class)$/.test(name)
    ? { ...write, receiver, isSinkOf: (kind) => kind === 'model' }
    : undefined
}

function isDocument(kind: MongooseKind): boolean {
  return kind === 'document' || kind === 'query'
}

function calling(write: Sink, argument: Argument): PossibleSink | undefined {
  const { call } = argument
  const called = calledMethod(argument, write.file)
  if (!called) return making(write, call, unwrap(call.callee), argument)
  const { name: method, callee, receiver, given, index, path } = called
  if (!isWriteMethod(method)) return /^[A-Z]/.test(method) ? making(write, call, callee, { index, path }) : undefined
  const place = placeOf(path)
  const selector = index === 1 && filtered.has(method) ? given.at(0) : undefined
  const isRefused = selector !== undefined && isRefusedFilter(selector, method, write.file)
  const isSinkOf = (kind: MongooseKind) => {
    const slot = slotOf(method, kind, given)
    if (slot?.argument !== index || !slot.paths.includes(place)) return false
    // The driver's own methods know no ids.
    return kind === 'collection' || !isRefused
  }
  return {
    ...write,
    name: `${sinkName(callee, write.file)}()`,
    ...(selector ? { selector: { node: selector, method } } : {}),
    receiver,
    isSinkOf,
  }
}

/** `new User(body)`, and `User(body)`, which is the same to Mongoose. */
function making(
  write: Sink,
  call: CallNode,
  receiver: Node,
  { index, path }: Pick<Argument, 'index' | 'path'>,
): PossibleSink | undefined {
  return index === 0 && path.length === 0
    ? { ...write, receiver, isSinkOf: (kind) => kind === 'model' && !isNeverSaved(call, write.file) }
    : undefined
}

// The methods that take a filter before what they write.
const filtered: ReadonlySet<string> = new Set(
  'update updateOne updateMany replaceOne findOneAndUpdate findOneAndReplace'.split(' '),
)

function slotOf(method: string, kind: MongooseKind, [, second]: readonly Node[]): WriteSlot | undefined {
  const slot = writeSlot(kind, method)
  // `doc.set(path, value)` names its one field; `doc.set(object, undefined, options)` does not.
  if (method === 'set' || method === '$set') return !second || isUndefined(second) ? slot : undefined
  // A query takes its filter first, if it is given one here.
  return kind === 'query' && second && slot ? { ...slot, argument: slot.argument + 1 } : slot
}

function isUndefined(node: Node): boolean {
  return (node.type === 'Identifier' && node.name === 'undefined') || (node.type === 'Literal' && node.value === null)
}
