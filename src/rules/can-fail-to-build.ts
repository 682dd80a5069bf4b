import { hasImplicitDefault } from '../mongoose/schema-type.ts'
import { type LevelPlan, type NodePlan, type ObjectPlan, objectPlansOf, type TypedNodePlan } from '../plan/plan.ts'
import { factsOf } from './rule-subject.ts'

/**
 * Whether Mongoose may fail to build a document of values in their JSON form: by a setter, a default, or a cast that is
 * not its own.
 */
export function canFailToBuild(root: NodePlan): boolean {
  const seen = new Set<ObjectPlan>()
  return inNode(root)

  function inNode(node: NodePlan): boolean {
    if (node.kind === 'nested') return inObject(node.plan)
    return canFailByItself(node) || inContent(node)
  }

  function inContent(node: TypedNodePlan): boolean {
    switch (node.kind) {
      case 'subdocument':
      case 'documentArray':
        return inLevel(node.level)
      case 'array':
        return inNode(node.item)
      case 'map':
        return inNode(node.value)
      case 'union':
        return node.members.some(inNode)
      default:
        return false
    }
  }

  function inLevel(plan: LevelPlan): boolean {
    return objectPlansOf(plan).some(inObject)
  }

  function inObject(plan: ObjectPlan): boolean {
    if (seen.has(plan)) return false
    seen.add(plan)
    return plan.fields.some(({ node }) => inNode(node))
  }
}

function canFailByItself({ schema }: TypedNodePlan): boolean {
  const { type } = schema
  if (!schema.hasBuiltInCast || factsOf(schema).setterCount > 0) return true
  return type.defaultValue !== undefined && !hasImplicitDefault(type)
}
