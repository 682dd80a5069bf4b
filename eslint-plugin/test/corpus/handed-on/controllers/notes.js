const { z } = require('zod')
const Note = require('../models/note')

const noteSchema = z.strictObject({ title: z.string() })

exports.create = async (req, res) => {
  res.status(201).json(await Note.create(req.payload)) // flagged: no-unguarded-write
}

exports.createPicked = async (req, res) => {
  res.status(201).json(await Note.create(req.payload))
}

exports.createRefused = async (req, res) => {
  res.status(201).json(await Note.create(req.payload))
}

exports.createChecked = async (req, res) => {
  noteSchema.parse(req.payload)
  res.status(201).json(await Note.create(req.payload))
}

exports.replace = async (req, res) => {
  const { data } = res.locals
  res.json(await Note.findByIdAndUpdate(req.params.id, data)) // flagged: no-unguarded-write
}

exports.replaceParsed = async (req, res) => {
  const { data } = res.locals
  res.json(await Note.findByIdAndUpdate(req.params.id, data))
}

exports.copy = async (req, res) => {
  res.status(201).json(await Note.create(req.note))
}

exports.createHere = async (req, res) => {
  req.payload = req.body
  req.payload.isPinned = false
  res.status(201).json(await Note.create(req.payload)) // flagged: no-unguarded-write
}

exports.change = async (req, res) => {
  const change = {}
  change.$set = req.body
  await Note.updateOne({ _id: String(req.params.id) }, change) // flagged: no-unguarded-write
  res.sendStatus(204)
}

exports.changeText = async (req, res) => {
  const change = {}
  change.text = req.body
  await Note.updateOne({ _id: String(req.params.id) }, change)
  res.sendStatus(204)
}

exports.changeClean = async (req, res) => {
  const job = {}
  job.changes = req.body
  job.changes = { title: req.body.title }
  await Note.updateOne({ _id: String(req.params.id) }, job.changes)
  res.sendStatus(204)
}
