import type * as ESTree from 'estree'
import { evaluate, keyOf } from './evaluate.ts'
import { asFactory, returned } from './guards.ts'
import { settle } from './imports.ts'
import type { SourceFile } from './source-file.ts'
import { type FunctionNode, type Node, parametersOf, parentOf, wrapped } from './syntax.ts'
import type { Value } from './value.ts'

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
export function handlersOf(value: Value, position: Position, depth = 0): Handler[] {
  if (depth > 8) return []
  const settled = settle(value, 'handler')
  switch (settled.kind) {
    case 'function':
      return isHandler(settled.node, settled.file, position)
        ? [{ node: settled.node, file: settled.file, index: 0 }]
        : []
    case 'bound':
      return handlersOf(settled.target, position, depth + 1).map((handler) => ({
        ...handler,
        index: handler.index + settled.taken,
      }))
    case 'oneOf':
      return settled.values.flatMap((each) => handlersOf(each, position, depth + 1))
    case 'array':
      return settled.node.elements.flatMap((element) =>
        element ? handlersOf(evaluate(element, settled.file), position, depth + 1) : [],
      )
    case 'call': {
      const { node, file, callee } = settled
      // A guard's own handler is looked at where the guard is built.
      if (node.type === 'NewExpression' || asFactory(callee)) return []
      const made = handlersOf(returned(settled), position, depth + 1)
      return [...made, ...node.arguments.flatMap((argument) => wrappedHandlers(argument, file, position, depth))]
    }
    default:
      return []
  }
}

function wrappedHandlers(argument: Node, file: SourceFile, position: Position, depth: number): Handler[] {
  const node = argument.type === 'SpreadElement' ? argument.argument : argument
  const value = evaluate(node, file)
  if (position === 'web') return handlersOf(value, 'web', depth + 1)
  const inline = value.kind === 'function' && value.node === node
  return handlersOf(value, inline || value.kind === 'call' ? 'wrapper' : 'named in wrapper', depth + 1)
}

function isHandler(node: FunctionNode, file: SourceFile, position: Position): boolean {
  // Express tells error middleware by its four parameters.
  if (parametersOf(node).length === 4 && position !== 'web') return false
  return position !== 'named in wrapper' || looksLikeHandler(node, file)
}

const responseMethods: ReadonlySet<string> = new Set(
  'json jsonp status send sendStatus sendFile end redirect render set header setHeader cookie clearCookie type format attachment download location links append vary writeHead write code locals headersSent'.split(
    ' ',
  ),
)

/** Whether a function uses its parameters as an Express handler does, or says so in its types. */
export function looksLikeHandler(node: FunctionNode, file: SourceFile): boolean {
  const [request, response, next] = parametersOf(node)
  return (
    hasRequestType(request) ||
    (!!response && referencesTo(response, file).some((reference) => isResponseUse(reference, file))) ||
    (!!next && referencesTo(next, file).some((reference) => isCalled(reference)))
  )
}

function referencesTo(parameter: Node, file: SourceFile): Node[] {
  const variable = file.variableOf(parameter)
  return (variable?.references ?? []).map((reference) => reference.identifier as ESTree.Identifier)
}

function isResponseUse(reference: Node, file: SourceFile): boolean {
  const member = parentOf(wrapped(reference))
  return member?.type === 'MemberExpression' && responseMethods.has(keyOf(member, file) ?? '')
}

function isCalled(reference: Node): boolean {
  const call = parentOf(reference)
  return call?.type === 'CallExpression' && call.callee === reference
}

function hasRequestType(parameter: Node | undefined): boolean {
  const annotated = parameter as
    { typeAnnotation?: { typeAnnotation?: { typeName?: { name?: string; right?: { name?: string } } } } } | undefined
  const name = annotated?.typeAnnotation?.typeAnnotation?.typeName
  return (name?.name ?? name?.right?.name ?? '').endsWith('Request')
}
