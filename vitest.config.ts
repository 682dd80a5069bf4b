import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
// Examples import the library by its name, as their readers will.
const library = {
  'mongoose-guard/express': here('src/adapters/express.ts'),
  'mongoose-guard/web': here('src/adapters/web.ts'),
  'mongoose-guard/openapi': here('src/adapters/openapi.ts'),
  'mongoose-guard': here('src/index.ts'),
}
const aliases = (paths: Record<string, string>) =>
  Object.entries(paths).map(([find, replacement]) => ({ find, replacement }))
// Loading Mongoose for each file would take as long as all tests. A test that changes it has to restore it.
const sharesModules = { isolate: false }
const sharesModels = { ...sharesModules, setupFiles: [here('test/support/forget-models.ts')] }
// Nothing is timed: a loaded machine may take as long as it needs, and what hangs ends all the same.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

// What is about the repository, starts a process that has Mongoose 9 whatever the tests have, or is about objects that
// stand in many places, which only the guard ever meets.
const exclude = [
  'aliases',
  'changelogs',
  'release',
  'repository',
  'workflows',
  'structure',
  'lint-config',
  'demo-process',
  'examples',
  'explained-mutants',
  'docs',
  'api-page',
  'error-codes-page',
  'playground',
].map((name) => `test/*/${name}.test.ts`)

// What is about hosts, and meets nothing in which the majors of Mongoose differ: on the older one beside the deep tests.
const ofHosts = [
  'command-line',
  'cross-site',
  'express',
  'express-on-reject',
  'from-form',
  'guard-by',
  'json-schema',
  'layouts',
  'mounted-applications',
  'openapi',
  'over-http2',
  'problem-details',
  'web',
].map((name) => `test/unit/${name}.test.ts`)

// Most tests send a guard one body: on one major the walker answers it, on the other one what is generated.
const generatedAtOnce = { find: /^.*\/warm-up\.ts$/, replacement: here('test/support/no-warm-up.ts') }

// What only computes does so alike on every version of Node.js: what draws bodies, and what counts work.
const computing = [
  'accept',
  'failing-setters',
  'fuzz',
  'hostile*',
  'json-schema',
  'properties',
  'reserved-names',
  'route-options',
  'seen-documents',
  'stand-ins',
  'wide-schemas',
].map((name) => `test/deep/${name}.test.ts`)

// The same test files run on both majors. `import 'mongoose8'` in a .ts file would merge the two
// `declare module 'mongoose'` and corrupt the types of the whole program: the alias lives here and nowhere else.
const onMongoose8 = { alias: [generatedAtOnce, ...aliases({ ...library, mongoose: 'mongoose8' })] }
// `test/versions.mjs` puts another version in its place.
const { MONGOOSE_UNDER_TEST: other } = process.env
const onMongoose9 = { alias: other === undefined ? library : { ...library, mongoose: other } }

// A rule's tests run under the newest ESLint beside a change, and under the older ones and the TypeScript parser with the
// deep tests, where those are that start a process or a type checker, lint hundreds of files, or are about file systems.
const slow = [
  'corpus',
  'deep-syntax',
  'examples',
  'model-suggestions',
  'module-cache',
  'oxlint',
  'self-references',
  'suggestions',
  'type-information',
  'typed-suggestions',
  'typescript-parser',
  'unreadable-files',
  'validated-bodies',
].map((name) => `eslint-plugin/test/${name}.test.ts`)
const ofRules = readdirSync(here('eslint-plugin/src/rules')).map((file) =>
  file.replace(/^(.*)\.ts$/, 'eslint-plugin/test/$1.test.ts'),
)
const ofPlugin = { globals: true, ...patience, ...sharesModules }

export default defineConfig({
  test: {
    projects: [
      // What a change is made beside.
      { test: { name: 'unit', include: ['test/unit/*.test.ts'], ...patience, ...sharesModules, ...onMongoose9 } },
      {
        test: {
          name: 'unit-mongoose-8',
          include: ['test/unit/*.test.ts'],
          exclude: [...exclude, ...ofHosts],
          ...patience,
          ...sharesModules,
          ...onMongoose8,
        },
      },
      {
        test: {
          name: 'unit-eslint-plugin',
          include: ['eslint-plugin/test/*.test.ts'],
          exclude: slow,
          ...ofPlugin,
        },
      },
      // Oracles, random schemas, hostile bodies, servers, compilers.
      {
        test: {
          name: 'deep',
          include: ['test/deep/*.test.ts'],
          exclude: computing,
          ...patience,
          ...sharesModels,
          ...onMongoose9,
        },
      },
      { test: { name: 'deep-computing', include: computing, ...patience, ...sharesModels, ...onMongoose9 } },
      {
        test: {
          name: 'deep-mongoose-8',
          include: ['test/deep/*.test.ts'],
          exclude,
          ...patience,
          ...sharesModels,
          ...onMongoose8,
        },
      },
      {
        test: { name: 'deep-hosts-mongoose-8', include: ofHosts, ...patience, ...sharesModules, ...onMongoose8 },
      },
      {
        test: {
          name: 'deep-eslint-plugin',
          include: [...ofRules, ...slow],
          env: { OLDER_ESLINT: 'true' },
          ...ofPlugin,
        },
      },
    ],
    coverage: { provider: 'v8', include: ['src/**', 'eslint-plugin/src/**'] },
  },
})
