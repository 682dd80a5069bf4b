const Review = require('../models/review')
const catchAsync = require('../utils/catch-async')

exports.setTourUserIds = (req, res, next) => {
  if (!req.body.tour) req.body.tour = req.params.tourId
  if (!req.body.user) req.body.user = req.user.id
  next()
}

exports.createReview = catchAsync(async (req, res) => {
  const review = await Review.create(req.body)
  res.status(201).json({ status: 'success', data: { review } })
})

exports.updateReview = catchAsync(async (req, res) => {
  const review = await Review.findByIdAndUpdate(req.params.id, { $set: { review: req.body.review } }, { new: true })
  res.status(200).json({ status: 'success', data: { review } })
})
