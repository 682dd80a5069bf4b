import mongoose from 'mongoose'

const schema = new mongoose.Schema({ weight: Number, hazardous: Boolean })

export default mongoose.model('Cargo', schema)
