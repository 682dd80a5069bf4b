// Every route here is wrong, each in its own way: `npx eslint` in this folder says how.
import express from 'express'
import { guard } from 'mongoose-guard/express'
import { replace } from './controllers/members.js'
import { Member } from './models/member.js'

export const app = express()

// The guard finds no body: the parser comes after it.
app.post('/early', guard(Member, { allow: ['name'] }), (req, res) => res.json(req.validated)) // flagged: guard-after-body-parser
app.use(express.json())

// The guard has checked the body, and the handler saves the raw one.
app.post('/members', guard(Member, { allow: ['name', 'email'] }), async (req, res) => {
  res.status(201).json(await Member.create(req.body)) // flagged: no-body-after-guard
})

// So does a handler in another file.
app.put('/members/:id', guard(Member, { allow: ['name', 'email'] }), replace) // flagged: no-body-after-guard

// Nothing is checked at all: `isAdmin` goes into the database.
app.patch('/members/:id', async (req, res) => {
  res.json(await Member.findByIdAndUpdate(req.params.id, req.body)) // flagged: no-unguarded-write
})

// A request that sends a city loses the street.
app.patch('/members/:id/address', guard(Member, { allow: ['address.city'], partial: true }), async (req, res) => {
  res.json(await Member.findByIdAndUpdate(req.params.id, req.validated)) // flagged: prefer-to-update
})

// The schema is read again for every request.
app.post('/invitations', (req, res, next) => {
  guard(Member, { allow: req.user.isAdmin ? ['name', 'isAdmin'] : ['name'] })(req, res, next) // flagged: no-guard-in-handler
})

// `{ "email": { "$ne": null } }` finds the first member there is.
app.post('/reminders', async (req, res) => {
  res.json(await Member.findOne({ email: req.body.email })) // flagged: no-unguarded-filter
})
