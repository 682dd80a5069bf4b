// The methods that take a document: those of Mongoose 8 have its type as a parameter that takes any value, and only the lint
// plugin sees the body after a guard there.
import express from 'express'
import { Schema, model } from 'mongoose'
import { guard } from 'mongoose-guard/express'

const User = model('User', new Schema({ name: { type: String, required: true }, age: Number }))

express().post('/users', guard(User, { allow: ['name'] }), async (req) => {
  await User.create(req.body)
  await User.create([req.body])
  await User.insertOne(req.body)
})
