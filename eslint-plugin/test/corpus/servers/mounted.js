import express, { Router } from 'express'
import { guard } from 'mongoose-guard/express'
import { model, Schema } from 'mongoose'
import { z } from 'zod'

const Crate = model('Crate', new Schema({ label: String, weight: Number, customs: String }))
const app = express()
app.use(express.json())

const crates = Router()
crates.post('/', async (req, res) => {
  res.status(201).json(await Crate.create(req.body)) // flagged: no-body-after-guard
})
app.use('/crates', guard(Crate, { allow: ['label', 'weight'] }), crates)

const weighed = z.strictObject({ weight: z.number() })
function checkWeight(req, res, next) {
  const { success } = weighed.safeParse(req.body)
  if (!success) return res.sendStatus(400)
  next()
}
const scales = Router()
scales.all('/:id', checkWeight)
scales.put('/:id', async (req, res) => {
  res.json(await Crate.findByIdAndUpdate(req.params.id, req.body))
})
scales.put('/:id/customs', async (req, res) => {
  res.json(await Crate.findByIdAndUpdate(req.params.id, req.body)) // flagged: no-unguarded-write
})
app.use('/scales', scales)

export default app
