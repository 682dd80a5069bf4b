import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { nameFrom } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, unwrap, withoutAssertion } from '../source/syntax.ts'
import { isConnection, isModelsOfConnection } from './connections.ts'
import { mongooseKindOf } from './kinds.ts'

export type ChoiceNode = ESTree.LogicalExpression | ESTree.ConditionalExpression

/** A model that is found by its name or compiled, and that TypeScript takes for the `Model<any>` of what is found. */
export interface UntypedModel {
  /** `models.User` */
  readonly found: Node
  /** `model('User', schema)` */
  readonly compiled: ESTree.SimpleCallExpression
}

/** `models.User || model('User', schema)`, and the same with `??` or as a condition. */
export function untypedModel(node: ChoiceNode, file: SourceFile): UntypedModel | undefined {
  for (const [found, other] of sidesOf(node)) {
    const compiled = unwrap(other)
    if (compiled.type === 'CallExpression' && isFoundByName(found, file) && mongooseKindOf(compiled, file) === 'model')
      return { found, compiled }
  }
  return undefined
}

function sidesOf(node: ChoiceNode): (readonly [Node, Node])[] {
  if (node.type === 'LogicalExpression') return node.operator === '&&' ? [] : [[node.left, node.right]]
  const { consequent, alternate } = node
  return [
    [consequent, alternate],
    [alternate, consequent],
  ]
}

function isFoundByName(node: Node, file: SourceFile): boolean {
  const found = withoutAssertion(node)
  if (found?.type === 'MemberExpression') return isUntypedModels(found.object, file)
  return (
    found?.type === 'CallExpression' &&
    found.arguments.length === 1 &&
    typeArgumentsOf(found).length === 0 &&
    isModelMethod(found, file)
  )
}

/** `models`, `connection.models`, without a type of the application's own. */
function isUntypedModels(node: Node, file: SourceFile): boolean {
  const models = withoutAssertion(node)
  if (!models || !isModelsOfConnection(evaluate(models, file))) return false
  return !annotationOfVariable(models, file)
}

/** Whether a call is one of Mongoose's `model()`, of itself or of a connection. */
export function isModelMethod({ callee }: ESTree.SimpleCallExpression, file: SourceFile): boolean {
  const value = evaluate(callee, file)
  if (value.kind === 'external') return nameFrom('mongoose', value) === 'model'
  const method = unwrap(callee)
  if (method.type !== 'MemberExpression' || method.object.type === 'Super') return false
  return keyOf(method, file) === 'model' && isConnection(evaluate(method.object, file))
}

/** What stands for the type parameters of a call. */
export function typeArgumentsOf(call: ESTree.SimpleCallExpression): readonly Node[] {
  // Oxlint has `null` where there are none.
  const { typeArguments } = call as { typeArguments?: { readonly params: readonly Node[] } | null }
  return typeArguments?.params ?? []
}

interface Annotation {
  readonly typeAnnotation: { readonly type: string; readonly typeArguments?: object | null }
}

/** The type that the pattern of a variable is declared with. */
export function annotationOf(pattern: Node): Annotation | undefined {
  return (pattern as { typeAnnotation?: Annotation | null }).typeAnnotation ?? undefined
}

/** The type that the variable behind an identifier is declared with. */
export function annotationOfVariable(identifier: Node, file: SourceFile): Annotation | undefined {
  const [definition] = file.variableOf(identifier)?.defs ?? []
  return definition?.type === 'Variable' ? annotationOf(definition.node.id) : undefined
}
