import { model, Schema } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'
import { guard, type Validated as ValidatedOfExpress } from 'mongoose-guard/express'

const User = model('User', new Schema({ name: { type: String, required: true } }))
export const createUser = guard(User, { allow: ['name'] })
export const core = createGuard(User, { allow: ['name'] })

// The entries share their types, so that each knows the guards of the others.
export const one: Validated<typeof createUser> = { name: 'x' }
export const other: ValidatedOfExpress<typeof core> = one
export const ready = guard(core)
