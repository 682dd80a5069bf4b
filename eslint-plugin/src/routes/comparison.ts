import type * as ESTree from 'estree'
import { type Node, parentOf, unwrap } from '../source/syntax.ts'

/** A comparison, as if the operand that was asked about stood on the left. */
export interface Comparison {
  readonly node: ESTree.BinaryExpression
  readonly operator: string
  readonly other: Node
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

/** What an expression is compared with: `count > 0`, `0 < count`. */
export function comparisonOf(operand: Node): Comparison | undefined {
  const parent = parentOf(operand)
  if (parent?.type !== 'BinaryExpression' || parent.left.type === 'PrivateIdentifier') return undefined
  const { operator, left, right } = parent
  if (left === operand) return { node: parent, operator, other: unwrap(right) }
  return { node: parent, operator: mirrored[operator] ?? operator, other: unwrap(left) }
}
