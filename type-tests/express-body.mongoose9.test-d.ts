// The methods that take a document, of which those of Mongoose 9 do not take the body after a guard.
import express from 'express'
import { Schema, model } from 'mongoose'
import { guard } from 'mongoose-guard/express'

const User = model('User', new Schema({ name: { type: String, required: true }, age: Number }))

express().post('/users', guard(User, { allow: ['name'] }), async (req) => {
  // @ts-expect-error: the body as a document
  await User.create(req.body)
  // @ts-expect-error: the body as one of several documents
  await User.create([req.body])
  // @ts-expect-error: the body as a document
  await User.insertOne(req.body)
})
