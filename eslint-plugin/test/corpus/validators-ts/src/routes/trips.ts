import { Router } from 'express'
import { Validator } from 'express-json-validator-middleware'
import { ajv, check, checkWith, SchemaValidator, strip, validate } from '../lib/ajv'
import { closed, open } from '../lib/schemas'
import { Trip } from '../models/trip'

export const trips = Router()
const isClosed = ajv.compile(closed)
const isOpen = ajv.compile(open)
const { validate: validateParts } = new Validator({ allErrors: true })

trips.post('/a', validate(closed), async (req, res) => {
  res.status(201).json(await Trip.create(req.body))
})

trips.post('/b', validate(open), async (req, res) => {
  res.status(201).json(await Trip.create(req.body)) // flagged: no-unguarded-write
})

trips.post('/c', check(closed), async (req, res) => {
  res.status(201).json(await Trip.create(req.body))
})

trips.post('/d', check(open), async (req, res) => {
  res.status(201).json(await Trip.create(req.body)) // flagged: no-unguarded-write
})

trips.post('/e', checkWith(isClosed), async (req, res) => {
  res.status(201).json(await Trip.create(req.body))
})

trips.post('/f', checkWith(isOpen), async (req, res) => {
  res.status(201).json(await Trip.create(req.body)) // flagged: no-unguarded-write
})

trips.post('/g', strip(open), async (req, res) => {
  res.status(201).json(await Trip.create(req.body))
})

trips.post('/h', validateParts({ body: closed }), async (req, res) => {
  res.status(201).json(await Trip.create(req.body))
})

trips.post('/i', validateParts({ body: open }), async (req, res) => {
  res.status(201).json(await Trip.create(req.body)) // flagged: no-unguarded-write
})

trips.post('/j', new SchemaValidator(closed).handle, async (req, res) => {
  res.status(201).json(await Trip.create(req.body))
})

trips.post('/k', new SchemaValidator(open).handle, async (req, res) => {
  res.status(201).json(await Trip.create(req.body)) // flagged: no-unguarded-write
})
