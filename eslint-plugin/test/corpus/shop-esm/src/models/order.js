import { model, Schema } from 'mongoose'

const orderSchema = new Schema({
  items: [{ product: { type: Schema.Types.ObjectId, ref: 'Product' }, quantity: Number }],
  shipping: { street: String, city: String, zip: String },
  status: { type: String, enum: ['open', 'paid', 'sent'], default: 'open' },
  total: Number,
})

export default model('Order', orderSchema)
