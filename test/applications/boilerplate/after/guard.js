import { guard as plainGuard } from 'mongoose-guard/express'
import { answerInvalid } from '../errors.js'

/** Answers in the error format of the application. */
export const guard = plainGuard.with({
  onReject: (errors, _req, res) => {
    answerInvalid(
      res,
      errors.map(({ path = '', message }) => ({ field: path, message })),
    )
  },
})
