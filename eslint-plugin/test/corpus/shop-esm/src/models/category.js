import mongoose, { Schema } from 'mongoose'

export const Category = mongoose.model(
  'Category',
  new Schema({ name: String, slug: String, parent: Schema.Types.ObjectId }),
)
