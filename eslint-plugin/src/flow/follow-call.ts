import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type FunctionNode, type Node, parametersOf, unwrap } from '../source/syntax.ts'
import { type AccessPath, continueAt, type Flow } from './flow.ts'
import { followPattern, followVariable } from './follow-pattern.ts'

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
  if (isCopy(value)) {
    continueAt(flow, call, path, file)
    return
  }
  const method = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  const target = callee.type === 'MemberExpression' ? evaluate(callee.object, file) : undefined
  if (target?.kind !== 'function') enterCallee(flow, call, value, index, path, file)
  else if ((method === 'call' || method === 'bind') && index > 0) enterCallee(flow, call, target, index - 1, path, file)
  else if (method === 'apply' && index === 1 && typeof path[0] === 'string')
    enterCallee(flow, call, target, Number(path[0]), path.slice(1), file)
}

/** Whether a function gives its argument back, or a copy of it. */
function isCopy(callee: Value): boolean {
  return (
    isGlobal(callee, 'Object', 'assign') || isGlobal(callee, 'Object', 'freeze') || isGlobal(callee, 'structuredClone')
  )
}

/** Follows an argument into each function that may be called. */
export function enterCallee(
  flow: Flow,
  call: CallNode,
  callee: Value,
  index: number,
  path: AccessPath,
  file: SourceFile,
): void {
  // Only functions of the same file: what another module does with it is that module's own affair.
  if (callee.kind === 'function' && callee.file === file) enterFunction(flow, callee, index, path)
  else if (callee.kind === 'bound') enterCallee(flow, call, callee.target, index + callee.taken, path, file)
  else if (callee.kind === 'oneOf') for (const each of callee.values) enterCallee(flow, call, each, index, path, file)
  else if (callee.kind === 'class' && call.type === 'NewExpression' && callee.file === file) {
    const constructor = callee.node.body.body.find(
      (element) => element.type === 'MethodDefinition' && element.kind === 'constructor',
    )
    if (constructor?.type === 'MethodDefinition') enterFunction(flow, { node: constructor.value, file }, index, path)
  }
}
