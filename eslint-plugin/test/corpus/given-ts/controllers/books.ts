import type { Request, Response } from 'express'
import type { IBookService } from '../types/library'

export class BookController {
  constructor(private readonly service: IBookService) {}

  create = async (req: Request, res: Response) => {
    res.status(201).json(await this.service.createBook(req.body))
  }

  async rename(req: Request, res: Response) {
    const { title } = req.body
    res.json(await this.service.updateBook(req.params.id, { title }))
  }
}
