import type { Book, IBookRepository, IBookService } from '../types/library'

export class BookService implements IBookService {
  private books: IBookRepository

  constructor(books: IBookRepository) {
    this.books = books
  }

  async createBook(data: Book) {
    return this.books.create(data)
  }

  async updateBook(id: string, data: Partial<Book>) {
    return this.books.update(id, data)
  }
}
