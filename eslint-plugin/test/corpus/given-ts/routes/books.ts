import { Router } from 'express'
import { BookController } from '../controllers/books'
import { LibraryController } from '../controllers/library'
import { BookRepository, MemoryRepository } from '../repositories/books'
import { BookService } from '../services/books'
import { StrictService } from '../services/checked'

const router = Router()
const repository = new BookRepository()
const service = new BookService(repository)
const controller = new BookController(service) // flagged: no-unguarded-write
const remembering = new BookController(new BookService(new MemoryRepository()))
const strict = new BookController(new StrictService(new BookRepository()))
const library = new LibraryController(new BookService(new BookRepository())) // flagged: no-unguarded-write

router.post('/', controller.create)
router.patch('/:id', controller.rename.bind(controller))
router.post('/remembered', remembering.create)
router.post('/strict', strict.create)
router.post('/library', library.create)

export default router
