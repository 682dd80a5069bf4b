import { failed } from '../check/check-body.ts'
import type { LayoutOutcome } from '../check/check-layout.ts'
import { invalidBody, invalidValue } from '../errors/error-item.ts'
import { ErrorLimit } from '../errors/error-limit.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import { isError } from '../values/is-error.ts'
import { type MaybePromise, isThenable } from '../values/maybe-promise.ts'
import type { CheckFunction } from './options.ts'
import { nameOf } from './received.ts'

/** Where the paths that a check names stand in the body. */
export interface CheckedRoute {
  readonly check: CheckFunction
  readonly maxErrors: number
  readonly at: readonly string[]
  readonly isExtra: (path: string) => boolean
}

type Accepted = Extract<LayoutOutcome, { ok: true }>

/**
 * Asks the route's own check about a body that is good by everything else.
 *
 * @throws what the check throws, and a TypeError for what is no verdict: mistakes of the application, and no 400.
 */
export function runCheck(
  route: CheckedRoute,
  outcome: Accepted,
  body: unknown,
  request: unknown,
): MaybePromise<LayoutOutcome> {
  const judge = (verdict: unknown): LayoutOutcome => {
    const failures = failuresOf(verdict)
    if (failures.length === 0) return outcome
    const items = failures.map((failure) => itemOf(route, failure))
    return failed(new ErrorLimit(route.maxErrors, body).take(items))
  }
  const verdict = route.check(outcome.validated, { extra: outcome.extra, request })
  return isThenable(verdict) ? Promise.resolve(verdict).then(judge) : judge(verdict)
}

function failuresOf(verdict: unknown): readonly unknown[] {
  if (verdict === undefined || verdict === true) return []
  // As a copy, which has an `undefined` where an array lacks an element.
  return Array.isArray(verdict) ? [...(verdict as unknown[])] : [verdict]
}

function itemOf({ at, isExtra }: CheckedRoute, failure: unknown): GuardErrorItem {
  const { path, message, rule = 'check' } = (failure ?? {}) as { path?: unknown; message?: unknown; rule?: unknown }
  // An Error has a message, which is not for clients: it is to be thrown.
  const isFailure = typeof message === 'string' && typeof rule === 'string' && !isError(failure)
  if (!isFailure || !(path === undefined || typeof path === 'string')) {
    const received = nameOf(failure)
    throw new TypeError(
      `mongoose-guard: the option "check" must give nothing, true, or failures such as { path: 'email', message: '…' }, received ${received}`,
    )
  }
  if (path === undefined) return invalidBody(message)
  return invalidValue(isExtra(path) ? path : [...at, path].join('.'), rule, message)
}
