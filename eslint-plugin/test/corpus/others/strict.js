import Ajv from 'ajv'
import * as v from 'valibot'
import { z } from 'zod'
import { Reading } from './models/reading.js'

const ajv = new Ajv()
const check = ajv.compile({ type: 'object', additionalProperties: false, properties: { value: { type: 'number' } } })
const loose = ajv.compile({ type: 'object' })
const strict = v.strictObject({ value: v.number() })
const closed = z.strictObject({ value: z.number() })

export const byAjv = async (req, res) => {
  if (!check(req.body)) return res.sendStatus(400)
  res.json(await Reading.create(req.body))
}

export const byLooseAjv = async (req, res) => {
  if (!loose(req.body)) return res.sendStatus(400)
  res.json(await Reading.create(req.body)) // flagged: no-unguarded-write
}

export const byValibot = async (req, res) => {
  v.parse(strict, req.body)
  res.json(await Reading.create(req.body))
}

export const byZod = async (req, res) => {
  const result = closed.safeParse(req.body)
  if (!result.success) return res.sendStatus(400)
  res.json(await Reading.create(req.body))
}

export const tooLate = async (req, res) => {
  const reading = await Reading.create(req.body) // flagged: no-unguarded-write
  closed.parse(req.body)
  res.json(reading)
}
