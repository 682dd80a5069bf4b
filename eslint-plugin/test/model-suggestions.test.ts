import { join } from 'node:path'
import * as typescriptParser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { errorsIn, root } from './compile.ts'

const ofMongoose8 = {
  mongoose: [join(root, 'node_modules/mongoose8/types/index.d.ts')],
  mongodb: [join(root, 'node_modules/mongoose8/node_modules/mongodb/mongodb.d.ts')],
  bson: [join(root, 'node_modules/mongoose8/node_modules/bson/bson.d.ts')],
}

const schema = `const schema = new Schema({ name: { type: String, required: true } })`
const typed = `interface IUser { name: string }\nconst schema = new Schema<IUser>({ name: { type: String, required: true } })`
const named = `import { model, models, Schema } from 'mongoose'`
const whole = `import mongoose, { Schema } from 'mongoose'`

interface Case {
  readonly code: string
  /** A part of what the suggestion makes of it. */
  readonly has: string
}

const cases: Readonly<Record<string, Case>> = {
  'a schema': {
    code: `${whole}\n${schema}\nexport const User = mongoose.models.User || mongoose.model('User', schema)`,
    has: 'User: mongoose.Model<mongoose.InferSchemaType<typeof schema>> = mongoose.models.User ||',
  },
  'a schema, with names that are not imported yet': {
    code: `${named}\n${schema}\nexport const User = models.User ?? model('User', schema)`,
    has: `import { Model, type InferSchemaType } from 'mongoose'`,
  },
  'a schema, with one name that is not imported yet': {
    code: `import { type Model as ModelOf, model, models, Schema } from 'mongoose'
${schema}\nexport const User = models.User ?? model('User', schema)\nexport type Users = ModelOf<{ name: string }>`,
    has: `import type { InferSchemaType } from 'mongoose'`,
  },
  'a schema with a name for the type of its model': {
    code: `${whole}\n${schema}\nexport type UserModel = mongoose.Model<mongoose.InferSchemaType<typeof schema>>
export const User = mongoose.models.User || mongoose.model('User', schema)`,
    has: 'User: mongoose.Model<mongoose.InferSchemaType<typeof schema>> =',
  },
  'a schema of an interface': {
    code: `${whole}\n${typed}\nexport const User = mongoose.models['User'] || mongoose.model('User', schema)`,
    has: 'User: mongoose.Model<mongoose.InferSchemaType<typeof schema>> =',
  },
  'a schema with options': {
    code: `${whole}\nconst schema = new Schema({ name: { type: String, required: true } }, { timestamps: true, methods: { hi: () => 1 } })
export const User = mongoose.models.User ? mongoose.models.User : mongoose.model('User', schema)`,
    has: 'User: mongoose.Model<mongoose.InferSchemaType<typeof schema>> =',
  },
  'a schema, in satisfies': {
    code: `${whole}\n${schema}\nexport const User = (mongoose.models.User || mongoose.model('User', schema)) satisfies mongoose.Model<{ name: string }>`,
    has: 'User: mongoose.Model<mongoose.InferSchemaType<typeof schema>> = (',
  },
  'a schema of a connection': {
    code: `${whole}\n${schema}\nconst connection = mongoose.createConnection('mongodb://127.0.0.1/test')
export const User = connection.models.User ?? connection.model('User', schema)`,
    has: 'User: mongoose.Model<mongoose.InferSchemaType<typeof schema>> = connection',
  },
  'the type of the schema as an argument': {
    code: `${whole}\n${schema}\nexport const User = mongoose.models.User || mongoose.model<typeof schema>('User', schema)`,
    has: 'User: mongoose.Model<mongoose.InferSchemaType<typeof schema>> = mongoose.models.User ||',
  },
  'a type argument': {
    code: `${whole}\n${typed}\nexport const User = mongoose.models.User || mongoose.model<IUser>('User', schema)`,
    has: '(mongoose.models.User as mongoose.Model<IUser>) || mongoose',
  },
  'a type argument, with a name that is not imported yet': {
    code: `${named}\n${typed}\nexport const User = models.User || model<IUser>('User', schema)`,
    has: `import { Model } from 'mongoose'`,
  },
  'a type argument of a document': {
    code: `${whole}\ninterface IUser extends mongoose.Document { name: string }
const schema = new Schema<IUser>({ name: { type: String, required: true } })
export const User = mongoose.models.User || mongoose.model<IUser>('User', schema)`,
    has: '(mongoose.models.User as mongoose.Model<IUser>) || mongoose',
  },
  'a type argument in a condition': {
    code: `${whole}\n${typed}\nexport const User = !mongoose.models.User ? mongoose.model<IUser>('User', schema) : mongoose.models.User`,
    has: `: (mongoose.models.User as mongoose.Model<IUser>)`,
  },
  'the type of the model as an argument': {
    code: `${whole}\n${typed}\ntype UserModel = mongoose.Model<IUser, {}, { hi(): void }>
export const User = mongoose.models.User || mongoose.model<IUser, UserModel>('User', schema)`,
    has: '(mongoose.models.User as UserModel) || mongoose',
  },
  'a function that compiles it': {
    code: `${whole}\n${schema}\nconst compile = () => mongoose.model('User', schema)
export const User = mongoose.models.User || compile()`,
    has: '(mongoose.models.User as ReturnType<typeof compile>) || compile()',
  },
  'in the place of the model': {
    code: `${whole}\n${schema}
const inPlace = createGuard(mongoose.models.User || mongoose.model('User', schema), { allow: ['name'] })
export const nameOf = (validated: Validated<typeof inPlace>): string => validated.name
const User: mongoose.Model<mongoose.InferSchemaType<typeof schema>> = mongoose.model('User', schema)`,
    has: '((mongoose.models.User as mongoose.Model<mongoose.InferSchemaType<typeof schema>>) || mongoose',
  },
}

