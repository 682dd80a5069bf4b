import express from 'express'
import { newProduct } from './lib/guards.js'
import { createProduct } from './controllers/products.js'
import products from './routes/products.js'
import { orders } from './routes/orders.js'
import { categories } from './routes/categories.js'

const app = express()

app.post('/legacy/products', newProduct, createProduct) // flagged: guard-after-body-parser
app.use(express.json({ limit: '200kb' }))
app.use('/products', products)
app.use('/orders', orders)
app.use('/categories', categories)

export default app
