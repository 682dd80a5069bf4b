import express from 'express'
import { guard } from 'mongoose-guard/express'
import { User } from '../models.ts'

express().post('/users', guard(User, { allow: ['name'] }), (req, res) => {
  res.json(req.validated)
})
