import { defineConfig } from 'vitest/config'

// The same test files run on both majors. `import 'mongoose8'` in a .ts file would merge the two
// `declare module 'mongoose'` and corrupt the types of the whole program: the alias lives here and nowhere else.
const tests = { include: ['test/**/*.test.ts'], exclude: ['test/package/**', 'test/browser/**'] }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'mongoose-9', ...tests } },
      { test: { name: 'mongoose-8', ...tests, alias: { mongoose: 'mongoose8' } } },
      { test: { name: 'eslint-plugin', include: ['eslint-plugin/test/**/*.test.ts'], globals: true } },
    ],
    coverage: { provider: 'v8', include: ['src/**', 'eslint-plugin/src/**'] },
  },
})
