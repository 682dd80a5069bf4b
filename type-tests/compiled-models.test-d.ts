// Models that a module of Next.js may have compiled already. Not among the files that are compiled with
// `noPropertyAccessFromIndexSignature`, under which `models.User` has to be `models['User']`.
import { createGuard, type Guard, type Validated } from 'mongoose-guard'
import { Schema, model, models, type InferSchemaType, type Model } from 'mongoose'
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
