import { readdirSync } from 'node:fs'
import { ESLint, type Linter } from 'eslint'
import { parser, plugin } from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import config, { layers } from '../../eslint.config.js'

const modules = readdirSync(new URL('../../src', import.meta.url))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

/** The project's own import rules alone: the others need type information. */
const importRules = config
  .filter(({ rules }) => rules !== undefined && '@typescript-eslint/no-restricted-imports' in rules)
  .map(({ files, rules }) => ({ files, rules, plugins: { '@typescript-eslint': plugin }, languageOptions: { parser } }))

async function importErrors(filePath: string, code: string) {
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: importRules as Linter.Config[] })
  const [result] = await eslint.lintText(code, { filePath })
  return result?.messages.map(({ message }) => message)
}

describe('the structure of src/', () => {
  it('gives every module a layer', () => {
    expect(layers.flat().sort()).toEqual(modules.sort())
  })

  it('lets a module import from the layers below', async () => {
    expect(await importErrors('src/walk.ts', "import { readModel } from './schema.ts'\nreadModel()\n")).toEqual([])
  })

  it('refuses an import from a layer above', async () => {
    const errors = await importErrors('src/schema.ts', "import { Walk } from './walk.ts'\nnew Walk()\n")
    expect(errors).toEqual([expect.stringContaining('Imports point down only')])
  })

  it.each(['mongoose', 'express'])('refuses %s at run time, and takes its types', async (name) => {
    expect(await importErrors('src/guard.ts', `import x from '${name}'\nx()\n`)).toHaveLength(1)
    expect(await importErrors('src/guard.ts', `import type x from '${name}'\nexport type Y = x\n`)).toEqual([])
  })
})
