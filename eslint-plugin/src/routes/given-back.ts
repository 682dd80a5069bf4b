import { keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type FunctionNode, type Node, parentOf, wrapped } from '../source/syntax.ts'

/** What a function gives back, and the key where an expression is a member of it. */
export interface GivenBack {
  readonly fn: FunctionNode
  readonly returned: Node
  readonly key?: string
}

/** Where a function gives back an expression: as it is, or in an object that is written out. */
export function givenBackAt(node: Node, file: SourceFile): GivenBack | undefined {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  if (parent?.type === 'ReturnStatement') {
    const fn = enclosingFunction(parent)
    return fn && { fn, returned: outer }
  }
  if (parent?.type === 'ArrowFunctionExpression')
    return parent.body === outer ? { fn: parent, returned: outer } : undefined
  const object = parent?.type === 'Property' && parent.value === outer ? parentOf(parent) : undefined
  if (parent?.type !== 'Property' || object?.type !== 'ObjectExpression') return undefined
  const key = keyOf(parent, file)
  // A spread may have the key as well.
  const isWhole = object.properties.every(({ type }) => type === 'Property')
  const holder = isWhole ? givenBackAt(object, file) : undefined
  return key !== undefined && holder && holder.key === undefined ? { ...holder, key } : undefined
}
