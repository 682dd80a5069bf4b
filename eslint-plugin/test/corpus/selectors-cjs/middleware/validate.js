exports.validate = (schema) => (req, res, next) => {
  const { error } = schema.validate(req.body, { allowUnknown: true })
  if (error) return res.status(400).json({ message: error.message })
  next()
}
