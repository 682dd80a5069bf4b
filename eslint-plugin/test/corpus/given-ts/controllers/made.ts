import { BookRepository } from '../repositories/books'
import { BookService } from '../services/books'
import { LoanController } from './loans'

export const loans = new LoanController(new BookService(new BookRepository()))
