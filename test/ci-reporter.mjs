import { appendFileSync } from 'node:fs'

/** Ends a run of Vitest with one plain line, and adds its counts to the file that TEST_COUNTS names. */
export default class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1
      // A file that cannot be loaded has no tests to fail.
      if (module.state() === 'failed' && module.errors().length > 0) counts.failed += 1
    }
    counts.failed += unhandledErrors.length
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
    const { TEST_COUNTS } = process.env
    if (TEST_COUNTS) appendFileSync(TEST_COUNTS, `${counts.passed} ${counts.failed}\n`)
  }
}
