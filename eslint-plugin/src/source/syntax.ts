import type { SourceCode } from 'eslint'
import type * as ESTree from 'estree'

interface TypedWrapper<Type extends string> {
  type: Type
  expression: Node
}

/** An expression that TypeScript wraps around another one without changing its value. */
export type TypeWrapper =
  | TypedWrapper<'TSAsExpression'>
  | TypedWrapper<'TSNonNullExpression'>
  | TypedWrapper<'TSSatisfiesExpression'>
  | TypedWrapper<'TSTypeAssertion'>
  | TypedWrapper<'TSInstantiationExpression'>

export interface ImportEquals {
  type: 'TSImportEqualsDeclaration'
  id: ESTree.Identifier
  moduleReference: { type: string; expression?: Node }
}

export interface ExportAssignment {
  type: 'TSExportAssignment'
  expression: Node
}

export interface ParameterProperty {
  type: 'TSParameterProperty'
  parameter: ESTree.Pattern
}

export interface NamespaceNode {
  type: 'TSModuleDeclaration'
  body?: { readonly type: string; readonly body?: readonly Node[] }
}

/** A node of either parser: ESTree's own, and the TypeScript nodes that the rules have to see through. */
export type Node =
  | ESTree.Node
  | ESTree.MaybeNamedFunctionDeclaration
  | ESTree.MaybeNamedClassDeclaration
  | TypeWrapper
  | ImportEquals
  | ExportAssignment
  | ParameterProperty
  | NamespaceNode
export type FunctionNode =
  | ESTree.MaybeNamedFunctionDeclaration
  | ESTree.FunctionExpression
  | ESTree.ArrowFunctionExpression
export type ClassNode = ESTree.MaybeNamedClassDeclaration | ESTree.ClassExpression
export type CallNode = ESTree.SimpleCallExpression | ESTree.NewExpression

const typeWrappers: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
])

/** The parent that ESLint sets on each node; ESTree's types do not have it. */
export function parentOf(node: Node): Node | undefined {
  return (node as { parent?: Node | null }).parent ?? undefined
}

/** Child nodes of `node`, in source order of its visitor keys. */
export function childrenOf(node: Node, code: Pick<SourceCode, 'visitorKeys'>): Node[] {
  const children: Node[] = []
  forEachChild(node, code.visitorKeys, (child) => children.push(child))
  return children
}

/** The same for walks over whole files, which spend most of their time here: without a list for each node. */
export function forEachChild(node: Node, keys: SourceCode.VisitorKeys, visit: (child: Node) => void): void {
  for (const key of keys[node.type] ?? []) {
    const child = (node as unknown as Record<string, unknown>)[key]
    if (Array.isArray(child)) {
      for (const item of child) if (isNode(item)) visit(item)
    } else if (isNode(child)) visit(child)
  }
}

export function isNode(child: unknown): child is Node {
  return typeof child === 'object' && child !== null
}

export function rangeOf(node: Node): readonly [number, number] {
  return (node as { range?: [number, number] }).range ?? [0, 0]
}

/** The line where a node starts. Nodes of files that are not linted have no `loc`. */
export function lineOf(node: Node, code: SourceCode): number {
  return code.getLocFromIndex(rangeOf(node)[0]).line
}

export function isTypeWrapper(node: Node): node is TypeWrapper {
  return typeWrappers.has(node.type)
}

/** The expression inside casts and non-null assertions, which runs as it stands there. */
export function withoutTypes(node: Node): Node {
  let inner = node
  while (isTypeWrapper(inner)) inner = inner.expression
  return inner
}

/** Whether a node stands for the value of what is in it: a cast, an optional chain, `await`. */
export function isWrapper(node: Node): node is TypeWrapper | ESTree.ChainExpression | ESTree.AwaitExpression {
  return isTypeWrapper(node) || node.type === 'ChainExpression' || node.type === 'AwaitExpression'
}

/** The expression inside casts, non-null assertions, optional chains and `await`. */
export function unwrap(node: Node): Node {
  let inner = node
  while (isWrapper(inner)) inner = inner.type === 'AwaitExpression' ? inner.argument : inner.expression
  return inner
}

/** The expression inside of what leaves its type as it is; none where a cast gives it another one. */
export function withoutAssertion(node: Node): Node | undefined {
  if (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') return undefined
  return isTypeWrapper(node) || node.type === 'ChainExpression' ? withoutAssertion(node.expression) : node
}

/** The outermost node that still stands for the value of `node`: past casts, optional chains and `await`. */
export function wrapped(node: Node): Node {
  let outer = node
  for (let parent = parentOf(outer); parent && isWrapper(parent); parent = parentOf(outer)) outer = parent
  return outer
}

/** `null`, `undefined` */
export function isNothing(node: Node | null | undefined): boolean {
  if (node?.type === 'Literal') return node.value === null && !('regex' in node)
  return node?.type === 'Identifier' && node.name === 'undefined'
}

/** The statement with which a branch ends. */
export function lastStatement(branch: Node): Node | undefined {
  return branch.type === 'BlockStatement' ? branch.body.at(-1) : branch
}

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'
  )
}

/** The nearest function around `node`, not `node` itself. */
export function enclosingFunction(node: Node): FunctionNode | undefined {
  for (let parent = parentOf(node); parent; parent = parentOf(parent)) if (isFunction(parent)) return parent
  return undefined
}

/** Each `this` of a function, also those in its arrow functions. */
export function thisIn(fn: FunctionNode, { code }: { readonly code: Pick<SourceCode, 'visitorKeys'> }): Node[] {
  const found: Node[] = []
  const visit = (node: Node): void => {
    if (node.type === 'ThisExpression') found.push(node)
    else if (!isFunction(node) || node.type === 'ArrowFunctionExpression') forEachChild(node, code.visitorKeys, visit)
  }
  forEachChild(fn, code.visitorKeys, visit)
  return found
}

export function isInside(node: Node, ancestor: Node): boolean {
  for (let step: Node | undefined = node; step; step = parentOf(step)) if (step === ancestor) return true
  return false
}

/** The expressions of the decorators of a parameter, a class or a class element. */
export function decoratorsOf(node: Node | undefined): Node[] {
  const { decorators = [] } = (node ?? {}) as { decorators?: readonly { readonly expression: Node }[] }
  return decorators.map(({ expression }) => expression)
}

/** Parameters as a caller sees them: TypeScript's `this` parameter takes no argument. */
export function parametersOf(fn: FunctionNode): Node[] {
  const [first] = fn.params
  return first?.type === 'Identifier' && first.name === 'this' ? fn.params.slice(1) : fn.params
}

/** Whether `node` is written to: the left side of `=`, a target in a pattern, or the operand of `delete`. */
export function isWritten(node: Node): boolean {
  const target = wrapped(node)
  const parent = parentOf(target)
  switch (parent?.type) {
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'AssignmentPattern':
      return parent.left === target
    case 'UnaryExpression':
      return parent.operator === 'delete'
    case 'ArrayPattern':
    case 'RestElement':
      return true
    case 'Property':
      return parent.value === target && parentOf(parent)?.type === 'ObjectPattern'
    default:
      return false
  }
}
