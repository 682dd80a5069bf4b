import mongoose from 'mongoose'
import { createGuard } from 'mongoose-guard'

const visitorSchema = new mongoose.Schema({ name: { type: String, required: true }, isAdmin: Boolean })

// No entry of `allow` is an error to the compiler, whatever it says.
const Visitor = mongoose.models.Visitor || mongoose.model('Visitor', visitorSchema) // flagged: no-untyped-model
export const newVisitor = createGuard(Visitor, { allow: ['name'] })
