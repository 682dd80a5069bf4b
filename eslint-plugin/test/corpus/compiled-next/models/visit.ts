import { type InferSchemaType, type Model, model, models, Schema } from 'mongoose'

const visitSchema = new Schema({ tree: String, on: { type: Date, required: true } })

export const Visit: Model<InferSchemaType<typeof visitSchema>> = models.Visit ?? model('Visit', visitSchema)

// No guard gets it: it has nothing to lose by its type.
export const Log = models.Log || model('Log', new Schema({ text: String }))
