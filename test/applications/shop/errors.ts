import type { NextFunction, Request, Response } from 'express'
import { NotFound } from './services.ts'

export interface Issue {
  path: string
  message: string
}

/** The error format of the whole application. */
export function answerInvalid(res: Response, issues: readonly Issue[]): void {
  res.status(422).json({ error: { code: 'VALIDATION', issues } })
}

// Express knows an error handler by its four parameters.
export function answerError(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  const status = error instanceof NotFound ? 404 : 500
  res.status(status).json({ error: { code: status === 404 ? 'NOT_FOUND' : 'INTERNAL', message: String(error) } })
}
