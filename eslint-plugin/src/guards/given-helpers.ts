import { evaluate } from '../evaluate/evaluate.ts'
import { nameFrom } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, wrapped } from '../source/syntax.ts'

/** Whether a function of mongoose-guard that checks nothing is given an expression: `toUpdate(User, req.validated)`. */
export function isGivenTo(name: 'toUpdate' | 'fromForm', node: Node, file: SourceFile): boolean {
  const call = parentOf(wrapped(node))
  return call?.type === 'CallExpression' && nameFrom('mongoose-guard', evaluate(call.callee, file)) === name
}
