import { model, Schema } from 'mongoose'

export const Trip = model('Trip', new Schema({ to: String, days: Number, price: Number, isPaid: Boolean }))
