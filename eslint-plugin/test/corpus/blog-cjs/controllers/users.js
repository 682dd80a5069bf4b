const User = require('../models/user')

exports.list = async (req, res) => {
  const users = await User.find().limit(50)
  res.json(users)
}

exports.read = async (req, res) => {
  const user = await User.findById(req.params.id)
  if (!user) return res.status(404).json({ message: 'Not found' })
  res.json(user)
}

exports.create = async (req, res) => {
  try {
    const user = new User(req.validated)
    await user.save()
    res.status(201).json(user)
  } catch (err) {
    res.status(500).json({ message: err.message })
  }
}

exports.update = async (req, res) => {
  const user = await User.findByIdAndUpdate(req.params.id, req.body, { new: true })
  res.json(user)
}

exports.updateProfile = async (req, res) => {
  const { bio, website } = req.body
  req.user.profile = { bio, website }
  await req.user.save()
  res.json(req.user)
}

exports.remove = async (req, res) => {
  await User.findByIdAndDelete(req.params.id)
  res.sendStatus(204)
}
