import Ajv, { type ValidateFunction } from 'ajv'
import type { NextFunction, Request, Response } from 'express'

export const ajv = new Ajv({ allErrors: true })
const stripping = new Ajv({ removeAdditional: 'all' })

export const validate = (schema: object) => {
  const isValid = ajv.compile(schema)
  return (req: Request, res: Response, next: NextFunction) => {
    if (!isValid(req.body)) {
      res.status(400).json({ errors: isValid.errors })
      return
    }
    next()
  }
}

export function check(schema: object) {
  return (req: Request, res: Response, next: NextFunction) => {
    const isValid = ajv.validate(schema, req.body)
    if (isValid) next()
    else res.status(400).json({ errors: ajv.errors })
  }
}

export const checkWith = (isValid: ValidateFunction) => (req: Request, res: Response, next: NextFunction) =>
  isValid(req.body) ? next() : res.sendStatus(400)

export const strip = (schema: object) => (req: Request, res: Response, next: NextFunction) => {
  if (!stripping.validate(schema, req.body)) return res.sendStatus(400)
  return next()
}

export class SchemaValidator {
  constructor(private readonly schema: object) {}

  handle = (req: Request, res: Response, next: NextFunction) => {
    const isValid = ajv.compile(this.schema)
    if (!isValid(req.body)) return res.sendStatus(400)
    return next()
  }
}
