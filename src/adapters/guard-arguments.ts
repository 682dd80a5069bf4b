import { GuardConfigError } from '../errors/config-error.ts'
import { createGuard, isGuard } from '../guard/create-guard.ts'
import { guardOptions, merged, requireKnown, requireModel, type SomeOptions } from '../guard/options.ts'
import type { Guard } from '../types/guard.ts'
import type { AnyModel } from '../types/model.ts'

interface Adapted<Name extends string> {
  bodyGuard: Guard
  /** Not yet checked. */
  adapterOptions: Partial<Record<Name, unknown>>
}

/** What both adapters take first: a model with options, some of them the adapter's own, or a ready guard. */
export function guardOf<Name extends string>(
  modelOrGuard: unknown,
  options: unknown,
  adapterNames: readonly Name[],
  defaults: SomeOptions,
): Adapted<Name> {
  if (isGuard(modelOrGuard)) {
    return { bodyGuard: modelOrGuard, adapterOptions: merged(defaults, ownOptions(options, adapterNames)) as never }
  }
  requireModel(modelOrGuard)
  requireKnown(options, [...guardOptions, ...adapterNames])
  const all = Object.entries(merged(defaults, options))
  const isOfAdapter = (name: string): boolean => adapterNames.some((option) => option === name)
  const forGuard = Object.fromEntries(all.filter(([name]) => !isOfAdapter(name)))
  return {
    bodyGuard: createGuard(modelOrGuard as AnyModel, forGuard as { allow: never[] }),
    adapterOptions: Object.fromEntries(all.filter(([name]) => isOfAdapter(name))) as Partial<Record<Name, unknown>>,
  }
}

/** What a ready guard has not decided. */
function ownOptions(options: unknown, adapterNames: readonly string[]): SomeOptions {
  if (options === undefined) return {}
  requireKnown(options, [...guardOptions, ...adapterNames], '{ onReject }')
  if (Object.keys(options).every((name) => adapterNames.includes(name))) return options
  throw new GuardConfigError('a guard that is ready takes no further options')
}
