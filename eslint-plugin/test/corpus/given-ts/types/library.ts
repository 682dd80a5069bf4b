export interface Book {
  title: string
  pages: number
}

export interface IRepository<T> {
  create(data: T): Promise<T>
  update(id: string, data: Partial<T>): Promise<T | null>
}

export interface IBookRepository extends IRepository<Book> {}

export interface IBookService {
  createBook(data: Book): Promise<Book>
  updateBook(id: string, data: Partial<Book>): Promise<Book | null>
}
