import type { NextFunction, Request, Response } from 'express'
import type { Schema } from 'joi'

// A second call of `next()` does not lead to the handlers of this route again, so that a `return` may lack.
export const validate = (schema: Schema) => (req: Request, _res: Response, next: NextFunction) => {
  const { value, error } = schema.validate(req.body)
  if (error) next(error)
  req.body = value
  next()
}
