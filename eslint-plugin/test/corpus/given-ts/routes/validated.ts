import { celebrate, Joi } from 'celebrate'
import { Router } from 'express'
import type { Request, Response } from 'express'
import { BookRepository } from '../repositories/books'
import { BookService } from '../services/books'
import type { IBookService } from '../types/library'

class ValidatedController {
  constructor(private readonly service: IBookService) {}

  create = async (req: Request, res: Response) => {
    res.status(201).json(await this.service.createBook(req.body))
  }
}

const controller = new ValidatedController(new BookService(new BookRepository()))

export const router = Router()
router.post('/', celebrate({ body: Joi.object({ title: Joi.string() }) }), controller.create)
