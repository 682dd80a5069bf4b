import { celebrate, Joi } from 'celebrate'
import { Router } from 'express'
import type { ShelfController } from '../controllers/shelves'

export function shelves(controller: ShelfController) {
  const router = Router()
  router.post('/', celebrate({ body: Joi.object({ title: Joi.string() }) }), controller.create)
  return router
}
