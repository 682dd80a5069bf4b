import type { Request, Response } from 'express'
import { z } from 'zod'
import BikeService from '../services/bikes'

const bike = z.object({ gears: z.number(), color: z.string() }).strict()

export class CheckedController {
  private readonly service = new BikeService()

  constructor(
    private readonly req: Request,
    private readonly res: Response,
  ) {}

  private validate() {
    bike.parse(this.req.body)
  }

  async create() {
    this.validate()
    this.res.json(await this.service.create(this.req.body))
  }
}
