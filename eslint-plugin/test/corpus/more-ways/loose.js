import express from 'express'
import Joi from 'joi'
import mongoose from 'mongoose'
import { create, object, string, type } from 'superstruct'
import * as v from 'valibot'
import { z } from 'zod'

const Badge = mongoose.model('Badge', new mongoose.Schema({ label: String, colour: String, isOfficial: Boolean }))
const router = express.Router()

const Passing = z.object({ label: z.string() }).passthrough()
const Loose = z.looseObject({ label: z.string() }).partial()
const Plain = z.object({ label: z.string() })
const Closed = z.object({ label: z.string() }).passthrough().strict()
const Chosen = z.looseObject({ label: z.string() }).transform(({ label }) => ({ label }))
const Unknown = Joi.object({ label: Joi.string() }).unknown()
const Stripping = Joi.object({ label: Joi.string() }).options({ stripUnknown: true })

router.post('/a', async (req, res) => {
  const data = Passing.parse(req.body)
  res.json(await Badge.create(data)) // flagged: no-unguarded-write
})

router.post('/b', async (req, res) => {
  const { success, data } = Loose.safeParse(req.body)
  if (!success) return res.sendStatus(400)
  return res.json(await Badge.create(data)) // flagged: no-unguarded-write
})

router.post('/c', async (req, res) => {
  const { error, value } = Unknown.validate(req.body)
  if (error) return res.sendStatus(400)
  return res.json(await Badge.create(value)) // flagged: no-unguarded-write
})

router.post('/d', async (req, res) => {
  res.json(await Badge.create(create(req.body, type({ label: string() })))) // flagged: no-unguarded-write
})

router.post('/e', async (req, res) => {
  const data = v.parse(v.looseObject({ label: v.string() }), req.body)
  res.json(await Badge.create(data)) // flagged: no-unguarded-write
})

router.post('/f', async (req, res) => {
  res.json(await Badge.create(Plain.parse(req.body)))
})

router.post('/g', async (req, res) => {
  res.json(await Badge.create(Closed.parse(req.body)))
})

router.post('/h', async (req, res) => {
  res.json(await Badge.create(Chosen.parse(req.body)))
})

router.post('/i', async (req, res) => {
  const { value } = Stripping.validate(req.body)
  res.json(await Badge.create(value))
})

router.post('/j', async (req, res) => {
  res.json(await Badge.create(create(req.body, object({ label: string() }))))
})

router.post('/k', async (req, res) => {
  const { value } = Unknown.validate(req.body, { stripUnknown: true })
  res.json(await Badge.create(value))
})

router.post('/l', async (req, res) => {
  const { label } = Passing.parse(req.body)
  res.json(await Badge.create({ label }))
})

export default router
