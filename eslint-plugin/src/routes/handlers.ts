import { evaluate } from '../evaluate/evaluate.ts'
import { asFactory, returned } from '../guards/guards.ts'
import { type Purpose, settle } from '../evaluate/imports.ts'
import type { SourceFile } from '../source/source-file.ts'
import { looksLikeHandler } from './handler-shape.ts'
import { type FunctionNode, type Node, parametersOf } from '../source/syntax.ts'
import type { Value } from '../evaluate/value.ts'

/** A function that answers a request. */
export interface Handler {
  readonly node: FunctionNode
  readonly file: SourceFile
  /** Which argument is the request: not the first where `bind` takes some in advance. */
  readonly index: number
}

/**
 * How a function came to stand where handlers stand. Only what is sure to be called with the request counts: a
 * function that some unknown wrapper is handed by name might as well be a service that takes an object with a `body`.
 */
export type Position = 'route' | 'web' | 'wrapper' | 'named in wrapper'

/** The handlers that an expression stands for, through wrappers, factories, `bind` and other modules. */
export function handlersOf(value: Value, position: Position, purpose: Purpose = 'handler', depth = 0): Handler[] {
  if (depth > 8) return []
  const settled = settle(value, purpose)
  switch (settled.kind) {
    case 'function':
      return isHandler(settled.node, settled.file, position)
        ? [{ node: settled.node, file: settled.file, index: 0 }]
        : []
    case 'bound':
      return handlersOf(settled.target, position, purpose, depth + 1).map((handler) => ({
        ...handler,
        index: handler.index + settled.taken,
      }))
    case 'oneOf':
      return settled.values.flatMap((each) => handlersOf(each, position, purpose, depth + 1))
    case 'array':
      return settled.node.elements.flatMap((element) =>
        element ? handlersOf(evaluate(element, settled.file), position, purpose, depth + 1) : [],
      )
    case 'call': {
      const { node, file, callee } = settled
      // A guard's own handler is looked at where the guard is built.
      if (node.type === 'NewExpression' || asFactory(callee)) return []
      const made = handlersOf(returned(settled), position, purpose, depth + 1)
      return [
        ...made,
        ...node.arguments.flatMap((argument) => wrappedHandlers(argument, file, position, purpose, depth)),
      ]
    }
    default:
      return []
  }
}

function wrappedHandlers(
  argument: Node,
  file: SourceFile,
  position: Position,
  purpose: Purpose,
  depth: number,
): Handler[] {
  const node = argument.type === 'SpreadElement' ? argument.argument : argument
  const value = evaluate(node, file)
  if (position === 'web') return handlersOf(value, 'web', purpose, depth + 1)
  const inline = value.kind === 'function' && value.node === node
  return handlersOf(value, inline || value.kind === 'call' ? 'wrapper' : 'named in wrapper', purpose, depth + 1)
}

function isHandler(node: FunctionNode, file: SourceFile, position: Position): boolean {
  // Express tells error middleware by its four parameters.
  if (parametersOf(node).length === 4 && position !== 'web') return false
  return position !== 'named in wrapper' || looksLikeHandler(node, file)
}
