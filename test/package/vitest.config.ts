import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'package',
    root: import.meta.dirname,
    // Installing the tarball means real downloads on a cold cache.
    hookTimeout: 300_000,
    testTimeout: 300_000,
  },
})
