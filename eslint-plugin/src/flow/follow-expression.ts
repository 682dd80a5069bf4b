import type * as ESTree from 'estree'
import { isCopyInChain } from '../evaluate/copies.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  enclosingFunction,
  type FunctionNode,
  isFunction,
  isTypeWrapper,
  isWritten,
  type Node,
  parentOf,
} from '../source/syntax.ts'
import { isListOfEntries, keepsEveryKey } from './entry-lists.ts'
import { type AccessPath, continueAt, type Flow, isStepTo } from './flow.ts'
import { enterCallee, enterFunction, enterMethod, followArgument, followResult } from './follow-call.ts'
import { followPattern, followVariable } from './follow-pattern.ts'
import { isOfWrittenKeys } from './computed-keys.ts'
import { fieldOfInstance, readsOfKept } from './instance-fields.ts'
import { copiedKeyByKey } from './key-copies.ts'
import type { KeyCopy } from './key-writes.ts'
import { intoElement, isCounter, pathInList } from './lists.ts'
import { memberChain, readsOfAssigned } from './member-chain.ts'
import { copiedByName } from './named-fields.ts'
import { isOverridden } from './overwritten-keys.ts'

/** Goes from an expression that holds a value to what is made of that expression. */
export function followExpression(flow: Flow, node: Node, path: AccessPath, file: SourceFile): void {
  const parent = parentOf(node)
  if (!parent) return
  if (isTransparent(parent, node)) continueAt(flow, parent, path, file)
  switch (parent.type) {
    case 'VariableDeclarator':
      if (path.length === 0) followCopy(flow, copiedByName(node, file), path, file)
      if (parent.init === node) followPattern(flow, parent.id, path, file)
      break
    case 'AssignmentPattern':
      if (parent.right === node) followPattern(flow, parent.left, path, file)
      break
    case 'AssignmentExpression':
      if (parent.right !== node || !['=', '??=', '||='].includes(parent.operator)) break
      followPattern(flow, parent.left, path, file)
      followAssigned(flow, parent.left, path, file)
      continueAt(flow, parent, path, file)
      break
    case 'MemberExpression':
      if (parent.object === node) followMember(flow, parent, path, file)
      break
    case 'CallExpression':
    case 'NewExpression':
      if (path.length === 0) followKeyCopy(flow, node, path, file)
      followArgument(flow, parent, node, path, file)
      break
    case 'SpreadElement':
      followSpread(flow, parent, path, file)
      break
    case 'Property': {
      const object = parentOf(parent)
      const key = keyOf(parent, file)
      if (parent.value === node && object?.type === 'ObjectExpression' && key !== undefined)
        continueAt(flow, object, [key, ...path], file)
      break
    }
    case 'ArrayExpression': {
      const index = parent.elements.indexOf(node as ESTree.Expression)
      if (!parent.elements.slice(0, index).some((element) => element?.type === 'SpreadElement'))
        continueAt(flow, parent, [String(index), ...path], file)
      break
    }
    case 'ForOfStatement':
      if (path.length === 0) followKeyCopy(flow, node, path, file)
      if (parent.right === node) followElements(flow, parent.left, path, file)
      break
    case 'ReturnStatement': {
      const fn = enclosingFunction(parent)
      if (fn) followReturn(flow, fn, path)
      break
    }
    case 'ArrowFunctionExpression':
      if (parent.body === node) followReturn(flow, parent, path)
      break
    default:
  }
}

/** Whether an expression gives, or may give, the very value of the operand `node`. */
function isTransparent(parent: Node, node: Node): boolean {
  switch (parent.type) {
    case 'ChainExpression':
    case 'AwaitExpression':
      return true
    case 'LogicalExpression':
      // What `value && other` gives is the other, or nothing.
      return parent.operator !== '&&' || parent.right === node
    case 'ConditionalExpression':
      return parent.test !== node
    case 'SequenceExpression':
      return parent.expressions.at(-1) === node
    default:
      return isTypeWrapper(parent)
  }
}

function followReturn(flow: Flow, fn: FunctionNode, path: AccessPath): void {
  // Where it is kept by a function that its caller does not see.
  if (flow.isKept) return
  followResult(flow, fn, path)
}

function followMember(flow: Flow, member: ESTree.MemberExpression, path: AccessPath, file: SourceFile): void {
  const [step, ...rest] = path
  const key = keyOf(member, file)
  if (step === undefined && key !== undefined) followCopy(flow, copiedByName(member.object, file), path, file)
  const computed = key === undefined ? (flow.computedKeys?.(member, file) ?? []) : []
  const parent = parentOf(member)
  const call = parent?.type === 'CallExpression' && parent.callee === member ? parent : undefined
  if (isStepTo(step, key) || computed.some((each) => isStepTo(step, each))) {
    if (!isWritten(member)) continueAt(flow, member, rest, file)
    else if (rest.length === 0) flow.overwrite?.(member, file)
  } else if (key === undefined && step === undefined) {
    followKeyCopy(flow, member.object, path, file)
    if (flow.isPartIncluded && !isWritten(member) && isKnownPart(member, file)) continueAt(flow, member, path, file)
  } else if (call && key !== undefined && followMethod(flow, call, key, path, file)) return
  else if (call && step !== undefined) enterMethod(flow, call, member.object, path, file)
  else if (step === undefined && flow.isPartIncluded) continueAt(flow, member, path, file)
}

