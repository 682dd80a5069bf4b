import { Router } from 'express'
import { container } from 'tsyringe'
import { OrderController } from './order.controller'
import { OrderService } from './order.service'
import { OrderStore } from './order.store'
import { orderSchema, validate } from './validate'

export const orders = Router()
const controller = container.resolve(OrderController)
const service = container.resolve(OrderService)
const store = container.resolve(OrderStore)

orders.post('/', controller.create)
orders.post('/valid', validate(orderSchema), controller.createValid)
orders.post('/pay', controller.pay)
orders.post('/find', controller.find)
orders.post('/find/valid', validate(orderSchema), controller.findValid)

orders.post('/here', async (req, res) => {
  res.json(await service.create(req.body)) // flagged: no-unguarded-write
})

orders.post('/store', async (req, res) => {
  const known = await store.findOne({ number: req.body.number })
  res.json(known ?? (await store.create(req.body)))
})
