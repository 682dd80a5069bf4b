import { Order, Product } from '../models/index.js'

const priceOf = async (items) => {
  const products = await Product.find({ _id: { $in: items.map(({ product }) => product) } })
  return products.reduce((sum, product) => sum + product.price, 0)
}

const orderController = {
  async create(req, res) {
    const { items, shipping } = req.validated
    const order = await Order.create({ items, shipping, total: await priceOf(items) })
    res.status(201).json(order)
  },

  async pay(req, res) {
    const order = await Order.findById(req.params.id)
    order.status = 'paid'
    await order.save()
    res.json(order)
  },

  async amend(req, res) {
    const order = await Order.findByIdAndUpdate(req.params.id, { $set: req.body }, { new: true }) // flagged: no-unguarded-write
    res.json(order)
  },
}

export default orderController
