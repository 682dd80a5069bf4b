import type { NextFunction, Request, Response } from 'express'
import type { Bike } from '../models/bike'
import BikeService from '../services/bikes'

class BikeController {
  private req: Request
  private res: Response
  private next: NextFunction
  private service: BikeService

  constructor(req: Request, res: Response, next: NextFunction) {
    this.req = req
    this.res = res
    this.next = next
    this.service = new BikeService()
  }

  public async create() {
    const bike: Bike = { ...this.req.body }
    try {
      return this.res.status(201).json(await this.service.create(bike))
    } catch (error) {
      this.next(error)
    }
  }

  public async paint() {
    const { color } = this.req.body
    return this.res.json(await this.service.update(this.req.params.id, { color }))
  }

  public async trusted() {
    return this.res.json(await this.service.create(this.req.validated))
  }
}

export default BikeController
