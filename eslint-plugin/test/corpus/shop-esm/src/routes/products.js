import { Router } from 'express'
import { adjustStock, createProduct, searchProducts, updateProduct } from '../controllers/products.js'
import { newProduct, productChanges } from '../lib/guards.js'
import { isAdmin } from '../middleware/is-admin.js'

const router = Router()

router.post('/', isAdmin, newProduct, createProduct)
router.put('/:id', isAdmin, productChanges, updateProduct) // flagged: no-body-after-guard
router.post('/:id/stock', isAdmin, adjustStock)
router.post('/search', searchProducts)

export default router
