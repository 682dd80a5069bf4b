import type { Request, Response } from 'express'
import type { IBookService } from '../types/library'

export class LoanController {
  private readonly service: IBookService

  constructor(service: IBookService) {
    this.service = service
  }

  async lend(req: Request, res: Response) {
    res.status(201).json(await this.service.createBook(req.body))
  }

  async extend(req: Request, res: Response) {
    const changes = req.body
    res.json(await this.service.updateBook(req.params.id, changes))
  }

  async rename(req: Request, res: Response) {
    res.json(await this.service.updateBook(req.params.id, { title: req.body.title }))
  }
}
