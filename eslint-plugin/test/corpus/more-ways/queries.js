import express from 'express'
import mongoose from 'mongoose'

const Badge = mongoose.model('Badge', new mongoose.Schema({ label: String, colour: String, isOfficial: Boolean }))
const router = express.Router()

router.put('/a', async (req, res) => {
  await Badge.updateOne({ label: String(req.params.label) }).set(req.body) // flagged: no-unguarded-write
  res.sendStatus(204)
})

router.put('/b', async (req, res) => {
  await Badge.updateMany({ isOfficial: false }).set({ colour: req.body.colour })
  res.sendStatus(204)
})

router.put('/c', async (req, res) => {
  const query = Badge.findOneAndUpdate({ label: String(req.params.label) })
  query.setUpdate(req.body) // flagged: no-unguarded-write
  res.json(await query)
})

router.post('/d', async (req, res) => {
  const args = [req.body, { strict: true }]
  res.json(await Badge.create(...args)) // flagged: no-unguarded-write
})

router.post('/e', async (req, res) => {
  const args = [{ label: req.body.label }, req.body]
  res.json(await Badge.findByIdAndUpdate(...args)) // flagged: no-unguarded-write
})

router.post('/f', async (req, res) => {
  const args = [String(req.body.label), { colour: req.body.colour }]
  res.json(await Badge.findByIdAndUpdate(...args))
})

router.get('/g', async (req, res) => {
  res.json(await Badge.find({ $where: req.body.test })) // flagged: no-unguarded-filter
})

router.get('/h', async (req, res) => {
  res.json(await Badge.find({ label: 'a', $expr: req.body.expression })) // flagged: no-unguarded-filter
})

router.get('/i', async (req, res) => {
  const { test } = req.body
  if (typeof test !== 'string') return res.sendStatus(400)
  return res.json(await Badge.find({ $comment: test, $where: 'this.isOfficial' }))
})

router.post('/j', async (req, res) => {
  const data = Object.keys(req.body).reduce((copy, key) => {
    copy[key] = req.body[key]
    return copy
  }, {})
  res.json(await Badge.create(data)) // flagged: no-unguarded-write
})

router.post('/k', async (req, res) => {
  const { body } = req
  const data = Object.keys(body).reduce((copy, key) => ({ ...copy, [key]: body[key] }), {})
  res.json(await Badge.create(data)) // flagged: no-unguarded-write
})

router.post('/l', async (req, res) => {
  const allowed = ['label', 'colour']
  const data = Object.keys(req.body).reduce((copy, key) => {
    if (allowed.includes(key)) copy[key] = req.body[key]
    return copy
  }, {})
  res.json(await Badge.create(data))
})

router.post('/m', async (req, res) => {
  const data = ['label', 'colour'].reduce((copy, key) => ({ ...copy, [key]: req.body[key] }), {})
  res.json(await Badge.create(data))
})

router.post('/n', async (req, res) => {
  const data = Object.keys(req.body)
    .filter((key) => key !== 'isOfficial')
    .reduce((copy, key) => ({ ...copy, [key]: req.body[key] }), {})
  res.json(await Badge.create(data))
})

export default router
