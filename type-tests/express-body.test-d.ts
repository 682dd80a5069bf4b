// `req.body` after a guard, handed on as a whole: what takes an object does not take it.
import express from 'express'
import { Schema, model } from 'mongoose'
import { guard } from 'mongoose-guard/express'

const User = model('User', new Schema({ name: { type: String, required: true }, age: Number }))
const app = express()
declare function log(...values: unknown[]): void

app.post('/users/:id', guard(User, { allow: ['name'] }), async (req, res) => {
  // @ts-expect-error: the body as an update
  await User.findByIdAndUpdate(req.params.id, req.body)
  // @ts-expect-error: the body in an update
  await User.findByIdAndUpdate(req.params.id, { $set: req.body })
  // @ts-expect-error: the body as an update
  await User.updateOne({ _id: req.params.id }, req.body)
  // @ts-expect-error: the body as an update
  await User.findOneAndUpdate({}, req.body)
  // @ts-expect-error: the body as a document
  await User.replaceOne({}, req.body)
  // @ts-expect-error: the body as a document
  await User.findOneAndReplace({}, req.body)
  // @ts-expect-error: the body as values of a document
  new User().set(req.body)
  // @ts-expect-error: the body as operations
  await User.bulkWrite(req.body)
  // @ts-expect-error: the body in an operation
  await User.bulkWrite([{ updateOne: { filter: {}, update: { $set: req.body } } }])
  // @ts-expect-error: the body as a filter
  await User.find(req.body)
  // @ts-expect-error: a copy of the body
  await User.create({ ...req.body })
  // @ts-expect-error: an object
  const object: object = req.body
  // @ts-expect-error: a record
  const record: Record<string, unknown> = req.body
  // @ts-expect-error: a record of anything
  const anything: Record<string, any> = req.body
  // @ts-expect-error: its keys
  for (const key in req.body) log(key)
  log(object, record, anything)

  // What takes any value takes this one too: only the lint plugin sees these. Files for one major of Mongoose have those that differ.
  new User(req.body)
  await User.insertMany(req.body)
  await User.insertMany([req.body])
  User.hydrate(req.body)
  await User.bulkWrite([{ insertOne: { document: req.body } }])
  Object.assign(new User(), req.body)
  // Nor does it stand in the way of who looks at it.
  log(req.body, JSON.stringify(req.body))
  res.json(req.body)
})
