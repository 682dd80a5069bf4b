import * as typescriptParser from '@typescript-eslint/parser'
import { describe, expect, it } from 'vitest'
import { noUntypedModel } from '../src/rules/no-untyped-model.ts'
import { Application, type Files } from './lint-files.ts'
import { type Cases, runSuite, runTypeScriptSuite } from './rule-tester.ts'

const preamble = `import mongoose, { Schema, models, model } from 'mongoose'
import { createGuard } from 'mongoose-guard'
import { guard, guardBy } from 'mongoose-guard/express'
interface IUser { name: string }
type UserModel = mongoose.Model<IUser>
const schema = new Schema<IUser>({ name: String })
const connection = mongoose.createConnection('mongodb://127.0.0.1/test')
`
const bringsOwn = /from 'mongoose'|from 'sequelize'/

const guarded = (expression: string) => `const User = ${expression}\nguard(User, { allow: ['name'] })`

/** By the rule's one suggestion, where it is a cast: what is reported is what it changes. */
const cast: Cases = {
  'model<IUser>()': guarded(`«models.User→(models.User as mongoose.Model<IUser>)» || model<IUser>('User', schema)`),
  'a member of mongoose': guarded(
    `«mongoose.models.User→(mongoose.models.User as mongoose.Model<IUser>)» || mongoose.model<IUser>('User', schema)`,
  ),
  '??': guarded(`«models.User→(models.User as mongoose.Model<IUser>)» ?? model<IUser>('User', schema)`),
  'a key': guarded(`«models['User']→(models['User'] as mongoose.Model<IUser>)» || model<IUser>('User', schema)`),
  'a key that is a variable': guarded(
    `«models[name]→(models[name] as mongoose.Model<IUser>)» || model<IUser>(name, schema)`,
  ),
  'the type of the model itself': guarded(
    `«models.User→(models.User as UserModel)» || model<IUser, UserModel>('User', schema)`,
  ),
  'a condition': guarded(
    `models.User ? «models.User→(models.User as mongoose.Model<IUser>)» : model<IUser>('User', schema)`,
  ),
  'a condition the other way round': guarded(
    `!models.User ? model<IUser>('User', schema) : «models.User→(models.User as mongoose.Model<IUser>)»`,
  ),
  'a connection': guarded(
    `«connection.models.User→(connection.models.User as mongoose.Model<IUser>)» || connection.model<IUser>('User', schema)`,
  ),
  'the connection of mongoose': guarded(
    `«mongoose.connection.models.User→(mongoose.connection.models.User as mongoose.Model<IUser>)» || model<IUser>('User', schema)`,
  ),
  'a non-null assertion': guarded(
    `«models.User!→(models.User! as mongoose.Model<IUser>)» ?? model<IUser>('User', schema)`,
  ),
  'an optional chain': guarded(
    `«models?.User→(models?.User as mongoose.Model<IUser>)» ?? model<IUser>('User', schema)`,
  ),
  'satisfies, which changes no type': guarded(
    `(«models.User→(models.User as mongoose.Model<IUser>)» || model<IUser>('User', schema)) satisfies mongoose.Model<IUser>`,
  ),
  'a cast of the side that has a type': guarded(
    `«models.User→(models.User as mongoose.Model<IUser>)» || (model<IUser>('User', schema) as mongoose.Model<IUser>)`,
  ),
  'a function that compiles it': `const compile = () => model('User', schema)
${guarded('«models.User→(models.User as ReturnType<typeof compile>)» || compile()')}`,
  'in the place of the model': `createGuard(«models.User→(models.User as mongoose.Model<IUser>)» || model<IUser>('User', schema), { allow: ['name'] })`,
  createGuard: `const User = «models.User→(models.User as mongoose.Model<IUser>)» || model<IUser>('User', schema)
createGuard(User, { allow: ['name'] })`,
  'a guard of a group': `const User = «models.User→(models.User as mongoose.Model<IUser>)» || model<IUser>('User', schema)
guardBy(pick, { admin: createGuard(User, { allow: ['name'] }), user: other })`,
  'with defaults': `const User = «models.User→(models.User as mongoose.Model<IUser>)» || model<IUser>('User', schema)
guard.with({ maxErrors: 3 })(User, { allow: ['name'] })`,
  'a model in a function': `function routes() { const User = «models.User→(models.User as mongoose.Model<IUser>)» || model<IUser>('User', schema)
  return guard(User, { allow: ['name'] }) }`,
  'names of the imports': `import { models as all, model as compile, type Model as ModelOf } from 'mongoose'
import { guard as check } from 'mongoose-guard/web'
const User = «all.User→(all.User as ModelOf<{ name: string }>)» || compile<{ name: string }>('User', schema)
export const POST = check(User, { allow: ['name'] }, handle)`,
  'a part of mongoose in a constant': `const { models: found } = mongoose
${guarded(`«found.User→(found.User as mongoose.Model<IUser>)» || model<IUser>('User', schema)`)}`,
}

