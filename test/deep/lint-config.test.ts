import { readFileSync } from 'node:fs'
import eslint from '@eslint/js'
import { configs, plugin } from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import config from '../../eslint.config.js'

type Rules = Readonly<Record<string, unknown>>
interface OxlintConfig {
  readonly ignorePatterns: readonly string[]
  readonly rules: Rules
  readonly overrides: readonly { readonly files: readonly string[]; readonly rules?: Rules }[]
}

const text = readFileSync(new URL('../../.oxlintrc.json', import.meta.url), 'utf8')
const { ignorePatterns, rules, overrides } = JSON.parse(text) as OxlintConfig
const known = (
  plugin as unknown as { rules: Readonly<Record<string, { meta: { docs: { requiresTypeChecking?: boolean } } }>> }
).rules

// Each is an error of syntax where it could stand, or there is none of what it is about here.
const without = new Set(['no-dupe-args', 'no-new-symbol', 'no-octal', '@typescript-eslint/no-unsafe-enum-assignment'])

/** The rules of presets under the names that Oxlint has for them. */
function underOxlint(...presets: readonly { readonly rules?: Partial<Rules> }[]): [string, unknown][] {
  return presets
    .flatMap((preset) => Object.entries(preset.rules ?? {}))
    .filter(([name]) => !without.has(name))
    .map(([name, setting]) => [
      name.startsWith('@') ? name.replace('@typescript-eslint', 'typescript') : `eslint/${name}`,
      Array.isArray(setting) && setting.length === 1 ? setting[0] : setting,
    ])
}

const isOn = ([, setting]: readonly [string, unknown]) => setting !== 'off'
const asksTypes = ([name]: readonly [string, unknown]) =>
  known[name.replace('typescript/', '')]?.meta.docs.requiresTypeChecking === true

describe('Oxlint', () => {
  it("lints with each rule of ESLint's preset", () => {
    const expected = underOxlint(eslint.configs.recommended).filter(isOn)
    expect(expected.length).toBeGreaterThan(40)
    expect(rules).toEqual(Object.fromEntries(expected))
  })

  it("lints TypeScript with typescript-eslint's strict presets, those that ask the type checker among them", () => {
    const [{ rules: found = {} } = {}] = overrides.filter(({ files }) => files.includes('**/*.ts'))
    const all = underOxlint(...configs.strict, ...configs.stylistic)
    const typed = underOxlint(...configs.strictTypeChecked, ...configs.stylisticTypeChecked).filter(
      (rule) => asksTypes(rule) && isOn(rule),
    )
    const expected = new Map([...all, ...typed])
    expected.set('typescript/restrict-template-expressions', ['error', { allowNumber: true }])
    expect(typed.length).toBeGreaterThan(40)
    expect(found).toEqual(Object.fromEntries(expected))
  })
})

it('leaves the same files out in both linters', () => {
  const [{ ignores } = {}] = config
  expect(ignorePatterns).toEqual(ignores)
})
