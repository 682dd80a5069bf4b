const mongoose = require('mongoose')

const userSchema = new mongoose.Schema(
  {
    username: { type: String, required: true, unique: true, minlength: 3 },
    email: { type: String, required: true, lowercase: true },
    passwordHash: { type: String, select: false },
    role: { type: String, enum: ['reader', 'author', 'admin'], default: 'reader' },
    profile: { bio: String, website: String },
  },
  { timestamps: true },
)

module.exports = mongoose.model('User', userSchema)
