import type { GuardErrorItem } from '../types/error-item.ts'
import { isObject } from '../values/plain-object.ts'

/** @throws TypeError for what is no array of error items, such as the outcome that holds them. */
export function requireItems(errors: unknown, name: string): asserts errors is readonly GuardErrorItem[] {
  if (Array.isArray(errors) && errors.every(isItem)) return
  throw new TypeError(`mongoose-guard: ${name}() takes an array of error items, as in ${name}(outcome.errors)`)
}

function isItem(item: unknown): boolean {
  if (!isObject(item) || typeof item.message !== 'string') return false
  return typeof item.path === 'string' || (item.path === undefined && item.code === 'invalid_body')
}
