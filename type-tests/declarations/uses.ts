// What an application gets from the emitted declarations.
import { Schema, model } from 'mongoose'
import type { Extra, Validated } from 'mongoose-guard'
import { accounts, crud, namesOfFriends, newPerson, nothing, ofSchema, routes, withExtra } from './factories.js'

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

const login = ofSchema(new Schema({ name: String }), ['name'])
export const nameOfLogin: string | undefined = ({} as Validated<typeof login>).name
// @ts-expect-error: no field of the Schema
ofSchema(new Schema({ name: String }), ['nme'])
const signUp = withExtra(UserModel, ['name'], new Schema({ captcha: { type: String, required: true } }))
export const captcha: string = ({} as Extra<typeof signUp.create>).captcha
// @ts-expect-error: no field of the Schema
export const noCaptcha = ({} as Extra<typeof signUp.update>).capcha

const friend = ({} as Validated<typeof newPerson>).friends?.[0]?.friends?.[0]
export const nameOfFriend: string | undefined = friend?.name
// @ts-expect-error: no field of the model
export const ageOfFriend = friend?.age
// @ts-expect-error: a text
export const noName: number = ({} as Validated<typeof namesOfFriends>).friends?.[0]?.name
