import { keyOf } from '../evaluate/evaluate.ts'
import { answerOnce } from '../source/cycles.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type FunctionNode, isFunction, type Node, parametersOf, parentOf, unwrap } from '../source/syntax.ts'

/** A parameter of a function, and the keys that lead to a part of it. */
export interface ParameterPart {
  readonly fn: FunctionNode
  readonly index: number
  readonly keys: readonly string[]
}

/** The parameter that an expression is, or is a part of: `params?.email`, and `email` of `({ email }) => …`. */
export function partOfParameter(node: Node, file: SourceFile): ParameterPart | undefined {
  const expression = unwrap(node)
  return answerOnce<ParameterPart | undefined>('part', expression, undefined, () => partIn(expression, file))
}

function partIn(expression: Node, file: SourceFile): ParameterPart | undefined {
  if (expression.type === 'MemberExpression') {
    const key = keyOf(expression, file)
    const holder = key === undefined ? undefined : partOfParameter(expression.object, file)
    return holder && key !== undefined ? { ...holder, keys: [...holder.keys, key] } : undefined
  }
  const [definition] = expression.type === 'Identifier' ? (file.variableOf(expression)?.defs ?? []) : []
  if (!definition) return undefined
  const keys: string[] = []
  let pattern: Node = definition.name
  for (let parent = parentOf(pattern); parent; pattern = parent, parent = parentOf(parent)) {
    if (isFunction(parent)) {
      const index = parametersOf(parent).indexOf(pattern)
      return index < 0 ? undefined : { fn: parent, index, keys }
    }
    if (parent.type === 'VariableDeclarator') {
      const holder = parent.init && parent.id === pattern ? partOfParameter(parent.init, file) : undefined
      return holder && { ...holder, keys: [...holder.keys, ...keys] }
    }
    if (parent.type === 'Property') {
      const key = keyOf(parent, file)
      if (key === undefined || parent.value !== pattern) return undefined
      keys.unshift(key)
    } else if (!['ObjectPattern', 'AssignmentPattern'].includes(parent.type)) return undefined
  }
  return undefined
}
