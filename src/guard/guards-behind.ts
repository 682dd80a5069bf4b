import { nameOfSchemaModel } from '../mongoose/schema-model.ts'
import type { Guard } from '../types/guard.ts'
import { answer, isGuard } from './create-guard.ts'

/** A guard that a handler asks, and for whom. */
export interface GuardBehind {
  readonly guard: Guard
  readonly key?: string
  /** What answers a refused body, where it is not the adapter. */
  readonly onReject?: unknown
}

/** The name of a guard's model; a Schema in its place has none. */
export function modelNameOf({ model }: Guard): string {
  return 'modelName' in model ? model.modelName : nameOfSchemaModel
}

/** The guards of a handler that one of the adapters made: its `guard`, or the `guards` of `guardBy`. */
export function guardsBehind(handler: unknown): GuardBehind[] {
  if (typeof handler !== 'function') return []
  const { guard, guards, [answer]: onReject } = handler as { guard?: unknown; guards?: unknown; [answer]?: unknown }
  const answered = onReject === undefined ? {} : { onReject }
  if (isGuard(guard)) return [{ guard, ...answered }]
  if (typeof guards !== 'object' || guards === null) return []
  return Object.entries(guards).flatMap(([key, one]) => (isGuard(one) ? [{ guard: one, key, ...answered }] : []))
}
