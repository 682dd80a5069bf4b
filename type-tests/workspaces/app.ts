// An application of a workspace, in which Express 4 and 5 and their types may stand side by side.
import express, { type Request, type Response } from 'express'
import { Schema, model } from 'mongoose'
import { guard, type GuardedHandler, type GuardedRequest } from 'mongoose-guard/express'

const User = model('User', new Schema({ name: { type: String, required: true }, email: String }))
const createUser = guard(User, {
  allow: ['name'],
  onReject: (errors, _req, res) => {
    res.status(422).json(errors)
  },
})
const app = express()

app.post('/users/:id', createUser, async (req, res) => {
  const id: string = req.params.id
  const name: string = req.validated.name
  // @ts-expect-error: not allowed
  void req.validated.email
  // @ts-expect-error: the body is closed
  void req.body.name
  res.json([id, name, await User.create(req.validated)])
})
app.route('/users').post(createUser, (req, res) => {
  const name: string = req.validated.name
  res.json(name)
})

const handler: GuardedHandler<typeof createUser> = (req, res) => {
  const name: string = req.validated.name
  res.json(name)
}
app.post('/users', createUser, handler)
async function create(req: GuardedRequest<typeof createUser>, res: Response) {
  res.json(await User.create(req.validated))
}
app.post('/users', createUser, create)
const updateUser = guard(User, { allow: ['name'], partial: true })
// @ts-expect-error: it gives less
app.post('/users', updateUser, handler)

app.post('/users', createUser, (req: Request, res: Response) => {
  // @ts-expect-error: unknown in a handler that is annotated so
  res.json(req.validated.name)
})
app.post('/feedback', (req, res) => {
  // @ts-expect-error: no guard
  res.json(req.validated.name)
})
