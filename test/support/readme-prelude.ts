import express from 'express'
import mongoose, { model, Schema } from 'mongoose'
import { createGuard, type GuardErrorItem } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'

// What a block of the README or an example of a doc comment may use without saying where it comes from.

const User = model(
  'PreludeUser',
  new Schema({
    name: { type: String, required: true, minlength: 3 },
    email: String,
    role: { type: String, default: 'user' },
    address: { city: String, zip: String },
  }),
)

const app = express()
app.use(express.json())

const body: unknown = { name: 'Ada', address: { city: 'London' } }
const item: GuardErrorItem = { code: 'forbidden_field', path: 'role', message: 'Field is not allowed' }
const newUser = createGuard(User, { allow: ['name', 'address.city'] })
const userChanges = createGuard(User, { allow: ['name'], partial: true })
const adminChanges = createGuard(User, { allow: ['name', 'role'], partial: true })
const errors = [item]
const adminApp = express()
const form = { setError: (path: string, error: { message: string | undefined }) => [path, error] }
const createUser = guard(newUser)
const updateUser = guard(User, { allow: ['name', 'address.city'], partial: true })

export { app, body, createGuard, createUser, express, guard, item, model, mongoose, newUser, Schema, updateUser, User }
export { adminApp, adminChanges, errors, form, userChanges }
export type { Response } from 'express'
export type { AllowPath, Guard, GuardErrorItem, GuardOptions, GuardOutcome, Validated } from 'mongoose-guard'
export { GuardConfigError, problemDetails, toFieldErrors } from 'mongoose-guard'
export { guardBy } from 'mongoose-guard/express'
export { accessSurface, findGuards, openapi } from 'mongoose-guard/openapi'
export type { GuardedHandler, GuardedRequest, GuardMiddleware } from 'mongoose-guard/express'
