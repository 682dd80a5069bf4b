import { GuardConfigError } from '../errors/config-error.ts'
import { isGuard } from '../guard/brand.ts'
import { createGuard } from '../guard/create-guard.ts'
import { handling, type RequestHandling } from '../guard/guards-behind.ts'
import { guardOptions, merged, requireKnown, requireSource, type SomeOptions } from '../guard/options.ts'
import { isMongooseSchema } from '../mongoose/schema-model.ts'
import type { Guard } from '../types/guard.ts'

/** What both adapters take first. */
export function requireGuardable(modelOrGuard: unknown): void {
  if (!isGuard(modelOrGuard)) requireSource(modelOrGuard)
}

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
  const [ofAdapter, ofGuard] = splitByName(defaults, adapterNames)
  if (isGuard(modelOrGuard)) {
    return { bodyGuard: modelOrGuard, adapterOptions: merged(ofAdapter, ownOptions(options, adapterNames)) as never }
  }
  const source = requireSource(modelOrGuard)
  if (options !== undefined || !isMongooseSchema(source)) requireKnown(options, [...guardOptions, ...adapterNames])
  const [own, forGuard] = splitByName(options ?? {}, adapterNames)
  const create = createGuard.with(ofGuard) as unknown as (source: unknown, options: unknown) => Guard
  return { bodyGuard: create(source, forGuard), adapterOptions: merged(ofAdapter, own) as never }
}

/** A handler that shows its guards, and how it reads and answers. */
export function showingGuards<Handler extends object, Shown extends object>(
  handler: Handler,
  shown: Shown,
  how: RequestHandling,
): Handler & Shown {
  Object.defineProperty(handler, handling, { value: how })
  return Object.assign(handler, shown)
}

/** The options of an adapter, and those of its guard. */
function splitByName(options: SomeOptions, adapterNames: readonly string[]): [SomeOptions, SomeOptions] {
  const entries = Object.entries(options)
  const pick = (isOfAdapter: boolean) =>
    Object.fromEntries(entries.filter(([name]) => adapterNames.includes(name) === isOfAdapter))
  return [pick(true), pick(false)]
}

/** What a ready guard has not decided. */
function ownOptions(options: unknown, adapterNames: readonly string[]): SomeOptions {
  if (options === undefined) return {}
  requireKnown(options, [...guardOptions, ...adapterNames], '{ onReject }')
  if (Object.keys(options).every((name) => adapterNames.includes(name))) return options
  throw new GuardConfigError('a guard that is ready takes no further options: give them to createGuard()')
}
