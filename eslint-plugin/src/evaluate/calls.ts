import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, unwrap } from '../source/syntax.ts'
import { copyBy } from './copies.ts'
import type { Evaluator } from './evaluator.ts'
import { moduleValue } from './imports.ts'
import { nameFrom, isGlobal, merged, unknown, type Value } from './value.ts'

/** What a call or `new` gives: a module for `require`, a function for `bind`, an instance of a class of the source. */
export function callValue(evaluator: Evaluator, node: CallNode, file: SourceFile): Value {
  const { evaluate, keyOf } = evaluator
  if (node.callee.type === 'Super') return unknown
  const callee = evaluate(node.callee, file)
  const [first] = node.arguments
  if (node.type === 'NewExpression')
    return callee.kind === 'class'
      ? { kind: 'instance', of: callee, creation: { node, file } }
      : { kind: 'call', node, callee, file }
  if (isRequire(callee)) return first ? moduleValue(evaluator, first, file) : unknown
  if (isGlobal(callee, 'Object', 'freeze')) return first ? evaluate(first, file) : unknown
  // `require('bluebird').promisifyAll(require('mongoose'))`
  if (first && isPromisifying(callee)) return evaluate(first, file)
  if (isGlobal(callee, 'Promise', 'all') && first) {
    const all = evaluate(first, file)
    if (all.kind === 'array') return all
  }
  if (copyBy(callee)?.isIntoFirst && node.arguments.every(({ type }) => type !== 'SpreadElement'))
    return merged(node.arguments.map((argument) => evaluate(argument, file)).toReversed())
  const method = unwrap(node.callee)
  if (method.type === 'MemberExpression' && keyOf(method, file) === 'bind' && method.object.type !== 'Super') {
    const target = evaluate(method.object, file)
    return target.kind === 'unknown'
      ? unknown
      : { kind: 'bound', node, file, target, taken: Math.max(0, node.arguments.length - 1) }
  }
  return { kind: 'call', node, callee, file }
}

function isPromisifying(callee: Value): boolean {
  return nameFrom('bluebird', callee) === 'promisifyAll' || isGlobal(callee, 'Promise', 'promisifyAll')
}

/** `require`, `module.require`, and what `createRequire(…)` gives. */
function isRequire(callee: Value): boolean {
  if (isGlobal(callee, 'require') || isGlobal(callee, 'module', 'require')) return true
  return callee.kind === 'call' && nameFrom(/^(?:node:)?module$/, callee.callee) === 'createRequire'
}
