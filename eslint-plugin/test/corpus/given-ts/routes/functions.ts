import { Router } from 'express'
import * as books from '../controllers/functions'

const router = Router()
router.post('/createBook', books.createBook)
router.post('/updateBook', books.updateBook)
router.post('/renameBook', books.renameBook)
router.post('/rememberBook', books.rememberBook)
router.post('/pickBook', books.pickBook)
router.post('/checkBook', books.checkBook)
router.post('/askBook', books.askBook)
router.post('/strictBook', books.strictBook)

export default router
