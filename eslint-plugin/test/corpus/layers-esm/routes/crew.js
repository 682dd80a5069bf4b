import { Router } from 'express'
import { guard } from 'mongoose-guard/express'
import Crew from '../models/crew.js'
import { hire, promote } from '../controllers/crew.js'

export const router = Router()
router.post('/', guard(Crew, { allow: ['name'] }), hire) // flagged: no-body-after-guard
router.patch('/:id', guard(Crew, { allow: ['rank'], partial: true }), promote)
