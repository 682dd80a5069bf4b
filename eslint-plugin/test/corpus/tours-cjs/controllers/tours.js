const Tour = require('../models/tour')
const catchAsync = require('../utils/catch-async')
const factory = require('./handler-factory')

exports.aliasTopTours = (req, res, next) => {
  req.query = { ...req.query, limit: '5', sort: '-ratingsAverage,price' }
  next()
}

exports.getStats = catchAsync(async (req, res) => {
  const stats = await Tour.aggregate([{ $group: { _id: '$difficulty', count: { $sum: 1 } } }])
  res.status(200).json({ status: 'success', data: { stats } })
})

exports.createTour = factory.createOne(Tour)
exports.updateTour = factory.updateOne(Tour)
exports.deleteTour = factory.deleteOne(Tour)

exports.replaceLocation = catchAsync(async (req, res) => {
  const tour = await Tour.findById(req.params.id)
  tour.startLocation = { description: req.body.description, coordinates: req.body.coordinates }
  await tour.save()
  res.status(200).json({ status: 'success', data: { tour } })
})
