const { promisify } = require('util')
const jwt = require('jsonwebtoken')
const catchAsync = require('../utils/catch-async')
const AppError = require('../utils/app-error')

exports.protect = catchAsync(async (req, res, next) => {
  const [, token] = (req.headers.authorization ?? '').split(' ')
  if (!token) return next(new AppError('You are not logged in', 401))
  req.user = await promisify(jwt.verify)(token, process.env.JWT_SECRET)
  next()
})

exports.restrictTo =
  (...roles) =>
  (req, res, next) => {
    if (!roles.includes(req.user.role)) return next(new AppError('You do not have permission', 403))
    next()
  }
