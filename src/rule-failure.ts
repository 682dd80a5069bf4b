import { invalidValue } from './error-item.ts'
import { messageOf, messageText, propsOf, type Failure } from './message.ts'
import type { GuardErrorItem } from './types/error-item.ts'
import { textOf } from './value-text.ts'

/** The item for a rule that a value failed. */
export function failureItem(failure: Failure): GuardErrorItem {
  const { site, entry, value, cause } = failure
  const rule = entry.type ?? 'user defined'
  try {
    if (entry.ErrorConstructor === undefined) return invalidValue(site.at.path, rule, messageText(failure))
    const error = new entry.ErrorConstructor(propsOf(site, entry, value, cause), site.scope)
    return invalidValue(site.at.path, typeof error.kind === 'string' ? error.kind : rule, error.message)
  } catch (error) {
    // A message function or an error class of the application may throw too; the rule has failed all the same.
    return invalidValue(site.at.path, rule, textOf(messageOf(error) ?? error))
  }
}
