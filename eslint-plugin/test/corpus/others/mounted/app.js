import express from 'express'
import { guard } from 'mongoose-guard/express'
import { Reading } from '../models/reading.js'
import { readings } from './readings.js'

const app = express()
app.use(express.urlencoded({ extended: false }))
app.use('/readings', guard(Reading, { allow: ['value'] }), readings) // flagged: no-body-after-guard
app.use(express.json())
