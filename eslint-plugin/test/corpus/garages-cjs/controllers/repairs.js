const { connectionOf, sharedConnection } = require('../db/connections')
const { modelOf, register, registerAll } = require('../models/of-garage')
const Car = require('../models/car')
const repairSchema = require('../schemas/repair')

exports.create = async (req, res) => {
  let connection = null
  const repair = req.body
  connection = await connectionOf(req.garage)
  const Repair = connection.model('Repair', repairSchema)
  const saved = new Repair({ ...repair, by: req.user.id }) // flagged: no-unguarded-write
  await saved.save()
  await connection.close()
  res.status(201).json(saved)
}

exports.update = async (req, res) => {
  const connection = await connectionOf(req.garage)
  const Repair = connection.model('Repair')
  const repair = await Repair.findById(req.params.id)
  if (!repair) return res.sendStatus(404)
  Object.assign(repair, req.body) // flagged: no-unguarded-write
  await repair.save()
  res.json(repair)
}

exports.addCar = async (req, res) => {
  const OwnCar = modelOf(req.garage.connection, 'Car')
  res.status(201).json(await OwnCar.create(req.body)) // flagged: no-unguarded-write
}

exports.updateCar = async (req, res) => {
  const OwnCar = register(req.garage.connection, 'Car', Car.schema)
  res.json(await OwnCar.findByIdAndUpdate(req.params.id, req.body, { new: true })) // flagged: no-unguarded-write
}

exports.put = async (req, res) => {
  const { Repair } = registerAll(req.garage.connection)
  let repair = await Repair.findOne({ number: Number(req.params.number) })
  if (!repair) {
    repair = new Repair({ number: Number(req.params.number) })
  }
  repair.set(req.body) // flagged: no-unguarded-write
  res.json(await repair.save())
}

exports.share = async (req, res) => {
  const connection = await sharedConnection()
  const Shared = connection.model('Shared', repairSchema)
  res.json(await Shared.create(req.body)) // flagged: no-unguarded-write
}

exports.rename = async (req, res) => {
  const Repair = register(req.garage.connection, 'Repair', repairSchema)
  const { title } = req.body
  res.json(await Repair.findByIdAndUpdate(req.params.id, { title: String(title) }))
}

exports.log = async (req, res) => {
  const log = modelOf(req.garage.connection, 'log')
  res.json(await log.create(req.body))
}

// The model of a file store: a name and its options.
exports.file = async (req, res) => {
  const File = req.store.model('File', { folder: 'repairs' })
  res.json(await File.create(req.body))
}
