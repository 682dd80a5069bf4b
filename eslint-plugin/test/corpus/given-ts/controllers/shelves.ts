import type { Request, Response } from 'express'
import type { IBookService } from '../types/library'

export class ShelfController {
  constructor(private readonly service: IBookService) {}

  create = async (req: Request, res: Response) => {
    res.status(201).json(await this.service.createBook(req.body))
  }
}
