import { failed, notOfKind } from '../check/check-body.ts'
import { calledBy, GuardConfigError } from '../errors/config-error.ts'
import { invalidBody } from '../errors/error-item.ts'
import { withText } from '../errors/error-list.ts'
import { isProblemDetails } from '../errors/problem-details.ts'
import { type BodyCheck, type ChoiceContext, choiceOf } from '../guard/choose-guard.ts'
import {
  merged,
  readFunction,
  requireKnown,
  requireNoMore,
  sharedOptions,
  type SomeOptions,
  withDefaults,
} from '../guard/options.ts'
import { nameOf } from '../guard/received.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import type { ExpressGuardBy, GuardOfExpress, ExpressGuard } from '../types/express-request.ts'
import type { GuardOutcome } from '../types/guard.ts'
import { isError } from '../values/is-error.ts'
import { isThenable } from '../values/maybe-promise.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { guardOf, requireGuardable, showingGuards } from './guard-arguments.ts'
import { isResponse } from './response.ts'
import { problemOfUnparsed, type UnparsedRequest } from './unparsed-body.ts'

export { GuardConfigError } from '../errors/config-error.ts'
export type { GuardErrorItem } from '../types/error-item.ts'
export type {
  AsyncHandler,
  ExpressGuard,
  ExpressGuardBy,
  ExpressGuardOptions,
  ExtraGuardMiddleware,
  GuardedHandler,
  GuardedRequest,
  GuardByMiddleware,
  GuardMiddleware,
} from '../types/express-request.ts'
export type * from '../types/emitted.ts'
export type { Extra, Validated } from '../types/validated.ts'

interface ExpressRequest extends UnparsedRequest {
  body?: unknown
  validated?: unknown
  extra?: unknown
  /** The `next` of the router, which Express keeps here for `res.render()` and its like. */
  next?: Next
}

interface ExpressResponse {
  readonly headersSent?: boolean
  readonly writableEnded?: boolean
  status(code: number): { json(body: unknown): unknown }
}

type Next = (error?: unknown) => void
type Fail = (thrown: unknown) => void
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
export const guard: GuardOfExpress = guardWith({})

function guardWith(defaults: SomeOptions): ExpressGuard {
  function guard(modelOrGuard: unknown, options?: unknown, ...rest: unknown[]) {
    return calledBy(guard, () => {
      requireGuardable(modelOrGuard)
      if ([options, ...rest].some(isFunction)) throw takesNoHandler('guard', 'guard(User, { allow: […] })')
      const { bodyGuard, adapterOptions } = guardOf(modelOrGuard, options, ['onReject'], defaults)
      requireNoMore(rest, 'guard', 'a model')
      return middlewareOf(bodyGuard, adapterOptions.onReject, { guard: bodyGuard }) as never
    })
  }
  const withMore = (more: unknown) => {
    const names = [...sharedOptions, 'onReject']
    return guardWith(calledBy(withMore, () => withDefaults(defaults, more, names, '{ onReject }')))
  }
  return Object.assign(guard, { with: withMore }) as never
}

/**
 * Builds a middleware as {@link guard} does, for a route whose fields depend on who asks: `select` gives the key of the
 * guard, at once or as a promise. A key without a guard is refused, as an `invalid_body`; a failure of `select` goes to
 * the error handler. It belongs behind what finds out who asks.
 *
 * @throws GuardConfigError for guards that are none.
 * @example
 * const changes = guardBy((req) => req.get('x-role'), { admin: adminChanges, user: userChanges })
 * app.patch('/users/:id', changes, (req, res) => {
 *   res.json(req.validated)
 * })
 */
export const guardBy: ExpressGuardBy = guardByWith({})

function guardByWith(defaults: SomeOptions): ExpressGuardBy {
  function guardBy(select: unknown, guards: unknown, options: unknown = {}, ...rest: unknown[]) {
    return calledBy(guardBy, () => {
      const choice = choiceOf(select, guards)
      if ([options, ...rest].some(isFunction)) throw takesNoHandler('guardBy', 'guardBy(select, guards)')
      requireNoMore(rest, 'guardBy', 'a function, guards')
      requireKnown(options, ['onReject'], '{ onReject }')
      const { onReject } = merged(defaults, options)
      return middlewareOf(choice, onReject, { guards: choice.guards }) as never
    })
  }
  const withMore = (more: unknown) =>
    guardByWith(calledBy(withMore, () => withDefaults(defaults, more, ['onReject'], '{ onReject }')))
  return Object.assign(guardBy, { with: withMore }) as never
}

const isFunction = (value: unknown) => typeof value === 'function'

/** Editors import the `guard` of the other entry. */
function takesNoHandler(name: string, call: string): GuardConfigError {
  const usage = `app.post('/users', ${call}, handler)`
  const web = `for a handler that takes a Request, as those of Next.js do, import ${name} from mongoose-guard/web`
  return new GuardConfigError(
    `${name}() of mongoose-guard/express takes no handler: it is a middleware, as in ${usage}; ${web}`,
  )
}

