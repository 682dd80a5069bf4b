import { type LevelPlan, type NodePlan, type ObjectPlan, objectPlansOf } from '../plan/plan.ts'

/**
 * Where schemas hold each other, a plan has as many objects as their kinds, and the copies that Mongoose makes of them,
 * multiply to. A body waits some 50 ms for the code of so many, and what it needs is seldom the rest.
 */
const mostObjects = 128
/** The code for one field is written beside that for the fields above and below it. */
const mostObjectsOfField = 32

/** The objects of a level that code is generated for at once: those nearest to it. All others are the walker's. */
export function objectsInReach(level: LevelPlan): ReadonlySet<ObjectPlan> {
  const found = new Set(objectPlansOf(level).slice(0, mostObjects))
  for (const plan of found) {
    for (const inner of objectsBelow(plan)) {
      if (found.size === mostObjects) return found
      found.add(inner)
    }
  }
  return found
}

/** Whether a value has few objects in it, and none that holds its like, which would be looked through at each level again. */
export function isInReach(objects: readonly ObjectPlan[]): boolean {
  const seen = new Set<ObjectPlan>()
  const around = new Set<ObjectPlan>()
  return objects.every(isFlat)

  function isFlat(plan: ObjectPlan): boolean {
    if (around.has(plan)) return false
    if (seen.has(plan)) return true
    if (seen.size === mostObjectsOfField) return false
    seen.add(plan)
    around.add(plan)
    const isSo = objectsBelow(plan).every(isFlat)
    around.delete(plan)
    return isSo
  }
}

function objectsBelow({ fields }: ObjectPlan): ObjectPlan[] {
  return fields.flatMap(({ node }) => objectsIn(node))
}

/** The plans of the outermost objects that may stand in a value. */
export function objectsIn(node: NodePlan): ObjectPlan[] {
  switch (node.kind) {
    case 'nested':
      return [node.plan]
    case 'subdocument':
    case 'documentArray':
      return objectPlansOf(node.level)
    case 'array':
      return objectsIn(node.item)
    case 'map':
      return objectsIn(node.value)
    default:
      return []
  }
}
