import { guard as plainGuard } from 'mongoose-guard/express'
import { answerInvalid } from '../errors.ts'

/** Answers in the error format of the application. */
export const guard = plainGuard.with({
  onReject: (errors, _req, res) => {
    answerInvalid(
      res,
      errors.map((item) => ({ path: item.code === 'invalid_body' ? '' : item.path, message: item.message })),
    )
  },
})
