import { failed } from '../check/check-body.ts'
import { GuardConfigError } from '../errors/config-error.ts'
import { invalidBody } from '../errors/error-item.ts'
import type { Guard, GuardContext, GuardOutcome } from '../types/guard.ts'
import { type MaybePromise, isThenable } from '../values/maybe-promise.ts'
import { isGuard } from './brand.ts'
import { nameOfFirst, nameOfWrongGuard, nameOfWrongGuards } from './received.ts'

/** What checks a body: a guard, or a choice among several. */
export type BodyCheck = Pick<Guard, 'validate'>

/** Guards, of which who asks decides. */
export interface GuardChoice extends BodyCheck {
  readonly guards: Readonly<Record<string, Guard>>
}

/** The context of a check, with what the choice is made by. */
export interface ChoiceContext extends GuardContext {
  readonly caller: unknown
}

/**
 * A choice among guards, by a function of the application. A key that has no guard is refused: there is no default, for
 * it would be the widest list for somebody.
 *
 * @throws GuardConfigError for anything that is no function, or no object of guards.
 */
export function choiceOf(select: unknown, guards: unknown): GuardChoice {
  const keyOf = readSelect(select)
  const own = readGuards(guards)
  const withKey = (key: unknown, body: unknown, context: GuardContext) => {
    const chosen = typeof key === 'string' && Object.hasOwn(own, key) ? own[key] : undefined
    return chosen === undefined ? refused() : chosen.validate(body, context)
  }
  return {
    guards: own,
    validate(body: unknown, context?: GuardContext): MaybePromise<GuardOutcome> {
      const { caller, ...rest } = context as ChoiceContext
      const key = keyOf(caller)
      // Awaited, since any thenable is a promise.
      return isThenable(key)
        ? Promise.resolve(key).then((known) => withKey(known, body, rest))
        : withKey(key, body, rest)
    },
  }
}

function readSelect(select: unknown): (caller: unknown) => unknown {
  if (typeof select === 'function') return select as (caller: unknown) => unknown
  const received = nameOfFirst(select, 'guardBy(select, guards)')
  throw new GuardConfigError(
    `the first argument of guardBy() must be a function that gives a key, received ${received}`,
  )
}

function readGuards(guards: unknown): Readonly<Record<string, Guard>> {
  const entries = typeof guards === 'object' && guards !== null && !isGuard(guards) ? Object.entries(guards) : []
  if (entries.length === 0) {
    throw new GuardConfigError(
      `guardBy() needs guards by their keys, such as { admin, user }, received ${nameOfWrongGuards(guards)}`,
    )
  }
  for (const [key, guard] of entries) {
    if (isGuard(guard)) continue
    throw new GuardConfigError(
      `guardBy(): "${key}" must be a guard of createGuard(), received ${nameOfWrongGuard(guard)}`,
    )
  }
  return Object.freeze(Object.fromEntries(entries) as Record<string, Guard>)
}

function refused(): GuardOutcome {
  return failed([invalidBody('No body is accepted from this sender')])
}
