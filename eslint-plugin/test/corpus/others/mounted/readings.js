import express from 'express'
import { Reading } from '../models/reading.js'

export const readings = express.Router()
readings.post('/', async (req, res) => res.json(await Reading.create(req.body)))
