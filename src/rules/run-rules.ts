import { behaviorOf } from '../mongoose/behavior.ts'
import { isAllowNull, isOwnRequired } from '../mongoose/built-in-rules.ts'
import type { Callable, ValidatorEntry } from '../mongoose/mongoose.ts'
import { entriesOf } from '../mongoose/schema-type.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import { isRegExp } from '../values/is-regexp.ts'
import { forget, isPromise, isThenable, type MaybePromise } from '../values/maybe-promise.ts'
import { propsOf } from './message.ts'
import { failureItem } from './rule-failure.ts'
import type { RuleSite } from './rule-site.ts'
import { textOf } from './value-text.ts'

export type Verdict = GuardErrorItem | undefined

/**
 * Which of a schema type's rules to run: a null that the type has no room for meets only the rules about null, and one
 * that Mongoose looks at because the path is required meets the others where the condition of `required` holds.
 */
export type RuleChoice = 'all' | 'nullness' | 'whereRequired'

function isChosen(
  choice: RuleChoice,
  isRequired: boolean,
  { type, isNeeded }: RuleSite,
  entry: ValidatorEntry,
): boolean {
  if (choice === 'all' || isRequired) return true
  return choice === 'nullness' ? isAllowNull(type, entry) : isNeeded === true
}

/**
 * Runs the rules of one schema type on one value, as Mongoose's `SchemaType.prototype.doValidate` does: in declared
 * order with `required` first, up to the first failure; asynchronous ones are started on the way and awaited only where
 * none failed before. `passesDocument` tells that a `required` function is called with the document as its argument, as
 * Mongoose does where the path is absent or below a plain nested object.
 */
export function runRules(
  site: RuleSite,
  value: unknown,
  passesDocument: boolean,
  choice: RuleChoice = 'all',
): MaybePromise<Verdict> {
  const { type } = site
  let pending: Promise<Verdict>[] | undefined
  for (const entry of entriesOf(type)) {
    const isRequired = type.requiredValidator !== undefined && entry.validator === type.requiredValidator
    if (!isChosen(choice, isRequired, site, entry)) continue
    if (value === undefined && !isRequired && !testsUndefined(site, entry)) continue
    const verdict = runRule(site, entry, value, isRequired, passesDocument)
    if (isPromise(verdict)) {
      // Also where a later rule fails or throws, and this one is not awaited.
      site.context.inFlight.track(verdict)
      ;(pending ??= []).push(verdict)
    } else if (verdict !== undefined) return verdict
  }
  return pending?.length === 1 ? pending[0] : pending && firstToSettle(pending)
}

function testsUndefined(site: RuleSite, { validator }: ValidatorEntry): boolean {
  if (!isRegExp(validator) || !behaviorOf(site.context.model).testsUndefinedByRegExp) return false
  return site.isSent || isValidatedWhenAbsent(site)
}

/** Mongoose validates a path that is absent where it is required: what `checkRequired` takes for present goes on. */
function isValidatedWhenAbsent({ type, scope, isNeeded }: RuleSite): boolean {
  const isRequired = type.isRequired === true && (typeof type.originalRequiredValue !== 'function' || isNeeded === true)
  return isRequired && type.checkRequired(undefined, scope)
}

function runRule(
  site: RuleSite,
  entry: ValidatorEntry,
  value: unknown,
  isRequired: boolean,
  passesDocument: boolean,
): MaybePromise<Verdict> {
  const { validator } = entry
  const { type, scope } = site
  if (typeof validator !== 'function') {
    return !isRegExp(validator) || matches(validator, value)
      ? undefined
      : failureItem({ site, entry, value, cause: undefined })
  }
  let answer: unknown
  let isPending: boolean
  try {
    if (isRequired && typeof type.originalRequiredValue === 'function' && isOwnRequired(type, entry)) {
      answer = requires(site, type.originalRequiredValue as Callable, passesDocument)
        ? type.checkRequired(value, scope)
        : true
    } else if (entry.propsParameter) {
      answer = validator.call(scope, value, propsOf(site, entry, value))
    } else {
      answer = validator.call(scope, value)
    }
    isPending = isThenable(answer)
  } catch (error) {
    const isEarly = isRequired && passesDocument
    return failureItem({ site, entry, value, cause: { thrown: error, isEarly } })
  }
  if (isPending) return settle(site, entry, value, answer as PromiseLike<unknown>)
  return answer === undefined || answer ? undefined : failureItem({ site, entry, value, cause: undefined })
}

/** What a condition of `required` says. As in Mongoose, a promise counts as true. */
function requires(site: RuleSite, condition: Callable, passesDocument: boolean): boolean {
  if (site.isNeeded !== undefined) return site.isNeeded
  const answer: unknown = Reflect.apply(condition, site.scope, passesDocument ? [site.scope] : [])
  forget(answer)
  site.isNeeded = Boolean(answer)
  return site.isNeeded
}

/**
 * What a condition of `required` says of the document that it is given. Where it throws, that is the error, and
 * Mongoose neither runs a rule nor looks inside.
 */
export function requiredAnswer(site: RuleSite, condition: Callable): boolean | Verdict {
  try {
    return requires(site, condition, true)
  } catch (thrown) {
    const entry = { validator: condition as ValidatorEntry['validator'], type: 'required' }
    return failureItem({ site, entry, value: undefined, cause: { thrown, isEarly: true } })
  }
}

function matches(pattern: RegExp, value: unknown): boolean {
  const text = textOf(value)
  // A global or sticky RegExp would go on from where its last match ended; `search` starts anew, and leaves it alone.
  return pattern.global || pattern.sticky ? text.search(pattern) !== -1 : pattern.test(text)
}

async function settle(
  site: RuleSite,
  entry: ValidatorEntry,
  value: unknown,
  answer: PromiseLike<unknown>,
): Promise<Verdict> {
  let settled: unknown
  try {
    settled = await answer
  } catch (error) {
    return failureItem({ site, entry, value, cause: { thrown: error, hasRejected: true } })
  }
  const { takesFalsyForFailure } = behaviorOf(site.context.model)
  const hasFailed = takesFalsyForFailure ? settled !== undefined && !settled : settled === false
  return hasFailed ? failureItem({ site, entry, value, cause: undefined }) : undefined
}

/** The first failure to settle is the error of the path, whether the others settle or not. */
function firstToSettle(pending: readonly Promise<Verdict>[]): Promise<Verdict> {
  const first = new Promise<Verdict>((resolve, reject) => {
    let waiting = pending.length
    for (const verdict of pending) {
      verdict.then((settled) => {
        waiting--
        if (settled !== undefined || waiting === 0) resolve(settled)
      }, reject)
    }
  })
  // An outage would end the process where this promise is not awaited.
  first.catch(() => undefined)
  return first
}
