import mongoose from 'mongoose'

const memberSchema = new mongoose.Schema({
  name: { type: String, required: true },
  email: String,
  isAdmin: { type: Boolean, default: false },
})

export const Member = mongoose.models.Member ?? mongoose.model('Member', memberSchema)
