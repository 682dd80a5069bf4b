// An application that has a `validated` of its own on every request: it goes on compiling, and its member is unknown. The
// middlewares beside this file are typed with it.
import express, { type Request } from 'express'
import { Schema, model } from 'mongoose'
import { guard } from 'mongoose-guard/express'
import { isExactly } from '../assert.ts'

declare global {
  namespace Express {
    interface Request {
      validated?: { mine: string }
      sanitized?: { mine: string }
    }
  }
}
const User = model('User', new Schema({ name: { type: String, required: true } }))
const app = express()
app.post('/mine', (req) => {
  isExactly<unknown>()(req.validated)
  isExactly<{ mine: string } | undefined>()(req.sanitized)
})
app.post('/mine', (req: Request) => {
  isExactly<unknown>()(req.validated)
})
app.post('/users', guard(User, { allow: ['name'] }), (req) => {
  isExactly<{ name: string }>()(req.validated)
  isExactly<{ mine: string } | undefined>()(req.sanitized)
})
