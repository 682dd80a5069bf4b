import { z } from 'zod'
import type { Book, IBookRepository } from '../types/library'

const bookSchema = z.object({ title: z.string(), pages: z.number() }).strict()

export interface IValidator {
  validate(data: unknown): void
  pass(data: object): boolean
}

export class BookValidator implements IValidator {
  validate(data: unknown) {
    bookSchema.parse(data)
  }

  pass(data: object) {
    return Object.keys(data).every((key) => key === 'title')
  }
}

/** Leaves the check to whatever it is given. */
export class CheckedService {
  constructor(
    private readonly books: IBookRepository,
    private readonly validator: IValidator,
  ) {}

  createBook(data: Book) {
    this.validator.validate(data)
    return this.books.create(data)
  }

  updateBook(id: string, data: Book) {
    if (!this.validator.pass(data)) throw new Error('Unknown field')
    return this.books.update(id, data)
  }
}

/** Checks by itself. */
export class StrictService {
  constructor(private readonly books: IBookRepository) {}

  createBook(data: Book) {
    bookSchema.parse(data)
    return this.books.create(data)
  }

  updateBook(id: string, data: Book) {
    return this.books.update(id, { title: String(data.title) })
  }
}
