const express = require('express')
const Plant = require('../models/plant')

const router = express.Router()

router.post('/', async (req, res) => {
  res.status(201).json(await Plant.createFrom(req.body)) // flagged: no-unguarded-write
})

router.post('/named', async (req, res) => {
  res.status(201).json(await Plant.createNamed(req.body))
})

router.patch('/:id', async (req, res) => {
  res.json(await Plant.changeById(req.params.id, req.body)) // flagged: no-unguarded-write
})

router.put('/:id', async (req, res) => {
  const plant = await Plant.findById(req.params.id)
  res.json(await plant.apply(req.body)) // flagged: no-unguarded-write
})

router.put('/:id/name', async (req, res) => {
  const plant = await Plant.findById(req.params.id)
  res.json(await plant.rename(req.body))
})

router.post('/:id/preview', async (req, res) => {
  const plant = await Plant.findById(req.params.id)
  res.json(plant.describe(req.body))
})

router.post('/:id/owner', async (req, res) => {
  const plant = await Plant.findById(req.params.id)
  res.json(await plant.apply({ owner: req.body.owner }))
})

module.exports = router
