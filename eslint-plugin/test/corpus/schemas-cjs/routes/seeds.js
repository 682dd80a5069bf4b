const express = require('express')
const Seed = require('../models/seed')

const router = express.Router()

router.post('/', async (req, res) => {
  res.status(201).json(await Seed.insert(req.body)) // flagged: no-unguarded-write
})

router.post('/sow', async (req, res) => {
  res.status(201).json(await Seed.sow('bean', req.body)) // flagged: no-unguarded-write
})

router.post('/:id/weight', async (req, res) => {
  res.json(await Seed.weigh(req.params.id, req.body))
})

router.put('/:id', (req, res, next) => {
  Seed.findById(req.params.id)
    .then((seed) => seed.merge(req.body)) // flagged: no-unguarded-write
    .then((seed) => res.json(seed))
    .catch(next)
})

module.exports = router
