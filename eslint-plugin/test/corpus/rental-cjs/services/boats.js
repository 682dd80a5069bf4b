const Boat = require('../models/boat')

exports.change = (id, changes) => Boat.findByIdAndUpdate(id, changes, { new: true })

exports.find = async (filter) => {
  let query = { retired: false }
  if (filter.name) query = { ...query, name: String(filter.name) }
  return Boat.find(query).lean()
}
