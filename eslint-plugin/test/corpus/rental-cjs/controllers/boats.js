const Boat = require('../models/boat')
const boats = require('../services/boats')
const { clean, upload } = require('../lib/files')

exports.create = async (req, res) => {
  const boat = Boat(req.body) // flagged: no-unguarded-write
  await boat.save()
  res.status(201).json(boat)
}

exports.update = async (req, res, next) => {
  try {
    let changes = req.body
    if (req.file) {
      const picture = await upload(req.file)
      changes = { ...req.body, picture }
    } else {
      changes.picture = '/pictures/none.jpg'
    }
    res.json(await boats.change(req.params.id, changes)) // flagged: no-unguarded-write
  } catch (error) {
    next(error)
  }
}

exports.rename = async (req, res) => {
  let changes = req.body
  changes = { name: changes.name }
  res.json(await boats.change(req.params.id, changes))
}

exports.cleaned = async (req, res) => {
  let changes = req.body
  if (req.user.role !== 'owner') changes = clean(changes)
  res.json(await boats.change(req.params.id, changes))
}

exports.fromForm = async (req, res) => {
  let boat
  if (typeof req.body.boat === 'string') boat = JSON.parse(req.body.boat)
  else boat = req.body
  boat.owner = req.user.id
  res.status(201).json(await Boat.create(boat)) // flagged: no-unguarded-write
}

exports.list = async (req, res) => {
  res.json(await boats.find(req.query))
}
