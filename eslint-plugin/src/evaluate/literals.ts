import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import type { Evaluator } from './evaluator.ts'
import { unknown, type Value } from './value.ts'

export function literalValue({ value }: ESTree.Literal): Value {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return unknown
  return { kind: 'literal', value: String(value), ...(value ? {} : { isFalsy: true }) }
}

export function templateValue({ evaluate }: Evaluator, node: ESTree.TemplateLiteral, file: SourceFile): Value {
  const parts = node.quasis.flatMap((quasi, index) => {
    const expression = node.expressions[index]
    const text: Value = { kind: 'literal', value: quasi.value.cooked ?? quasi.value.raw }
    return expression ? [text, evaluate(expression, file)] : [text]
  })
  return joined(parts)
}

/** `'a' + 'b'` */
export function sumValue({ evaluate }: Evaluator, node: ESTree.BinaryExpression, file: SourceFile): Value {
  return node.operator === '+' && node.left.type !== 'PrivateIdentifier'
    ? joined([evaluate(node.left, file), evaluate(node.right, file)])
    : unknown
}

function joined(parts: readonly Value[]): Value {
  let text = ''
  for (const part of parts) {
    if (part.kind !== 'literal') return unknown
    text += part.value
  }
  return { kind: 'literal', value: text }
}
