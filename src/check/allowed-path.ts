import { fieldsOf } from '../mongoose/schema-nodes.ts'
import { choosePlan } from '../plan/discriminator.ts'
import { type LevelPlan, type NodePlan, type ObjectPlan, objectPlansOf } from '../plan/plan.ts'
import { isObject } from '../values/plain-object.ts'

/**
 * Whether a path of Mongoose's names something that a guard accepts. Mongoose files some errors under a path that leads
 * nowhere: of a row, of an array without the index, of what an error that was thrown says of another document. A path
 * that leaves the schema belongs to the last position that the schema knows.
 */
export function isAllowedPath(plan: LevelPlan, body: unknown, path: string): boolean {
  return inLevel(plan, body, path.split('.'), 0)
}

/** What stands for the key in the path of an error of a default in a nested object that was given. */
const keyOfDefault = ''

/** Whether a nested object lacks a field of the route's that has a default: an update asks for none. */
function takesDefault({ fields, partial }: ObjectPlan, value: unknown): boolean {
  if (partial) return false
  return fields.some(({ key, node }) => {
    return node.kind !== 'nested' && node.schema.type.defaultValue !== undefined && valueOf(value, key) === undefined
  })
}

function valueOf(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined
}

function inLevel(plan: LevelPlan, value: unknown, keys: readonly string[], at: number): boolean {
  if (!isObject(value) && (plan.partial || value === null)) return !plan.partial
  const key = keys[at]
  // A path that Mongoose made up.
  if (key !== undefined && !fieldsOf(plan.schema).some((fields) => fields.has(key))) return true
  // What stands there in place of nothing is a default, of any discriminator.
  const plans = isObject(value) ? [choosePlan(plan, value).plan] : objectPlansOf(plan)
  return plans.some((chosen) => inObject(chosen, value, keys, at))
}

function inObject(plan: ObjectPlan, value: unknown, keys: readonly string[], at: number): boolean {
  const key = keys[at]
  if (key === undefined) return true
  const field = plan.byKey.get(key)
  if (field === undefined) return key === keyOfDefault && takesDefault(plan, value)
  const inner = valueOf(value, key)
  if (inner === undefined && plan.partial) return false
  return inNode(field.node, inner, keys, at + 1)
}

function inNode(node: NodePlan, value: unknown, keys: readonly string[], at: number): boolean {
  if (at === keys.length) return true
  if (node.kind === 'nested') return inObject(node.plan, value, keys, at)
  if (node.kind === 'subdocument') return inLevel(node.level, value, keys, at)
  if (node.kind !== 'documentArray') return true
  const index = Number(keys[at])
  if (!Number.isInteger(index) || at + 1 === keys.length) return true
  if (!Array.isArray(value)) return inLevel(node.level, value, keys, at + 1)
  return !(index in value) || inLevel(node.level, value[index], keys, at + 1)
}
