import { createHash } from 'node:crypto'
import mongoose from 'mongoose'

const { model, Schema } = mongoose

const hashOf = (password) => createHash('sha256').update(password).digest('hex')

const userSchema = new Schema(
  {
    name: { type: String, required: true, trim: true },
    email: { type: String, required: true, unique: true, trim: true, lowercase: true, match: /^[^@\s]+@[^@\s]+\.\w+$/ },
    password: {
      type: String,
      required: true,
      minlength: 8,
      validate: {
        validator: (password) => /\d/.test(password) && /[a-z]/i.test(password),
        message: 'Password must contain a letter and a number',
      },
    },
    role: { type: String, enum: ['user', 'admin'], default: 'user' },
    isEmailVerified: { type: Boolean, default: false },
    preferences: { language: { type: String, enum: ['en', 'de'], default: 'en' }, digest: Boolean },
  },
  {
    timestamps: true,
    toJSON: {
      transform(_document, json) {
        delete json.password
        return json
      },
    },
  },
)
userSchema.pre('save', async function () {
  if (this.isModified('password')) this.password = hashOf(this.password)
})
userSchema.methods.hasPassword = function (password) {
  return this.password === hashOf(password)
}

export const User = model('BoilerplateUser', userSchema)

export const Token = model(
  'BoilerplateToken',
  new Schema({
    token: { type: String, required: true, index: true },
    user: { type: Schema.Types.ObjectId, ref: 'BoilerplateUser', required: true },
    type: { type: String, enum: ['refresh', 'resetPassword'], required: true },
  }),
)
