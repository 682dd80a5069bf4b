import mongoose from 'mongoose'

const recipe = new mongoose.Schema({
  title: String,
  steps: [String],
  author: String,
  ratings: [Number],
  hidden: Boolean,
})

export const Recipe = mongoose.models['Recipe'] ?? mongoose.model('Recipe', recipe) // flagged: no-untyped-model
