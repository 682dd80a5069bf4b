import { Application } from 'express'
import { PatientController } from '../controllers/patient.controller'
import appointmentRoutes from './appointment.routes'

export function mountRoutes(app: Application): void {
  app.use('/api', new PatientController().router)
  app.use('/api/appointments', appointmentRoutes)
  app.get('/healthz', (_req, res) => res.send('ok'))
}
