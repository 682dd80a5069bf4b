import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as typescriptParser from '@typescript-eslint/parser'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { Application } from './lint-files.ts'

const routes = {
  'src/routes/users.ts': `import { guard } from 'mongoose-guard/express'
import { create } from '@/controllers/users'
router.post('/', guard(User, { allow: ['name'] }), create)`,
  'src/save.ts': `import type { Request, Response } from 'express'
import type { HydratedDocument, Model } from 'mongoose'
interface User { name: string }
interface Cache { set(value: unknown): void; create(value: unknown): void }
export class Users {
  constructor(private readonly users: Model<User>, private readonly cache: Cache) {}
  async create(req: Request, res: Response) {
    this.cache.create(req.body)
    res.json(await this.users.create(req.body))
  }
  async update(req: Request & { user: HydratedDocument<User> }, res: Response) {
    req.user.set(req.body)
    this.cache.set(req.body)
    res.json(await req.user.save())
  }
}`,
}

const compiled = (name: string) => `import mongoose from 'mongoose'
import { createGuard } from 'mongoose-guard'
const ${name} = mongoose.models.${name} || mongoose.model('${name}', new mongoose.Schema({ name: String }))
createGuard(${name}, { allow: ['name'] })
`
const models = { 'src/declared.ts': compiled('Declared'), 'src/undeclared.ts': compiled('Undeclared') }

const application = new Application({
  ...routes,
  ...models,
  'src/models.ts': `import type { Model } from 'mongoose'
declare module 'mongoose' { interface Models { Declared: Model<{ name: string }> } }`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'preserve', skipLibCheck: true, types: [], paths: { '@/*': ['./src/*'] } },
    include: ['src'],
  }),
  'src/controllers/index.ts': 'export {}',
  'src/controllers/users.ts': `export { create } from '@/handlers/create'`,
  'src/handlers/create.ts': '\nexport const create = (req: any, res: any) => res.json(req.body)',
})
symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(application.folder, 'node_modules'), 'dir')
const languageOptions = {
  parser: typescriptParser,
  parserOptions: { project: './tsconfig.json', tsconfigRootDir: application.folder },
}

// A TypeScript program with Mongoose's types takes seconds to build.
vi.setConfig({ testTimeout: 60_000 })

afterAll(() => {
  application.remove()
})

describe('type information', () => {
  it('finds a handler behind path aliases, and behind those of the files on the way', () => {
    const path = 'src/routes/users.ts'
    expect(application.lint(path, routes[path], { languageOptions })).toEqual([
      expect.stringMatching(/^3:52 .* in src\/handlers\/create\.ts:2\./),
    ])
  })

  it('tells models and documents from what only looks like them', () => {
    const path = 'src/save.ts'
    const rules = { 'mongoose-guard/no-unguarded-write': 'warn' } as const
    expect(application.lint(path, routes[path], { languageOptions, rules })).toEqual([
      expect.stringMatching(/^9:38 `this\.users\.create\(\)`/),
      expect.stringMatching(/^12:18 `req\.user\.set\(\)`/),
    ])
  })

  it('tells models that the application has declared to Mongoose from those that are found untyped', () => {
    const rules = { 'mongoose-guard/no-untyped-model': 'error' } as const
    const [declared, undeclared] = Object.entries(models).map(([path, text]) =>
      application.lint(path, text, { languageOptions, rules }),
    )
    expect(declared).toEqual([])
    expect(undeclared).toEqual([expect.stringMatching(/^3:20 `mongoose\.models\.Undeclared` makes/)])
  })

  it('is not needed for what aliases and declared types tell', () => {
    const untyped = { languageOptions: { parser: typescriptParser } }
    const rules = {
      'mongoose-guard/no-unguarded-write': 'warn',
      'mongoose-guard/no-body-after-guard': 'error',
    } as const
    const messages = Object.entries(routes).flatMap(([path, text]) =>
      application.lint(path, text, { ...untyped, rules }),
    )
    expect(messages).toEqual([
      expect.stringMatching(/^3:52 .* in src\/handlers\/create\.ts:2\./),
      // The document has a type that only a TypeScript program knows.
      expect.stringMatching(/^9:38 `this\.users\.create\(\)`/),
    ])
  })
})
