import { model, Schema } from 'mongoose'

export const Ticket = model('Ticket', new Schema({ subject: String, text: String, priority: Number }))
