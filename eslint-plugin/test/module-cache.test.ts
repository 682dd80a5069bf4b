import * as typescriptParser from '@typescript-eslint/parser'
import type { Linter } from 'eslint'
import { expect, it } from 'vitest'
import { Application } from './lint-files.ts'

it('parses few modules again where each controller leads to more of them than are kept', () => {
  const parsed: string[] = []
  const parser: Linter.Parser = {
    parseForESLint(text, options) {
      if (text.includes('// padding')) parsed.push(text.slice(0, 40))
      return typescriptParser.parseForESLint(text, options as typescriptParser.ParserOptions) as never
    },
  }
  const services = Array.from({ length: 30 }, (_, index) => `service${String(index)}`)
  const padding = `// padding ${'x'.repeat(100)}\n`.repeat(900)
  const service = (name: string) =>
    `export const ${name} = (data) => User.create(data)\nimport { User } from './user.js'\n${padding}`
  const application = new Application({
    'user.js': `import mongoose from 'mongoose'\nexport const User = mongoose.model('User', new mongoose.Schema({ name: String }))\n`,
    ...Object.fromEntries(services.map((name) => [`${name}.js`, service(name)])),
  })
  const code = `${services.map((name) => `import { ${name} } from './${name}.js'`).join('\n')}
export const all = async (req, res) => {
${services.map((name) => `await ${name}(req.body)`).join('\n')}
res.end() }`
  const controllers = ['a.js', 'b.js', 'c.js', 'd.js']
  const rules = { 'mongoose-guard/no-unguarded-write': 'error' } as const
  const found = controllers.map((path) => application.lint(path, code, { rules, languageOptions: { parser } }))
  application.remove()
  expect(found.map(({ length }) => length)).toEqual(controllers.map(() => services.length))
  expect(parsed.length).toBeLessThan(2 * services.length)
})
