import { model, Schema } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'
import { guard, type Validated as ValidatedOfExpress } from 'mongoose-guard/express'

const User = model('User', new Schema({ name: { type: String, required: true } }))
const createUser = guard(User, { allow: ['name'] })
const core = createGuard(User, { allow: ['name'] })

// The entries share their types, so that each knows the guards of the others.
const one: Validated<typeof createUser> = { name: 'x' }
const other: ValidatedOfExpress<typeof core> = one
const ready = guard(core)

console.log(createUser, one, other, ready)
