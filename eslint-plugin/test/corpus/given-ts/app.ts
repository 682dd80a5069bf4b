import express from 'express'
import { ShelfController } from './controllers/shelves'
import { BookRepository } from './repositories/books'
import { shelves } from './routes/shelves'
import { BookService } from './services/books'

const app = express()
app.use(express.json())
app.use('/shelves', shelves(new ShelfController(new BookService(new BookRepository()))))
export default app
