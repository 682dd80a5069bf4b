import type { SimpleCallExpression } from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type Node, parentOf, rangeOf } from '../source/syntax.ts'
import { receiverOf, receiverVariable } from './router-call.ts'

/** Whether what one call registers on a router is sure to run before what the other one registers there. */
export function isRegisteredBefore(
  earlier: SimpleCallExpression,
  later: SimpleCallExpression,
  file: SourceFile,
): boolean {
  if (earlier === later) return false
  for (let link = receiverOf(later); link; link = link.type === 'CallExpression' ? receiverOf(link) : undefined)
    if (link === earlier) return true
  const router = receiverVariable(earlier, file)
  const statement = parentOf(earlier)
  return (
    router !== undefined &&
    router === receiverVariable(later, file) &&
    rangeOf(earlier)[1] <= rangeOf(later)[0] &&
    enclosingFunction(earlier) === enclosingFunction(later) &&
    // Not in a branch that may not run.
    statement?.type === 'ExpressionStatement' &&
    /^(?:Program|BlockStatement)$/.test(parentOf(statement)?.type ?? '') &&
    !isConditional(statement)
  )
}

function isConditional(statement: Node): boolean {
  const block = parentOf(statement)
  const holder = block?.type === 'BlockStatement' ? parentOf(block) : undefined
  return holder !== undefined && !holder.type.includes('Function')
}
