import mongoose from 'mongoose'

const schema = new mongoose.Schema({ from: String, to: String })

export default mongoose.model('Voyage', schema)
