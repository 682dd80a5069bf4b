import express from 'express'
import { answerError } from '../errors.js'
import { User } from '../models.js'
import * as services from '../services.js'
import * as guards from './guards.js'

export const app = express()
app.use(express.json())

app.post('/v1/auth/register', guards.register, async (req, res) => {
  res.status(201).json(await services.createUser(req.validated))
})

app.post('/v1/auth/login', guards.login, async (req, res) => {
  const user = await services.logIn(req.validated)
  res.json({ user, refreshToken: await services.issueToken(user, 'refresh') })
})

app.post('/v1/auth/logout', guards.refreshToken, async (req, res) => {
  await services.redeemToken(req.validated.refreshToken, 'refresh')
  res.status(204).end()
})

app.post('/v1/auth/refresh-tokens', guards.refreshToken, async (req, res) => {
  const user = await services.redeemToken(req.validated.refreshToken, 'refresh')
  res.json({ refreshToken: await services.issueToken(user, 'refresh') })
})

app.post('/v1/auth/forgot-password', guards.forgotPassword, async (req, res) => {
  const user = await User.findOne({ email: req.validated.email })
  // A mail would carry it.
  res.json({ token: user === null ? null : await services.issueToken(user, 'resetPassword') })
})

app.post('/v1/auth/reset-password', guards.resetPassword, async (req, res) => {
  const user = await services.redeemToken(req.extra.token, 'resetPassword')
  await services.updateUser(user.id, req.validated)
  res.status(204).end()
})

app.post('/v1/users', guards.createUser, async (req, res) => {
  res.status(201).json(await services.createUser(req.validated))
})

app.post('/v1/users/import', guards.importUsers, async (req, res) => {
  const users = await User.create(req.validated)
  res.status(201).json({ imported: users.length })
})

app.post('/v1/users/delete', guards.deleteUsers, async (req, res) => {
  const { deletedCount } = await User.deleteMany({ _id: { $in: req.validated.ids } })
  res.json({ deleted: deletedCount })
})

app.patch('/v1/users/:id', guards.updateUser, async (req, res) => {
  res.json(await services.updateUser(req.params.id, req.validated))
})

app.put('/v1/users/:id', guards.replaceUser, async (req, res) => {
  res.json(await services.updateUser(req.params.id, req.validated))
})

app.patch('/v1/users/:id/preferences', guards.preferences, async (req, res) => {
  res.json(await services.updateUser(req.params.id, req.validated))
})

app.post('/v1/users/:id/password', guards.changePassword, async (req, res) => {
  const user = await services.findUser(req.params.id)
  if (!user.hasPassword(req.extra.currentPassword)) throw new services.ApiError(401, 'Incorrect password')
  await services.updateUser(user.id, req.validated)
  res.status(204).end()
})

app.post('/v1/newsletter', guards.subscribe, (req, res) => {
  res.status(202).json({ subscribed: req.validated.topics })
})

app.post('/v1/webhooks/mail', guards.mailEvent, (req, res) => {
  res.json({ seen: req.validated.event })
})

app.use(answerError)
