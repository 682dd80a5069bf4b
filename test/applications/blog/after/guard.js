import express from 'express'
import { fromForm } from 'mongoose-guard'
import { guard as plainGuard } from 'mongoose-guard/express'
import { answerInvalid } from '../errors.js'

/** Answers in the error format of the application. */
const guard = plainGuard.with({
  onReject: (errors, _req, res) => {
    answerInvalid(res, Object.fromEntries(errors.map(({ path = '', message }) => [path, message])))
  },
})

/** The middlewares of a route that takes JSON. */
export const guardJson = (bodyGuard) => [express.json(), guard(bodyGuard)]

/** The middlewares of a route that takes a form. */
export const guardForm = (bodyGuard) => [
  express.urlencoded({ extended: true }),
  (req, _res, next) => {
    req.body = fromForm(bodyGuard, req.body)
    next()
  },
  guard(bodyGuard),
]
