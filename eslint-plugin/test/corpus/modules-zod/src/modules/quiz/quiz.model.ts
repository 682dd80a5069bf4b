import { model, Schema } from 'mongoose'

export const Quiz = model('Quiz', new Schema({ title: String, isDeleted: Boolean }))
