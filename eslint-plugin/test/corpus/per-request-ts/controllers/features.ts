import type { Request } from 'express'
import { BikeStore } from '../models/bike'

/** Reads no more than the query of the request. */
export class Features {
  constructor(private readonly req: Request) {}

  async list() {
    const { sort, ...query } = this.req.query
    return { sort, bikes: await new BikeStore().find({ color: String(query.color) }) }
  }
}
