import mongoose from 'mongoose'

const schema = new mongoose.Schema({ name: String, rank: String })

export default mongoose.model('Crew', schema)
