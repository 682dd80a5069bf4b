import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal, type Value } from '../evaluate/value.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { mongooseKindOf } from './kinds.ts'
import { isWriteMethod, type WriteSlot, writeSlot } from './write-slots.ts'

/** A Mongoose write and the argument that it writes. */
export interface Write {
  /** As in `User.create()`. */
  readonly name: string
  readonly argument: Node
}

/** The Mongoose write that takes the value of `node`, which stands at `path` inside it, as a whole. */
export function writeOf(node: Node, path: AccessPath, file: SourceFile): Write | undefined {
  const argument = wrapped(node)
  const call = parentOf(argument)
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return undefined
  const index = (call.arguments as Node[]).indexOf(argument)
  if (index < 0 || !isWrite({ call, index, place: placeOf(path), file })) return undefined
  return { name: `${call.type === 'NewExpression' ? 'new ' : ''}${textOf(unwrap(call.callee), file)}()`, argument }
}

/** A place in an argument of a call, as in {@link WriteSlot}. */
interface Place {
  readonly call: CallNode
  readonly index: number
  readonly place: string
  readonly file: SourceFile
}

function placeOf(path: AccessPath): string {
  return path.map((key) => (typeof key === 'string' ? (/^\d+$/.test(key) ? '#' : key) : '?')).join('.')
}

// What an expression is to Mongoose can take a look into other files: it is asked last.
function isWrite({ call, index, place, file }: Place): boolean {
  const callee = unwrap(call.callee)
  if (call.type === 'NewExpression') return index === 0 && place === '' && mongooseKindOf(callee, file) === 'model'
  const [target] = call.arguments
  if (isAssign(evaluate(callee, file))) return !!target && index > 0 && place === '' && isDocument(target, file)
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return false
  const slot = slotOf(keyOf(callee, file) ?? '', callee.object, call.arguments, file)
  return slot?.argument === index && slot.paths.includes(place)
}

/** Whether an expression is a document, or a query for one. */
function isDocument(node: Node, file: SourceFile): boolean {
  const kind = mongooseKindOf(node, file)
  return kind === 'document' || kind === 'query'
}

function slotOf(method: string, receiver: Node, [, second]: readonly Node[], file: SourceFile): WriteSlot | undefined {
  // The name of the method rules most calls out.
  if (!isWriteMethod(method)) return undefined
  const kind = mongooseKindOf(receiver, file)
  const slot = kind && writeSlot(kind, method)
  // `doc.set(path, value)` names its one field; `doc.set(object, undefined, options)` does not.
  if (method === 'set' || method === '$set') return !second || isUndefined(second) ? slot : undefined
  // A query takes its filter first, if it is given one here.
  return kind === 'query' && second && slot ? { ...slot, argument: slot.argument + 1 } : slot
}

function isUndefined(node: Node): boolean {
  return (node.type === 'Identifier' && node.name === 'undefined') || (node.type === 'Literal' && node.value === null)
}

/** `Object.assign`, and what lodash has like it. */
function isAssign(value: Value): boolean {
  if (isGlobal(value, 'Object', 'assign')) return true
  if (value.kind !== 'external' || !/^lodash\b/.test(value.source)) return false
  const name = value.path.at(-1) ?? value.source.split(/[./]/).at(-1) ?? ''
  return ['assign', 'assignIn', 'extend', 'merge', 'defaults'].includes(name)
}

function textOf(node: Node, file: SourceFile): string {
  const text = file.code.getText(node as Parameters<SourceFile['code']['getText']>[0]).replaceAll(/\s+/g, ' ')
  return text.length > 40 ? `…${text.slice(-39)}` : text
}
