import type { Request, Response } from 'express'
import { BaseController } from './base-controller'
import { BerthService } from './berth-service'

export class BerthController extends BaseController<BerthService> {
  constructor() {
    super(new BerthService())
  }

  add = async (req: Request, res: Response) => {
    res.status(201).json(await this.service.add(req.body))
  }

  addAny = async (req: Request, res: Response) => {
    res.status(201).json(await this.service.add(req.body)) // flagged: no-unguarded-write
  }
}
