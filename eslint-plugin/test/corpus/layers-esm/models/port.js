import mongoose from 'mongoose'

const schema = new mongoose.Schema({ name: String, berths: Number })

export default mongoose.model('Port', schema)