/** Where no type can be said, or by a declaration, nothing that a mark could show. */
const reported: Cases = {
  'a schema that is written there': guarded(`«models.User» || model('User', new Schema({ name: String }))`),
  'a schema that has forgotten its fields': `const loose: Schema = schema
${guarded(`«models.User» || model('User', loose)`)}`,
  'a function with a type parameter': `const compile = <T>() => model<T>('User')
${guarded(`«models.User» || compile<IUser>()`)}`,
  'a model that is found by its name alone': guarded(`models.User ? «model('User')» : model('User', new Schema({}))`),
}

const quiet: Cases = {
  'a type': `const User: mongoose.Model<IUser> = models.User || model('User', schema)\nguard(User, { allow: ['name'] })`,
  'a type of the model': `const User: UserModel = models.User ?? model<IUser>('User', schema)\nguard(User, { allow: ['name'] })`,
  'a cast of what is found': guarded(`(models.User as mongoose.Model<IUser>) || model<IUser>('User', schema)`),
  'a cast with undefined': guarded(
    `(models.User as mongoose.Model<IUser> | undefined) ?? model<IUser>('User', schema)`,
  ),
  'a cast in angle brackets': guarded(`<UserModel>models.User || model<IUser>('User', schema)`),
  'a cast inside of !': guarded(`(models.User as UserModel)! || model<IUser>('User', schema)`),
  'a cast of the whole': guarded(`(models.User || model<IUser>('User', schema)) as mongoose.Model<IUser>`),
  'a cast of the whole in satisfies': guarded(
    `((models.User || model<IUser>('User', schema)) as UserModel) satisfies UserModel`,
  ),
  'a cast in a condition': guarded(`models.User ? (models.User as UserModel) : model<IUser>('User', schema)`),
  'a cast of models': guarded(`(models as Record<string, UserModel>).User || model<IUser>('User', schema)`),
  'a type of models': `const found: Record<string, UserModel> = mongoose.models
${guarded(`found.User || model<IUser>('User', schema)`)}`,
  'a cast to any, which somebody has written': guarded(`(models.User as any) || model('User', schema)`),
  'compiled first': guarded(`model<IUser>('User', schema) || models.User`),
  'a name and a type': guarded(`models.User ? model<IUser>('User') : model<IUser>('User', schema)`),
  'compiled alone': guarded(`model('User', schema)`),
  both: guarded(`models.User && model('User', schema)`),
  'no guard': `const User = models.User || model('User', schema)\nUser.find()`,
  'exported, without a guard': `export const User = models.User || model('User', schema)`,
  'a guard of another model': `const User = models.User || model('User', schema)\nguard(Post, { allow: ['title'] })`,
  'in the options of a guard': `guard(Post, { allow: [], check: () => models.User || model('User', schema) })`,
  'a cast in the place of the model': `const User = models.User || model('User', schema)
guard(User as mongoose.Model<IUser>, { allow: ['name'] })`,
  'a variable with a type between': `const found = models.User || model('User', schema)
const User: UserModel = found
guard(User, { allow: ['name'] })`,
  'a variable with a cast between': `const found = models.User || model('User', schema)
const User = found as UserModel
guard(User, { allow: ['name'] })`,
  'a variable that has a type': `let User: UserModel
User = models.User || model('User', schema)
guard(User, { allow: ['name'] })`,
  'what is compiled, given by itself': `const compile = () => model('User', schema)
const found = models.User || compile()
guard(compile(), { allow: ['name'] })`,
  'another guard': `import { guard } from './other.ts'\nimport { models, model } from 'mongoose'
${guarded(`models.User || model('User', schema)`)}`,
  'a guard that is shadowed': `export const routes = (guard: Function) => { ${guarded(`models.User || model('User', schema)`)} }`,
  'models that are shadowed': `export const routes = (models: Models) => { ${guarded(`models.User || model('User', schema)`)} }`,
  'a model of the same name that is shadowed': `const User = models.User || model('User', schema)
export const routes = (User: UserModel) => guard(User, { allow: ['name'] })`,
  'models of Sequelize': `import { Sequelize } from 'sequelize'
import { guard } from 'mongoose-guard/express'
const sequelize = new Sequelize('sqlite::memory:')
${guarded(`sequelize.models.User || sequelize.define('User', {})`)}`,
  'models of the application': `import { models } from './models.ts'\nimport { model } from 'mongoose'
import { guard } from 'mongoose-guard/express'
${guarded(`models.User || model('User', schema)`)}`,
  'a member of something else': guarded(`cache.User || model('User', schema)`),
  'a global': guarded(`global.models.User || model('User', schema)`),
  'something else beside': guarded(`models.User || fallback`),
}

