import mongoose from 'mongoose'
import { createGuard } from 'mongoose-guard'

const accountSchema = new mongoose.Schema({
  name: { type: String, required: true },
  address: { city: String, zip: String },
  emails: [new mongoose.Schema({ to: { type: String, required: true } }, { _id: false })],
  role: { type: String, default: 'member' },
})

export const Account = mongoose.model('Account', accountSchema)

export const newAccount = createGuard(Account, { allow: ['name', 'address.city', 'emails'] })
