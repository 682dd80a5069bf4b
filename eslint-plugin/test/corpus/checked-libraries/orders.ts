import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Router, type Request, type Response } from 'express'
import Validator from 'fastest-validator'
import mongoose from 'mongoose'

const Order = mongoose.model('Order', new mongoose.Schema({ item: String, count: Number, paid: Boolean }))

const NewOrder = Type.Object({ item: Type.String(), count: Type.Integer() }, { additionalProperties: false })
const Changes = Type.Partial(Type.Object({ item: Type.String(), count: Type.Integer() }))

const check = new Validator().compile({ $$strict: 'remove', item: 'string', count: 'number' })

export const orders = Router()

orders.post('/', async (req: Request, res: Response) => {
  if (!Value.Check(NewOrder, req.body)) return res.status(400).json([...Value.Errors(NewOrder, req.body)])
  res.status(201).json(await Order.create(req.body as Static<typeof NewOrder>))
})

orders.patch('/:id', async (req: Request, res: Response) => {
  if (!Value.Check(Changes, req.body)) return res.sendStatus(400)
  res.json(await Order.findByIdAndUpdate(req.params.id, req.body)) // flagged: no-unguarded-write
})

orders.put('/:id', async (req: Request, res: Response) => {
  const result = check(req.body)
  if (result !== true) return res.status(400).json(result)
  res.json(await Order.findOneAndReplace({ _id: req.params.id }, req.body))
})
