import * as typescriptParser from '@typescript-eslint/parser'
import { describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const commands = `export class CreateUser { constructor(public readonly dto: any) {} }
export class RenameUser { constructor(readonly name: string, readonly rest: any) {} }
export class UserCreated { dto: any; constructor(dto: any) { this.dto = dto } }
export class FindUsers { constructor(readonly filter: any) {} }
`
const controller = (method: string) => `import { Body, Controller, Post } from '@nestjs/common'
import { CommandBus, EventBus, QueryBus } from '@nestjs/cqrs'
import { CreateUser, FindUsers, RenameUser, UserCreated } from './users.commands'
@Controller('users')
export class UsersController {
  private readonly own = new CommandBus()
  constructor(private readonly commands: CommandBus, private readonly events: EventBus, private queries: QueryBus) {}
  @Post() async create(@Body() dto: any, @Other() other: any) { ${method} }
}
`
const handlerOf = (decorator: string, method: string) => ({
  'users.handlers.ts': `import { CommandHandler, EventsHandler, ICommandHandler, QueryHandler } from '@nestjs/cqrs'
import { InjectModel } from '@nestjs/mongoose'
import { Model } from 'mongoose'
import { CreateUser, FindUsers, RenameUser, UserCreated } from './users.commands'
@CommandHandler(RenameUser)
export class Unconcerned { execute({ name }: RenameUser) { return name } }
@${decorator}
export class Concerned implements ICommandHandler<CreateUser> {
  constructor(@InjectModel('User') private readonly users: Model<unknown>) {}
  ${method}
}
`,
})

function lint(method: string, files: Readonly<Record<string, string>>, rule = 'no-unguarded-write'): number {
  const code = controller(method)
  const application = new Application({ 'users.commands.ts': commands, 'users.controller.ts': code, ...files })
  const found = application.lint('users.controller.ts', code, {
    rules: { [`mongoose-guard/${rule}`]: 'error' },
    languageOptions: { parser: typescriptParser },
  })
  application.remove()
  return found.length
}

const creating = 'execute(command: CreateUser) { return this.users.create(command.dto) }'

describe('a body that a command of @nestjs/cqrs holds', () => {
  it.each([
    ['return this.commands.execute(new CreateUser(dto))', 'CommandHandler(CreateUser)', creating],
    [
      'const command = new CreateUser(dto); await this.commands.execute(command)',
      'CommandHandler(CreateUser)',
      creating,
    ],
    ['return this.own.execute(new CreateUser(dto))', 'CommandHandler(CreateUser)', creating],
    [
      'return this.commands.execute<CreateUser, void>(new CreateUser(dto))',
      'CommandHandler(CreateUser)',
      'async execute({ dto }: CreateUser) { await new this.users({ ...dto }).save() }',
    ],
    [
      'this.events.publish(new UserCreated(dto))',
      'EventsHandler(FindUsers, UserCreated)',
      'handle(event: UserCreated) { return this.users.create(event.dto) }',
    ],
  ])('is reported where its handler writes it: %s, @%s', (method, decorator, writing) => {
    expect(lint(method, handlerOf(decorator, writing))).toBe(1)
  })

  it('is reported where its handler filters by a value of it', () => {
    const finding = 'execute({ filter }: FindUsers) { return this.users.findOne({ name: filter.name }) }'
    const files = handlerOf('QueryHandler(FindUsers)', finding)
    expect(lint('return this.queries.execute(new FindUsers(dto))', files, 'no-unguarded-filter')).toBe(1)
  })

  it.each([
    [
      'a command that has no handler',
      'this.commands.execute(new CreateUser(dto))',
      'CommandHandler(FindUsers)',
      creating,
    ],
    ['another decorator', 'this.commands.execute(new CreateUser(dto))', 'Other(CreateUser)', creating],
    ['another method', 'this.commands.register(new CreateUser(dto))', 'CommandHandler(CreateUser)', creating],
    ['what is no bus', 'other.execute(new CreateUser(dto))', 'CommandHandler(CreateUser)', creating],
    [
      'the handler of an event for a command',
      'this.commands.execute(new CreateUser(dto))',
      'EventsHandler(CreateUser)',
      creating,
    ],
    [
      'another field of the command',
      'this.commands.execute(new RenameUser(dto.name, 1))',
      'CommandHandler(RenameUser)',
      'execute(command: RenameUser) { return this.users.create(command.rest) }',
    ],
    [
      'fields of the body',
      'this.commands.execute(new CreateUser(dto))',
      'CommandHandler(CreateUser)',
      'execute({ dto: { name } }: CreateUser) { return this.users.create({ name }) }',
    ],
  ])('is not reported for %s', (_what, method, decorator, writing) => {
    expect(lint(method, handlerOf(decorator, writing))).toBe(0)
  })
})
