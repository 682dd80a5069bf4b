import type { Scope } from 'eslint'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, parentOf, unwrap } from '../source/syntax.ts'
import { canHoldModel } from './connections.ts'
import { mongooseKindOf } from './kinds.ts'

/** The model behind what a write is done to, where it is a variable at the top of a file. */
export interface WrittenModel {
  readonly name: string
  readonly node: Node
  readonly file: SourceFile
  readonly variable: Scope.Variable
  /** Whether the document is stored already, so that a body with a few fields changes it. */
  readonly isStored: boolean
}

/** `User` behind `User.create`, `new User()`, and `const user = await User.findById(id)`. */
export function writtenModel(receiver: Node, file: SourceFile): WrittenModel | undefined {
  const start = unwrap(receiver)
  const maker = mongooseKindOf(start, file) === 'model' ? undefined : makerOf(evaluate(start, file), file)
  let node = maker ? unwrap(maker.callee) : start
  while (node.type === 'MemberExpression' || node.type === 'CallExpression')
    node = unwrap(node.type === 'MemberExpression' ? node.object : node.callee)
  const variable = node.type === 'Identifier' ? file.variableOf(node) : undefined
  if (node.type !== 'Identifier' || variable?.scope.block.type !== 'Program') return undefined
  if (mongooseKindOf(node, file) !== 'model') return undefined
  return { name: node.name, node, file, variable, isStored: maker?.type === 'CallExpression' && !isMade(maker) }
}

/** Whether two models are the same, whatever the files call them. */
export function isSameModel(one: WrittenModel, other: WrittenModel): boolean {
  const [first, second] = [one, other].map(({ node, file }) => {
    const value = resolveImports(evaluate(node, file), canHoldModel)
    return value.kind === 'call' || value.kind === 'class' ? value.node : undefined
  })
  return first && second ? first === second : one.name === other.name
}

/** The call that gave a document, itself or to a callback. */
function makerOf(value: Value, file: SourceFile): CallNode | undefined {
  if (value.kind === 'call') return value.file === file ? value.node : undefined
  const call = value.kind === 'parameter' && value.file === file ? parentOf(value.fn) : undefined
  return call?.type === 'CallExpression' ? call : undefined
}

/** `User.create(…)`, which gives a document that is stored, but from this very body. */
function isMade({ callee }: { readonly callee: Node }): boolean {
  const method = unwrap(callee)
  return (
    method.type === 'MemberExpression' && method.property.type === 'Identifier' && method.property.name === 'create'
  )
}
