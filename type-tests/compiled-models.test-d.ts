// Models that a module of Next.js may have compiled already. Not among the files that are compiled with
// `noPropertyAccessFromIndexSignature`, under which `models.User` has to be `models['User']`.
import { createGuard, type Guard, type Validated } from 'mongoose-guard'
import { connection, Schema, model, models, type InferSchemaType, type Model } from 'mongoose'
import { isExactly } from './assert.ts'

const schema = new Schema({ name: { type: String, required: true } })
// This line is in docs/types.md, word for word.
const User: Model<InferSchemaType<typeof schema>> = models.User || model('User', schema)
const compile = () => model('User', schema)
const Compiled = (models.User as ReturnType<typeof compile>) || compile()
for (const newUser of [createGuard(User, { allow: ['name'] }), createGuard(Compiled, { allow: ['name'] })]) {
  isExactly<Guard<{ name: string }>>()(newUser)
  const validated = {} as Validated<typeof newUser>
  void [User.create(validated), Compiled.create(validated)]
}
// @ts-expect-error: no field of the model
createGuard(User, { allow: ['nme'] })
// @ts-expect-error: the same
createGuard(Compiled, { allow: ['nme'] })
const id: string | undefined = new Compiled().id
void id

// What the lint rule no-untyped-model reports: `any` of what is found by its name goes before the type of the other side.
interface IUser {
  name: string
}
const schemaOf = new Schema<IUser>({ name: { type: String, required: true } })
const untyped = [
  createGuard(models.User || model<IUser>('User', schemaOf), { allow: ['nme'] }),
  createGuard(models.User ?? model<IUser>('User', schemaOf), { allow: ['nme'] }),
  createGuard(models.User ? models.User : model<IUser>('User', schemaOf), { allow: ['nme'] }),
  createGuard(models.User ? model('User') : model('User', schema), { allow: ['nme'] }),
  createGuard(models.User || model<IUser, Model<IUser>>('User', schemaOf), { allow: ['nme'] }),
  createGuard(connection.models.User || connection.model<IUser>('User', schemaOf), { allow: ['nme'] }),
  createGuard(models.User || compile(), { allow: ['nme'] }),
  createGuard((models.User || model<IUser>('User', schemaOf)) satisfies Model<IUser>, { allow: ['nme'] }),
  createGuard(models.User || (model<IUser>('User', schemaOf) as Model<IUser>), { allow: ['nme'] }),
]
for (const each of untyped) isExactly<Guard<{ [key: string]: unknown }>>()(each)

// And what it leaves alone.
// @ts-expect-error: no field of the model
createGuard((models.User as Model<IUser>) || model<IUser>('User', schemaOf), { allow: ['nme'] })
// @ts-expect-error: the same
createGuard(models.User ? (models.User as Model<IUser>) : model<IUser>('User', schemaOf), { allow: ['nme'] })
// @ts-expect-error: the same
createGuard((models as Record<string, Model<IUser>>).User || model<IUser>('User', schemaOf), { allow: ['nme'] })
// @ts-expect-error: the same
createGuard(model<IUser>('User', schemaOf) || models.User, { allow: ['nme'] })
// @ts-expect-error: the same
createGuard(models.User ? model<IUser>('User') : model<IUser>('User', schemaOf), { allow: ['nme'] })
