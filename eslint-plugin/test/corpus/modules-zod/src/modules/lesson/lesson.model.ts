import { model, Schema } from 'mongoose'

export const Lesson = model('Lesson', new Schema({ title: String, isDeleted: Boolean }))
