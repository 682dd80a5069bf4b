// The same in CommonJS.
import express = require('express')
import guards = require('./guards.cjs')
import library = require('mongoose-guard')
import { guard, type GuardedHandler } from 'mongoose-guard/express'

export const configError = new library.GuardConfigError('')
export const handle: GuardedHandler<typeof guards.createUser> = (req, res) => res.json(req.validated.name)
const app = express()
app.post('/users', guards.createUser, handle)
app.post('/users', guard(guards.newUser), handle)
app.post('/users', guards.createUser, (req, res) => {
  const { name }: { name: string } = req.validated
  res.json(name)
})
// @ts-expect-error: the handler of another guard
app.post('/users', guards.setAge, handle)
