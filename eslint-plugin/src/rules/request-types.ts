import { evaluate } from '../evaluate/evaluate.ts'
import { nameFrom } from '../evaluate/value.ts'
import type { GuardPlace } from '../routes/guard-places.ts'
import type { Handler } from '../routes/handlers.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parametersOf, parentOf, wrapped } from '../source/syntax.ts'

/**
 * How a handler knows the type of `validated`. A guard right before it on its route says it, so that the type of the
 * request is `left` to it; elsewhere the request is `named` as what a constant with the guard gives, or, where it has a
 * type that has to stay, what is read from it is `asserted`. In JavaScript it `has none`. There is no way for a request
 * with the type of its query, for which a list of handlers has no place.
 */
export type RequestTyping = 'left' | 'named' | 'asserted' | 'has none'

export function requestTypingOf(
  handler: Handler,
  places: readonly GuardPlace[],
  isWeb: boolean,
): RequestTyping | undefined {
  const { node, file } = handler
  if (!isTypeScript(file)) return 'has none'
  if (isWeb) return 'left'
  const annotation = annotationOf(handler)
  const isRequest = annotation !== undefined && isRequestOfExpress(annotation, file)
  // The fourth type, of which a guard says nothing.
  const hasQuery = isRequest && typeArgumentsOf(annotation).length > 3
  const isExpress = isRequest && !hasQuery
  const isOnRoute = places.every(({ kind, at }) => kind === 'argument' && at === node)
  if (isOnRoute && (isExpress || !annotation)) return 'left'
  const isBare = isTypedByItself(node) && places.every(({ kind, at }) => isGivenAsItIs(kind, at, node))
  if (isBare && isExpress) return 'named'
  if (isBare && hasQuery && places.some(({ kind }) => kind === 'list')) return undefined
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
  return typeArgumentsOf(annotation)[0]
}

/** The type of the body in `Request<{}, {}, NewUser>`, which that of a guarded one does not fit. */
export function bodyTypeOf(annotation: Node, file: SourceFile): Node | undefined {
  return isRequestOfExpress(annotation, file) ? typeArgumentsOf(annotation)[2] : undefined
}

function typeArgumentsOf(annotation: Node): readonly Node[] {
  return referenceIn(annotation)?.typeArguments?.params ?? []
}

function referenceIn(annotation: Node): TypeReference | undefined {
  const { typeAnnotation } = annotation as unknown as { typeAnnotation?: { type: string } }
  return typeAnnotation?.type === 'TSTypeReference' ? (typeAnnotation as TypeReference) : undefined
}

/** `Request`, `Request<{ id: string }>`, `express.Request` */
function isRequestOfExpress(annotation: Node, file: SourceFile): boolean {
  const reference = referenceIn(annotation)
  if (!reference) return false
  const { typeName } = reference as unknown as { typeName: { type: string; left?: Node; right?: { name: string } } }
  const isQualified = typeName.type === 'TSQualifiedName'
  const identifier = (isQualified ? typeName.left : typeName) as Node
  // An interface of the application's own leads to the one of Express that it extends.
  if (file.variableOf(identifier)?.defs[0]?.type !== 'ImportBinding') return false
  const value = evaluate(identifier, file)
  const name = nameFrom(/^express(?:-serve-static-core)?$/, value)
  return name !== undefined && (isQualified ? typeName.right?.name : name) === 'Request'
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
