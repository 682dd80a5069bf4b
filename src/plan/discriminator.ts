import type { LevelPlan, ObjectPlan } from './plan.ts'

/** The plan that a body's discriminator key picks. */
export interface Choice {
  readonly plan: ObjectPlan
  /** Set to the key where its value stands for no discriminator. */
  readonly unknownKey?: string
}

/**
 * Picks the plan for an object of the body: the discriminator that its key names, where that is allowed, else the
 * schema itself. `assumed` is the key's value where the body has none: Mongoose applies a default of the key in a
 * single sub-document before it picks.
 */
export function choosePlan(level: LevelPlan, raw: Readonly<Record<string, unknown>>, assumed?: unknown): Choice {
  const base = level.base()
  const { schema } = level
  const baseValue = schema.discriminatorValue
  if (baseValue === undefined && schema.discriminators().size === 0) return { plan: base }
  const key = schema.discriminatorKey
  const sent = level.isKeyAllowed && Object.hasOwn(raw, key) ? raw[key] : undefined
  const value = sent ?? assumed
  if (value === undefined || value === null || value === baseValue) return { plan: base }
  const child = level.child(value)
  if (child !== undefined) return { plan: child }
  return sent !== undefined && isAcceptedKey(base, key, sent) ? { plan: base, unknownKey: key } : { plan: base }
}

/** Whether the key has the right type; elsewhere it is `invalid_type`, and names no discriminator. */
function isAcceptedKey(plan: ObjectPlan, key: string, value: unknown): boolean {
  const node = plan.byKey.get(key)?.node
  return node?.kind !== 'leaf' || node.schema.form.accepts(value, () => true)
}
