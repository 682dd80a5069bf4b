import type { GuardErrorItem } from '../types/error-item.ts'
import { requireItems } from './require-items.ts'

/**
 * The messages of a refused body by the path of their field, as form libraries take them. What is about the body as a
 * whole has the path `''`.
 *
 * @throws TypeError for anything but an array.
 * @example
 * for (const [path, [message]] of Object.entries(toFieldErrors(errors)))
 *   form.setError(path || 'root.server', { message })
 */
export function toFieldErrors(errors: readonly GuardErrorItem[]): Record<string, string[]> {
  requireItems(errors, 'toFieldErrors')
  const messages = new Map<string, string[]>()
  for (const item of errors) {
    const path = 'path' in item ? item.path : ''
    const known = messages.get(path)
    if (known === undefined) messages.set(path, [item.message])
    else known.push(item.message)
  }
  // As own properties, whatever a key is called.
  return Object.fromEntries(messages)
}
