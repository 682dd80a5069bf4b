import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('../..'),
  test: {
    include: ['test/browser/**/*.test.ts'],
    alias: {
      'mongoose-guard/express': here('../../src/adapters/express.ts'),
      'mongoose-guard/openapi': here('../../src/adapters/openapi.ts'),
      'mongoose-guard': here('../../src/index.ts'),
    },
    // One of the two files waits for the network first, as long as the other one takes.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
