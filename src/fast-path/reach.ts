import { type LevelPlan, type NodePlan, type ObjectPlan, objectPlansOf } from '../plan/plan.ts'

// Weights count objects and their fields. Where schemas hold each other, a plan has as many objects as their kinds, and
// the copies that Mongoose makes of them, multiply to, and what a body needs is seldom all of it.

/** A body waits some 50 ms for code of this weight. */
const mostOfBody = 1500
/**
 * The code for one field of a bad object is written beside that for the fields above and below it, and for each kind
 * anew.
 */
const mostOfField = 64

function weightOf({ fields }: ObjectPlan): number {
  return 4 + fields.length
}

/** The objects of a level that code is generated for at once: those nearest to it. All others are the walker's. */
export function objectsInReach(level: LevelPlan): ReadonlySet<ObjectPlan> {
  const [base, ...others] = objectPlansOf(level)
  const found = new Set(base && [base])
  let room = mostOfBody
  const add = (plan: ObjectPlan): void => {
    if (found.has(plan)) return
    room -= weightOf(plan)
    if (room >= 0) found.add(plan)
  }
  for (const plan of others) add(plan)
  for (const plan of found) {
    for (const inner of objectsBelow(plan)) add(inner)
    if (room < 0) break
  }
  return found
}

/** Whether a value has little in it, and no object that holds its like, which would be looked through at each level. */
export function isInReach(objects: readonly ObjectPlan[]): boolean {
  const seen = new Set<ObjectPlan>()
  const around = new Set<ObjectPlan>()
  let room = mostOfField
  return objects.every(isFlat)

  function isFlat(plan: ObjectPlan): boolean {
    if (around.has(plan)) return false
    if (seen.has(plan)) return true
    room -= weightOf(plan)
    if (room < 0) return false
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
