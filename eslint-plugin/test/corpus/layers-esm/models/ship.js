import mongoose from 'mongoose'

const schema = new mongoose.Schema({ name: String, tonnage: Number })

export default mongoose.model('Ship', schema)
