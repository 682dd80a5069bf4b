import type { Request, Response } from 'express'
import BikeService from '../services/bikes'

/** Keeps a request that has no other fields left. */
export class PickingEditor {
  private readonly service = new BikeService()
  private readonly req: Request
  private readonly res: Response

  constructor(req: Request, res: Response) {
    this.req = req
    this.res = res
    this.req.body = { color: String(req.body.color) }
  }

  async save() {
    this.res.json(await this.service.update(this.req.params.id, this.req.body))
  }
}
