// What an application gets from the emitted declarations.
import { Schema, model } from 'mongoose'
import type { Validated } from 'mongoose-guard'
import { accounts, crud, nothing, routes } from './factories.js'

interface User {
  name: string
  address?: { city: string }
}
const UserModel = model<User>('User', new Schema<User>({}))
const users = crud(UserModel, ['name', 'address.city'])
export const name: string | undefined = ({} as Validated<typeof users.create>).name
export const city: string | undefined = ({} as Validated<typeof users.update>).address?.city
// @ts-expect-error: no field of the model
export const age = ({} as Validated<typeof users.create>).age
// @ts-expect-error: no field of the model
crud(UserModel, ['nme'])
export const other: string | undefined = ({} as Validated<ReturnType<typeof routes<User>>['create']>).name
export const none: object = {} as Validated<ReturnType<typeof nothing<User>>>
export const account: { name?: string; tags?: string[] } = {} as Validated<typeof accounts.create>
