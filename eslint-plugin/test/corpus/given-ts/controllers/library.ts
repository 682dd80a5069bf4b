import type { Request, Response } from 'express'
import { BookService } from '../services/books'

export class LibraryController {
  constructor(private readonly service: BookService) {}

  create = async (req: Request, res: Response) => {
    res.status(201).json(await this.service.createBook(req.body))
  }
}
