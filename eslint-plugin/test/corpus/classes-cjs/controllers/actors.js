const { actorService } = require('../services')

exports.create = async (req, res) => {
  res.status(201).json(await actorService.create(req.body)) // flagged: no-unguarded-write
}

exports.update = async (req, res) => {
  const { _id, ...changes } = req.body
  res.json(await actorService.update(req.params.id, changes)) // flagged: no-unguarded-write
}

exports.read = async (req, res) => res.json(await actorService.find(req.params.id))
