import type { DescribedLayout } from '../describe/described-layout.ts'
import type { Guard } from '../types/guard.ts'

// Registered, so that the ESM and the CommonJS build know each other's guards.
export const brand = Symbol.for('mongoose-guard.Guard')

export function isGuard(value: unknown): value is Guard {
  return typeof value === 'object' && value !== null && brand in value
}

/** How a guard takes a body apart, whichever build made it. */
export function layoutOf(guard: Guard): DescribedLayout {
  return (guard as unknown as Record<typeof brand, DescribedLayout>)[brand]
}
