const express = require('express')
const Plant = require('./models/plant')

const router = express.Router()
const EDITABLE = Object.freeze({ name: true, species: true })

const onlyEditable = (changes) => {
  Object.keys(changes)
    .filter((key) => !EDITABLE[key])
    .forEach((key) => {
      delete changes[key]
    })
  return changes
}

router.post('/', async (req, res) => {
  for (const key in req.body) {
    switch (key) {
      case 'name':
      case 'species':
        break
      default:
        return res.status(400).json({ error: `${key} cannot be set` })
    }
  }
  res.status(201).json(await Plant.create(req.body))
})

router.put('/:id', async (req, res) => {
  for (const key in req.body) {
    switch (key) {
      case 'owner':
        return res.status(403).end()
      default:
        break
    }
  }
  res.json(await Plant.findByIdAndUpdate(req.params.id, req.body)) // flagged: no-unguarded-write
})

router.patch('/:id', async (req, res) => {
  res.json(await Plant.findByIdAndUpdate(req.params.id, { $set: onlyEditable(req.body) }, { new: true }))
})

router.patch('/:id/raw', async (req, res) => {
  const changes = { ...req.body }
  onlyEditable(changes)
  await Plant.updateOne({ _id: req.params.id }, changes)
  await Plant.updateOne({ _id: req.params.id }, req.body) // flagged: no-unguarded-write
  res.end()
})

module.exports = router
