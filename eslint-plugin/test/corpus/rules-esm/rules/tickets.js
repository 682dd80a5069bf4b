import { body, checkExact, validationResult } from 'express-validator'

const title = body('title').isString().isLength({ max: 80 })

export const newTicket = [title, body('seats').isInt(), checkExact()]
export const ticketChange = [title.optional()]
export const strictChange = () => [title.optional(), checkExact([], { locations: ['body'] })]

export const refuse = (req, res, next) => {
  const errors = validationResult(req)
  if (!errors.isEmpty()) return res.status(400).json({ errors: errors.array() })
  next()
}
