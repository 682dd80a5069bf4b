import mongoose, { Schema } from 'mongoose'

const schema = new Schema({ title: String, seats: Number, owner: String })

export default mongoose.models.Venue || mongoose.model('Venue', schema) // flagged: no-untyped-model
