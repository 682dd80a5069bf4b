import { Router } from 'express'
import { guard } from 'mongoose-guard/express'
import appointmentController from '../controllers/appointment.controller'
import { AppointmentModel } from '../models/appointment.model'

const router: Router = Router()

router.post('/', guard(AppointmentModel, { allow: ['patient', 'at', 'reason'] }), appointmentController.book) // flagged: no-body-after-guard
router.post('/:id/confirm', appointmentController.confirm)

export default router
