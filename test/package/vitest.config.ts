import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'package',
    root: import.meta.dirname,
    // Installing the tarball means real downloads on a cold cache.
    hookTimeout: 180_000,
    testTimeout: 30_000,
  },
})
