import type { Request, Response } from 'express'
import { injectable } from 'tsyringe'
import { OrderModel } from './order.model'
import { OrderService } from './order.service'

@injectable()
export class OrderController {
  constructor(private readonly orders: OrderService) {}

  create = async (req: Request, res: Response) => {
    res.status(201).json(await this.orders.create(req.body)) // flagged: no-unguarded-write
  }

  createValid = async (req: Request, res: Response) => {
    res.status(201).json(await OrderModel.create(req.body))
  }

  pay = async (req: Request, res: Response) => {
    res.json(await this.orders.pay(req.params.number, req.body))
  }

  find = async (req: Request, res: Response) => {
    res.json(await this.orders.find(req.body.number)) // flagged: no-unguarded-filter
  }

  findValid = async (req: Request, res: Response) => {
    res.json(await OrderModel.findOne({ number: req.body.number }))
  }
}
