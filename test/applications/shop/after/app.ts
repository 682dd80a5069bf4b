import express from 'express'
import { toUpdate } from 'mongoose-guard'
import { answerError } from '../errors.ts'
import { Order, Product, Review, User } from '../models.ts'
import * as services from '../services.ts'
import { guard } from './guard.ts'
import * as schemas from './schemas.ts'

const productFields = ['name', 'description', 'price', 'stock', 'tags', 'dimensions'] as const
const productRules = {
  name: { minlength: 3, maxlength: 80 },
  description: { minlength: 10 },
  price: { min: 0.01 },
  tags: { validate: (tags: unknown[]) => tags.length <= 5 },
} as const

export const app = express()
app.use(express.json())

app.post(
  '/api/products',
  guard(Product, {
    at: 'product',
    allow: productFields,
    rules: { ...productRules, description: { required: true, minlength: 10 } },
  }),
  async (req, res) => {
    res.status(201).json({ product: await services.createProduct(req.validated) })
  },
)

app.post(
  '/api/products/import',
  guard(Product, {
    at: 'products',
    each: { min: 1, max: 50 },
    allow: ['name', 'price', 'tags'],
    rules: { name: productRules.name, price: productRules.price, tags: productRules.tags },
  }),
  async (req, res) => {
    const imported = await services.importProducts(req.validated)
    res.status(201).json({ imported: imported.length })
  },
)

app.post('/api/products/search', guard(schemas.search), async (req, res) => {
  const { q = '', filters = {}, page = 1 } = req.validated
  const { minPrice = 0, maxPrice = Infinity, tags } = filters
  const found = await Product.find({ price: { $gte: minPrice, $lte: maxPrice }, ...(tags && { tags: { $in: tags } }) })
  res.json({ names: found.map(({ name }) => name).filter((name) => name.includes(q)), page })
})

app.put(
  '/api/products/:id',
  guard(Product, {
    at: 'product',
    allow: productFields,
    rules: { ...productRules, description: { required: true, minlength: 10 } },
    ignore: ['_id', '__v', 'createdAt', 'updatedAt', 'seller'],
  }),
  async (req, res) => {
    const stored = await services.findProduct(req.params.id)
    res.json({ product: await stored.set(req.validated).save() })
  },
)

app.patch(
  '/api/products/:id',
  guard(Product, {
    at: 'product',
    allow: productFields,
    rules: productRules,
    partial: true,
    check: (changes) => Object.keys(changes).length > 0 || { message: 'Nothing to change' },
  }),
  async (req, res) => {
    const product = await Product.findByIdAndUpdate(req.params.id, toUpdate(Product, req.validated), {
      returnDocument: 'after',
    })
    if (product === null) throw new services.NotFound('No such product')
    res.json({ product })
  },
)

app.post(
  '/api/products/:id/reviews',
  guard(Review, {
    allow: ['rating', 'title', 'text'],
    rules: { rating: { validate: Number.isInteger } },
    check: ({ rating, text = '' }) =>
      rating > 2 || text.length >= 20 || { path: 'text', message: 'Please say what was wrong' },
  }),
  async (req, res) => {
    await Review.create({ ...req.validated, product: req.params.id })
    res.status(201).json({ average: await services.averageRating(req.params.id) })
  },
)

app.post(
  '/api/orders',
  guard(Order, {
    at: 'order',
    allow: ['lines', 'shipping', 'deliverFrom', 'deliverTo'],
    rules: {
      lines: { validate: (lines: unknown[]) => lines.length > 0 },
      'lines.quantity': { validate: Number.isInteger },
    },
    extra: { acceptTerms: { type: Boolean, required: true, validate: (accepted: boolean) => accepted } },
    check: ({ deliverFrom, deliverTo }) =>
      deliverFrom === undefined ||
      deliverTo === undefined ||
      deliverFrom <= deliverTo || { path: 'deliverTo', message: 'Must not be before deliverFrom' },
  }),
  async (req, res) => {
    res.status(201).json({ order: await Order.create({ ...req.validated, customer: services.currentUser }) })
  },
)

app.post('/api/orders/cancel', guard(schemas.cancellation), async (req, res) => {
  const { modifiedCount } = await Order.updateMany({ _id: { $in: req.validated.ids } }, { status: 'cancelled' })
  res.json({ cancelled: modifiedCount })
})

app.patch(
  '/api/orders/:id',
  guard(Order, {
    allow: ['status'],
    partial: true,
    rules: { status: { required: true, enum: ['sent', 'cancelled'] } },
  }),
  async (req, res) => {
    res.json({ order: await services.setStatus(req.params.id, req.validated.status) })
  },
)

app.post('/api/orders/:id/coupon', guard(schemas.coupon), async (req, res) => {
  const { code } = req.validated
  const order = await Order.findByIdAndUpdate(req.params.id, { coupon: code }, { returnDocument: 'after' })
  res.json({ order })
})

app.post('/api/sessions', guard(schemas.session), async (req, res) => {
  const { email, password, remember = false } = req.validated
  const user = await User.findOne({ email: email.toLowerCase(), password })
  if (user === null) res.status(401).json({ error: { code: 'UNAUTHORIZED' } })
  else res.status(201).json({ user: user.id, remember })
})

app.post('/api/sessions/end', guard(schemas.endOfSession), (req, res) => {
  res.json({ ended: req.validated.refreshToken })
})

app.post('/api/webhooks/payment', guard(schemas.payment), async (req, res) => {
  const { type, data } = req.validated
  if (type === 'payment.succeeded') await services.setStatus(data.orderId, 'paid')
  res.json({ received: true })
})

app.patch(
  '/api/me',
  guard(User, {
    at: 'user',
    allow: ['name', 'bio', 'birthday', 'address'],
    partial: true,
    rules: {
      bio: { allowNull: true, maxlength: 200 },
      'address.street': { required: true },
      'address.city': { required: true },
    },
  }),
  async (req, res) => {
    res.json({ user: await services.updateProfile(req.validated) })
  },
)

app.use(answerError)
