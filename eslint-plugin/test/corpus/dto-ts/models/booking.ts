import { model, Schema } from 'mongoose'

export const Booking = model('Booking', new Schema({ guest: String, nights: Number, paid: Boolean }))
