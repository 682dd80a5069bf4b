import { Appointment, AppointmentModel } from '../models/appointment.model'

export class AppointmentService {
  async book(data: Partial<Appointment>): Promise<Appointment> {
    return AppointmentModel.create(data)
  }

  async confirm(id: string, by: string) {
    return AppointmentModel.findByIdAndUpdate(id, { confirmedBy: by }, { new: true })
  }

  async importMail(mail: { body: Partial<Appointment> }, user: { id: string }) {
    return AppointmentModel.create({ ...mail.body, confirmedBy: user.id })
  }
}
