import { celebrate, Joi } from 'celebrate'
import { Router } from 'express'
import BikeController from '../controllers/bikes'
import { CheckedController } from '../controllers/checked'
import { Features } from '../controllers/features'
import { BikeEditor } from '../controllers/fields'
import { PickingEditor } from '../controllers/picking'

const router = Router()
const strict = celebrate({ body: Joi.object({ gears: Joi.number(), color: Joi.string() }) })

router.post('/', (req, res, next) => new BikeController(req, res, next).create()) // flagged: no-unguarded-write
router.post('/strict', strict, (req, res, next) => new BikeController(req, res, next).create())
router.post('/trusted', (req, res, next) => new BikeController(req, res, next).trusted())
router.patch('/:id/paint', (req, res, next) => new BikeController(req, res, next).paint())
router.put('/:id', (req, res) => {
  const editor = new BikeEditor(req, res)
  return editor.save() // flagged: no-unguarded-write
})
router.put('/:id/begin', (req, res) => new BikeEditor(req, res).begin()) // flagged: no-unguarded-write
router.put('/picked/:id', (req, res) => new PickingEditor(req, res).save())
router.put('/refused', (req, res) => new BikeEditor(req, res).refuse())
router.post('/checked', (req, res) => new CheckedController(req, res).create())
router.get('/', async (req, res) => {
  res.json(await new Features(req).list())
})

export default router
