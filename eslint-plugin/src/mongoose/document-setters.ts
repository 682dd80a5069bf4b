import { lodashName } from '../evaluate/copies.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap } from '../source/syntax.ts'
import { mongooseKindOf } from './kinds.ts'

/** `doc.set(node)`, where nothing says that it is to merge. A query has a `set` of its own, which knows no merging. */
export function isSetArgument(node: Node, file: SourceFile): boolean {
  const call = parentOf(node)
  const callee = call?.type === 'CallExpression' ? unwrap(call.callee) : undefined
  if (call?.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || callee.object.type === 'Super')
    return false
  return (
    /^\$?set$/.test(keyOf(callee, file) ?? '') &&
    callee.object.type !== 'CallExpression' &&
    call.arguments.length === 1 &&
    call.arguments[0] === node &&
    isStoredDocument(callee.object, file)
  )
}

/** Whether a document may have fields that it would lose: a new one has none. */
function isStoredDocument(node: Node, file: SourceFile): boolean {
  const made = evaluate(unwrap(node), file)
  if (made.kind === 'call' && made.node.type === 'NewExpression') return false
  return ['document', 'query'].includes(mongooseKindOf(node, file) ?? '')
}

/** `Object.assign(doc, node)`, and what lodash has like it: each field of the top level is set as a whole. */
export function isAssignedArgument(node: Node, file: SourceFile): boolean {
  const call = parentOf(node)
  const [target] = call?.type === 'CallExpression' ? call.arguments : []
  if (call?.type !== 'CallExpression' || !target || target === node || target.type === 'SpreadElement') return false
  const callee = evaluate(unwrap(call.callee), file)
  const isAssign = isGlobal(callee, 'Object', 'assign') || /^(?:assign|assignIn|extend)$/.test(lodashName(callee) ?? '')
  return isAssign && isStoredDocument(target, file)
}
