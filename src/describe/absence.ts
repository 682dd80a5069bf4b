import type { MongooseBehavior } from '../mongoose/behavior.ts'
import { declaredPresence } from '../mongoose/declared-rules.ts'
import { isJudgedWhenEmpty, setsDefault, setsStaticDefault } from '../mongoose/empty-arrays.ts'
import type { ArrayPlan, NestedPlan, NodePlan } from '../plan/plan.ts'

/** Whether a body is refused that lacks a field. */
export function isNeeded(whenAbsent: NodePlan | undefined): boolean {
  if (whenAbsent === undefined) return false
  if (whenAbsent.kind === 'nested') return whenAbsent.plan.fields.some((field) => isNeeded(field.whenAbsent))
  const { type } = whenAbsent.schema
  const { isRequired, refusesNull } = declaredPresence(type)
  if (type.defaultValue === null) return refusesNull
  return !setsDefault(whenAbsent.schema) && isRequired
}

/** Whether an array is refused that is empty: of some, Mongoose makes the default. */
export function needsElement({ schema }: ArrayPlan, behavior: MongooseBehavior): boolean {
  if (!schema.isAbsentWhenEmpty || !declaredPresence(schema.type).isRequired) return false
  return schema.map === undefined ? !setsDefault(schema) : isJudgedWhenEmpty(schema, behavior)
}

/** Of a plain nested object that is null, Mongoose asks each field whether it may be null. */
export function nestedTakesNull({ plan }: NestedPlan): boolean {
  return plan.fields.every(({ node }) => {
    if (node.kind === 'nested') return nestedTakesNull(node)
    const { isRequired, refusesNull } = declaredPresence(node.schema.type)
    return !isRequired && !(refusesNull && setsStaticDefault(node.schema))
  })
}
