import type * as ESTree from 'estree'
import { keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  childrenOf,
  type FunctionNode,
  isInside,
  isNothing,
  type Node,
  parametersOf,
  parentOf,
  rangeOf,
} from '../source/syntax.ts'
import type { Handler } from './handlers.ts'

/** Where a middleware calls `next()`, or hands it on to be called. */
export function goingOnAt(handler: Handler): Node[] {
  return usesOfNext(handler).flatMap((use) => {
    const call = parentOf(use)
    if (call?.type !== 'CallExpression') return [use]
    // `.catch(next)` is called with an error as well.
    if (call.callee !== use) return isForError(call, use, handler.file) ? [] : [use]
    // `next(error)` leads to no handler.
    return call.arguments.every(isNothing) ? [call] : []
  })
}

/** Whether a node is a call of `next` that a middleware gives something, which may be no error. */
export function isCallOfNext(node: Node, handler: Handler): boolean {
  return node.type === 'CallExpression' && usesOfNext(handler).some((use) => use === node.callee)
}

function nextOf({ node, index, nextIndex }: Handler): Node | undefined {
  if (nextIndex !== undefined) return parametersOf(node)[nextIndex]
  const [second, third] = parametersOf(node).slice(index + 1)
  return third ?? (second?.type === 'Identifier' && second.name === 'next' ? second : undefined)
}

function usesOfNext(handler: Handler): Node[] {
  const { file } = handler
  const next = nextOf(handler)
  return (file.variableOf(next)?.references ?? []).map(({ identifier }) => identifier as Node)
}

function isForError({ callee, arguments: list }: ESTree.SimpleCallExpression, use: Node, file: SourceFile): boolean {
  const method = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  return method === 'catch' || (method === 'then' && list[1] === use)
}

// By these an application tells its own routes apart.
const ofRoute: ReadonlySet<string> = new Set(['method', 'path', 'url', 'originalUrl', 'baseUrl'])

/**
 * Whether a test in a middleware asks nothing of what a client sends, but for the route: `if (schema)`,
 * `if (req.method === 'GET')`.
 */
export function isSettled(
  test: Node,
  { node: fn, file }: { readonly node: FunctionNode; readonly file: SourceFile },
): boolean {
  if (test.type === 'MemberExpression' && ofRoute.has(keyOf(test, file) ?? '')) return true
  const variable = file.variableOf(test)
  if (variable) {
    const [definition] = variable.defs
    // `const schema = schemas.body`
    const init =
      definition?.type === 'Variable' && definition.parent.kind === 'const' ? definition.node.init : undefined
    if (init && isInside(init, fn) && rangeOf(init)[1] <= rangeOf(test)[0]) return isSettled(init, { node: fn, file })
    return !variable.identifiers.some((identifier) => isInside(identifier, fn))
  }
  return childrenOf(test, file.code).every((part) => isSettled(part, { node: fn, file }))
}
