import { nameOfSchemaModel } from '../mongoose/schema-model.ts'
import type { Guard } from '../types/guard.ts'
import { isGuard } from './brand.ts'

/** The property of a handler that tells how it reads and answers: a {@link RequestHandling}. */
export const handling = Symbol.for('mongoose-guard.handling')

/** What a handler decides beside its guard. */
export interface RequestHandling {
  /** What answers a refused body, where it is not the adapter. */
  readonly onReject?: unknown
  /** How many bytes a body has at most, where the handler reads the body itself. */
  readonly maxBytes?: number
}

/** A guard that a handler asks, and for whom. */
export interface GuardBehind extends RequestHandling {
  readonly guard: Guard
  readonly key?: string
}

/** The name of a guard's model; a Schema in its place has none. */
export function modelNameOf({ model }: Guard): string {
  return 'modelName' in model ? model.modelName : nameOfSchemaModel
}

interface Shown {
  readonly guard?: unknown
  readonly guards?: unknown
  readonly [handling]?: RequestHandling
}

/** The guards of a handler that one of the adapters made: its `guard`, or the `guards` of `guardBy`. */
export function guardsBehind(handler: unknown): GuardBehind[] {
  if (typeof handler !== 'function') return []
  const { guard, guards, [handling]: how } = handler as Shown
  if (isGuard(guard)) return [{ guard, ...how }]
  if (typeof guards !== 'object' || guards === null) return []
  return Object.entries(guards).flatMap(([key, one]) => (isGuard(one) ? [{ guard: one, key, ...how }] : []))
}
