import { model, Schema } from 'mongoose'

export const Berth = model('Berth', new Schema({ harbor: String, length: Number, price: Number }))
