import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as typescriptParser from '@typescript-eslint/parser'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { marksIn } from './corpus.ts'

const examples = join(import.meta.dirname, '../../examples')

async function lint(...patterns: string[]): Promise<{ places: string[]; marks: string[] }> {
  const eslint = new ESLint({
    cwd: examples,
    overrideConfigFile: true,
    overrideConfig: [
      plugin.configs.strict,
      { files: ['**/*.ts'], languageOptions: { parser: typescriptParser } },
      // Comments for other linters' rules are none of this test's business.
      { linterOptions: { noInlineConfig: true } },
    ],
  })
  const files = await eslint.lintFiles(patterns)
  const places = files.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ line, ruleId }) =>
        `${relative(examples, filePath)}:${String(line)} ${String(ruleId).replace('mongoose-guard/', '')}`,
    ),
  )
  const marks = files.flatMap(({ filePath }) =>
    marksIn({ path: relative(examples, filePath), text: readFileSync(filePath, 'utf8') }, 'flagged'),
  )
  expect(files.length).toBeGreaterThan(0)
  return { places: places.toSorted(), marks: marks.toSorted() }
}

describe('the examples of the repository', () => {
  it('are reported where one is made to be bad, by every rule', async () => {
    const { places, marks } = await lint('lint/**/*.{js,ts}')
    expect(places).toEqual(marks)
    expect(new Set(places.map((place) => place.split(' ')[1]))).toEqual(new Set(Object.keys(plugin.rules)))
  })

  it('are clean where they show how it is done', async () => {
    const { places, marks } = await lint('express/**/*.ts', 'next/{app,lib}/**/*.ts')
    // The demo shows its attacks without the guards, too.
    expect(places.filter((place) => !place.startsWith('express/unguarded.ts:'))).toEqual([])
    expect(new Set(places.map((place) => place.split(' ')[1]))).toEqual(new Set(['null', 'no-unguarded-write']))
    expect(marks).toEqual([])
  })

  it('have a config for the bad one that takes the published plugin', () => {
    const config = readFileSync(join(examples, 'lint/eslint.config.js'), 'utf8')
    expect(config).toContain(`from '${plugin.meta.name}'`)
  })
})
