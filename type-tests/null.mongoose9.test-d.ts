// With Mongoose 8, `create()` takes a null that the interface does not have.
import { Schema, model } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'

interface Person {
  name: string
  bio?: string
}
const Person = model<Person>('Person', new Schema<Person>({ name: String, bio: String }))
const nullable = createGuard(Person, { allow: ['name', 'bio'], allowNull: true })
// @ts-expect-error: null is not assignable to string | undefined
export const create = (person: Validated<typeof nullable>) => Person.create(person)
