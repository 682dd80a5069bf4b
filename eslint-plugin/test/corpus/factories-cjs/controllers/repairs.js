const _ = require('lodash')
const Repair = require('../models/repair')

exports.create = async (req, res) => res.json(await Repair.create(_.omit(req.body, 'price'))) // flagged: no-unguarded-write
exports.quote = async (req, res) => res.json(await Repair.create(_.pick(req.body, ['label'])))
exports.update = async (req, res) => res.json(await Repair.update({ _id: req.params.id }, req.body)) // flagged: no-unguarded-write
