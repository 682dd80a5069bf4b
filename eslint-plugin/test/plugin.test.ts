import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ESLint, type Linter } from 'eslint'
import { defineConfig } from 'eslint/config'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as entry from '../src/index.ts'
import plugin from '../src/index.ts'

const load = createRequire(import.meta.url)

const packageJson = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>

const code = `import { guard } from 'mongoose-guard/express'
app.patch('/', guard(User, { allow: ['address.city'], partial: true }), async (req, res) => {
  await User.updateOne({ _id: 1 }, req.validated)
  res.json(req.body)
})`

async function lint(config: Linter.Config[], text = code): Promise<string[]> {
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: config })
  const [file] = await eslint.lintText(text, { filePath: 'route.js' })
  return (file?.messages ?? []).map(
    ({ line, ruleId, severity }) => `${String(line)} ${String(ruleId)} ${String(severity)}`,
  )
}

describe('the plugin', () => {
  it('is its own default export and what require() gives', () => {
    expect(Object.keys(entry).toSorted()).toEqual(['default', 'module.exports'])
    expect(entry['module.exports']).toBe(plugin)
  })

  it('leaves out what is too long to be written by hand', async () => {
    const filler = (length: number) => `${code}\n// ${'x'.repeat(length)}`
    expect(await lint([plugin.configs.strict], filler(199_000))).toHaveLength(2)
    expect(await lint([plugin.configs.strict], filler(200_000))).toEqual([])
  })

  it('has the name and version of its package', () => {
    expect(plugin.meta).toEqual({ name: packageJson.name, version: packageJson.version, namespace: 'mongoose-guard' })
  })

  it('has no dependencies', () => {
    expect(packageJson.dependencies).toBeUndefined()
    expect(Object.keys(packageJson.peerDependencies as object)).toEqual(['eslint'])
  })

  it('is an ESLint plugin to the types, with presets that are there', () => {
    expectTypeOf(plugin).toExtend<ESLint.Plugin>()
    expectTypeOf(plugin.configs.recommended).toEqualTypeOf<Linter.Config>()
    expectTypeOf(plugin.configs.strict).toEqualTypeOf<Linter.Config>()
  })
})

describe('the presets', () => {
  it('recommended has what the rules recommend', () => {
    expect(plugin.configs.recommended.rules).toEqual({
      'mongoose-guard/no-body-after-guard': 'error',
      'mongoose-guard/no-unguarded-write': 'warn',
      'mongoose-guard/guard-after-body-parser': 'error',
      'mongoose-guard/no-guard-in-handler': 'warn',
      'mongoose-guard/no-untyped-model': 'warn',
    })
  })

  it('strict has every rule as an error', () => {
    expect(plugin.configs.strict.rules).toEqual(
      Object.fromEntries(Object.keys(plugin.rules).map((name) => [`mongoose-guard/${name}`, 'error'])),
    )
  })

  it('recommended lints', async () => {
    expect(await lint([plugin.configs.recommended])).toEqual(['4 mongoose-guard/no-body-after-guard 2'])
  })

  it('strict lints', async () => {
    expect(await lint([plugin.configs.strict])).toEqual([
      '3 mongoose-guard/prefer-to-update 2',
      '4 mongoose-guard/no-body-after-guard 2',
    ])
  })

  it('have the same rules for eslintrc', () => {
    for (const name of ['recommended', 'strict'] as const)
      expect(plugin.configs[`${name}-legacy`]).toEqual({
        plugins: ['mongoose-guard'],
        parserOptions: { ecmaVersion: 'latest' },
        rules: plugin.configs[name].rules,
      })
  })

  it('lint in ESLint 8 with a flat config and with eslintrc', async () => {
    const { FlatESLint } = load('eslint8/use-at-your-own-risk') as { FlatESLint: typeof ESLint }
    const flat = new FlatESLint({ overrideConfigFile: true, overrideConfig: [plugin.configs.strict] })
    const { ESLint: ESLint8 } = load('eslint8') as { ESLint: new (options: object) => ESLint }
    const eslintrc = new ESLint8({
      useEslintrc: false,
      plugins: { 'mongoose-guard': plugin },
      overrideConfig: {
        parserOptions: { sourceType: 'module' },
        extends: ['plugin:mongoose-guard/strict-legacy'],
      },
    })
    for (const eslint of [flat, eslintrc]) {
      const [file] = await eslint.lintText(code, { filePath: 'route.js' })
      expect(file?.messages.map(({ line, ruleId }) => `${String(line)} ${String(ruleId)}`)).toEqual([
        '3 mongoose-guard/prefer-to-update',
        '4 mongoose-guard/no-body-after-guard',
      ])
    }
  })

  it('can be extended, as an object or by name', async () => {
    const byObject = defineConfig({ files: ['**/*.js'], extends: [plugin.configs.recommended] })
    const byName = defineConfig({ plugins: { 'mongoose-guard': plugin }, extends: ['mongoose-guard/recommended'] })
    expect(await lint(byObject)).toEqual(['4 mongoose-guard/no-body-after-guard 2'])
    expect(await lint(byName)).toEqual(['4 mongoose-guard/no-body-after-guard 2'])
  })
})
