import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { keyOf } from '../evaluate/evaluate.ts'
import { assignedMembers } from '../source/assigned-members.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type Node, parentOf, rangeOf } from '../source/syntax.ts'

/** Whether an object gives something else to a key behind what it spreads: `{ ...filter, role: 'user' }`. */
export function isOverridden(object: ESTree.ObjectExpression, spread: Node, key: string, file: SourceFile): boolean {
  return (lastOfKeys(object, file).get(key) ?? -1) > rangeOf(spread)[1]
}

/** Where the properties of an object stand, the last one of each key: many spreads may ask. */
const lastOfKeys = rememberedByPart((object: ESTree.ObjectExpression, file): ReadonlyMap<string, number> => {
  const places = new Map<string, number>()
  for (const property of object.properties) {
    const key = property.type === 'Property' ? keyOf(property, file) : undefined
    if (key !== undefined) places.set(key, rangeOf(property)[1])
  }
  return places
})

/** Whether a member of a variable is set before a read of it, and not in some branch alone: `filter.role = 'user'`. */
export function isSetBefore(read: Node, key: string, file: SourceFile): boolean {
  const variable = file.variableOf(read)
  const set = variable && membersSet(variable, file).get(key)
  return !!variable && set !== undefined && set < rangeOf(read)[0] && enclosingFunction(read) === functionOf(variable)
}

/** Where the members of a variable are set first, beside its declaration. */
const membersSet = rememberedByPart((variable: Scope.Variable, file): ReadonlyMap<string, number> => {
  const places = new Map<string, number>()
  const block = declaringBlock(variable)
  if (!block) return places
  for (const { member, assignment } of assignedMembers(variable)) {
    if (assignment.operator !== '=') continue
    const statement = parentOf(assignment)
    const key =
      statement?.type === 'ExpressionStatement' && parentOf(statement) === block ? keyOf(member, file) : undefined
    if (key !== undefined && !places.has(key)) places.set(key, rangeOf(assignment)[1])
  }
  return places
})

function declaringBlock({ defs: [definition], references }: Scope.Variable): Node | undefined {
  const isGivenAgain = references.some((each) => each.isWrite() && !each.init)
  const declaration = definition?.type === 'Variable' && !isGivenAgain ? parentOf(definition.node) : undefined
  return declaration && parentOf(declaration)
}

function functionOf({ defs: [definition] }: Scope.Variable): Node | undefined {
  return definition && enclosingFunction(definition.name)
}
