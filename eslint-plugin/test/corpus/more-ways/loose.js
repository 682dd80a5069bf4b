import express from 'express'
import Joi from 'joi'
import mongoose from 'mongoose'
import { create, object, string, type } from 'superstruct'
import * as v from 'valibot'
import * as yup from 'yup'
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
  res.json(await Badge.create(value)) // flagged: no-unguarded-write
})

router.post('/l', async (req, res) => {
  const { label } = Passing.parse(req.body)
  res.json(await Badge.create({ label }))
})

const Leaving = yup.object().shape({ label: yup.string().required() })

router.post('/n', async (req, res) => {
  const data = await Leaving.validate(req.body)
  res.json(await Badge.create(data)) // flagged: no-unguarded-write
})

router.post('/o', async (req, res) => {
  res.json(await Badge.create(Leaving.validateSync(req.body))) // flagged: no-unguarded-write
})

router.post('/p', async (req, res) => {
  const data = await Leaving.validate(req.body, { stripUnknown: true })
  res.json(await Badge.create(data))
})

router.post('/q', async (req, res) => {
  const data = await Leaving.noUnknown().validate(req.body)
  res.json(await Badge.create(data))
})

router.post('/r', async (req, res) => {
  res.json(await Badge.create(z.record(z.string(), z.unknown()).parse(req.body))) // flagged: no-unguarded-write
})

router.post('/s', async (req, res) => {
  const { data } = z.any().safeParse(req.body)
  res.json(await Badge.create(data)) // flagged: no-unguarded-write
})

export default router
