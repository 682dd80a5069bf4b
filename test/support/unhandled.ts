import { afterEach, beforeEach } from 'vitest'

/** Why the promises were rejected that nobody has handled in the test at hand: filled anew for each test of a block. */
export function unhandledRejections(): readonly unknown[] {
  const reasons: unknown[] = []
  const note = (reason: unknown) => void reasons.push(reason)
  beforeEach(() => {
    reasons.length = 0
    process.on('unhandledRejection', note)
  })
  afterEach(() => void process.off('unhandledRejection', note))
  return reasons
}
