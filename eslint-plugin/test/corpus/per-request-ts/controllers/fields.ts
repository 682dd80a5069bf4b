import type { Request, Response } from 'express'
import BikeService from '../services/bikes'

/** Keeps the request by parameters of the constructor. */
export class BikeEditor {
  private readonly service = new BikeService()

  constructor(
    private readonly request: Request,
    private readonly response: Response,
  ) {}

  async save() {
    const save = async () => this.service.update(this.request.params.id, this.request.body)
    this.response.json(await save())
  }

  async begin() {
    return this.save()
  }

  async refuse() {
    this.response.status(400).json({ sent: this.request.body })
  }
}
