import express from 'express'
import _ from 'lodash'
import mongoose from 'mongoose'
import { trim } from './texts.js'

const Badge = mongoose.model('Badge', new mongoose.Schema({ label: String, colour: String, isOfficial: Boolean }))
const router = express.Router()
const allowed = ['label', 'colour']

const compact = (data) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== '' && value != null))

router.post('/a', async (req, res) => {
  res.json(await Badge.create(compact(req.body))) // flagged: no-unguarded-write
})

router.post('/b', async (req, res) => {
  const texts = Object.entries(req.body).map(([key, value]) => [key, trim(value)])
  res.json(await Badge.create(Object.fromEntries(texts))) // flagged: no-unguarded-write
})

router.post('/c', async (req, res) => {
  res.json(await Badge.create(_.mapValues(req.body, trim))) // flagged: no-unguarded-write
})

router.post('/d', async (req, res) => {
  const chosen = Object.entries(req.body).filter(([key, value]) => allowed.includes(key) && value !== '')
  res.json(await Badge.create(Object.fromEntries(chosen)))
})

router.post('/e', async (req, res) => {
  res.json(await Badge.create(_.pickBy(req.body, (value, key) => allowed.includes(key))))
})

router.post('/f', async (req, res) => {
  res.json(await Badge.insertMany([...req.body.badges])) // flagged: no-unguarded-write
})

router.patch('/g', async (req, res) => {
  for (const badge of await Badge.find({ isOfficial: false })) {
    badge.set(req.body) // flagged: no-unguarded-write
    await badge.save()
  }
  res.end()
})

router.patch('/h/:id', async (req, res) => {
  const [badge, count] = await Promise.all([Badge.findById(req.params.id), Badge.countDocuments()])
  Object.assign(badge, req.body) // flagged: no-unguarded-write
  res.json({ badge: await badge.save(), count })
})

router.patch('/i', async (req, res) => {
  const badges = (await Badge.find()).map((badge) => badge.toObject())
  for (const badge of badges) Object.assign(badge, req.body)
  res.json(badges)
})

export default router
