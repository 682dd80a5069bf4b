const bcrypt = require('bcryptjs')
const jwt = require('jsonwebtoken')
const User = require('../models/user')

exports.register = async function (req, res) {
  const { username, email, password } = req.body
  const passwordHash = await bcrypt.hash(password, 10)
  const user = await User.create({ username, email, passwordHash })
  res.status(201).json({ id: user.id })
}

exports.login = async function (req, res) {
  const user = await User.findOne({ email: req.body.email }).select('+passwordHash') // flagged: no-unguarded-filter
  const matches = user && (await bcrypt.compare(req.body.password, user.passwordHash))
  if (!matches) return res.status(401).json({ message: 'Wrong email or password' })
  res.json({ token: jwt.sign({ id: user.id }, process.env.JWT_SECRET, { expiresIn: '1d' }) })
}
