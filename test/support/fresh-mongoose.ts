import mongoose from 'mongoose'
import { afterAll } from 'vitest'

// The files of a process share Mongoose, but each loads the modules that define models and set options on it.
afterAll(() => {
  mongoose.deleteModel(/^/)
  mongoose.set({ autoCreate: true, autoIndex: true })
})
