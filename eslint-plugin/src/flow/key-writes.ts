import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, withoutTypes, wrapped } from '../source/syntax.ts'

/** What gets a value at a key. */
interface Keyed {
  readonly target: Node
  /** The method that sets the key, where it is not assigned. */
  readonly method?: string
}

/** Where a value is put at a key of something. */
export interface KeyWrite extends Keyed {
  readonly node: Node
}

/** Where a loop copies every key of an object to, or a value goes to the field that its object names. */
export interface KeyCopy extends Keyed {
  /** The expression that gives the copy, where it is made by `reduce()`, or is the object of an update. */
  readonly result?: Node
  /** Whether every key is copied only if the target is a document, which has all fields of its schema. */
  readonly isOntoDocument?: boolean
}

/** What stands for a value where it is changed or replaced: `value.trim()`, `clean(value)`, `value ?? other`. */
function changed(value: Node): Node {
  const inner = wrapped(value)
  const parent = parentOf(inner)
  switch (parent?.type) {
    case 'ConditionalExpression':
      return parent.test === inner ? inner : changed(parent)
    case 'LogicalExpression':
    case 'AwaitExpression':
      return changed(parent)
    case 'MemberExpression': {
      const call = parent.object === inner ? parentOf(wrapped(parent)) : undefined
      return call?.type === 'CallExpression' && call.callee === wrapped(parent) ? changed(call) : inner
    }
    case 'CallExpression':
      return parent.arguments.length === 1 && parent.arguments[0] === inner ? changed(parent) : inner
    default:
      return inner
  }
}

/** `copy[key] = value` or `copy.set(key, value)` */
export function writeOfKey(isKey: (node: Node) => boolean, value: Node, file: SourceFile): KeyWrite | undefined {
  const outer = changed(value)
  const parent = parentOf(outer)
  if (parent?.type === 'AssignmentExpression') {
    const { right, operator } = parent
    const left = withoutTypes(parent.left)
    if (right !== outer || operator !== '=' || left.type !== 'MemberExpression') return undefined
    return left.computed && left.object.type !== 'Super' && isKey(left.property)
      ? { target: withoutTypes(left.object), node: parent }
      : undefined
  }
  if (parent?.type === 'Property') return spreadWith(isKey, parent) ?? assignedWith(isKey, parent, file)
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return undefined
  const { object } = parent.callee
  const method = keyOf(parent.callee, file)
  const [first, second, ...others] = parent.arguments
  const isSetter = (method === 'set' || method === '$set') && second === outer && others.length === 0
  return isSetter && first && isKey(first) && object.type !== 'Super'
    ? { target: withoutTypes(object), method, node: parent }
    : undefined
}

/**
 * The variable that an expression takes its text from, and nothing else: `key`, `${key}` in a template, `String(key)`.
 */
export function keyIn(node: Node, file: SourceFile): Scope.Variable | undefined {
  return file.variableOf(keyText(node, file))
}

export function keyText(given: Node, file: SourceFile): Node {
  const node = withoutTypes(given)
  if (node.type === 'TemplateLiteral') {
    const [only] = node.expressions
    const isAll = node.expressions.length === 1 && node.quasis.every(({ value }) => value.raw === '')
    return isAll && only ? only : node
  }
  const [first] = node.type === 'CallExpression' ? node.arguments : []
  return node.type === 'CallExpression' && first && isGlobal(evaluate(node.callee, file), 'String') ? first : node
}

/** `{ ...copy, [key]: value }` */
function spreadWith(isKey: (node: Node) => boolean, property: ESTree.Property | ESTree.AssignmentProperty) {
  const object = parentOf(property)
  const [first] = object?.type === 'ObjectExpression' ? object.properties : []
  return object && first?.type === 'SpreadElement' && property.computed && isKey(property.key)
    ? { target: first.argument, node: object }
    : undefined
}

/** `Object.assign(copy, { [key]: value })` */
function assignedWith(
  isKey: (node: Node) => boolean,
  property: ESTree.Property | ESTree.AssignmentProperty,
  file: SourceFile,
) {
  const object = parentOf(property)
  const call = object && parentOf(object)
  if (call?.type !== 'CallExpression' || !isGlobal(evaluate(call.callee, file), 'Object', 'assign')) return undefined
  const [target, given, ...others] = call.arguments
  const isOne = object?.type === 'ObjectExpression' && object.properties.length === 1 && others.length === 0
  return target && given === object && isOne && property.computed && isKey(property.key)
    ? { target: withoutTypes(target), node: call }
    : undefined
}
