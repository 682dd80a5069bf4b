import type * as ESTree from 'estree'
import { type Call, isOpen } from '../evaluate/bind.ts'
import { constructorOf } from '../evaluate/classes.ts'
import { calledIn, evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import { type ClassValue, isGlobal, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type CallNode,
  type FunctionNode,
  isFunction,
  type Node,
  parametersOf,
  thisIn,
  unwrap,
  withoutTypes,
} from '../source/syntax.ts'
import { copyBy, lodashName } from '../evaluate/copies.ts'
import { type AccessPath, continueAt, type Flow } from './flow.ts'
import { followPattern, followVariable } from './follow-pattern.ts'
import { argumentLent } from './lent-functions.ts'
import { asElement, goingThrough, intoElement } from './lists.ts'
import { answerOf, outcomeIfListed } from './listed-keys.ts'

/** An argument of a call that holds the value. */
interface Argument {
  readonly call: CallNode
  readonly node: Node
  readonly index: number
  readonly path: AccessPath
  readonly file: SourceFile
}

/** The index of what a method is called on, in the place of that of an argument. */
export const receiverIndex = -1

/** Follows the argument at `index` into a function: its parameter, a rest parameter, `arguments`; or its `this`. */
export function enterFunction(
  flow: Flow,
  { node, file }: { readonly node: FunctionNode; readonly file: SourceFile },
  index: number,
  path: AccessPath,
): void {
  if (index === receiverIndex) {
    for (const each of thisIn(node, file)) continueAt(flow, each, path, file)
    return
  }
  const parameters = parametersOf(node)
  const parameter = parameters[index]
  if (parameter?.type === 'TSParameterProperty') leaveInInstance(flow, node, parameter.parameter, path)
  const last = parameters.at(-1)
  if (last?.type === 'RestElement' && index >= parameters.length - 1)
    followPattern(flow, last.argument, [String(index - parameters.length + 1), ...path], file)
  else if (parameter) followPattern(flow, parameter, path, file)
  const list = file.argumentsOf(node)
  if (list) followVariable(flow, list, [String(index), ...path], file)
}

/** `constructor(private req: Request)` */
function leaveInInstance(flow: Flow, constructor: FunctionNode, pattern: Node, path: AccessPath): void {
  const name = pattern.type === 'AssignmentPattern' ? pattern.left : pattern
  if (name.type === 'Identifier') followResult(flow, constructor, [name.name, ...path])
}

/** Follows what a function gives back, or a constructor keeps in the instance, to the calls by which it was entered. */
export function followResult(flow: Flow, fn: FunctionNode, path: AccessPath): void {
  flow.returned.set(fn, [...(flow.returned.get(fn) ?? []), path])
  for (const { node, file } of flow.calls.get(fn) ?? []) continueAt(flow, node, path, file)
}

/** Follows an instance that holds the value in one of its fields into a method that is called on it. */
export function enterMethod(
  flow: Flow,
  call: ESTree.SimpleCallExpression,
  instance: Node,
  path: AccessPath,
  file: SourceFile,
): void {
  if (path.length === 0 || !flow.elsewhere) return
  const held = resolveImports(evaluate(instance, file), () => true)
  if (held.kind !== 'instance' || mayValidate(held.of)) return
  enterCallee(flow, { call, node: instance, index: receiverIndex, path, file }, evaluate(call.callee, file))
}

const validating =
  /\b(?:is|are|check|ensure)?_?valid(?!ated)|sanit|whitelist|schema|parse\(|\.body\s*=(?!=)|\b(?:joi|ajv|assert)\b/i
// `throw new Error('the password is not valid')`
const quoted = /'[^'\n]*'|"[^"\n]*"/g

/** Whether a class may look at what it is made with. Names tell nothing for sure, and are asked only to keep silent. */
export function mayValidate({ node, file: { code } }: ClassValue): boolean {
  return validating.test(code.getText(node as ESTree.Class).replace(quoted, ''))
}

/** Whether a constructor may look at the types or the keys of what it is given, and throw. */
function asksOfParts(constructor: FunctionNode, { code }: SourceFile): boolean {
  return /\btypeof\b|\binstanceof\b|\bObject\.keys\b|\.test\(/.test(code.getText(constructor as ESTree.Node))
}

/**
 * Follows the argument `node` of a call into what is called, or to the call itself where that gives the argument back.
 */
export function followArgument(flow: Flow, call: CallNode, node: Node, path: AccessPath, file: SourceFile): void {
  const index = call.arguments.indexOf(node as ESTree.Expression)
  if (index < 0 || call.arguments.slice(0, index).some((argument) => argument.type === 'SpreadElement')) return
  const callee = unwrap(call.callee)
  const value = evaluate(callee, file)
  const copy = copyBy(value)
  if (copy && isListOfKeys(call, lodashName(value), file)) return
  if (copy) {
    const inCopy = copy.isOfList ? intoElement(flow, path) : path
    const keys = copy.under === undefined ? [] : [copy.under]
    if (index >= copy.from && inCopy) continueAt(flow, call, [...keys, ...inCopy], file)
    const [first] = call.arguments
    if (copy.isIntoFirst && index > 0 && first) followFilled(flow, first, path, file)
    return
  }
  if (index === 0 && followElements(flow, call, value, path, file)) return
  const place = flow.placeInResult?.(call, index, file)
  if (place) continueAt(flow, call, [...place, ...path], file)
  const argument = { call, node, index, path, file }
  const method = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  const target = callee.type === 'MemberExpression' ? evaluate(callee.object, file) : undefined
  if (callee.type === 'MemberExpression') {
    if (method === 'concat' && path.length === 0) continueAt(flow, call, asElement(path), file)
    else if (/^(?:push|unshift)$/.test(method ?? '')) followFilled(flow, callee.object, asElement(path), file)
  }
  const seen = argumentLent(method, index, path)
  if (target?.kind !== 'function') enterCallee(flow, argument, value)
  else if (seen) enterCallee(flow, { ...argument, ...seen }, target)
}

/** `Array.from(body)`, `_.map(body, (user) => ({ ...user }))`; `false` of a function that goes through no list. */
function followElements(flow: Flow, call: CallNode, callee: Value, path: AccessPath, file: SourceFile): boolean {
  const going = goingThrough(callee)
  const inElement = going && intoElement(flow, path)
  if (!inElement) return false
  const [, callback] = call.arguments
  if (callback && isFunction(callback)) {
    if (going === 'made')
      flow.calls.set(callback, [{ callee: { kind: 'function', node: callback, file }, node: call, file }])
    enterFunction(flow, { node: callback, file }, 0, inElement)
  }
  if (going === 'list' || (call.arguments.length === 1 && isGlobal(callee, 'Array', 'from')))
    continueAt(flow, call, asElement(inElement), file)
  return true
}

/** `_.pickBy(body, (value, key) => allowed.includes(key))` */
function isListOfKeys({ arguments: [, callback] }: CallNode, name: string | undefined, file: SourceFile): boolean {
  if ((name !== 'pickBy' && name !== 'omitBy') || !callback || !isFunction(callback)) return false
  const key = file.variableOf(parametersOf(callback)[1])
  const answer = answerOf(callback.body)
  return key !== undefined && answer !== undefined && outcomeIfListed(answer, key, file) === (name === 'pickBy')
}

/** `Object.assign(data, value)` makes `data` hold the value from there on. */
function followFilled(flow: Flow, first: Node, path: AccessPath, file: SourceFile): void {
  const variable = file.variableOf(first)
  if (variable) followVariable(flow, variable, path, file, withoutTypes(first))
}

/** Follows an argument into each function that may be called. */
export function enterCallee(flow: Flow, argument: Argument, callee: Value, taken = 0): void {
  switch (callee.kind) {
    case 'bound':
      enterCallee(flow, argument, callee.target, taken + callee.taken)
      break
    case 'oneOf':
      for (const each of callee.values) enterCallee(flow, argument, each, taken)
      break
    case 'element':
      for (const each of flow.elsewhere ? calledIn(callee) : []) enterCallee(flow, argument, each, taken)
      break
    case 'class': {
      const constructor = argument.call.type === 'NewExpression' ? constructorOf(callee.node) : undefined
      const isOther = callee.file !== argument.file && argument.path.length === 0
      if (constructor && !(isOther && (mayValidate(callee) || asksOfParts(constructor, callee.file))))
        enterCallee(flow, argument, { kind: 'function', node: constructor, file: callee.file }, taken)
      break
    }
    case 'function': {
      const { call: node, file, index, path } = argument
      const call: Call = { callee, node, file, taken }
      const { elsewhere } = flow
      if (callee.file === file || elsewhere === 'enter') enterOwn(flow, call, index + taken, path)
      else
        for (const returned of elsewhere?.(call, {
          argument: argument.node,
          index: index + taken,
          path,
          isKept: flow.isKept,
        }) ?? [])
          continueAt(flow, node, returned, file)
      break
    }
    case 'imported':
    case 'member':
    case 'parameter':
    case 'call': {
      if (!flow.elsewhere) break
      const resolved = resolveImports(callee, () => true)
      const isOwn = resolved.kind !== 'member' && resolved.kind !== 'call'
      const target = isOwn ? resolved : flow.functionBehind?.(resolved, argument.file, argument.node)
      const isFound = target && target.kind !== callee.kind
      if (isFound) enterCallee(flow, argument, target, taken)
      // What a constructor is given goes before what its type says, and both may be meant.
      if (isOpen(callee) && (!isFound || isByInterface(callee))) {
        const { call, node, index, path, file } = argument
        flow.handToUnknown?.(callee, call, file, { argument: node, index: index + taken, path, isKept: flow.isKept })
      }
      break
    }
    default:
  }
}

/** Whether a method is only known by an interface that its object is declared to be of. */
function isByInterface(callee: Value): boolean {
  const holder = callee.kind === 'member' ? resolveImports(callee.object, () => true) : callee
  return holder.kind === 'instance' && holder.of.isByInterface === true
}

function enterOwn(flow: Flow, call: Call, index: number, path: AccessPath): void {
  const { node, file } = call.callee
  if (flow.isEntered?.(call.callee, index, path) === false) return
  addCall(flow, call)
  for (const returned of flow.returned.get(node) ?? []) continueAt(flow, call.node, returned, call.file)
  enterFunction(flow, { node, file }, index, path)
}

/** Notes a call by which a function of the same file is entered: what it gives back is followed to there. */
export function addCall(flow: Flow, call: Call): void {
  const { node } = call.callee
  const calls = flow.calls.get(node) ?? []
  flow.calls.set(node, calls)
  if (!calls.some((known) => known.node === call.node)) calls.push(call)
}
