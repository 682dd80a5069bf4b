import { Router } from 'express'
import { guard } from 'mongoose-guard/express'
import { NotFoundError } from './errors.ts'
import { newOrder, newUser, orderChanges, userChanges } from './guards.ts'
import { Order, User } from './models.ts'

const LISTED = 20
const noSuchDocument = () => new NotFoundError('There is no document with this id.')

export const routes = Router()

// `findById` throws where the id is no ObjectId; to a client that is one more id that does not exist.
routes.param('id', (_req, _res, next, id: string) => {
  next(/^[0-9a-f]{24}$/i.test(id) ? undefined : noSuchDocument())
})

routes.post('/users', guard(newUser), async (req, res) => {
  res.status(201).json(await User.create(req.validated))
})

routes.patch('/users/:id', guard(userChanges), async (req, res) => {
  const user = await User.findById(req.params.id).orFail(noSuchDocument)
  // Without `merge`, `{ address: { city } }` would replace the whole address.
  user.set(req.validated, undefined, { merge: true })
  res.json(await user.save())
})

routes.get('/users', async (_req, res) => {
  res.json(await User.find().sort({ _id: -1 }).limit(LISTED))
})

routes.get('/users/:id', async (req, res) => {
  res.json(await User.findById(req.params.id).orFail(noSuchDocument))
})

routes.post('/orders', guard(newOrder), async (req, res) => {
  res.status(201).json(await Order.create(req.validated))
})

routes.patch('/orders/:id', guard(orderChanges), async (req, res) => {
  const order = await Order.findById(req.params.id).orFail(noSuchDocument)
  order.set(req.validated, undefined, { merge: true })
  res.json(await order.save())
})

routes.get('/orders', async (_req, res) => {
  res.json(await Order.find().sort({ _id: -1 }).limit(LISTED))
})

routes.get('/orders/:id', async (req, res) => {
  res.json(await Order.findById(req.params.id).orFail(noSuchDocument))
})
