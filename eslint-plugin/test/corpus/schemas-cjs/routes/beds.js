const express = require('express')
const Bed = require('../models/bed')
const { catalog, Shelf } = require('../models/catalog')

const router = express.Router()

router.post('/', async (req, res) => {
  res.status(201).json(await Bed.open(req.body)) // flagged: no-unguarded-write
})

router.post('/label', (req, res) => {
  res.json({ label: Bed.label(req.body) })
})

router.put('/:id', async (req, res) => {
  const bed = await Bed.findOne({ number: Number(req.params.id) })
  res.json(await bed.fill(req.body)) // flagged: no-unguarded-write
})

router.post('/catalog', async (req, res) => {
  catalog.methods.apply(req.body)
  res.json([await catalog.statics.createFrom(req.body), await Shelf.open(req.body)])
})

module.exports = router
