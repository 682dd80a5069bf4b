import { existsSync, readdirSync, readFileSync } from 'node:fs'
import * as typescriptParser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import { format, type FormatConfig } from 'oxfmt'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import type { GuardRule } from '../src/rules/create-rule.ts'
import { examplesOf, withRuleHeader, withRuleTable } from './generated-docs.ts'

const root = new URL('../', import.meta.url)
const rules = Object.entries<GuardRule>(plugin.rules)

const options = JSON.parse(read('../.oxfmtrc.json')) as FormatConfig

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

async function formatted(markdown: string): Promise<string> {
  const { code } = await format('page.md', markdown, options)
  return code
}

function lint(rule: string, { language, code }: { language: string; code: string }): string[] {
  const isTypeScript = language === 'ts'
  const config: Linter.Config = {
    files: ['**/*.*'],
    plugins: { 'mongoose-guard': plugin },
    languageOptions: isTypeScript ? { parser: typescriptParser } : {},
    rules: { [`mongoose-guard/${rule}`]: 'error' },
  }
  return new Linter()
    .verify(code, config, { filename: isTypeScript ? 'example.ts' : 'example.js' })
    .map(({ ruleId, message }) => `${String(ruleId)}: ${message}`)
}

describe('the documentation of the rules', () => {
  it('has one page a rule', () => {
    const pages = readdirSync(new URL('docs/rules', root)).toSorted()
    expect(pages).toEqual(rules.map(([name]) => `${name}.md`).toSorted())
  })

  it('has a fresh table in the README', async () => {
    const readme = read('README.md')
    expect(readme).toBe(await formatted(withRuleTable(readme, plugin.rules)))
  })

  it('has four cells in each row of that table', () => {
    const rows = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('| [') || line.startsWith('| Rule '))
    expect(rows).toHaveLength(rules.length + 1)
    for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(6)
  })

  it.each(rules)('%s: the heading of its page is fresh', async (name, rule) => {
    const page = read(`docs/rules/${name}.md`)
    expect(page).toBe(await formatted(withRuleHeader(page, name, rule)))
  })

  it.each(rules)('%s: its url names its page', (name, { meta }) => {
    expect(meta.docs.url).toBe(`https://unpkg.com/${plugin.meta.name}@${plugin.meta.version}/docs/rules/${name}.md`)
    expect(meta.languages).toEqual(['js/js'])
    expect(existsSync(new URL(`docs/rules/${name}.md`, root))).toBe(true)
  })

  it.each(rules)('%s: its options are on its page, and have defaults that its schema takes', (name, { meta }) => {
    const options = Object.keys(meta.schema[0].properties)
    expect(Object.keys(meta.defaultOptions[0])).toEqual(options)
    const page = read(`docs/rules/${name}.md`).split('## Options')[1] ?? ''
    for (const option of options) expect(page).toContain(`\`${option}\``)
    const config: Linter.Config = {
      plugins: { 'mongoose-guard': plugin },
      rules: { [`mongoose-guard/${name}`]: ['error', meta.defaultOptions[0]] },
    }
    expect(new Linter().verify('export {}', config)).toEqual([])
    const misspelt = { ...config, rules: { [`mongoose-guard/${name}`]: ['error', { model: [] }] } } as Linter.Config
    expect(() => new Linter().verify('export {}', misspelt)).toThrow('Unexpected property "model"')
  })

  it.each(rules)('%s: incorrect code is reported, correct code is not', (name) => {
    const examples = examplesOf(read(`docs/rules/${name}.md`))
    expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(['incorrect', 'correct']))
    for (const example of examples) {
      const reported = lint(name, example).map((message) => message.split(':')[0])
      expect({ code: example.code, reported: [...new Set(reported)] }).toEqual({
        code: example.code,
        reported: example.kind === 'correct' ? [] : [`mongoose-guard/${name}`],
      })
    }
  })
})
