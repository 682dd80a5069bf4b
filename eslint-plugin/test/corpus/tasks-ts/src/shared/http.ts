import { guard as expressGuard } from 'mongoose-guard/express'
import type { NextFunction, Request, RequestHandler, Response } from 'express'

export const guard = expressGuard.with({ maxErrors: 20 })

type AsyncHandler = (req: Request, res: Response, next: NextFunction) => Promise<unknown>

export const wrap =
  (handler: AsyncHandler): RequestHandler =>
  (req, res, next) => {
    handler(req, res, next).catch(next)
  }

export const ok = (res: Response, data: unknown, status = 200) => res.status(status).json({ ok: true, data })
