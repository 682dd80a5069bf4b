import { model, Schema } from 'mongoose'

export const Member = model('Member', new Schema({ name: String, email: String, isAdmin: Boolean }))
