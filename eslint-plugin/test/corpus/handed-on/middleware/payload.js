const { z } = require('zod')

const noteSchema = z.strictObject({ title: z.string(), text: z.string() })

exports.keep = (req, res, next) => {
  req.payload = req.body
  next()
}

exports.keepWithTime = (req, res, next) => {
  const { createdAt, ...rest } = req.body
  res.locals.data = { ...rest, createdAt: new Date(createdAt) }
  next()
}

exports.pick = (req, res, next) => {
  req.payload = { title: req.body.title, text: req.body.text }
  next()
}

exports.parse = (req, res, next) => {
  res.locals.data = noteSchema.parse(req.body)
  next()
}

exports.refuse = (req, res, next) => {
  const { success } = noteSchema.safeParse(req.payload)
  if (!success) return res.sendStatus(400)
  next()
}
