import express from 'express'
import { answerError, answerInvalid } from '../errors.js'
import { User } from '../models.js'
import * as services from '../services.js'
import * as validations from './validations.js'

const validate = (schema) => (req, res, next) => {
  const { value, error } = schema.validate(req.body ?? {}, { abortEarly: false })
  if (error === undefined) {
    req.body = value
    return next()
  }
  const details = error.details.map(({ path, message }) => ({ field: path.join('.'), message }))
  return answerInvalid(res, details)
}

export const app = express()
app.use(express.json())

app.post('/v1/auth/register', validate(validations.register), async (req, res) => {
  const { name, email, password } = req.body
  res.status(201).json(await services.createUser({ name, email, password }))
})

app.post('/v1/auth/login', validate(validations.login), async (req, res) => {
  const user = await services.logIn(req.body)
  res.json({ user, refreshToken: await services.issueToken(user, 'refresh') })
})

app.post('/v1/auth/logout', validate(validations.refreshToken), async (req, res) => {
  await services.redeemToken(req.body.refreshToken, 'refresh')
  res.status(204).end()
})

app.post('/v1/auth/refresh-tokens', validate(validations.refreshToken), async (req, res) => {
  const user = await services.redeemToken(req.body.refreshToken, 'refresh')
  res.json({ refreshToken: await services.issueToken(user, 'refresh') })
})

app.post('/v1/auth/forgot-password', validate(validations.forgotPassword), async (req, res) => {
  const user = await User.findOne({ email: req.body.email })
  // A mail would carry it.
  res.json({ token: user === null ? null : await services.issueToken(user, 'resetPassword') })
})

app.post('/v1/auth/reset-password', validate(validations.resetPassword), async (req, res) => {
  const user = await services.redeemToken(req.body.token, 'resetPassword')
  await services.updateUser(user.id, { password: req.body.password })
  res.status(204).end()
})

app.post('/v1/users', validate(validations.createUser), async (req, res) => {
  res.status(201).json(await services.createUser(req.body))
})

app.post('/v1/users/import', validate(validations.importUsers), async (req, res) => {
  const users = await User.create(req.body)
  res.status(201).json({ imported: users.length })
})

app.post('/v1/users/delete', validate(validations.deleteUsers), async (req, res) => {
  const { deletedCount } = await User.deleteMany({ _id: { $in: req.body.ids } })
  res.json({ deleted: deletedCount })
})

app.patch('/v1/users/:id', validate(validations.updateUser), async (req, res) => {
  res.json(await services.updateUser(req.params.id, req.body))
})

app.put('/v1/users/:id', validate(validations.replaceUser), async (req, res) => {
  res.json(await services.updateUser(req.params.id, req.body))
})

app.patch('/v1/users/:id/preferences', validate(validations.preferences), async (req, res) => {
  res.json(await services.updateUser(req.params.id, req.body))
})

app.post('/v1/users/:id/password', validate(validations.changePassword), async (req, res) => {
  const user = await services.findUser(req.params.id)
  if (!user.hasPassword(req.body.currentPassword)) throw new services.ApiError(401, 'Incorrect password')
  await services.updateUser(user.id, { password: req.body.password })
  res.status(204).end()
})

app.post('/v1/newsletter', validate(validations.subscribe), (req, res) => {
  res.status(202).json({ subscribed: req.body.topics })
})

app.post('/v1/webhooks/mail', validate(validations.mailEvent), (req, res) => {
  res.json({ seen: req.body.event })
})

app.use(answerError)
