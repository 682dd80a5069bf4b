import { createRequire } from 'node:module'
import * as typescriptParser from '@typescript-eslint/parser'
import { RuleTester } from 'eslint'
import type { GuardRule } from '../src/rules/create-rule.ts'

const load = createRequire(import.meta.url)

/** Code of a case by its title. In flagged code `«read→instead»` marks what is reported and what is suggested for it. */
export type Cases = Readonly<Record<string, string>>

interface Suite {
  readonly rule: string
  readonly messageId: string
  readonly suggestion?: string
  /** Code that each case starts with, unless the case brings what this declares. */
  readonly preamble: string
  readonly bringsOwn: RegExp
  readonly flagged: Cases
  readonly quiet: Cases
  readonly settings?: Record<string, unknown>
  readonly options?: readonly object[]
  readonly filename?: string
}

interface Host {
  readonly tester: typeof RuleTester
  readonly config: object
}

const typescript: Host = { tester: RuleTester, config: { languageOptions: { parser: typescriptParser } } }

/** In the project `deep-eslint-plugin`. */
export const isDeep = process.env.OLDER_ESLINT !== undefined

const hosts: Readonly<Record<string, Host>> = isDeep
  ? { 'the TypeScript parser': typescript, ...olderHosts() }
  : { espree: { tester: RuleTester, config: {} } }

function olderHosts(): Readonly<Record<string, Host>> {
  // The types are those of other copies of the same classes.
  const nine = load('eslint9') as { RuleTester: typeof RuleTester }
  const eight = load('eslint8') as { RuleTester: typeof RuleTester }
  const flat = load('eslint8/use-at-your-own-risk') as { FlatRuleTester: typeof RuleTester }
  return {
    'ESLint 9': { tester: nine.RuleTester, config: {} },
    'ESLint 8': { tester: flat.FlatRuleTester, config: {} },
    'ESLint 8 with eslintrc': {
      tester: eight.RuleTester,
      config: { parserOptions: { ecmaVersion: 2022, sourceType: 'module' } },
    },
  }
}

/** Runs every case under espree; in the deep tests under the TypeScript parser and the older versions of ESLint. */
export function runSuite(rule: GuardRule, suite: Suite): void {
  for (const [name, host] of Object.entries(hosts)) runUnder(name, host, rule, suite)
}

/** Runs cases that only TypeScript can parse. */
export function runTypeScriptSuite(rule: GuardRule, suite: Suite): void {
  if (!isDeep) runUnder('the TypeScript parser', typescript, rule, suite)
}

function runUnder(name: string, { tester, config }: Host, rule: GuardRule, suite: Suite): void {
  const settings = suite.settings ? { 'mongoose-guard': suite.settings } : {}
  const options = {
    ...(suite.options ? { options: [...suite.options] } : {}),
    ...(suite.filename === undefined ? {} : { filename: suite.filename }),
  }
  new tester({ ...config, settings }).run(`${suite.rule} under ${name}`, rule, {
    valid: entries(suite.quiet, suite).map(([title, code]) => ({ name: title, code, ...options })),
    invalid: entries(suite.flagged, suite).map(([title, marked]) => ({
      name: title,
      ...readMarks(marked, suite),
      ...options,
    })),
  })
}

function entries(cases: Cases, { preamble, bringsOwn }: Suite): [string, string][] {
  return Object.entries(cases).map(([name, code]) => [name, bringsOwn.test(code) ? code : preamble + code])
}

const mark = /«([^→»]*)(?:→([^»]*))?»/g

function readMarks(
  marked: string,
  { messageId, suggestion }: Suite,
): { code: string; errors: RuleTester.TestCaseError[] } {
  const code = marked.replaceAll(mark, '$1')
  const marks = [...marked.matchAll(mark)]
  const errors = marks.map((match) => {
    const [, , instead] = match
    const before = marked.slice(0, match.index).replaceAll(mark, '$1')
    const line = before.split('\n')
    const place = { messageId, line: line.length, column: (line.at(-1)?.length ?? 0) + 1 }
    if (instead === undefined || suggestion === undefined) return place
    const output = marked.replaceAll(mark, (text, read: string, other: string, offset: number) =>
      offset === match.index ? other : read,
    )
    return { ...place, suggestions: [{ messageId: suggestion, output }] }
  })
  return { code, errors }
}
