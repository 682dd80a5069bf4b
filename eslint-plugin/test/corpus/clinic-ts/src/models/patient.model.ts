import mongoose, { Document, Model, Schema } from 'mongoose'

export interface IPatient {
  name: string
  birthDate: Date
  insurance?: { company: string; number: string }
  notes: string[]
  discharged: boolean
}

export interface IPatientDocument extends IPatient, Document {}

const PatientSchema = new Schema<IPatientDocument>(
  {
    name: { type: String, required: true },
    birthDate: { type: Date, required: true },
    insurance: { company: String, number: String },
    notes: [String],
    discharged: { type: Boolean, default: false },
  },
  { timestamps: true },
)

export const Patient: Model<IPatientDocument> = mongoose.model<IPatientDocument>('Patient', PatientSchema)
