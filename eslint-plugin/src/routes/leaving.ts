import type * as ESTree from 'estree'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import { isGlobal, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type FunctionNode,
  isNothing,
  lastStatement,
  type Node,
  parametersOf,
  parentOf,
  unwrap,
} from '../source/syntax.ts'

type Way = 'returning' | 'throwing'

const deepest = 5

/** Whether a branch always ends with a `return` or a `throw`. */
export function isLeaving(branch: Node, file: SourceFile): boolean {
  return wayOut(branch, file) !== undefined
}

/** How a branch always leaves the function; `undefined` where it may go on. */
export function wayOut(branch: Node, file: SourceFile, depth = 0): Way | undefined {
  const last = lastStatement(branch)
  switch (last?.type) {
    case 'ReturnStatement':
      return 'returning'
    case 'ThrowStatement':
      return 'throwing'
    case 'BlockStatement':
      return last === branch ? undefined : wayOut(last, file, depth)
    case 'IfStatement':
      return bothWays(last.consequent, last.alternate, file, depth)
    case 'TryStatement':
      return last.handler ? bothWays(last.block, last.handler.body, file, depth) : wayOut(last.block, file, depth)
    case 'ExpressionStatement':
      return isThrowing(last.expression, file, depth) ? 'throwing' : undefined
    default:
      return undefined
  }
}

function bothWays(one: Node, other: Node | null | undefined, file: SourceFile, depth: number): Way | undefined {
  const ways = [wayOut(one, file, depth), other ? wayOut(other, file, depth) : undefined]
  if (ways.includes(undefined)) return undefined
  return ways.includes('returning') ? 'returning' : 'throwing'
}

/** Whether a branch hands an error on to `next`, which leads to no handler behind, whatever is called after it. */
export function handsErrorOn(branch: Node, file: SourceFile): boolean {
  const statements = branch.type === 'BlockStatement' ? branch.body : [branch]
  return statements.some(
    (statement) => statement.type === 'ExpressionStatement' && isNextOfError(statement.expression, file),
  )
}

function isNextOfError(node: Node, file: SourceFile): boolean {
  const call = unwrap(node)
  const [error] = call.type === 'CallExpression' ? call.arguments : []
  if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier' || !error || isNothing(error)) return false
  // `next('route')` leads to other handlers. The `next` of Koa, which is the second parameter, heeds no error.
  const [definition] = file.variableOf(call.callee)?.defs ?? []
  return (
    call.callee.name === 'next' &&
    definition?.type === 'Parameter' &&
    parametersOf(definition.node).indexOf(definition.name) >= 2 &&
    !(error.type === 'Literal' && String(error.value).startsWith('route'))
  )
}

// Functions of packages that throw whatever they are given.
const throwing: Readonly<Record<string, ReadonlySet<string>>> = {
  '@sveltejs/kit': new Set(['error', 'redirect']),
  'next/navigation': new Set(['forbidden', 'notFound', 'permanentRedirect', 'redirect', 'unauthorized']),
}

/** Whether an expression is a call that never comes back: `badRequest(message)`, `ctx.throw(400)` of Koa. */
export function isThrowing(node: Node, file: SourceFile, depth = 0): boolean {
  const call = unwrap(node)
  if (call.type !== 'CallExpression') return false
  const callee = unwrap(call.callee)
  if (callee.type === 'MemberExpression' && keyOf(callee, file) === 'throw') return true
  return isThrowingCallee(
    resolveImports(evaluate(callee, file), () => true),
    call,
    depth,
  )
}

function isThrowingCallee(callee: Value, call: ESTree.SimpleCallExpression, depth: number): boolean {
  if (isGlobal(callee, 'process', 'exit')) return true
  if (callee.kind === 'external') return !!throwing[callee.source]?.has(callee.path.at(-1) ?? '')
  if (callee.kind !== 'function' || depth > deepest || callee.file.returnsOf(callee.node).length > 0) return false
  return isHeard(callee.node, call) && wayOut(callee.node.body, callee.file, depth + 1) === 'throwing'
}

/** Whether a call throws where the function that it calls does. */
export function isHeard(callee: FunctionNode, call: Node): boolean {
  return !callee.async || parentOf(call)?.type === 'AwaitExpression'
}
