import mongoose from 'mongoose'

export const Reading = mongoose.model('Reading', new mongoose.Schema({ value: Number, sensor: String }))
