import asyncHandler from 'express-async-handler'
import { Product } from '../models/index.js'

export const createProduct = asyncHandler(async (req, res) => {
  const product = await Product.create(req.validated)
  res.status(201).json(product)
})

export const updateProduct = asyncHandler(async (req, res) => {
  const product = await Product.findById(req.params.id)
  if (!product) {
    res.status(404)
    throw new Error('Product not found')
  }
  product.name = req.body.name ?? product.name
  product.price = req.body.price ?? product.price
  res.json(await product.save())
})

export const adjustStock = asyncHandler(async ({ params: { id }, body: { by } }, res) => {
  res.json(await Product.findByIdAndUpdate(id, { $inc: { stock: by } }, { new: true }))
})

export const searchProducts = asyncHandler(async (req, res) => {
  const { text, maxPrice } = req.body
  res.json(await Product.find({ name: new RegExp(text, 'i'), price: { $lte: maxPrice } }))
})
