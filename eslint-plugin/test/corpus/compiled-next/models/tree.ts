import mongoose, { Schema } from 'mongoose'

const treeSchema = new Schema({ species: { type: String, required: true }, height: Number })

export const Tree = mongoose.models.Tree || mongoose.model('Tree', treeSchema) // flagged: no-untyped-model
