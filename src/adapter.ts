import { GuardConfigError } from './config-error.ts'
import { createGuard, isGuard } from './guard.ts'
import type { Guard } from './types/guard.ts'
import type { AnyModel } from './types/model.ts'

/** What both adapters take first: a model with options, or a guard that is ready. */
export function guardOf(modelOrGuard: unknown, options: unknown): Guard {
  if (!isGuard(modelOrGuard)) return createGuard(modelOrGuard as AnyModel, options as { allow: never[] })
  if (options === undefined) return modelOrGuard
  throw new GuardConfigError('a guard that is ready takes no further options')
}