const suite = { rule: 'no-untyped-model', messageId: 'untypedModel', preamble, bringsOwn }

runTypeScriptSuite(noUntypedModel, { ...suite, suggestion: 'declareType', filename: 'users.ts', flagged: cast, quiet })
runTypeScriptSuite(noUntypedModel, { ...suite, filename: 'users.mts', flagged: reported, quiet: {} })
runTypeScriptSuite(noUntypedModel, {
  ...suite,
  rule: 'no-untyped-model, with a guard of the application',
  filename: 'users.ts',
  preamble: `import { models, model, Schema } from 'mongoose'\nimport { check } from '@acme/http'\n`,
  options: [{ modules: ['@acme/http'] }],
  flagged: {
    'a module of the settings': `const User = «models.User» || model('User', new Schema({}))
check(User, { allow: ['name'] })`,
  },
  quiet: {},
})
runSuite(noUntypedModel, {
  ...suite,
  filename: 'users.js',
  preamble: preamble.replaceAll(/^(?:interface|type) .*\n/gm, '').replace('<IUser>', ''),
  flagged: {},
  quiet: {
    JavaScript: guarded(`models.User || model('User', schema)`),
    'a condition': guarded(`models.User ? models.User : model('User', schema)`),
  },
})

const models = (code: string) => `import mongoose from 'mongoose'
const schema = new mongoose.Schema({ name: String })
${code}
`
const exported = models(`export const User = mongoose.models.User || mongoose.model('User', schema)`)
const routeWith = (imports: string, model = 'User') => `import { guard } from 'mongoose-guard/express'
${imports}
export const create = guard(${model}, { allow: ['name'] })
`

function lint(files: Files, path = 'models/user.ts'): string[] {
  const application = new Application({ 'package.json': '{}', ...files })
  const messages = application.lint(path, files[path] ?? '', {
    languageOptions: { parser: typescriptParser },
    rules: { 'mongoose-guard/no-untyped-model': 'error' },
  })
  application.remove()
  return messages.map((message) => message.split(' ')[0] ?? '')
}

describe('no-untyped-model, of a model with its guard in another file', () => {
  it.each<[string, Files]>([
    [
      'imported by its name',
      { 'models/user.ts': exported, 'a.ts': routeWith(`import { User } from './models/user.ts'`) },
    ],
    [
      'under another name',
      { 'models/user.ts': exported, 'a.ts': routeWith(`import { User as Member } from './models/user'`, 'Member') },
    ],
    [
      'in a namespace',
      { 'models/user.ts': exported, 'a.ts': routeWith(`import * as db from './models/user.ts'`, 'db.User') },
    ],
    [
      'as the default',
      {
        'models/user.ts': models(`export default mongoose.models.User || mongoose.model('User', schema)`),
        'a.ts': routeWith(`import User from './models/user.ts'`),
      },
    ],
    [
      'as a variable that is the default',
      {
        'models/user.ts': models(
          `const User = mongoose.models.User || mongoose.model('User', schema)\nexport default User`,
        ),
        'a.ts': routeWith(`import User from './models/user.ts'`),
      },
    ],
    [
      'through a barrel',
      {
        'models/user.ts': exported,
        'models/index.ts': `export * from './user.ts'`,
        'a.ts': routeWith(`import { User } from './models/index.ts'`),
      },
    ],
    ['in JavaScript', { 'models/user.ts': exported, 'a.js': routeWith(`import { User } from './models/user.ts'`) }],
  ])('reports it: %s', (_, files) => {
    expect(lint(files)).toEqual([expect.stringMatching(/^3:/)])
  })

  it.each<[string, Files]>([
    ['nothing imports it', { 'models/user.ts': exported }],
    [
      'no guard gets it',
      { 'models/user.ts': exported, 'a.ts': routeWith(`import { User } from './models/user.ts'`, 'Post') },
    ],
    [
      'another file has one of that name',
      {
        'models/user.ts': exported,
        'models/member.ts': exported,
        'a.ts': routeWith(`import { User } from './models/member.ts'`),
      },
    ],
    [
      'the guard is given a cast',
      {
        'models/user.ts': exported,
        'a.ts': routeWith(`import { User } from './models/user.ts'`, 'User as unknown as Model<IUser>'),
      },
    ],
    [
      'the file of the model is JavaScript',
      { 'models/user.js': exported, 'a.ts': routeWith(`import { User } from './models/user.js'`) },
    ],
  ])('is quiet where %s', (_, files) => {
    expect(lint(files, 'models/user.js' in files ? 'models/user.js' : 'models/user.ts')).toEqual([])
  })

  it.each(['ts', 'tsx', 'mts', 'cts'])('looks at .%s', (extension) => {
    const code = exported.replace('export const', 'const') + routeWith('')
    expect(lint({ [`user.${extension}`]: code }, `user.${extension}`)).toHaveLength(1)
  })
})
