import * as typescriptParser from '@typescript-eslint/parser'
import { describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const store = `import { Model } from 'mongoose'
import { InjectModel } from '@nestjs/mongoose'
export const USERS = Symbol('USERS')
export interface UserStore { create(data: unknown): Promise<unknown> }
export abstract class Users { abstract create(data: unknown): Promise<unknown> }
export class MongoUsers implements UserStore {
  constructor(@InjectModel('User') private readonly model: Model<unknown>) {}
  create(data: unknown) { return this.model.create(data) }
}
export class NamedUsers implements UserStore {
  constructor(@InjectModel('User') private readonly model: Model<unknown>) {}
  create({ name }: { name: string }) { return this.model.create({ name }) }
}
`
const controller = (field: string) => `import { Body, Controller, Inject, Post } from '@nestjs/common'
import { USERS, UserStore, Users } from './users.store'
@Controller('users')
export class UsersController {
  ${field}
  @Post() create(@Body() dto: any) { return this.users.create(dto) }
}
`
const module = (provider: string) => `import { Module } from '@nestjs/common'
import { UsersController } from './users.controller'
import { MongoUsers, NamedUsers, USERS, Users } from './users.store'
${provider.startsWith('const') ? provider : ''}
@Module({ controllers: [UsersController], providers: [${provider.startsWith('const') ? 'provider' : provider}] })
export class UsersModule {}
`

function lint(field: string, files: Readonly<Record<string, string>>, code = controller(field)): number {
  const application = new Application({ 'users.store.ts': store, 'users.controller.ts': code, ...files })
  const found = application.lint('users.controller.ts', code, {
    rules: { 'mongoose-guard/no-unguarded-write': 'error' },
    languageOptions: { parser: typescriptParser },
  })
  application.remove()
  return found.length
}

const byClass = 'constructor(private readonly users: Users) {}'
const bySymbol = '@Inject(USERS) private readonly users: UserStore'
const byText = "constructor(@Inject('users') private readonly users: UserStore) {}"
const inversify = (field: string) =>
  controller(field).replace('import { Body', "import { inject } from 'inversify'\nimport { Body")
const container = (bind: string) => ({
  'container.ts': `import { Container } from 'inversify'\nimport './users.controller'\nimport { MongoUsers, NamedUsers, USERS } from './users.store'\nexport const container = new Container()\n${bind}`,
})

describe('no-unguarded-write in classes that a container gives for a token', () => {
  it.each([
    [byClass, '{ provide: Users, useClass: MongoUsers }'],
    [byClass, 'MongoUsers, { provide: Users, useExisting: MongoUsers }'],
    [byClass, 'const provider = { provide: Users, useClass: MongoUsers }'],
    [bySymbol, '{ provide: USERS, useClass: MongoUsers }'],
    [`constructor(@Inject(USERS) private readonly users: any) {}`, '{ provide: USERS, useClass: MongoUsers }'],
    [byText, "{ provide: 'users', useClass: MongoUsers }"],
    [bySymbol, '{ provide: USERS, useFactory: (model: any) => new MongoUsers(model), inject: [token] }'],
    [byText, "{ provide: 'users', useFactory() { return new MongoUsers(model) } }"],
  ])('reports what the class writes: %s, %s', (field, provider) => {
    expect(lint(field, { 'users.module.ts': module(provider) })).toBe(1)
  })

  it.each([
    [byClass, '{ provide: Users, useClass: NamedUsers }'],
    [byClass, '{ provide: USERS, useClass: MongoUsers }'],
    [bySymbol, '{ provide: USERS, useClass: NamedUsers }'],
    [bySymbol, "{ provide: 'USERS', useClass: MongoUsers }"],
    [byText, "{ provide: 'user', useClass: MongoUsers }"],
    [byText, "{ provide: 'users', useFactory: () => makeUsers() }"],
    [bySymbol, '{ provide: USERS, useFactory: () => new NamedUsers(model) }'],
    [byText, "{ provide: 'users', useFactory: () => { log(); return new MongoUsers(model) } }"],
  ])('is silent about fields, and where nothing tells the class: %s, %s', (field, provider) => {
    expect(lint(field, { 'users.module.ts': module(provider) })).toBe(0)
  })

  it.each([
    'container.bind<UserStore>(USERS).to(MongoUsers)',
    'container.bind<UserStore>(USERS).to(MongoUsers).inSingletonScope()',
    'container.register(USERS, { useClass: MongoUsers })',
    'container.registerSingleton(USERS, MongoUsers)',
  ])('reports what is bound to a token: %s', (bind) => {
    expect(lint('', container(bind), inversify('constructor(@inject(USERS) private users: UserStore) {}'))).toBe(1)
  })

  it('is silent about what is bound to another token', () => {
    const files = container('container.bind(Symbol()).to(MongoUsers); container.bind(USERS).to(NamedUsers)')
    expect(lint('', files, inversify('constructor(@inject(USERS) private users: UserStore) {}'))).toBe(0)
  })
})
