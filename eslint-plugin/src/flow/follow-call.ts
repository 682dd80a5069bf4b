import type * as ESTree from 'estree'
import { type Call, isOpen } from '../evaluate/bind.ts'
import { constructorOf } from '../evaluate/classes.ts'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type FunctionNode, type Node, parametersOf, unwrap } from '../source/syntax.ts'
import { copyBy } from '../evaluate/copies.ts'
import { type AccessPath, continueAt, type Flow } from './flow.ts'
import { followPattern, followVariable } from './follow-pattern.ts'

/** An argument of a call that holds the value. */
interface Argument {
  readonly call: CallNode
  readonly node: Node
  readonly index: number
  readonly path: AccessPath
  readonly file: SourceFile
}

/** Follows the argument at `index` into a function: its parameter, a rest parameter, `arguments`. */
export function enterFunction(
  flow: Flow,
  { node, file }: { readonly node: FunctionNode; readonly file: SourceFile },
  index: number,
  path: AccessPath,
): void {
  const parameters = parametersOf(node)
  const last = parameters.at(-1)
  if (last?.type === 'RestElement' && index >= parameters.length - 1)
    followPattern(flow, last.argument, [String(index - parameters.length + 1), ...path], file)
  else if (parameters[index]) followPattern(flow, parameters[index], path, file)
  const list = file.argumentsOf(node)
  if (list) followVariable(flow, list, [String(index), ...path], file)
}

/** Follows the argument `node` of a call into what is called, or to the call itself where that gives the argument back. */
export function followArgument(flow: Flow, call: CallNode, node: Node, path: AccessPath, file: SourceFile): void {
  const index = call.arguments.indexOf(node as ESTree.Expression)
  if (index < 0 || call.arguments.slice(0, index).some((argument) => argument.type === 'SpreadElement')) return
  const callee = unwrap(call.callee)
  const value = evaluate(callee, file)
  const copy = copyBy(value)
  if (copy) {
    if (index >= copy.from) continueAt(flow, call, path, file)
    const [first] = call.arguments
    if (copy.isIntoFirst && index > 0 && first?.type === 'Identifier') followFilled(flow, first, path, file)
    return
  }
  const place = flow.placeInResult?.(call, index, file)
  if (place) continueAt(flow, call, [...place, ...path], file)
  const argument = { call, node, index, path, file }
  const method = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  const target = callee.type === 'MemberExpression' ? evaluate(callee.object, file) : undefined
  if (target?.kind !== 'function') enterCallee(flow, argument, value)
  else if ((method === 'call' || method === 'bind') && index > 0)
    enterCallee(flow, { ...argument, index: index - 1 }, target)
  else if (method === 'apply' && index === 1 && typeof path[0] === 'string')
    enterCallee(flow, { ...argument, index: Number(path[0]), path: path.slice(1) }, target)
}

/** `Object.assign(data, value)` makes `data` hold the value from there on. */
function followFilled(flow: Flow, first: ESTree.Identifier, path: AccessPath, file: SourceFile): void {
  const variable = file.variableOf(first)
  if (variable) followVariable(flow, variable, path, file, first)
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
    case 'class': {
      const constructor = argument.call.type === 'NewExpression' ? constructorOf(callee.node) : undefined
      if (constructor && callee.file === argument.file)
        enterFunction(flow, { node: constructor, file: callee.file }, argument.index + taken, argument.path)
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
    case 'call': {
      if (!flow.elsewhere) break
      const resolved = resolveImports(callee, () => true)
      const target = resolved.kind === 'member' ? flow.functionBehind?.(resolved, argument.file) : resolved
      if (target && target.kind !== callee.kind) enterCallee(flow, argument, target, taken)
      else if (isOpen(callee)) {
        const { call, node, index, path, file } = argument
        flow.handToUnknown?.(callee, call, file, { argument: node, index: index + taken, path, isKept: flow.isKept })
      }
      break
    }
    default:
  }
}

function enterOwn(flow: Flow, call: Call, index: number, path: AccessPath): void {
  const { node, file } = call.callee
  const calls = flow.calls.get(node) ?? []
  flow.calls.set(node, calls)
  if (!calls.some((known) => known.node === call.node)) calls.push(call)
  for (const returned of flow.returned.get(node) ?? []) continueAt(flow, call.node, returned, call.file)
  enterFunction(flow, { node, file }, index, path)
}
