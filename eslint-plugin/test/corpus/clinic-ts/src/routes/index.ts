import { Application } from 'express'
import { PatientController } from '../controllers/patient.controller'
import { replacePatient, uploadDocument } from '../controllers/upload.controller'
import appointmentRoutes from './appointment.routes'

export function mountRoutes(app: Application): void {
  app.use('/api', new PatientController().router)
  app.use('/api/appointments', appointmentRoutes)
  app.post('/api/uploads/:id', uploadDocument)
  app.put('/api/uploads/:id', replacePatient)
  app.get('/healthz', (_req, res) => res.send('ok'))
}
