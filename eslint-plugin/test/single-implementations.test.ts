import * as typescriptParser from '@typescript-eslint/parser'
import { describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const contract = `export interface IUserRepository { create(data: unknown): Promise<unknown>; rename(id: string, data: unknown): Promise<unknown> }
`
const repository = (name = 'UserRepository') => `import { User } from './user.model'
import { IUserRepository } from './user.contract'
export class ${name} implements IUserRepository {
  create(data: any) { return User.create(data) }
  rename(id: string, { name }: any) { return User.updateOne({ _id: id }, { name }) }
}
`
const service = `import { IUserRepository } from './user.contract'
export class UserService {
  constructor(private readonly users: IUserRepository) {}
  create(data: unknown) { return this.users.create(data) }
  rename(id: string, data: unknown) { return this.users.rename(id, data) }
}
`
const files = {
  'package.json': '{ "dependencies": { "express": "5", "mongoose": "9" } }',
  'user.model.ts': `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: String }))
`,
  'user.contract.ts': contract,
  'user.repository.ts': repository(),
  'user.service.ts': service,
}
const controller = (call = 'create(req.body)') => `import { UserService } from './user.service'
export class UserController {
  constructor(private readonly users: UserService) {}
  post = async (req, res) => { res.json(await this.users.${call}) }
}
`

function lint(code: string, others: Readonly<Record<string, string>> = {}, path = 'user.controller.ts'): number {
  const application = new Application({ ...files, ...others, [path]: code })
  const found = application.lint(path, code, {
    rules: { 'mongoose-guard/no-unguarded-write': 'error' },
    languageOptions: { parser: typescriptParser },
  })
  application.remove()
  return found.length
}

describe('no-unguarded-write behind an interface', () => {
  it('follows into the one class that implements it', () => {
    expect(lint(controller())).toBe(1)
  })

  it('follows through a barrel, and past a class for tests', () => {
    const others = {
      'contracts/index.ts': `export * from '../user.contract'\n`,
      'user.repository.ts': repository().replace('./user.contract', './contracts'),
      'test/fake.ts': `import { IUserRepository } from '../user.contract'\nexport class Fake implements IUserRepository { create() {} rename() {} }\n`,
    }
    expect(lint(controller(), others)).toBe(1)
  })

  it('is silent where the class writes fields', () => {
    expect(lint(controller('rename(req.params.id, req.body)'))).toBe(0)
  })

  it('is silent where two classes implement it', () => {
    expect(lint(controller(), { 'other.repository.ts': repository('OtherRepository') })).toBe(0)
  })

  it('is silent where another interface of the name is implemented', () => {
    const others = {
      'user.repository.ts': repository().replace('./user.contract', './other.contract'),
      'other.contract.ts': contract,
    }
    expect(lint(controller(), others)).toBe(0)
  })

  it('reports a write once: where the controller calls, and not where a router makes it', () => {
    const router = `import { Router } from 'express'
import { UserController } from './user.controller'
import { UserRepository } from './user.repository'
import { UserService } from './user.service'
const users = new UserController(new UserService(new UserRepository()))
export const router = Router()
router.post('/', (req, res) => users.post(req, res))
`
    expect(lint(router, { 'user.controller.ts': controller() }, 'user.router.ts')).toBe(0)
    expect(lint(controller(), { 'user.router.ts': router })).toBe(1)
  })
})
