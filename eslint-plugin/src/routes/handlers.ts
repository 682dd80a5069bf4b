import { evaluate, memberOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import { type CallValue, type MemberValue, unknown, type Value } from '../evaluate/value.ts'
import { asFactory } from '../guards/guards.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type FunctionNode, type Node, parametersOf } from '../source/syntax.ts'
import { hasHandlerShape } from './handler-shape.ts'

/** A function that answers a request. */
export interface Handler {
  readonly node: FunctionNode
  readonly file: SourceFile
  /** Which argument is the request: not the first where `bind` takes some in advance. */
  readonly index: number
  /**
   * Which one is `next`, where another function has told: else the second after the request, or the first by its name.
   */
  readonly nextIndex?: number
}

/**
 * How a function came to stand where handlers stand. Only what is sure to be called with the request counts: a
 * function that some unknown wrapper is handed by name might as well be a service that takes an object with a `body`.
 */
export type Position = 'route' | 'web' | 'wrapper' | 'named in wrapper'

/** Where handlers are looked for: in every module of the application, or in the file being linted alone. */
export type Extent = 'application' | 'file'

/** The handlers that an expression stands for, through wrappers, factories, `bind` and other modules. */
export function handlersOf(value: Value, position: Position, extent: Extent = 'application', depth = 0): Handler[] {
  if (depth > 8) return []
  const resolved = extent === 'file' ? value : resolveImports(value, () => true)
  switch (resolved.kind) {
    case 'function':
      return isWithin(resolved.file, extent) && isHandler(resolved.node, resolved.file, position)
        ? [{ node: resolved.node, file: resolved.file, index: 0 }]
        : []
    case 'bound':
      return handlersOf(resolved.target, position, extent, depth + 1).map((handler) => ({
        ...handler,
        index: handler.index + resolved.taken,
      }))
    case 'oneOf':
      return resolved.values.flatMap((each) => handlersOf(each, position, extent, depth + 1))
    case 'array':
      return resolved.node.elements.flatMap((element) =>
        element ? handlersOf(evaluate(element, resolved.file), position, extent, depth + 1) : [],
      )
    case 'call': {
      const { node, file, callee } = resolved
      // A guard's own handler is looked at where the guard is built.
      if (node.type === 'NewExpression' || asFactory(callee)) return []
      return [
        ...handlersOf(returnedValue(resolved), position, extent, depth + 1),
        ...node.arguments.flatMap((argument) => wrappedHandlers(argument, file, position, extent, depth)),
      ]
    }
    case 'member':
      return position === 'web' ? [] : ofWrappedObject(resolved, extent, depth)
    default:
      return []
  }
}

/** The calls, in each other, that are given a handler to wrap. */
export function wrappersOf(value: Value, fn: FunctionNode, depth = 0): CallValue[] {
  const resolved = resolveImports(value, () => true)
  if (resolved.kind !== 'call' || depth > 8) return []
  const { node, file } = resolved
  const inner = node.arguments
    .map((argument) => (argument.type === 'SpreadElement' ? unknown : evaluate(argument, file)))
    .find((argument) => handlersOf(argument, 'wrapper').some((handler) => handler.node === fn))
  return inner ? [resolved, ...wrappersOf(inner, fn, depth + 1)] : []
}

/** `wrapAll(controller).save`, of a function that wraps each handler of an object. */
function ofWrappedObject({ object, key }: MemberValue, extent: Extent, depth: number): Handler[] {
  if (object.kind !== 'call' || object.node.type === 'NewExpression' || asFactory(object.callee)) return []
  const { node, file } = object
  return node.arguments.flatMap((argument) => {
    const given = argument.type === 'SpreadElement' ? unknown : evaluate(argument, file)
    const whole = extent === 'file' ? given : resolveImports(given, () => true)
    return whole.kind === 'object' || whole.kind === 'exports'
      ? handlersOf(memberOf(whole, key), 'named in wrapper', extent, depth + 1)
      : []
  })
}

function wrappedHandlers(
  argument: Node,
  file: SourceFile,
  position: Position,
  extent: Extent,
  depth: number,
): Handler[] {
  const node = argument.type === 'SpreadElement' ? argument.argument : argument
  const value = evaluate(node, file)
  if (position === 'web') return handlersOf(value, 'web', extent, depth + 1)
  const isInline = value.kind === 'function' && value.node === node
  return handlersOf(value, isInline || value.kind === 'call' ? 'wrapper' : 'named in wrapper', extent, depth + 1)
}

function isWithin(file: SourceFile, extent: Extent): boolean {
  return extent === 'application' || file === file.project.root
}

function isHandler(node: FunctionNode, file: SourceFile, position: Position): boolean {
  // Express tells error middleware by its four parameters.
  if (parametersOf(node).length === 4 && position !== 'web') return false
  return position !== 'named in wrapper' || hasHandlerShape(node, file)
}
