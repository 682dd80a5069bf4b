const mongoose = require('mongoose')
const Flat = require('../models/flat')

exports.search = async (req, res) => {
  res.json(await Flat.find(req.query)) // flagged: no-unguarded-filter
}

exports.searchNamed = async (req, res) => {
  const filter = { city: req.query.city, rent: { $lte: Number(req.query.most) } } // flagged: no-unguarded-filter
  res.json(await Flat.find(filter))
}

exports.searchTexts = async (req, res) => {
  res.json(await Flat.find({ city: `${req.query.city}`, rent: { $lte: Number(req.query.most) } }))
}

exports.searchEither = async (req, res) => {
  const { city, landlord } = req.body
  const flats = await Flat.find({
    $or: [
      { city }, // flagged: no-unguarded-filter
      { landlord: new mongoose.Types.ObjectId(landlord) },
    ],
  })
  res.json(flats)
}

exports.show = async (req, res) => {
  res.json(await Flat.findById(req.params.id))
}

exports.showMany = async (req, res) => {
  res.json(await Flat.find({ _id: { $in: req.body.ids } }))
}

exports.compare = async (req, res) => {
  const one = await Flat.findById(req.body.one) // flagged: no-unguarded-filter
  const other = mongoose.isValidObjectId(req.body.other) ? await Flat.findById(req.body.other) : null
  res.json({ one, other })
}

exports.rents = async (req, res) => {
  const rents = await Flat.aggregate([
    { $match: { city: req.body.city } }, // flagged: no-unguarded-filter
    { $group: { _id: '$city', rent: { $avg: '$rent' } } },
  ])
  res.json(rents)
}
