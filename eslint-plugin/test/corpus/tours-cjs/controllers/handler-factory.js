const catchAsync = require('../utils/catch-async')
const AppError = require('../utils/app-error')

exports.createOne = (Model) =>
  catchAsync(async (req, res) => {
    const doc = await Model.create(req.body)
    res.status(201).json({ status: 'success', data: { data: doc } })
  })

exports.updateOne = (Model) =>
  catchAsync(async (req, res, next) => {
    const doc = await Model.findByIdAndUpdate(req.params.id, req.validated, { new: true, runValidators: true })
    if (!doc) return next(new AppError('No document found with that ID', 404))
    res.status(200).json({ status: 'success', data: { data: doc } })
  })

exports.deleteOne = (Model) =>
  catchAsync(async (req, res, next) => {
    const doc = await Model.findByIdAndDelete(req.params.id)
    if (!doc) return next(new AppError('No document found with that ID', 404))
    res.status(204).json({ status: 'success', data: null })
  })
