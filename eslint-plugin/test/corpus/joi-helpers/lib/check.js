exports.check = (schema, body) => {
  const result = schema.validate(body, { abortEarly: false })
  return result
}

exports.checked = (schema) => (req, res, next) => {
  const { error } = exports.check(schema, req.body)
  if (error) return res.status(400).json({ message: error.message })
  next()
}
