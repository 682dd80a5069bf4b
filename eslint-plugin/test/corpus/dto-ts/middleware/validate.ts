import { plainToInstance } from 'class-transformer'
import { validateOrReject } from 'class-validator'
import type { NextFunction, Request, Response } from 'express'

type Type = new () => object

export const validateBody =
  (type: Type, whitelist = false, forbidNonWhitelisted = false) =>
  (req: Request, _res: Response, next: NextFunction) => {
    const dto = plainToInstance(type, req.body as object)
    validateOrReject(dto, { whitelist, forbidNonWhitelisted })
      .then(() => {
        req.body = dto
        next()
      })
      .catch(next)
  }