function middlewareOf(bodyGuard: BodyCheck, onReject: unknown, shown: object) {
  const reject = onReject === undefined ? answerErrors : (readFunction('onReject', onReject) as Reject)
  function guardMiddleware(req: ExpressRequest, res: ExpressResponse, next: Next): void {
    // What went wrong behind a promise nobody would catch, and the process would end.
    if (typeof next !== 'function') {
      throw new TypeError(
        `mongoose-guard: a middleware of mongoose-guard/express was called without next(): ${elsewhere}`,
      )
    }
    const settle = (outcome: GuardOutcome): void => {
      if (outcome.ok) {
        req.validated = outcome.validated
        if ('extra' in outcome) req.extra = outcome.extra
        next()
      } else {
        runOnReject(reject, outcome.errors, req, res, next)
      }
    }
    const fail = failing(next, 'the check of the body')
    let outcome: GuardOutcome | PromiseLike<GuardOutcome>
    try {
      outcome = isUnread(req) ? unread(req) : bodyGuard.validate(req.body, contextOf(req))
    } catch (thrown) {
      fail(thrown)
      return
    }
    if (isThenable(outcome)) void goOn(outcome, settle, fail)
    else settle(outcome)
  }
  return showingGuards(guardMiddleware, shown, onReject === undefined ? {} : { onReject })
}

const elsewhere = 'where Express does not call it, ask a guard of createGuard() by its validate(body)'

function contextOf(req: ExpressRequest): ChoiceContext {
  return { request: req, caller: req }
}

function runOnReject(
  reject: Reject,
  errors: GuardErrorItem[],
  req: ExpressRequest,
  res: ExpressResponse,
  next: Next,
): void {
  if (res.writableEnded === true && isOwnAnswer(reject)) return
  let isHandedOn = false
  const { next: nextOfRouter } = req
  // Without an error, either of them would run a handler for a body that was refused.
  const handOn: Next = (error) => {
    isHandedOn = true
    if (nextOfRouter !== undefined) req.next = nextOfRouter
    const problem = 'mongoose-guard: onReject called next() without an error, for a body that was refused'
    if (error) next(error)
    else next(new Error(problem))
  }
  const fail = failing(handOn, 'onReject')
  if (reject !== answerErrors && nextOfRouter !== undefined) req.next = handOn
  const settle = (returned: unknown) => {
    if (!isHandedOn) requireAnswer(returned, res, handOn)
  }
  let answered: unknown
  try {
    // Only for those who may read it: the property costs a tenth of a refused body.
    answered = reject(reject === answerErrors ? errors : withText(errors), req, res, handOn)
    if (isThenable(answered)) {
      void goOn(answered, settle, fail)
      return
    }
  } catch (thrown) {
    fail(thrown)
    return
  }
  settle(answered)
}

/**
 * Something else may have answered while rules were waited for, as a time-out does. A second answer throws, and for
 * that Express cuts the connection, on which the client may have sent its next request.
 */
function isOwnAnswer(reject: Reject): boolean {
  return reject === answerErrors || isProblemDetails(reject)
}

/** What web handlers give as their answer, Express does not look at: the client would wait for ever. */
function requireAnswer(returned: unknown, res: ExpressResponse, next: Next): void {
  const isAnswer = isPlainObject(returned) || Array.isArray(returned) || isResponse(returned)
  if (!isAnswer || res.headersSent !== false) return
  next(
    new TypeError(
      `mongoose-guard: onReject must answer with res: what it returns is not sent, received ${nameOf(returned)}`,
    ),
  )
}

/** `await` hears a thenable once, however often that calls back. What `use` throws here, no Express would catch. */
async function goOn<T>(pending: PromiseLike<T>, use: (value: T) => void, fail: Fail): Promise<void> {
  try {
    use(await pending)
  } catch (thrown) {
    fail(thrown)
  }
}

/**
 * Hands a failure to `next` as an Error. Express would take everything falsy for no failure, and 'route' and 'router'
 * for orders to skip handlers: one of those behind the guard might run (`next` of Express's Router and Route).
 */
function failing(next: Next, what: string): Fail {
  return (thrown) => {
    const kind = thrown === null ? 'null' : typeof thrown
    const problem = `mongoose-guard: ${what} failed with ${kind}, which is no Error: see the cause`
    next(isError(thrown) ? thrown : new Error(problem, { cause: thrown }))
  }
}

function unread(req: ExpressRequest): GuardOutcome {
  const { headers } = req
  return failed([invalidBody(headers === undefined ? notOfKind('object', undefined) : problemOfUnparsed(req, headers))])
}

/**
 * body-parser 1 (Express 4) leaves `{}` where it parsed nothing, and so do other parsers: a wrong Content-Type, no body
 * at all. An empty object counts as no body where the request was not read.
 */
function isUnread(req: ExpressRequest): boolean {
  const { body, readableDidRead } = req
  if (body === undefined) return true
  if (readableDidRead !== false) return false
  // Adapters for AWS Lambda (serverless-http) put what was sent where a parser puts what it has made of that.
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return true
  return isPlainObject(body) && Object.keys(body).length === 0 && !isEmptyForm(req)
}

/** A form of which nothing was filled in has no bytes, and a parser that takes forms has come to their end. */
function isEmptyForm({ readableEnded, headers }: ExpressRequest): boolean {
  return readableEnded === true && /^\s*application\/x-www-form-urlencoded\b/i.test(headers?.['content-type'] ?? '')
}

/** That of Express, or of what else calls a middleware. */
interface AnyResponse {
  status?(code: number): { json?(body: unknown): unknown } | undefined
}

function answerErrors(errors: readonly GuardErrorItem[], _req: ExpressRequest, res: AnyResponse): void {
  const answer = typeof res.status === 'function' ? res.status(400) : undefined
  // Fastify's replies and Restify's responses have `status()`, and no `json()` behind it.
  if (typeof answer?.json !== 'function') {
    throw new TypeError(
      `mongoose-guard: a middleware of mongoose-guard/express was called with a response that is not that of Express: ${elsewhere}`,
    )
  }
  answer.json({ errors })
}
