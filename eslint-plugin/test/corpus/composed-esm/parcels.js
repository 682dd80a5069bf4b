import express from 'express'
import { only } from './lib/retry.js'
import { Parcel } from './models/parcel.js'
import { change, count, put, saveTo, send } from './services/parcels.js'

const router = express.Router()
const create = Parcel.create.bind(Parcel)
const rename = Parcel.updateOne.bind(Parcel, { isPaid: false })
const keep = (Model) => async (data) => {
  const made = new Model(data) // flagged: no-unguarded-write
  return made.save()
}

router.post('/a', async (req, res) => {
  res.json(await send(req.body)) // flagged: no-unguarded-write
})

router.post('/b/:id', async (req, res) => {
  res.json(await change(req.body, req.params.id)) // flagged: no-unguarded-write
})

router.post('/c', async (req, res) => {
  res.json(await count(req.body))
})

router.post('/d', async (req, res) => {
  res.json(await saveTo(Parcel)(req.body)) // flagged: no-unguarded-write
})

router.post('/e', async (req, res) => {
  res.json(await keep(Parcel)(req.body))
})

router.post('/f', async (req, res) => {
  res.json(await create(req.body)) // flagged: no-unguarded-write
})

router.post('/g', async (req, res) => {
  res.json(await rename(req.body)) // flagged: no-unguarded-write
})

router.post('/h', async (req, res) => {
  res.json(await Parcel.create.call(Parcel, req.body)) // flagged: no-unguarded-write
})

router.post('/i', async (req, res) => {
  res.json(await Parcel.create.apply(Parcel, [req.body])) // flagged: no-unguarded-write
})

router.post('/j', async (req, res) => {
  res.json(await put(req.body)) // missed: no-unguarded-write
})

router.post('/k', async (req, res) => {
  res.json(await Parcel.create(only('to', 'weight')(req.body)))
})

router.post('/l', async (req, res) => {
  res.json(await Parcel.collection.insertOne(req.body)) // flagged: no-unguarded-write
})

router.patch('/m/:to', async (req, res) => {
  const { to } = req.params
  res.json(await Parcel.collection.updateOne({ to }, { $set: { ...req.body, at: new Date() } })) // flagged: no-unguarded-write
})

router.patch('/n', async (req, res) => {
  res.json(await Parcel.collection.updateOne({ to: 'A' }, { $set: { to: String(req.body.to) } }))
})

router.get('/o', async (req, res) => {
  res.json(await Parcel.collection.countDocuments({ isPaid: true }))
})

router.delete('/p', async (req, res) => {
  res.json(await Parcel.collection.deleteOne({ to: req.body.to })) // flagged: no-unguarded-filter
})

router.post('/q', async (req, res) => {
  const make = Parcel.create.bind(Parcel, req.body) // flagged: no-unguarded-write
  res.json(await make())
})

export default router
