import { Router } from 'express'
import { validate } from '../middleware/validate.js'
import { anyPort, newPort } from '../validation/ports.js'
import { create, update } from '../controllers/ports.js'

export const router = Router()
router.post('/', validate(newPort), create)
router.put('/:id', validate(anyPort), update)
