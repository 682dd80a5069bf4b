import { model, Schema } from 'mongoose'

export const OrderModel = model('Order', new Schema({ number: String, total: Number, isPaid: Boolean }))
