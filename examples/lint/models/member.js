import mongoose from 'mongoose'

export const Member = mongoose.model(
  'Member',
  new mongoose.Schema({
    name: { type: String, required: true },
    email: { type: String, required: true },
    address: { street: String, city: String },
    isAdmin: { type: Boolean, default: false },
  }),
)
