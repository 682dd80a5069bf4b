import { model, Schema } from 'mongoose'

export const Berth = model('Berth', new Schema({ quay: String, length: Number, paid: Boolean }))
