import type { SimpleCallExpression } from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type Node, parentOf, rangeOf } from '../source/syntax.ts'
import { chainOf, pathsOf, routerMethodOf, routerVariable } from './router-call.ts'

/** Which of some calls register something on a router that is sure to run before what another one registers there. */
export function registeredBefore(
  calls: readonly SimpleCallExpression[],
  later: SimpleCallExpression,
  file: SourceFile,
): SimpleCallExpression[] {
  const chain = new Set(chainOf(later))
  return calls.filter(
    (earlier) =>
      earlier !== later &&
      (chain.has(earlier) || isStatedBefore(earlier, later, file)) &&
      isCovering(earlier, later, file),
  )
}

function isStatedBefore(earlier: SimpleCallExpression, later: SimpleCallExpression, file: SourceFile): boolean {
  if (rangeOf(earlier)[1] > rangeOf(later)[0]) return false
  const router = routerVariable(earlier, file)
  const statement = parentOf(earlier)
  return (
    router !== undefined &&
    router === routerVariable(later, file) &&
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

/** Whether every request that comes to one call by its method and paths has come by the other one. */
function isCovering(earlier: SimpleCallExpression, later: SimpleCallExpression, file: SourceFile): boolean {
  const method = routerMethodOf(earlier, file)
  const ofLater = routerMethodOf(later, file)
  if (method === undefined || method === 'route') return false
  const paths = pathsOf(earlier, file)
  if (paths.length === 0) return method === 'use' || method === 'all'
  if (method === 'use') return isEach(later, file, (path) => paths.some((above) => isBelow(path, above)))
  // A mount takes what is below its path as well.
  if (ofLater === 'use' || (method !== 'all' && method !== ofLater)) return false
  return isEach(later, file, (path) => paths.includes(path))
}

function isEach(call: SimpleCallExpression, file: SourceFile, test: (path: string) => boolean): boolean {
  const paths = pathsOf(call, file)
  return (paths.length > 0 ? paths : ['']).every(test)
}

function isBelow(path: string, above: string): boolean {
  const start = above.replace(/\/+$/, '')
  return start === '' || path === start || path.startsWith(`${start}/`)
}
