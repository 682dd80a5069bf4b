import guardPlugin from 'eslint-plugin-mongoose-guard'
import { defineConfig, globalIgnores } from 'eslint/config'
import { parser, plugin } from 'typescript-eslint'

/** The rooms of src/ from top to bottom: the files of each may import from their own and from those below. */
export const rooms = [
  'adapters',
  'surface',
  'guard',
  'describe',
  'fast-path',
  'check',
  'rules',
  'forms',
  'plan',
  'mongoose',
  'errors',
  'values',
  'types',
]

/** The rooms of eslint-plugin/src/, in the same way. */
export const pluginRooms = ['rules', 'routes', 'mongoose', 'guards', 'flow', 'evaluate', 'source']

const downOnly = (house, rooms, paths) =>
  rooms.map((room, floor) => ({
    files: [`${house}/${room}/*.ts`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths,
          patterns: [
            {
              group: ['../index.ts', ...rooms.slice(0, floor).map((above) => `../${above}/*`)],
              message: 'Imports point down only: see the rooms in eslint.config.js.',
            },
          ],
        },
      ],
    },
  }))

const libraryPaths = [
  {
    name: 'mongoose',
    message: 'Everything comes off the Model that the guard is given.',
    allowTypeImports: true,
  },
  { name: 'express', message: 'The adapter works with whatever Express is there.', allowTypeImports: true },
]

const pluginPaths = [
  {
    name: 'eslint',
    message: "Linters that run ESLint's plugins without ESLint load this package as well.",
    allowTypeImports: true,
  },
  { name: 'typescript', message: 'Projects without TypeScript are linted as well.' },
]

export default defineConfig(
  globalIgnores([
    '**/dist',
    '**/coverage',
    '**/node_modules',
    '**/.next',
    'type-tests',
    'examples/next',
    'bench',
    'eslint-plugin/test/corpus',
    'examples/lint',
    'test/documentdb',
    'test/frameworks',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.ts'], languageOptions: { parser }, plugins: { '@typescript-eslint': plugin } },
  ...downOnly('src', rooms, libraryPaths),
  ...downOnly('eslint-plugin/src', pluginRooms, pluginPaths),
  // The examples are linted with the project's own rules; a bad one proves that they fire.
  { files: ['examples/**/*.{ts,js,mjs}'], extends: [guardPlugin.configs.strict] },
)
