import { type LevelNodePlan, type LevelPlan, type NodePlan, type ObjectPlan, objectPlansOf } from '../plan/plan.ts'

/** Counts in how many places of a plan each level stands: a recursive one comes back to itself. */
export function levelUses(root: LevelPlan): (level: LevelPlan) => { readonly id: number; readonly count: number } {
  const uses = new Map<LevelPlan, { id: number; count: number }>()
  visit(root)
  return (level) => uses.get(level) ?? { id: -1, count: 0 }

  function visit(level: LevelPlan): void {
    const known = uses.get(level)
    if (known !== undefined) {
      known.count++
      return
    }
    uses.set(level, { id: uses.size, count: 1 })
    for (const node of usesIn(level)) visit(node.level)
  }
}

/** The objects that a level may stand for: its own, and those of its discriminators. */
export function objectsOf(level: LevelPlan): Set<ObjectPlan> {
  return new Set(level.isKeyAllowed ? objectPlansOf(level) : [level.base()])
}

/** Where levels stand in a level. */
export function usesIn(level: LevelPlan): LevelNodePlan[] {
  return [...objectsOf(level)].flatMap(usesInObject)
}

function usesInObject({ fields }: ObjectPlan): LevelNodePlan[] {
  return fields.flatMap(({ node }) => usesInNode(node))
}

function usesInNode(node: NodePlan): LevelNodePlan[] {
  switch (node.kind) {
    case 'nested':
      return usesInObject(node.plan)
    case 'subdocument':
    case 'documentArray':
      return [node]
    case 'array':
      return usesInNode(node.item)
    case 'map':
      return usesInNode(node.value)
    case 'union':
      return node.members.flatMap(usesInNode)
    default:
      return []
  }
}
