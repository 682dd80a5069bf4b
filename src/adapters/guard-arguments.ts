import { GuardConfigError } from '../errors/config-error.ts'
import { createGuard, isGuard } from '../guard/create-guard.ts'
import { guardOptions, requireKnown, requireModel } from '../guard/options.ts'
import type { Guard } from '../types/guard.ts'
import type { AnyModel } from '../types/model.ts'

interface Adapted<Own extends string> {
  bodyGuard: Guard
  /** The adapter's own options, not yet checked. */
  adapterOptions: Partial<Record<Own, unknown>>
}

/** What both adapters take first: a model with options, some of them the adapter's `own`, or a guard that is ready. */
export function guardOf<Own extends string>(
  modelOrGuard: unknown,
  options: unknown,
  own: readonly Own[],
): Adapted<Own> {
  if (isGuard(modelOrGuard)) {
    if (options === undefined) return { bodyGuard: modelOrGuard, adapterOptions: {} }
    throw new GuardConfigError('a guard that is ready takes no further options')
  }
  requireModel(modelOrGuard)
  requireKnown(options, [...guardOptions, ...own])
  const isOwn = (name: string): boolean => own.some((option) => option === name)
  const entries = Object.entries(options)
  const forGuard = Object.fromEntries(entries.filter(([name]) => !isOwn(name)))
  return {
    bodyGuard: createGuard(modelOrGuard as AnyModel, forGuard as { allow: never[] }),
    adapterOptions: Object.fromEntries(entries.filter(([name]) => isOwn(name))) as Partial<Record<Own, unknown>>,
  }
}
