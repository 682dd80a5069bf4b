import type { GuardErrorItem } from '../types/error-item.ts'

/**
 * Gives the errors of an outcome a text for logs. It belongs to the array and is not enumerable, so that neither JSON
 * nor a comparison sees it; items with a method would be no plain objects to those who send them on, such as React.
 */
export function withText(errors: GuardErrorItem[]): GuardErrorItem[] {
  return Object.defineProperty(errors, 'toString', { value: textOf, writable: true })
}

function textOf(this: readonly GuardErrorItem[]): string {
  const text = this.map((item) => ('path' in item ? `${item.path}: ${item.message}` : item.message)).join('; ')
  return text.replaceAll(controls, escaped)
}

/** What a client sends is in messages and paths: it would begin lines of its own in a log, or steer a terminal. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu

const escaped = (control: string) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
