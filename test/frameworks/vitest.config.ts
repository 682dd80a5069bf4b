import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  test: {
    name: 'frameworks',
    root: here('.'),
    include: ['*.test.ts'],
    setupFiles: ['no-database.ts'],
    alias: { 'mongoose-guard/web': here('../../src/adapters/web.ts'), 'mongoose-guard': here('../../src/index.ts') },
    testTimeout: 300_000,
    // A SvelteKit app is built for its test.
    hookTimeout: 300_000,
  },
})
