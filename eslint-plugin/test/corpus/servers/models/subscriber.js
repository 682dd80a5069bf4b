import mongoose from 'mongoose'

export const Subscriber = mongoose.model('Subscriber', new mongoose.Schema({ email: String, confirmed: Boolean }))
