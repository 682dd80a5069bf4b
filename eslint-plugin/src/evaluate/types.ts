import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import type { Evaluator } from './evaluator.ts'
import { tokenOf } from './provided.ts'
import { type ClassValue, unknown, type Value } from './value.ts'

/** The few members of TypeScript's type nodes that tell what a value is. */
interface TypeNode {
  readonly type: string
  readonly typeAnnotation?: TypeNode
  readonly typeName?: TypeName
  readonly exprName?: TypeName
  readonly types?: readonly TypeNode[]
  readonly extends?: readonly { readonly expression: Node }[]
}
type TypeName = Node | QualifiedName
interface QualifiedName {
  readonly type: 'TSQualifiedName'
  readonly left: TypeName
  readonly right: { readonly name: string }
}

/** What the type annotation of a variable, a parameter or a field says of its value. */
export function annotatedValue(evaluator: Evaluator, node: Node, file: SourceFile): Value {
  const annotation = (node as { typeAnnotation?: TypeNode }).typeAnnotation?.typeAnnotation
  if (!annotation) return unknown
  if (annotation.type === 'TSTypeQuery' && annotation.exprName) return nameValue(evaluator, annotation.exprName, file)
  const type = typeValue(evaluator, annotation, file)
  return type.kind === 'unknown' ? unknown : { kind: 'typed', type }
}

/** The same of what a container gives for a token: `@Inject(USERS) private users: UserStore`. */
export function injectedValue(evaluator: Evaluator, node: Node, decorated: Node, file: SourceFile): Value {
  const declared = annotatedValue(evaluator, node, file)
  const type = declared.kind === 'typed' ? declared.type : unknown
  const token = type.kind === 'external' && type.source !== 'global' ? undefined : tokenOf(evaluator, decorated, file)
  return token ? { kind: 'typed', type: { kind: 'provided', token, file, declared: type } } : declared
}

/** What the declared type of a function's result says of what a call gives. */
export function annotatedResult(evaluator: Evaluator, fn: Node, file: SourceFile): Value {
  const { returnType } = fn as { returnType?: { readonly typeAnnotation?: TypeNode } }
  const type = returnType?.typeAnnotation ? typeValue(evaluator, returnType.typeAnnotation, file) : unknown
  return type.kind === 'unknown' ? unknown : { kind: 'typed', type }
}

/** What a declared type comes down to: a class, or a name from a module. */
export function declaredType(evaluator: Evaluator, declaration: Node, file: SourceFile): Value {
  const { typeAnnotation, extends: bases = [] } = declaration as unknown as TypeNode
  if (typeAnnotation) return typeValue(evaluator, typeAnnotation, file)
  const base = firstKnown(bases.map(({ expression }) => evaluator.evaluate(expression, file)))
  const isOwn = base.kind === 'imported' || base.kind === 'interface' || hasMethods(declaration)
  return isOwn && base.kind !== 'external' && base.kind !== 'class'
    ? { kind: 'interface', node: declaration, file, base }
    : base
}

/** Whether an interface is one of something that does things, and not of data. */
function hasMethods(declaration: Node): boolean {
  const { body } = declaration as { readonly body?: { readonly body?: readonly Signature[] } }
  return (body?.body ?? []).some(
    ({ type, typeAnnotation }) =>
      type === 'TSMethodSignature' || typeAnnotation?.typeAnnotation?.type === 'TSFunctionType',
  )
}

interface Signature {
  readonly type: string
  readonly typeAnnotation?: TypeNode
}

interface GenericNode {
  readonly typeParameters?: { readonly params: readonly { readonly name: { readonly name: string } }[] }
  readonly superTypeArguments?: { readonly params: readonly TypeNode[] }
}

/** What a class gives for the type parameters of the class that it extends. */
export function typesGiven(evaluator: Evaluator, value: ClassValue): Value[] {
  const { superTypeArguments } = value.node as GenericNode
  return (superTypeArguments?.params ?? []).map((type) => {
    const own = parameterGiven(type, value)
    const written = own ?? typeValue(evaluator, type, value.file)
    return own || written.kind === 'unknown' ? written : { kind: 'typed', type: written }
  })
}

/** What is given for the type parameter of a class that a field is declared by. */
export function typeGiven(element: Node, value: ClassValue): Value {
  const annotation = (element as { typeAnnotation?: TypeNode }).typeAnnotation?.typeAnnotation
  return (annotation && parameterGiven(annotation, value)) ?? unknown
}

function parameterGiven({ typeName }: TypeNode, { node, given }: ClassValue): Value | undefined {
  if (!given || typeName?.type !== 'Identifier') return undefined
  const { typeParameters } = node as GenericNode
  const index = (typeParameters?.params ?? []).findIndex(({ name }) => name.name === typeName.name)
  return given[index]
}

function typeValue(evaluator: Evaluator, type: TypeNode, file: SourceFile): Value {
  switch (type.type) {
    case 'TSTypeReference':
      return type.typeName ? nameValue(evaluator, type.typeName, file) : unknown
    case 'TSIntersectionType':
      return firstKnown((type.types ?? []).map((part) => typeValue(evaluator, part, file)))
    case 'TSUnionType': {
      const parts = (type.types ?? []).filter((part) => !['TSNullKeyword', 'TSUndefinedKeyword'].includes(part.type))
      const [only] = parts
      return only && parts.length === 1 ? typeValue(evaluator, only, file) : unknown
    }
    default:
      return unknown
  }
}

function nameValue(evaluator: Evaluator, name: TypeName, file: SourceFile): Value {
  return name.type === 'TSQualifiedName'
    ? evaluator.memberOf(nameValue(evaluator, name.left, file), name.right.name)
    : evaluator.evaluate(name, file)
}

function firstKnown(values: readonly Value[]): Value {
  return values.find(({ kind }) => kind !== 'unknown') ?? unknown
}
