const Flat = require('../models/flat')
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

exports.open = async (req, res) => {
  const { flat, note } = req.body
  const lease = await Lease.create(req.body) // flagged: no-unguarded-write
  await Flat.updateOne({ _id: flat }, { lease: lease.id })
  await Flat.updateMany({ note }, { seen: true }) // flagged: no-unguarded-filter
  res.status(201).json(lease)
}

exports.renew = async (req, res) => {
  await Flat.findById(req.body.flat) // flagged: no-unguarded-filter
  const lease = new Lease({ ...req.body, state: req.query.state }) // flagged: no-unguarded-write
  if (req.body.isDraft) await Flat.deleteMany({ landlord: req.body.tenant }) // flagged: no-unguarded-filter
  const kept = await lease.save()
  await Flat.findByIdAndUpdate(req.body.flat, { lease: kept.id })
  await Flat.updateMany({ state: req.body.state }, { seen: true }) // flagged: no-unguarded-filter
  res.status(201).json(kept)
}
