import { warmUp } from '../../src/fast-path/warm-up.ts'
import { warmUp as none } from '../support/no-warm-up.ts'

/** Has code generated for a guard's first body, not between two that are compared. */
export function generateAtOnce(): void {
  Object.assign(warmUp, none)
}
