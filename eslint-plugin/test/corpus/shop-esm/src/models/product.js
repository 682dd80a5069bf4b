import mongoose from 'mongoose'

const schema = new mongoose.Schema({
  name: { type: String, required: true },
  price: { type: Number, required: true, min: 0 },
  cost: Number,
  stock: { type: Number, default: 0 },
  dimensions: { width: Number, height: Number, depth: Number },
})

const Product = mongoose.models.Product || mongoose.model('Product', schema)

export default Product
