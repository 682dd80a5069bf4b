import mongoose from 'mongoose'
import { User } from '../models.js'
import { guard } from './guard.js'

const { Schema } = mongoose
const { Mixed, ObjectId, UUID } = Schema.Types

const email = { type: String, required: true, match: /^[^@\s]+@[^@\s]+\.\w+$/ }
const text = { type: String, required: true }
const confirmPassword = { type: String, required: true }

const isConfirmed = ({ password }, { extra }) =>
  extra.confirmPassword === password || { path: 'confirmPassword', message: 'Passwords do not match' }

export const register = guard(User, {
  allow: ['name', 'email', 'password'],
  rules: { name: { minlength: 2, maxlength: 60 } },
  extra: { confirmPassword },
  check: isConfirmed,
})

export const login = guard(new Schema({ email: text, password: text }))

export const refreshToken = guard(new Schema({ refreshToken: { type: UUID, required: true } }))

export const forgotPassword = guard(new Schema({ email, captcha: { type: String, required: true, match: /^.{6}$/ } }))

export const resetPassword = guard(User, {
  allow: ['password'],
  extra: { token: { type: UUID, required: true }, confirmPassword },
  check: isConfirmed,
})

export const changePassword = guard(User, {
  allow: ['password'],
  extra: { currentPassword: text },
  check: ({ password }, { extra }) =>
    password !== extra.currentPassword || { path: 'password', message: 'Take another password' },
})

export const createUser = guard(User, {
  allow: ['name', 'email', 'password', 'role'],
  rules: { role: { required: true } },
})

export const updateUser = guard(User, {
  allow: ['name', 'email', 'password'],
  partial: true,
  check: (changes) => Object.keys(changes).length > 0 || { message: 'Nothing to change' },
})

/** What the client got from GET, sent back as a whole. */
export const replaceUser = guard(User, {
  allow: ['name', 'email', 'role', 'preferences'],
  rules: { name: { minlength: 2 }, role: { required: true } },
  ignore: ['_id', '__v', 'createdAt', 'updatedAt', 'isEmailVerified'],
})

export const preferences = guard(User, {
  allow: ['preferences'],
  partial: true,
  check: ({ preferences }) => preferences !== undefined || { path: 'preferences', message: 'Nothing to change' },
})

export const importUsers = guard(User, { allow: ['name', 'email', 'password'], each: { min: 1, max: 100 } })

export const deleteUsers = guard(
  new Schema({ ids: { type: [ObjectId], validate: ({ length }) => length >= 1 && length <= 50 } }),
)

export const subscribe = guard(
  new Schema({
    email,
    topics: { type: [{ type: String, enum: ['news', 'releases'] }], validate: ({ length }) => length > 0 },
    consent: { type: Boolean, required: true, validate: (consent) => consent },
  }),
)

export const mailEvent = guard(
  new Schema({
    event: { type: String, enum: ['delivered', 'bounced'], required: true },
    recipient: email,
    timestamp: { type: Schema.Types.Int32, required: true },
    details: { type: Map, of: Mixed },
  }),
)
