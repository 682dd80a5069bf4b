import eslint from '@eslint/js'
import guardPlugin from 'eslint-plugin-mongoose-guard'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Modules of src/ from top to bottom: each may import only from lines below its own, whatever it imports. */
export const layers = [
  ['index', 'express', 'web'],
  ['adapter', 'request-body'],
  ['cross-site', 'stream-bytes'],
  ['guard', 'update'],
  ['options', 'standard', 'check'],
  ['accept'],
  ['accept-survey'],
  ['accept-source'],
  ['accept-copy', 'accept-keys', 'accept-leaf', 'late-rules'],
  ['accept-values'],
  ['built-in'],
  ['accept-rules', 'generated-code'],
  ['walk'],
  ['content'],
  ['walk-state'],
  ['position-rules', 'container-rules', 'may-fail-to-build'],
  ['rule-schedule', 'rule-subject'],
  ['rules-on-document'],
  ['document-rules', 'report', 'allowed-path'],
  ['discriminator'],
  ['plan'],
  ['allow'],
  ['rules'],
  ['rule-failure', 'rule-facts'],
  ['message', 'receiver', 'locate', 'suggestion', 'job-runner'],
  ['build-errors', 'build-document'],
  ['bookkeeping', 'document'],
  ['schema', 'position'],
  ['json-forms', 'error-item', 'config-error', 'answer-size', 'value-text', 'plain-copy'],
  ['plain-object', 'maybe-promise', 'outage', 'body-limits'],
]

const downOnly = layers.map((layer, at) => ({
  files: layer.map((name) => `src/${name}.ts`),
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        paths: [
          {
            name: 'mongoose',
            message: 'Everything comes off the Model that the guard is given.',
            allowTypeImports: true,
          },
          { name: 'express', message: 'The adapter works with whatever Express is there.', allowTypeImports: true },
        ],
        patterns: [
          {
            group: layers.slice(0, at + 1).flatMap((names) => names.map((name) => `./${name}.ts`)),
            message: 'Imports point down only: see the layers in eslint.config.js.',
          },
        ],
      },
    ],
  },
}))

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
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A Mongoose definition literal `{ type: String, required: true }` trips this one.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  ...downOnly,
  {
    files: ['src/types/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['../*'], message: 'Types stand below all run-time modules.' }] },
      ],
    },
  },
  // The examples are linted with the project's own rules; a bad one proves that they fire.
  { files: ['examples/**/*.{ts,js,mjs}'], extends: [guardPlugin.configs.strict] },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        document: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        process: 'readonly',
        require: 'readonly',
        URL: 'readonly',
      },
    },
  },
)
