import { type LevelPlan, type NodePlan, type ObjectPlan, objectPlansOf } from '../plan/plan.ts'

/** Counts in how many places of a plan each level stands: a recursive one comes back to itself. */
export function levelUses(root: LevelPlan): (level: LevelPlan) => { readonly id: number; readonly count: number } {
  const uses = new Map<LevelPlan, { id: number; count: number }>()
  visitLevel(root)
  return (level) => uses.get(level) ?? { id: -1, count: 0 }

  function visitLevel(level: LevelPlan): void {
    const known = uses.get(level)
    if (known !== undefined) {
      known.count++
      return
    }
    uses.set(level, { id: uses.size, count: 1 })
    for (const plan of objectsOf(level)) visitObject(plan)
  }

  function visitObject({ fields }: ObjectPlan): void {
    for (const { node } of fields) visitNode(node)
  }

  function visitNode(node: NodePlan): void {
    if (node.kind === 'nested') visitObject(node.plan)
    else for (const level of levelsIn(node)) visitLevel(level)
  }
}

/** The objects that a level may stand for: its own, and those of its discriminators. */
export function objectsOf(level: LevelPlan): Set<ObjectPlan> {
  return new Set(level.isKeyAllowed ? objectPlansOf(level) : [level.base()])
}

function levelsIn(node: Exclude<NodePlan, { kind: 'nested' }>): LevelPlan[] {
  switch (node.kind) {
    case 'subdocument':
    case 'documentArray':
      return [node.level]
    case 'array':
      return levelsIn(node.item)
    case 'map':
      return levelsIn(node.value)
    case 'union':
      return node.members.flatMap(levelsIn)
    default:
      return []
  }
}
