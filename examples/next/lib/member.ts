import mongoose, { Schema } from 'mongoose'

export const memberSchema = new Schema(
  {
    name: {
      type: String,
      required: [true, 'Please tell us your name.'],
      trim: true,
      minlength: [2, 'A name has at least 2 letters.'],
      maxlength: [60, 'A name has at most 60 letters.'],
    },
    email: {
      type: String,
      required: [true, 'Please give us an email address.'],
      unique: true,
      lowercase: true,
      trim: true,
      match: [/^[^\s@]+@[^\s@]+\.[a-z]+$/i, 'This is not an email address.'],
    },
    age: { type: Number, min: [16, 'Members are 16 or older.'], max: [120, 'Is this really your age?'] },
    card: {
      type: String,
      enum: { values: ['reader', 'student', 'family'] as const, message: 'There is no such card.' },
      default: 'reader',
    },
    address: {
      street: { type: String, trim: true, maxlength: [80, 'At most 80 letters, please.'] },
      city: { type: String, trim: true, maxlength: [60, 'At most 60 letters, please.'] },
      postcode: { type: String, trim: true, match: [/^[a-z0-9][a-z0-9 -]{2,9}$/i, 'This is not a postcode.'] },
    },
    interests: {
      type: [{ type: String, trim: true, lowercase: true, maxlength: [20, 'An interest has at most 20 letters.'] }],
      validate: { validator: (interests: unknown[]) => interests.length <= 5, message: 'Five interests at most.' },
    },
    newsletter: { type: Boolean, default: false },
    // Only the library itself sets these two.
    role: { type: String, enum: ['member', 'librarian'] as const, default: 'member' },
    fines: { type: Number, default: 0 },
  },
  { timestamps: true },
)

// Reloading in development runs this file again, and a model's name can be taken once only.
const existing: ReturnType<typeof compile> | undefined = mongoose.models.Member

export const Member = existing ?? compile()

function compile() {
  return mongoose.model('Member', memberSchema)
}
