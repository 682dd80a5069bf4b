import { InferSchemaType, model, Schema } from 'mongoose'

const appointmentSchema = new Schema({
  patient: { type: Schema.Types.ObjectId, ref: 'Patient', required: true },
  at: { type: Date, required: true },
  reason: { type: String, maxlength: 500 },
  confirmedBy: String,
})

export type Appointment = InferSchemaType<typeof appointmentSchema>
export const AppointmentModel = model('Appointment', appointmentSchema)
