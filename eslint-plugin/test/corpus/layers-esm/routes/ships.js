import { Router } from 'express'
import * as ships from '../controllers/ships.js'

export const router = Router()
router.post('/', ships.register)
router.patch('/:id', ships.rename)
router.delete('/:id', ships.scrap)
