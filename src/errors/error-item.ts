import type { GuardErrorItem, InvalidValueError } from '../types/error-item.ts'

export function invalidBody(message: string): GuardErrorItem {
  return { code: 'invalid_body', message }
}

export function forbiddenField(path: string): GuardErrorItem {
  return { code: 'forbidden_field', path, message: 'Field is not allowed' }
}

export function invalidType(path: string, expected: string, value: unknown): GuardErrorItem {
  return { code: 'invalid_type', path, message: `Expected ${expected}, received ${received(value)}` }
}

export function invalidValue(path: string, rule: string, message: string): InvalidValueError {
  return { code: 'invalid_value', path, message, rule }
}

/** What stands for a value in `received …`. */
export function received(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  // JSON has no infinity, but JSON.parse makes one of 1e400.
  if (value === Infinity || value === -Infinity) return 'infinity'
  return typeof value
}
