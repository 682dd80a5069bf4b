import type { ErrorRequestHandler, RequestHandler } from 'express'
import { Error as MongooseError } from 'mongoose'

export class NotFoundError extends Error {}

interface Answer {
  status: number
  errors: { code: string; path?: string; message: string }[]
}

export const answerUnknownRoute: RequestHandler = (req) => {
  throw new NotFoundError(`There is no ${req.method} ${req.path}.`)
}

/** Answers what the guard leaves to the application, in the shape of the guard's own answers. */
export const answerError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) {
    next(error)
    return
  }
  const { status, errors } = describe(error)
  // The client learns nothing about a bug; the log learns everything.
  if (status === 500) console.error(error)
  res.status(status).json({ errors })
}

function describe(error: unknown): Answer {
  if (error instanceof NotFoundError) {
    return { status: 404, errors: [{ code: 'not_found', message: error.message }] }
  }
  if (isDuplicateKeyError(error)) {
    const message = 'Another document already has this value.'
    return {
      status: 409,
      errors: Object.keys(error.keyPattern).map((path) => ({ code: 'duplicate', path, message })),
    }
  }
  // Only a route without its guard leaves these to Mongoose.
  if (error instanceof MongooseError.ValidationError || error instanceof MongooseError.CastError) {
    return { status: 400, errors: [{ code: 'mongoose', message: error.message }] }
  }
  if (isClientError(error)) {
    return error.type === 'entity.parse.failed'
      ? { status: 400, errors: [{ code: 'malformed_json', message: `The body is not JSON: ${error.message}` }] }
      : { status: error.status, errors: [{ code: 'bad_request', message: error.message }] }
  }
  return { status: 500, errors: [{ code: 'internal_error', message: 'The request failed on our side.' }] }
}

interface DuplicateKeyError extends Error {
  keyPattern: Record<string, unknown>
}

function isDuplicateKeyError(error: unknown): error is DuplicateKeyError {
  return error instanceof Error && 'code' in error && error.code === 11000 && 'keyPattern' in error
}

/** What Express and its body parsers throw: JSON that does not parse, a body that is too large, a broken URL. */
interface ClientError extends Error {
  status: number
  type?: string
}

function isClientError(error: unknown): error is ClientError {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return false
  return error.status >= 400 && error.status < 500
}
