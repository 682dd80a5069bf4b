import type { NextFunction, Request, Response } from 'express'
import { z } from 'zod'

export const orderSchema = z.strictObject({ number: z.string(), total: z.number() })

export const validate = (schema: z.ZodType) => (req: Request, res: Response, next: NextFunction) => {
  const { success } = schema.safeParse(req.body)
  if (!success) return res.sendStatus(400)
  return next()
}
