// An application of ES modules and CommonJS: both have one type of guards and requests.
import express from 'express'
import { createGuard, type Guard, type GuardConfigError } from 'mongoose-guard'
import { guard, type GuardedHandler } from 'mongoose-guard/express'
import { isExactly } from '../assert.ts'
import { User, createUser, newUser, setAge } from './guards.cjs'
import type { handle, configError } from './routes.cjs'

const app = express()
app.post('/users', createUser, (req) => {
  isExactly<{ name: string }>()(req.validated)
})
app.post('/users', guard(newUser), (req) => {
  isExactly<{ name: string }>()(req.validated)
})
app.post('/users', guard(User, { allow: ['age'] }), (req) => {
  isExactly<{ age?: number }>()(req.validated)
})
isExactly<Guard<{ name: string }>>()(newUser)
isExactly<typeof newUser>()(createGuard(User, { allow: ['name'] }))

const handler: GuardedHandler<typeof createUser> = (req, res) => res.json(req.validated.name)
app.post('/users', createUser, handler)
// @ts-expect-error: the handler of another guard
app.post('/users', setAge, handler)
// @ts-expect-error: and so is this, of the other format
app.post('/users', guard(User, { allow: ['age'] }), handler)

export const here: typeof handle = handler
export const error = (thrown: typeof configError): GuardConfigError => thrown
