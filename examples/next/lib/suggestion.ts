import mongoose from 'mongoose'
import { createGuard } from 'mongoose-guard'

const suggestionSchema = new mongoose.Schema({
  title: { type: String, required: [true, 'Which book is it?'], trim: true, minlength: [2, 'At least 2 letters.'] },
  pages: { type: Number, min: [1, 'A book has a page at least.'] },
  wantedBy: Date,
  formats: [{ type: String, enum: ['print', 'audio', 'large print'] as const }],
  author: { name: { type: String, trim: true }, born: Number },
  isUrgent: Boolean,
  // Only the library itself sets this one.
  isBought: { type: Boolean, default: false },
})

const existing: ReturnType<typeof compile> | undefined = mongoose.models.Suggestion

export const Suggestion = existing ?? compile()

function compile() {
  return mongoose.model('Suggestion', suggestionSchema)
}

export const newSuggestion = createGuard(Suggestion, {
  allow: ['title', 'pages', 'wantedBy', 'formats', 'author', 'isUrgent'],
})
