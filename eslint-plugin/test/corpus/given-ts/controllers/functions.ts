import type { Request, Response } from 'express'
import { BookRepository, MemoryRepository, PickingRepository } from '../repositories/books'
import { BookService } from '../services/books'
import { BookValidator, CheckedService, StrictService } from '../services/checked'
import type { Book, IBookRepository, IBookService } from '../types/library'

const bookRepository: IBookRepository = new BookRepository()
const bookService: IBookService = new BookService(bookRepository)
const memory: IBookService = new BookService(new MemoryRepository())
const picking: IBookService = new BookService(new PickingRepository())
const checked = new CheckedService(bookRepository, new BookValidator())
const strict = new StrictService(bookRepository)

export const createBook = async (req: Request, res: Response) => {
  const book: Book = req.body
  const result = await bookService.createBook(book) // flagged: no-unguarded-write
  res.status(201).json(result)
}

export const updateBook = async (req: Request, res: Response) => {
  res.json(await bookService.updateBook(req.params.id, req.body)) // flagged: no-unguarded-write
}

export const renameBook = async (req: Request, res: Response) => {
  res.json(await bookService.updateBook(req.params.id, { title: req.body.title }))
}

export const rememberBook = async (req: Request, res: Response) => {
  res.json(await memory.createBook(req.body))
}

export const pickBook = async (req: Request, res: Response) => {
  res.json(await picking.createBook(req.body))
}

export const checkBook = async (req: Request, res: Response) => {
  res.json(await checked.createBook(req.body))
}

export const askBook = async (req: Request, res: Response) => {
  res.json(await checked.updateBook(req.params.id, req.body))
}

export const strictBook = async (req: Request, res: Response) => {
  res.json(await strict.createBook(req.body))
}
