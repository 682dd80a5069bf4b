import { BookModel } from '../models/book'
import type { Book, IBookRepository } from '../types/library'

export class BookRepository implements IBookRepository {
  async create(data: Book) {
    const book = new BookModel(data)
    return await book.save()
  }

  async update(id: string, data: Partial<Book>) {
    return await BookModel.findByIdAndUpdate(id, data, { new: true }).exec()
  }
}

/** Keeps books in memory, as tests want it. */
export class MemoryRepository implements IBookRepository {
  private books = new Map<string, Book>()

  async create(data: Book) {
    this.books.set(data.title, data)
    return data
  }

  async update(id: string, data: Partial<Book>) {
    const book = { ...this.books.get(id)!, ...data }
    this.books.set(id, book)
    return book
  }
}

/** Writes what it knows of a book, field by field. */
export class PickingRepository implements IBookRepository {
  async create(data: Book) {
    return await BookModel.create({ title: String(data.title), pages: Number(data.pages) })
  }

  async update(id: string, data: Partial<Book>) {
    return await BookModel.findByIdAndUpdate(id, { title: String(data.title) })
  }
}
