import mongoose, { type InferSchemaType } from 'mongoose'

const userSchema = new mongoose.Schema({
  name: { type: String, required: true },
  email: { type: String, required: true },
  plan: { type: String, enum: ['free', 'pro'], default: 'free' },
  address: { street: String, city: String },
})

export type User = InferSchemaType<typeof userSchema>

export default (mongoose.models.User as mongoose.Model<User>) ?? mongoose.model<User>('User', userSchema)
