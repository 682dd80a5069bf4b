import { guard as plainGuard } from 'mongoose-guard/express'
import { Category, Order, Product } from '../models/index.js'

export const guard = plainGuard.with({
  onReject: (errors, req, res) => res.status(422).json({ type: 'about:blank', title: 'Invalid body', errors }),
})

export const newProduct = guard(Product, { allow: ['name', 'price', 'dimensions'] })
export const productChanges = guard(Product, { allow: ['name', 'price', 'dimensions.width'], partial: true })
export const newOrder = guard(Order, { allow: ['items', 'shipping'] })
export const newCategory = guard(Category, { allow: ['name', 'parent'] })
