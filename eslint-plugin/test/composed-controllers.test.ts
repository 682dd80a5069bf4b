import * as typescriptParser from '@typescript-eslint/parser'
import { describe, expect, it } from 'vitest'
import { Application, type Files } from './lint-files.ts'

const controller = `import { User } from './user.model'
export class UsersController {
  constructor(private readonly log: Log) {}
  public save = async (req: Request, res: Response) => { this.log.note(); res.json(await User.create(req.body)) }
}
`
const shared: Files = {
  'user.model.ts': `import mongoose from 'mongoose'\nexport const User = mongoose.model('User', new mongoose.Schema({ name: String }))`,
  'check.ts': `import Joi from 'joi'
const schema = Joi.object({ name: Joi.string() })
export const check = (req, res, next) => { const { error } = schema.validate(req.body); if (error) return res.status(400).json(error); next() }`,
}
const routes = (imported: string, steps: string) => `import { Router } from 'express'
import ${imported} from './users'
import { check } from './check'
export const router = Router()
router.post('/', ${steps})
`
const made = 'new UsersController(new Log())'

function lint(users: string, route: string): number {
  const application = new Application({
    ...shared,
    'users.controller.ts': controller,
    'users.ts': `import { UsersController } from './users.controller'\nimport { Log } from './log'\n${users}`,
    'users.routes.ts': route,
  })
  const found = application.lint('users.controller.ts', controller, {
    rules: { 'mongoose-guard/no-unguarded-write': 'error' },
    languageOptions: { parser: typescriptParser },
  })
  application.remove()
  return found.length
}

describe('no-unguarded-write in a controller that a file of its own makes for the routes', () => {
  it.each([
    ['{ users }', `export const users = ${made}`],
    ['{ users }', `export const users: UsersController = ${made}`],
    ['users', `export default ${made}`],
    ['users', `const users = ${made}\nexport default users`],
    ['* as made', `const users = ${made}\nexport { users }`],
  ])('says nothing behind a validator, imported as %s: %s', (imported, users) => {
    const object = imported.startsWith('*') ? 'made.users' : 'users'
    expect(lint(users, routes(imported, `check, ${object}.save`))).toBe(0)
    expect(lint(users, routes(imported, `${object}.save`))).toBe(1)
  })
})
