import express from 'express'
import orderController from '../controllers/orders.js'
import { newOrder } from '../lib/guards.js'

export const orders = express.Router()

orders.post('/', newOrder, orderController.create)
orders.post('/:id/pay', orderController.pay)
orders.patch('/:id', orderController.amend)
