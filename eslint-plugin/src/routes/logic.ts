import type * as ESTree from 'estree'
import type { Node } from '../source/syntax.ts'

/** What `!`, `&&` and `||` say by what is known of their operands; `undefined` where something else decides. */
export function outcomeOfLogic(
  test: ESTree.UnaryExpression | ESTree.LogicalExpression,
  outcomeOf: (operand: Node) => boolean | undefined,
): boolean | undefined {
  if (test.type === 'UnaryExpression') {
    const outcome = test.operator === '!' ? outcomeOf(test.argument) : undefined
    return outcome === undefined ? undefined : !outcome
  }
  if (test.operator === '??') return undefined
  const outcomes = [outcomeOf(test.left), outcomeOf(test.right)]
  const isDeciding = test.operator === '||'
  if (outcomes.includes(isDeciding)) return isDeciding
  return outcomes.includes(undefined) ? undefined : !isDeciding
}
