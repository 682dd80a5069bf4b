import { Router } from 'express'
import { Container } from 'inversify'
import { OrderService } from './order.service'
import { OrderStore } from './order.store'

const container = new Container()
container.bind(OrderService).toSelf()
const cache = new Map<unknown, { create(data: object): Promise<object> }>()

export const orders = Router()

orders.post('/', async (req, res) => {
  res.json(await container.get(OrderService).create(req.body)) // flagged: no-unguarded-write
})

orders.post('/store', async (req, res) => {
  res.json(await container.get(OrderStore).create(req.body))
})

orders.post('/cache', async (req, res) => {
  res.json(await cache.get(OrderService)?.create(req.body))
})
