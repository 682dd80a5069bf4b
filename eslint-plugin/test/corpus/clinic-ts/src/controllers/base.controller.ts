import { NextFunction, Request, RequestHandler, Response } from 'express'

export abstract class BaseController {
  protected handle(action: (req: Request, res: Response) => Promise<unknown>): RequestHandler {
    return async (req: Request, res: Response, next: NextFunction) => {
      try {
        const data = await action.call(this, req, res)
        if (!res.headersSent) res.json({ data })
      } catch (error) {
        next(error)
      }
    }
  }

  protected created(res: Response, data: unknown) {
    res.status(201).json({ data })
  }
}
