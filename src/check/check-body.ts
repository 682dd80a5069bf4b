import { invalidBody, received } from '../errors/error-item.ts'
import { ErrorLimit } from '../errors/error-limit.ts'
import { isOutage } from '../errors/outage.ts'
import { Report } from '../errors/report.ts'
import { withLookedUpDiscriminators } from '../mongoose/read-schema.ts'
import { rootPosition } from '../plan/position.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import { BodyLimitError, ValueCount } from '../values/body-limits.ts'
import { andThen, type MaybePromise } from '../values/maybe-promise.ts'
import { classOf, isObjectWith } from '../values/plain-object.ts'
import type { JsonObject } from './fast-path.ts'
import type { CompiledGuard } from './compiled-guard.ts'
import { DocumentWalk } from './document-walk.ts'

export interface Failed {
  ok: false
  errors: GuardErrorItem[]
}

export type Outcome = { ok: true; validated: JsonObject } | Failed

/**
 * Checks a body along a plan and reports every problem found, in schema order, forbidden keys of an object last. Gives
 * a promise exactly when a rule gave one.
 */
export function checkBody(guard: CompiledGuard, body: unknown): MaybePromise<Outcome> {
  const { accept, late } = guard.fastPath.startBody()
  const copy = accept(body)
  if (copy !== undefined && late === undefined) return { ok: true, validated: copy }
  if (!isObjectWith(guard.plan.base().byKey, body)) return failed([invalidBody(notOfKind('object', body))])
  const report = new Report(new ErrorLimit(guard.maxErrors, body))
  const walk = new DocumentWalk(guard, report, rootPosition, new ValueCount(body))
  return withinLimits(() => {
    const validated = copy ?? walk.walk(body)
    if (copy !== undefined && late !== undefined) walk.runLate(late, copy)
    return conclude(report, [walk], () => ({ ok: true, validated }))
  })
}

/** The errors of a report and of the walks that wrote it, or an outcome without any. */
export function conclude<Accepted>(
  report: Report,
  walks: readonly DocumentWalk[],
  accepted: () => Accepted,
): MaybePromise<Accepted | Failed> {
  return andThen(report.finish(), (found): Accepted | Failed => {
    if (found.length > 0) return failed(found)
    // Hardly a body needs a document.
    if (!walks.some((walk) => walk.hasDocument)) return accepted()
    const errors = report.limit.take(unclaimedOf(walks))
    return errors.length > 0 ? failed(errors) : accepted()
  })
}

function* unclaimedOf(walks: readonly DocumentWalk[]): Generator<GuardErrorItem> {
  for (const walk of walks) yield* walk.unclaimed()
}

/** Runs a check that ends where a body is past a limit. */
export function withinLimits<Result>(check: () => MaybePromise<Result>): MaybePromise<Result | Failed> {
  try {
    return withLookedUpDiscriminators(check)
  } catch (error) {
    return error instanceof BodyLimitError ? failed([invalidBody(error.message)]) : rejectOutage(error)
  }
}

/** An outage rejects, whether the rule that met it was asynchronous or not: callers wait for a promise anyway. */
function rejectOutage(error: unknown): Promise<never> {
  if (!isOutage(error)) throw error
  return Promise.reject(error)
}

export function failed(errors: GuardErrorItem[]): Failed {
  return { ok: false, errors }
}

/** The message about a body that is no such JSON. */
export function notOfKind(kind: 'object' | 'array', body: unknown): string {
  if (body === undefined) {
    return 'Body is missing: nothing was sent, or no body parser ran before the guard'
  }
  return `Body must be a JSON ${kind}, received ${classOf(body) ?? received(body)}`
}
