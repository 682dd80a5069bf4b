const Poll = require('../models/poll')

exports.list = async (req, res) => res.json(await Poll.find(req.query))
exports.search = async (req, res) => res.json(await Poll.find({ owner: req.body.owner }))
exports.create = async (req, res) => res.status(201).json(await Poll.create(req.body)) // flagged: no-unguarded-write
