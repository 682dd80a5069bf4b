import type { Request, Response } from 'express'
import { Berth } from './berth.model'
import { newBerth, price } from './berth.schemas'
import { joiValidation, zodValidation } from './decorators'

export class BerthController {
  @joiValidation(newBerth)
  public async create(req: Request, res: Response): Promise<void> {
    res.status(201).json(await Berth.create(req.body))
  }

  @zodValidation(price)
  public async price(req: Request, res: Response): Promise<void> {
    res.json(await Berth.findByIdAndUpdate(req.params.id, req.body)) // flagged: no-unguarded-write
  }

  @joiValidation(newBerth)
  public async search(req: Request, res: Response): Promise<void> {
    res.json(await Berth.find({ harbor: req.body.harbor }))
  }
}
