// Lints checked-out repositories with every rule, and writes each finding with the lines around it, to be judged by a
// reader: `npx tsx eslint-plugin/test/lint-repositories.ts [--bodies] FOLDER…`. With `--bodies`, each place that reads a
// whole body is written as well, reported or not: what is missed can only be found by reading those.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import * as typescriptParser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import plugin from '../src/index.ts'

const isSkipped = /^(?:\..*|node_modules|dist|build|coverage|public|vendor|client|frontend|test|tests|__tests__)$/
const isSource = /(?<!\.d|\.test|\.spec|\.min)\.[cm]?[jt]sx?$/
const wholeBody = /\b(?:body|validated)\b(?!\s*[.?[]\s*[.\w'"])|\b(?:request|req)\.json\(\)|@Body\(/
const around = 3

function* sourcesIn(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !isSkipped.test(entry.name)) yield* sourcesIn(path)
    else if (entry.isFile() && isSource.test(entry.name) && statSync(path).size < 500_000) yield path
  }
}

function configFor(path: string): Linter.Config[] {
  const isTypeScript = /\.[cm]?tsx?$/.test(path)
  return [
    {
      files: ['**/*.*'],
      plugins: { 'mongoose-guard': plugin },
      languageOptions: {
        ...(isTypeScript ? { parser: typescriptParser } : {}),
        sourceType: path.endsWith('.cjs') ? 'commonjs' : 'module',
        parserOptions: { ecmaFeatures: { jsx: true, globalReturn: true } },
      },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      rules: { ...plugin.configs.strict.rules },
    },
  ]
}

function excerpt(lines: readonly string[], line: number): string {
  const first = Math.max(0, line - 1 - around)
  return lines
    .slice(first, line + around)
    .map((text, index) => `${first + index + 1 === line ? '>' : ' '} ${String(first + index + 1)} ${text}`)
    .join('\n')
}

const [, , ...options] = process.argv
const listsBodies = options.includes('--bodies')
const totals = { files: 0, unparsed: 0, findings: 0 }
for (const folder of options.filter((option) => !option.startsWith('--'))) {
  const cwd = resolve(folder)
  const linter = new Linter({ cwd })
  for (const path of sourcesIn(cwd)) {
    const text = readFileSync(path, 'utf8')
    const messages = linter
      .verify(text, configFor(path), { filename: path })
      .filter(({ ruleId, fatal }) => ruleId !== null || fatal)
    totals.files++
    if (messages.some(({ fatal }) => fatal)) {
      totals.unparsed++
      continue
    }
    totals.findings += messages.length
    const lines = text.split('\n')
    const place = `${basename(cwd)}/${relative(cwd, path)}`
    for (const { line, ruleId, message } of messages)
      console.log(`\n## ${place}:${String(line)} ${String(ruleId)}\n${message}\n${excerpt(lines, line)}`)
    if (!listsBodies || !/mongoose|body|json\(\)/i.test(text)) continue
    const reported = new Set(messages.map(({ line }) => line))
    for (const [index, source] of lines.entries())
      if (wholeBody.test(source) && !reported.has(index + 1))
        console.log(`\n-- ${place}:${String(index + 1)}\n${source.trim()}`)
  }
}
console.log(`\n${JSON.stringify(totals)}`)
