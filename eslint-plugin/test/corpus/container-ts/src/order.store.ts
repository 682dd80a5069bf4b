import { injectable } from 'tsyringe'

interface Order {
  number: string
  total: number
}

/** Keeps orders in memory: no model of Mongoose. */
@injectable()
export class OrderStore {
  private readonly orders = new Map<string, Order>()

  async findOne({ number }: { number: string }) {
    return this.orders.get(number)
  }

  async create(order: Order) {
    this.orders.set(order.number, order)
    return order
  }
}
