import { nameOfSchemaModel } from '../mongoose/schema-model.ts'
import type { Guard } from '../types/guard.ts'
import { isGuard } from './create-guard.ts'

/** A guard that a handler asks, and for whom. */
export interface GuardBehind {
  readonly guard: Guard
  readonly key?: string
}

/** The name of a guard's model; a Schema in its place has none. */
export function modelNameOf({ model }: Guard): string {
  return 'modelName' in model ? model.modelName : nameOfSchemaModel
}

/** The guards of a handler that one of the adapters made: its `guard`, or the `guards` of `guardBy`. */
export function guardsBehind(handler: unknown): GuardBehind[] {
  if (typeof handler !== 'function') return []
  const { guard, guards } = handler as { guard?: unknown; guards?: unknown }
  if (isGuard(guard)) return [{ guard }]
  if (typeof guards !== 'object' || guards === null) return []
  return Object.entries(guards).flatMap(([key, one]) => (isGuard(one) ? [{ guard: one, key }] : []))
}
