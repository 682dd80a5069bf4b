import type { NextFunction, Request, Response } from 'express'
import type { AnyZodObject } from 'zod'

export const checkRequest = (schema: AnyZodObject) => async (req: Request, res: Response, next: NextFunction) => {
  await schema.parseAsync({ body: req.body, cookies: req.cookies })
  next()
}

export const parseRequest = (schema: AnyZodObject) => async (req: Request, res: Response, next: NextFunction) => {
  req.body = await schema.parseAsync(req.body)
  next()
}
