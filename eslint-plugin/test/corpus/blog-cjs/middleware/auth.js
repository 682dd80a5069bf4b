const jwt = require('jsonwebtoken')
const User = require('../models/user')

exports.requireUser = async (req, res, next) => {
  const token = (req.headers.authorization || '').replace('Bearer ', '')
  try {
    const { id } = jwt.verify(token, process.env.JWT_SECRET)
    req.user = await User.findById(id)
    if (!req.user) return res.status(401).json({ message: 'Unknown user' })
    next()
  } catch (err) {
    res.status(401).json({ message: 'Invalid token' })
  }
}

exports.requireRole =
  (...roles) =>
  (req, res, next) =>
    roles.includes(req.user.role) ? next() : res.status(403).json({ message: 'Forbidden' })
