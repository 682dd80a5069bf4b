import express, { type Request, type Response } from 'express'
import { type z } from 'zod'
import { answerError, answerInvalid, type Issue } from '../errors.ts'
import { Order, Product, Review, User } from '../models.ts'
import * as services from '../services.ts'
import * as schemas from './schemas.ts'

/** A handler that runs with a body that a schema takes. */
function withBody<Schema extends z.ZodType, Params>(
  schema: Schema,
  handler: (body: z.output<Schema>, req: Request<Params>, res: Response) => Promise<unknown>,
) {
  return async (req: Request<Params>, res: Response): Promise<void> => {
    const parsed = schema.safeParse(req.body)
    if (parsed.success) await handler(parsed.data, req, res)
    else answerInvalid(res, parsed.error.issues.flatMap(issuesOf))
  }
}

function issuesOf(issue: z.core.$ZodIssue): Issue[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
  return keys.map((path) => ({ path: path.join('.'), message: issue.message }))
}

export const app = express()
app.use(express.json())

app.post(
  '/api/products',
  withBody(schemas.newProduct, async ({ product }, _req, res) => {
    res.status(201).json({ product: await services.createProduct(product as never) })
  }),
)

app.post(
  '/api/products/import',
  withBody(schemas.productImport, async ({ products }, _req, res) => {
    const imported = await services.importProducts(products as never)
    res.status(201).json({ imported: imported.length })
  }),
)

app.post(
  '/api/products/search',
  withBody(schemas.search, async ({ q = '', filters = {}, page }, _req, res) => {
    const { minPrice = 0, maxPrice = Infinity, tags } = filters
    const found = await Product.find({
      price: { $gte: minPrice, $lte: maxPrice },
      ...(tags && { tags: { $in: tags } }),
    })
    res.json({ names: found.map(({ name }) => name).filter((name) => name.includes(q)), page })
  }),
)

app.put(
  '/api/products/:id',
  withBody(schemas.wholeProduct, async ({ product }, req: Request<{ id: string }>, res) => {
    const stored = await services.findProduct(req.params.id)
    res.json({ product: await stored.set(product).save() })
  }),
)

app.patch(
  '/api/products/:id',
  withBody(schemas.productChanges, async ({ product }, req: Request<{ id: string }>, res) => {
    const stored = await services.findProduct(req.params.id)
    res.json({ product: await stored.set(product as never, undefined, { merge: true }).save() })
  }),
)

app.post(
  '/api/products/:id/reviews',
  withBody(schemas.newReview, async (review, req: Request<{ id: string }>, res) => {
    await Review.create({ ...review, product: req.params.id } as never)
    res.status(201).json({ average: await services.averageRating(req.params.id) })
  }),
)

app.post(
  '/api/orders',
  withBody(schemas.newOrder, async ({ order }, _req, res) => {
    res.status(201).json({ order: await Order.create({ ...order, customer: services.currentUser } as never) })
  }),
)

app.post(
  '/api/orders/cancel',
  withBody(schemas.cancellation, async ({ ids }, _req, res) => {
    const { modifiedCount } = await Order.updateMany({ _id: { $in: ids } }, { status: 'cancelled' })
    res.json({ cancelled: modifiedCount })
  }),
)

app.patch(
  '/api/orders/:id',
  withBody(schemas.orderStatus, async ({ status }, req: Request<{ id: string }>, res) => {
    res.json({ order: await services.setStatus(req.params.id, status) })
  }),
)

app.post(
  '/api/orders/:id/coupon',
  withBody(schemas.coupon, async ({ code }, req: Request<{ id: string }>, res) => {
    const order = await Order.findByIdAndUpdate(req.params.id, { coupon: code }, { returnDocument: 'after' })
    res.json({ order })
  }),
)

app.post(
  '/api/sessions',
  withBody(schemas.session, async ({ email, password, remember = false }, _req, res) => {
    const user = await User.findOne({ email: email.toLowerCase(), password })
    if (user === null) res.status(401).json({ error: { code: 'UNAUTHORIZED' } })
    else res.status(201).json({ user: user.id, remember })
  }),
)

app.post(
  '/api/sessions/end',
  withBody(schemas.endOfSession, ({ refreshToken }, _req, res) => {
    res.json({ ended: refreshToken })
    return Promise.resolve()
  }),
)

app.post(
  '/api/webhooks/payment',
  withBody(schemas.payment, async ({ type, data }, _req, res) => {
    if (type === 'payment.succeeded') await services.setStatus(data.orderId, 'paid')
    res.json({ received: true })
  }),
)

app.patch(
  '/api/me',
  withBody(schemas.profile, async ({ user }, _req, res) => {
    res.json({ user: await services.updateProfile(user as never) })
  }),
)

app.use(answerError)