/** `users[i]`, and `body[field]` of one of several fields that the source names. */
function isKnownPart({ property }: ESTree.MemberExpression, file: SourceFile): boolean {
  return isCounter(property, file) || isOfWrittenKeys(property, file)
}

/** `req.payload = body` makes `req` hold the body at another place from there on. */
function followAssigned(flow: Flow, target: Node, path: AccessPath, file: SourceFile): void {
  const field = fieldOfInstance(target, file)
  if (field?.isMade) followResult(flow, field.method, [field.key, ...path])
  const member = memberChain(target, file)
  const { isKept } = flow
  flow.isKept = true
  if (field && !field.isMade)
    for (const read of readsOfKept(field, file)) continueAt(flow, read, [field.key, ...path], file)
  if (member)
    for (const read of readsOfAssigned(target, member, file)) continueAt(flow, read, [...member.keys, ...path], file)
  flow.isKept = isKept
}

/** `for (const key in body) copy[key] = body[key]` */
function followKeyCopy(flow: Flow, node: Node, path: AccessPath, file: SourceFile): void {
  followCopy(flow, copiedKeyByKey(node, file), path, file)
}

function followCopy(flow: Flow, copy: KeyCopy | undefined, path: AccessPath, file: SourceFile): void {
  if (copy?.isOntoDocument === true) return
  if (copy?.result) continueAt(flow, copy.result, path, file)
  const variable = copy?.target.type === 'Identifier' && !copy.method ? file.variableOf(copy.target) : undefined
  if (variable) followVariable(flow, variable, path, file)
}

const handsOn: ReadonlySet<string> = new Set(['clone', 'toString', 'catch', 'finally'])
const iterations: ReadonlySet<string> = new Set(['map', 'forEach', 'flatMap'])

/** Follows the value that a method is called on; `false` where the method says nothing of it. */
function followMethod(
  flow: Flow,
  call: ESTree.SimpleCallExpression,
  method: string,
  path: AccessPath,
  file: SourceFile,
): boolean {
  const [first] = call.arguments
  if (path.length === 0 && call.callee.type === 'MemberExpression') followKeyCopy(flow, call.callee.object, path, file)
  // A clone of a web request has the same body; text is a body that is still to be parsed, entries one that is to be
  // built.
  if (handsOn.has(method) || (method === 'entries' && !first)) continueAt(flow, call, path, file)
  else if (path.length === 0 && (keepsEveryKey(call, method, file) || isCopyInChain(evaluate(call.callee, file))))
    continueAt(flow, call, path, file)
  // One field of a form, which may be the JSON of a whole document.
  else if (path.length === 0 && method === 'get' && flow.isPartIncluded) continueAt(flow, call, path, file)
  else if (first && isFunction(first) && method === 'then') {
    flow.calls.set(first, [{ callee: { kind: 'function', node: first, file }, node: call, file }])
    enterFunction(flow, { node: first, file }, 0, path)
  } else if (first && isFunction(first) && iterations.has(method)) {
    const inElement = intoElement(flow, path)
    // What is made of every element stands for the list of them.
    if (method !== 'forEach')
      flow.calls.set(first, [{ callee: { kind: 'function', node: first, file }, node: call, file }])
    if (inElement) enterFunction(flow, { node: first, file }, 0, inElement)
  } else {
    // Of entries, what is left out may be all keys but a few.
    const inResult = isListOfEntries(call, file) ? undefined : pathInList(flow, method, path)
    if (!inResult) return false
    continueAt(flow, call, inResult, file)
  }
  return true
}

function followElements(flow: Flow, left: Node, path: AccessPath, file: SourceFile): void {
  const inElement = intoElement(flow, path)
  const [declarator] = left.type === 'VariableDeclaration' ? left.declarations : []
  if (inElement) followPattern(flow, declarator?.id ?? left, inElement, file)
}

function followSpread(flow: Flow, spread: ESTree.SpreadElement, path: AccessPath, file: SourceFile): void {
  const parent = parentOf(spread)
  const [step, ...rest] = path
  if (parent?.type === 'ObjectExpression') {
    if (typeof step !== 'string' || !isOverridden(parent, spread, step, file)) continueAt(flow, parent, path, file)
  } else if (step === undefined && flow.isPartIncluded && parent?.type === 'ArrayExpression')
    continueAt(flow, parent, path, file)
  else if (typeof step !== 'string' || !/^\d+$/.test(step)) return
  else if (parent?.type === 'ArrayExpression' && parent.elements[0] === spread) continueAt(flow, parent, path, file)
  else if (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') {
    const index = parent.arguments.indexOf(spread) + Number(step)
    enterCallee(flow, { call: parent, node: spread, index, path: rest, file }, evaluate(parent.callee, file))
  }
}
