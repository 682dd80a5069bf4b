// A CommonJS module, whose guards are mounted in an ES module.
import { Schema, model } from 'mongoose'
import { createGuard } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'

export const User = model('User', new Schema({ name: { type: String, required: true }, age: Number }))
export const newUser = createGuard(User, { allow: ['name'] })
export const createUser = guard(newUser)
export const setAge = guard(User, { allow: ['age'] })
