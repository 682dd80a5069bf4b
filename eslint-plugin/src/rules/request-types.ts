import { evaluate } from '../evaluate/evaluate.ts'
import type { GuardPlace } from '../routes/guard-places.ts'
import type { Handler } from '../routes/handlers.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parametersOf, parentOf, wrapped } from '../source/syntax.ts'

/**
 * How a handler knows the type of `validated`. A guard right before it on its route says it, so that the type of the
 * request is `left` to it; elsewhere the request is `named` as what a constant with the guard gives, or, where it has a type
 * that has to stay, what is read from it is `asserted`. In JavaScript it `has none`.
 */
export type RequestTyping = 'left' | 'named' | 'asserted' | 'has none'

export function requestTypingOf(handler: Handler, places: readonly GuardPlace[], isWeb: boolean): RequestTyping {
  const { node, file } = handler
  if (!isTypeScript(file)) return 'has none'
  if (isWeb) return 'left'
  const annotation = annotationOf(handler)
  const isExpress = annotation !== undefined && isRequestOfExpress(annotation, file)
  const isOnRoute = places.every(({ kind, at }) => kind === 'argument' && at === node)
  if (isOnRoute && (isExpress || !annotation)) return 'left'
  const isBare = isTypedByItself(node) && places.every(({ kind, at }) => isGivenAsItIs(kind, at, node))
  if (isBare && isExpress) return 'named'
  // Without a type, and nothing that gives it one, it is `any`.
  return isBare && !annotation ? 'has none' : 'asserted'
}

export function isTypeScript({ path }: SourceFile): boolean {
  return /\.[cm]?tsx?$/.test(path)
}

/** The type of the request that a handler is declared with. */
export function annotationOf({ node, index }: Handler): Node | undefined {
  const request = parametersOf(node)[index]
  // Oxlint has `null` where there is none.
  return (request as { typeAnnotation?: Node | null } | undefined)?.typeAnnotation ?? undefined
}

interface TypeReference {
  readonly type: 'TSTypeReference'
  readonly typeName: Node
  readonly typeArguments?: { readonly params: readonly Node[] } | null
}

/** The parameters of the path in `Request<{ id: string }>`. */
export function pathParametersOf(annotation: Node): Node | undefined {
  return referenceIn(annotation)?.typeArguments?.params[0]
}

function referenceIn(annotation: Node): TypeReference | undefined {
  const { typeAnnotation } = annotation as unknown as { typeAnnotation?: { type: string } }
  return typeAnnotation?.type === 'TSTypeReference' ? (typeAnnotation as TypeReference) : undefined
}

/** `Request`, `Request<{ id: string }>`, `express.Request`; more than the path may be in further types. */
function isRequestOfExpress(annotation: Node, file: SourceFile): boolean {
  const reference = referenceIn(annotation)
  if (!reference || (reference.typeArguments?.params.length ?? 0) > 1) return false
  const { typeName } = reference as unknown as { typeName: { type: string; left?: Node; right?: { name: string } } }
  const isQualified = typeName.type === 'TSQualifiedName'
  const identifier = (isQualified ? typeName.left : typeName) as Node
  // An interface of the application's own leads to the one of Express that it extends.
  if (file.variableOf(identifier)?.defs[0]?.type !== 'ImportBinding') return false
  const value = evaluate(identifier, file)
  if (value.kind !== 'external' || !/^express(?:-serve-static-core)?$/.test(value.source)) return false
  return (isQualified ? typeName.right?.name : value.path.at(-1)) === 'Request'
}

/** Whether nothing around a function says what its parameters are. */
function isTypedByItself(node: Node): boolean {
  if (node.type === 'FunctionDeclaration') return true
  const outer = wrapped(node)
  const parent = outer === node ? parentOf(outer) : undefined
  if (parent?.type === 'VariableDeclarator') return !('typeAnnotation' in parent.id && parent.id.typeAnnotation)
  return /^(?:AssignmentExpression|Property|MethodDefinition|PropertyDefinition|ExportDefaultDeclaration)$/.test(
    parent?.type ?? '',
  )
}

function isGivenAsItIs(kind: GuardPlace['kind'], at: Node, handler: Node): boolean {
  return at === handler || (kind === 'argument' && (at.type === 'Identifier' || at.type === 'MemberExpression'))
}
