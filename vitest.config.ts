import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
// Examples import the library by its name, as their readers will.
const library = {
  'mongoose-guard/express': here('src/express.ts'),
  'mongoose-guard/web': here('src/web.ts'),
  'mongoose-guard': here('src/index.ts'),
}
// Nothing is timed: a loaded machine may take as long as it needs.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }
const tests = { include: ['test/*.test.ts', 'test/integration/*.test.ts'], ...patience }

// The same test files run on both majors. `import 'mongoose8'` in a .ts file would merge the two
// `declare module 'mongoose'` and corrupt the types of the whole program: the alias lives here and nowhere else.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'mongoose-9', ...tests, alias: library } },
      { test: { name: 'mongoose-8', ...tests, alias: { ...library, mongoose: 'mongoose8' } } },
      { test: { name: 'eslint-plugin', include: ['eslint-plugin/test/**/*.test.ts'], globals: true, ...patience } },
    ],
    coverage: { provider: 'v8', include: ['src/**', 'eslint-plugin/src/**'] },
  },
})
