import { invalidBody } from '../errors/error-item.ts'
import { ErrorLimit } from '../errors/error-limit.ts'
import { isOutage } from '../errors/outage.ts'
import { Report } from '../errors/report.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import { BodyLimitError } from '../values/body-limits.ts'
import { andThen, type MaybePromise } from '../values/maybe-promise.ts'
import { isObjectWith } from '../values/plain-object.ts'
import type { Body } from './fast-path.ts'
import { type CompiledGuard, Walk } from './walk.ts'

export type Outcome = { ok: true; validated: Body } | { ok: false; errors: GuardErrorItem[] }

/**
 * Checks a body along a plan and reports every problem found, in schema order, forbidden keys of an object last. Gives
 * a promise exactly when a rule gave one.
 */
export function checkBody(guard: CompiledGuard, body: unknown): MaybePromise<Outcome> {
  const { accept, late } = guard.fastPath.body()
  const copy = accept(body)
  if (copy !== undefined && late === undefined) return { ok: true, validated: copy }
  if (!isObjectWith(guard.plan.base().byKey, body)) return failed([invalidBody(notAnObject(body))])
  const report = new Report(new ErrorLimit(guard.maxErrors, body))
  const walk = new Walk(guard, report)
  try {
    const validated = copy ?? walk.walkBody(body)
    if (copy !== undefined) late?.(walk.rulesFor(copy), copy)
    return andThen(report.finish(), (found): Outcome => {
      const errors = found.length > 0 ? found : walk.unclaimed()
      return errors.length > 0 ? failed(errors) : { ok: true, validated }
    })
  } catch (error) {
    return error instanceof BodyLimitError ? failed([invalidBody(error.message)]) : outage(error)
  }
}

/** An outage rejects, whether the rule that met it was asynchronous or not: callers wait for a promise anyway. */
function outage(error: unknown): Promise<never> {
  if (!isOutage(error)) throw error
  return Promise.reject(error)
}

function failed(errors: GuardErrorItem[]): Outcome {
  return { ok: false, errors }
}

function notAnObject(body: unknown): string {
  if (body === undefined) {
    return 'Body was not parsed: a JSON body parser such as express.json() must run before the guard, and the request needs the header Content-Type: application/json'
  }
  return `Body must be a JSON object, received ${body === null ? 'null' : Array.isArray(body) ? 'array' : typeof body}`
}