// Compiles only where the model has a type: without one, there is no error to expect.
const guarded = (model: string) => `import { createGuard, type Validated } from 'mongoose-guard'
${model}
const newUser = createGuard(User, { allow: ['name'] })
export const length = (validated: Validated<typeof newUser>): number => validated.name.length
// @ts-expect-error: no field of the model
createGuard(User, { allow: ['nme'] })
`

/** The text with the suggestion for the only report in it. */
function withSuggestion(title: string): string {
  const text = guarded(cases[title]?.code ?? '')
  const messages = lint(text)
  expect(messages).toHaveLength(1)
  const [fix] = messages.flatMap(({ suggestions }) => suggestions ?? []).map((suggestion) => suggestion.fix)
  return fix ? text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]) : ''
}

function lint(text: string): Linter.LintMessage[] {
  return new Linter({ cwd: '/nowhere' }).verify(
    text,
    {
      files: ['**/*.ts'],
      plugins: { 'mongoose-guard': plugin },
      languageOptions: { parser: typescriptParser },
      rules: { 'mongoose-guard/no-untyped-model': 'error' },
    },
    { filename: '/nowhere/user.ts' },
  )
}

const fileOf = (title: string) => `${title.replaceAll(/\W+/g, '-')}.ts`

describe('the type that no-untyped-model suggests', () => {
  it.each(Object.entries(cases))('is written so, and reported no more: %s', (title, { has }) => {
    const output = withSuggestion(title)
    expect(output).toContain(has)
    expect(lint(output)).toEqual([])
  })

  it('is missing without it: each has an error that it mends', () => {
    const files = Object.entries(cases).map(([title, { code }]) => [fileOf(title), guarded(code)] as const)
    const errors = errorsIn(Object.fromEntries(files), { strict: true })
    expect(new Set(errors.map((error) => error.split('(')[0]))).toEqual(new Set(files.map(([name]) => name)))
  })

  it.each([
    ['Mongoose 9', { strict: true, noUncheckedIndexedAccess: true }],
    ['Mongoose 9 without strict', { strict: false }],
    ['Mongoose 8', { strict: true, paths: ofMongoose8 }],
  ])('compiles with %s', (_, options) => {
    const files = Object.keys(cases).map((title) => [fileOf(title), withSuggestion(title)] as const)
    expect(errorsIn(Object.fromEntries(files), options)).toEqual([])
  })
})
