import { injectable } from 'tsyringe'
import { OrderModel } from './order.model'

@injectable()
export class OrderService {
  async create(data: object) {
    return OrderModel.create(data)
  }

  async find(number: string) {
    return OrderModel.findOne({ number })
  }

  async pay(number: string, data: { total: number }) {
    return OrderModel.findOneAndUpdate({ number: String(number) }, { total: data.total })
  }
}
