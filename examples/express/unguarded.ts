/* eslint-disable mongoose-guard/no-unguarded-write -- This is the hole: the page sends its attacks here, too. */
/* oxlint-disable typescript/no-unsafe-argument -- the same. */
import { Router } from 'express'
import { Order, User } from './models.ts'

/** The same routes without their guards, as one finds them: never write them so. */
export const unguarded = Router()

unguarded.post('/users', async (req, res) => {
  res.status(201).json(await User.create(req.body))
})

unguarded.patch('/users/:id', async (req, res) => {
  res.json(await User.findByIdAndUpdate(req.params.id, req.body, { returnDocument: 'after' }))
})

unguarded.post('/orders', async (req, res) => {
  res.status(201).json(await Order.create(req.body))
})

unguarded.patch('/orders/:id', async (req, res) => {
  res.json(await Order.findByIdAndUpdate(req.params.id, req.body, { returnDocument: 'after' }))
})
