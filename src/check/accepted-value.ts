import { takesSetValue, takesValue } from '../mongoose/schema-type.ts'
import type { ValuePlan } from '../plan/plan.ts'
import { copyOf } from '../values/content-copy.ts'
import { isStorable } from '../values/is-storable.ts'

/** Whether a value has the JSON form of a node, as far as its cast and setters tell. */
export function isAccepted(node: ValuePlan, raw: unknown): boolean {
  const { type, hasBuiltInCast } = node.schema
  // A cast of the application may write to what it is given.
  const casts = (value: unknown) => takesValue(type, copyOf(value))
  if (node.kind === 'leaf' && !node.schema.form.accepts(raw, casts)) return false
  if (node.kind === 'mixed' && !isStorable(raw)) return false
  return (node.kind !== 'custom' && hasBuiltInCast) || takesSetValue(type, copyOf(raw))
}

/** Whether the form, the cast, a setter or a rule of a node reads a text: the longer, the more time it takes. */
export function readsText({ kind, schema }: ValuePlan): boolean {
  const { type, hasBuiltInCast } = schema
  if (type.validators.length > 0 || type.setters.length > 0 || kind === 'custom' || !hasBuiltInCast) return true
  return kind === 'leaf' && !schema.form.isNative
}
