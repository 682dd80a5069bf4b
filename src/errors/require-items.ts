import type { GuardErrorItem } from '../types/error-item.ts'

/** @throws TypeError for what is no array, such as the outcome that holds the error items. */
export function requireItems(errors: unknown, name: string): asserts errors is readonly GuardErrorItem[] {
  if (Array.isArray(errors)) return
  throw new TypeError(`mongoose-guard: ${name}() takes an array of error items, as in ${name}(outcome.errors)`)
}
