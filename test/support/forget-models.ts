import mongoose from 'mongoose'
import { afterAll } from 'vitest'

// Test files share a copy of Mongoose, and many an application names a model `User`.
afterAll(() => {
  mongoose.deleteModel(/^/)
})
