import type { GuardErrorItem } from '../types/error-item.ts'

/**
 * The messages of a refused body by the path of their field, as form libraries take them. What is about the body as a
 * whole has the path `''`.
 *
 * @example
 * for (const [path, [message]] of Object.entries(toFieldErrors(errors))) form.setError(path, { message })
 */
export function toFieldErrors(errors: readonly GuardErrorItem[]): Record<string, string[]> {
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
