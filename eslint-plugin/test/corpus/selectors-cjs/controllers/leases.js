const Lease = require('../models/lease')

exports.end = async (req, res) => {
  const { flat } = req.body
  await Lease.updateMany({ flat, state: 'running' }, { state: 'ended' })
  res.sendStatus(204)
}

exports.list = async (req, res) => {
  const leases = await Lease.find().where('state').equals('running').where({ tenant: req.body.tenant }) // flagged: no-unguarded-filter
  res.json(leases)
}

exports.count = async (req, res) => {
  res.json(await Lease.countDocuments({ tenant: req.body.tenant }).setOptions({ sanitizeFilter: true }))
}

exports.state = async (req, res) => {
  if (!['running', 'ended'].includes(req.body.state)) return res.sendStatus(400)
  res.json(await Lease.find({ state: req.body.state }))
}
