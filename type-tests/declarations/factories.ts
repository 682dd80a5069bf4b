// Functions of an application whose model is a parameter, exported from a project with `declaration: true`.
import { Schema, model, type Model } from 'mongoose'
import { createGuard, type AllowPath, type Guard } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'
import { guard as guardRoute } from 'mongoose-guard/web'

export function nothing<T>(model: Model<T>) {
  return createGuard(model, { allow: [] })
}
export function crud<T>(model: Model<T>, allow: AllowPath<Model<T>>[]) {
  return { create: createGuard(model, { allow }), update: createGuard(model, { allow, partial: true }) }
}
export function routes<T>(model: Model<T>, allow: readonly AllowPath<Model<T>>[]) {
  return { create: guard(model, { allow }), update: guard(model, { allow, partial: true }) }
}
export function handler<T>(model: Model<T>) {
  return guardRoute(model, { allow: [] }, (request) => Response.json(request.validated))
}
// Without a list, the compiler does not tell such a Schema from a model. It has to come back with this all the same.
export function whole<S extends Schema>(schema: S) {
  // @ts-expect-error: the options are missing
  return createGuard(schema)
}
export function ofSchema<S extends Schema>(schema: S, allow: AllowPath<S>[]) {
  return guard(schema, { allow })
}
export function withExtra<T, S extends Schema>(model: Model<T>, allow: AllowPath<Model<T>>[], extra: S) {
  return { create: createGuard(model, { allow, extra }), update: guard(model, { allow, extra, partial: true }) }
}
export class Service<T> {
  constructor(private readonly model: Model<T>) {}
  guard(allow: AllowPath<Model<T>>[]) {
    return createGuard(this.model, { allow })
  }
}

// A model whose type is inferred, behind the functions: what the compiler works out for those, it keeps.
const Account = model('Account', new Schema({ name: { type: String, required: true }, tags: [String] }))
export const accounts = crud(Account, ['name', 'tags'])
export const accountRoutes = routes(Account, ['name'])
export const accountService = new Service(Account)
declare function collectionOf<T>(model: Model<T>): string
collectionOf(Account)
// @ts-expect-error: no field of the model
crud(Account, ['nme'])

// A type that holds itself, of which the compiler writes down `any` where it comes back: what stands for it in its place.
interface Person {
  name: string
  friends: Person[]
}
interface NewPerson {
  name: string
  friends?: NewPerson[]
}
const PersonModel = model<Person>('Person', new Schema<Person>({}))
export const newPerson: Guard<NewPerson> = createGuard(PersonModel, { allow: ['name', 'friends'] })
export const namesOfFriends = createGuard(PersonModel, { allow: ['friends.name'] })
