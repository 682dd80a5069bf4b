import { guardOf } from './adapter.ts'
import { invalidBody } from './error-item.ts'
import { isPlainObject } from './plain-object.ts'
import { readFunction } from './options.ts'
import type { GuardErrorItem } from './types/error-item.ts'
import type { ExpressGuard } from './types/express-request.ts'
import type { GuardOutcome } from './types/guard.ts'

export { GuardConfigError } from './config-error.ts'
export type { GuardErrorItem } from './types/error-item.ts'
export type {
  ExpressGuard,
  ExpressGuardOptions,
  GuardedHandler,
  GuardedRequest,
  GuardMiddleware,
} from './types/express-request.ts'
export type { Validated } from './types/validated.ts'

interface ExpressRequest {
  body?: unknown
  validated?: unknown
  /** False as long as nobody has read the stream (`stream.Readable`). */
  readonly readableDidRead?: boolean
}

interface ExpressResponse {
  status(code: number): { json(body: unknown): unknown }
}

type Next = (error?: unknown) => void
type Reject = (errors: GuardErrorItem[], req: ExpressRequest, res: ExpressResponse, next: Next) => unknown

/**
 * Builds the middleware that guards one Express route (4 or 5). It belongs after `express.json()` and before the
 * handler, which reads the accepted subset of the body from `req.validated`. Every other body is answered with 400 and
 * `{ errors }`, or by `onReject`; `req.body` stays as it is.
 *
 * @throws GuardConfigError as `createGuard` does, when the route is set up.
 * @example
 * app.post('/users', guard(User, { allow: ['name', 'address.city'] }), async (req, res) => {
 *   res.status(201).json(await User.create(req.validated))
 * })
 */
export const guard: ExpressGuard = (modelOrGuard: unknown, options?: unknown) => {
  const { bodyGuard, own } = guardOf(modelOrGuard, options, ['onReject'])
  const { onReject = answerErrors } = own
  const reject = readFunction('onReject', onReject) as Reject
  return function guardMiddleware(req: ExpressRequest, res: ExpressResponse, next: Next): void {
    let outcome: GuardOutcome | Promise<GuardOutcome>
    try {
      outcome = isUnread(req) ? unread() : bodyGuard.validate(req.body)
    } catch (error) {
      next(error)
      return
    }
    const answer = (settled: GuardOutcome): void => {
      if (settled.ok) {
        req.validated = settled.validated
        next()
        return
      }
      try {
        const answered = reject(settled.errors, req, res, next)
        if (answered instanceof Promise) answered.catch(next)
      } catch (error) {
        next(error)
      }
    }
    if (outcome instanceof Promise) outcome.then(answer, next)
    else answer(outcome)
  } as never
}

function unread(): GuardOutcome {
  const problem =
    'Body was not parsed: express.json() must run before the guard, and the request needs a JSON body with the header Content-Type: application/json'
  return { ok: false, errors: [invalidBody(problem)] }
}

/**
 * body-parser 1 (Express 4) leaves `{}` where it parsed nothing, and so do other parsers: a wrong Content-Type, no body
 * at all. An empty object whose request nobody read is no body.
 */
function isUnread({ body, readableDidRead }: ExpressRequest): boolean {
  return body === undefined || (readableDidRead === false && isPlainObject(body) && Object.keys(body).length === 0)
}

function answerErrors(errors: readonly GuardErrorItem[], _req: ExpressRequest, res: ExpressResponse): void {
  res.status(400).json({ errors })
}
