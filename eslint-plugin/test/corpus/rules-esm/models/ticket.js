import mongoose from 'mongoose'

export const Ticket = mongoose.model('Ticket', new mongoose.Schema({ title: String, seats: Number, paid: Boolean }))
