import { model, models, Schema } from 'mongoose'

export interface IGrove {
  name: string
  keeper?: string
}

const groveSchema = new Schema<IGrove>({ name: { type: String, required: true }, keeper: String })

const Grove = models['Grove'] ? models['Grove'] : model<IGrove>('Grove', groveSchema) // flagged: no-untyped-model

export default Grove
