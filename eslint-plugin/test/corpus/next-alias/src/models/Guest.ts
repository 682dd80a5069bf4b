import mongoose, { Schema } from 'mongoose'

const schema = new Schema({ title: String, seats: Number, owner: String })

export default mongoose.models.Guest || mongoose.model('Guest', schema)
