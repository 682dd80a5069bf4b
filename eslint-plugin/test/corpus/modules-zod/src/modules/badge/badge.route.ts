import express from 'express'
import { parseRequest } from '../../shared/validate-request'
import { BadgeController } from './badge.controller'
import { newBadge } from './badge.validation'

const router = express.Router()
router.post('/', parseRequest(newBadge), BadgeController.create)
router.delete('/:id', BadgeController.remove)

export const BadgeRoutes = router
