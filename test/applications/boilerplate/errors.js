import { ApiError } from './services.js'

/** The error format of the whole application. */
export function answerInvalid(res, details) {
  res.status(400).json({ code: 400, message: 'Validation failed', details })
}

// Express knows an error handler by its four parameters.
export function answerError(error, _req, res, _next) {
  const status = error instanceof ApiError ? error.status : (error.status ?? 500)
  res.status(status).json({ code: status, message: error.message })
}
