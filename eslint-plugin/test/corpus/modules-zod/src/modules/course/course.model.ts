import { model, Schema } from 'mongoose'

export const Course = model('Course', new Schema({ title: String, isDeleted: Boolean }))
