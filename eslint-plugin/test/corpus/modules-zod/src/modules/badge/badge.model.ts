import { model, Schema } from 'mongoose'

export const Badge = model('Badge', new Schema({ title: String, isDeleted: Boolean }))
