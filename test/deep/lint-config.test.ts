import { readFileSync } from 'node:fs'
import { configs, plugin } from 'typescript-eslint'
import { expect, it } from 'vitest'
import config from '../../eslint.config.js'

interface OxlintConfig {
  readonly ignorePatterns: readonly string[]
  readonly overrides: readonly { readonly rules: Readonly<Record<string, unknown>> }[]
}

const text = readFileSync(new URL('../../.oxlintrc.json', import.meta.url), 'utf8')
const { ignorePatterns, overrides } = JSON.parse(text) as OxlintConfig
const rules = overrides.flatMap((override) => Object.entries(override.rules))

const known = (
  plugin as unknown as { rules: Readonly<Record<string, { meta: { docs: { requiresTypeChecking?: boolean } } }>> }
).rules

function asksTypes(name: string): boolean {
  return known[name]?.meta.docs.requiresTypeChecking === true
}

it("lints with each rule of typescript-eslint's strict presets that asks the type checker", () => {
  const presets = [...configs.strictTypeChecked, ...configs.stylisticTypeChecked]
  const typed = presets
    .flatMap((preset) => Object.entries(preset.rules ?? {}))
    .map(([name, setting]): [string, unknown] => [name.replace('@typescript-eslint/', ''), setting])
    .filter(([name, setting]) => asksTypes(name) && setting !== 'off')
  // Oxlint does not have it yet; there is no enum here.
  const expected = new Map(typed.filter(([name]) => name !== 'no-unsafe-enum-assignment'))
  expected.set('restrict-template-expressions', ['error', { allowNumber: true }])
  expect(expected.size).toBeGreaterThan(40)
  expect(Object.fromEntries(rules)).toEqual(
    Object.fromEntries([...expected].map(([name, setting]) => [`typescript/${name}`, setting])),
  )
})

it('leaves the same files out in both linters', () => {
  const [{ ignores } = {}] = config
  expect(ignorePatterns).toEqual(ignores)
})
