import { calledBy, GuardConfigError } from '../errors/config-error.ts'
import { invalidBody } from '../errors/error-item.ts'
import { withText } from '../errors/error-list.ts'
import { type BodyCheck, type ChoiceContext, choiceOf } from '../guard/choose-guard.ts'
import {
  merged,
  readFunction,
  readLimit,
  requireKnown,
  sharedOptions,
  type SomeOptions,
  withDefaults,
} from '../guard/options.ts'
import { nameOf } from '../guard/received.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import type { Guard } from '../types/guard.ts'
import type { WebGuard, WebGuardBy, WebGuardOptions } from '../types/web-handler.ts'
import { guardOf, showingGuards } from './guard-arguments.ts'
import { readRequestBody } from './request-body.ts'
import { isResponse } from './response.ts'

export { GuardConfigError } from '../errors/config-error.ts'
export type { GuardErrorItem } from '../types/error-item.ts'
export type * from '../types/emitted.ts'
export type { Extra, Validated } from '../types/validated.ts'
export type {
  GuardedRequest,
  RequestLike,
  WebByHandler,
  WebGuard,
  WebGuardBy,
  WebGuardOptions,
  WebHandler,
} from '../types/web-handler.ts'

type Reject = NonNullable<WebGuardOptions['onReject']>
type Handler = (carrier: object, ...rest: unknown[]) => unknown

// 100 kB as express.json() has them.
const DEFAULT_MAX_BYTES = 102_400

/**
 * Wraps a route handler that takes a `Request` (Next.js, Bun, Deno, Workers), or an object that carries one as
 * `request` (SvelteKit, React Router, Astro). The handler runs where the guard accepts the body, and reads the accepted
 * subset from `validated` on that first argument. Every other body is answered with 400, one of more than `maxBytes`
 * with 413, and `{ errors }`.
 *
 * @throws GuardConfigError as `createGuard` does, when the route is set up.
 * @example
 * export const POST = guard(User, { allow: ['name', 'address.city'] }, async (request) =>
 *   Response.json(await User.create(request.validated), { status: 201 }),
 * )
 */
export const guard: WebGuard = guardWith({})

function guardWith(defaults: SomeOptions): WebGuard {
  function guard(modelOrGuard: unknown, second: unknown, third?: unknown) {
    return calledBy(guard, () => {
      const hasOptions = third !== undefined || typeof second !== 'function'
      const [options, handler] = hasOptions ? [second, third] : [undefined, second]
      const { bodyGuard, adapterOptions } = guardOf(modelOrGuard, options, ['maxBytes', 'onReject'], defaults)
      return handlerOf(bodyGuard, answering(adapterOptions, handler, 'guard'), { guard: bodyGuard }) as never
    })
  }
  const names = [...sharedOptions, 'maxBytes', 'onReject']
  const withMore = (more: unknown) =>
    guardWith(calledBy(withMore, () => withDefaults(defaults, more, names, '{ onReject }')))
  return Object.assign(guard, { with: withMore }) as never
}

/**
 * Wraps a route handler as {@link guard} does, for a route whose fields depend on who asks: `select` gets the first
 * argument of the handler, and gives the key of the guard, at once or as a promise. A key without a guard is refused,
 * as an `invalid_body`; a failure of `select` rejects.
 *
 * @throws GuardConfigError for guards that are none.
 * @example
 * export const PATCH = guardBy(
 *   (request: Request) => request.headers.get('x-role'),
 *   { admin: adminChanges, user: userChanges },
 *   (request) => Response.json(request.validated),
 * )
 */
export const guardBy: WebGuardBy = guardByWith({})

function guardByWith(defaults: SomeOptions): WebGuardBy {
  const names = ['maxBytes', 'onReject']
  function guardBy(select: unknown, guards: unknown, third: unknown, fourth?: unknown) {
    return calledBy(guardBy, () => {
      const [options = {}, handler] = typeof third === 'function' ? [{}, third] : [third, fourth]
      const choice = choiceOf(select, guards)
      requireKnown(options, names, '{ onReject }')
      const own = answering(merged(defaults, options), handler, 'guardBy')
      return handlerOf(choice, own, { guards: choice.guards }) as never
    })
  }
  const withMore = (more: unknown) =>
    guardByWith(calledBy(withMore, () => withDefaults(defaults, more, names, '{ onReject }')))
  return Object.assign(guardBy, { with: withMore })
}

/** How a guarded handler reads and answers. */
interface Answering {
  readonly limit: number
  readonly onReject: Reject | undefined
  readonly handler: Handler
}

function answering(options: SomeOptions, handler: unknown, name: string): Answering {
  const { maxBytes = DEFAULT_MAX_BYTES, onReject } = options
  const limit = readLimit('maxBytes', maxBytes)
  const reject = onReject === undefined ? undefined : (readFunction('onReject', onReject) as Reject)
  if (typeof handler !== 'function') {
    // Editors import it from the other entry.
    const hint = `the middleware for Express is ${name} of mongoose-guard/express`
    throw new GuardConfigError(`the last argument must be the route handler; ${hint}`)
  }
  return { limit, onReject: reject, handler: handler as Handler }
}

function handlerOf(
  bodyGuard: BodyCheck,
  { limit, onReject, handler }: Answering,
  shown: { guard: Guard } | { guards: object },
) {
  const refuse: Reject =
    onReject === undefined
      ? answerErrors
      : async (errors, ...rest) => requireResponse(await onReject(withText(errors), ...rest))
  async function guarded(this: unknown, carrier: unknown, ...rest: unknown[]): Promise<unknown> {
    const request = requestOf(carrier)
    const read = await readRequestBody(request, limit)
    if (!read.ok) return refuse([invalidBody(read.problem)], request, read.status)
    const context: ChoiceContext = { request, caller: carrier }
    const outcome = await bodyGuard.validate(read.body, context)
    if (!outcome.ok) return refuse(outcome.errors, request, 400)
    const extra = 'extra' in outcome ? { extra: outcome.extra } : {}
    Object.assign(carrier as object, { validated: outcome.validated, ...extra })
    return Reflect.apply(handler, this, [carrier as object, ...rest])
  }
  Object.defineProperty(guarded, 'name', { value: handler.name })
  return showingGuards(guarded, shown, { maxBytes: limit, ...(onReject === undefined ? {} : { onReject }) })
}

/** A `Request` of any realm or polyfill, or the one that an event carries. */
function requestOf(carrier: unknown): Request {
  for (const candidate of [carrier, (carrier as { request?: unknown } | null | undefined)?.request]) {
    if (typeof candidate === 'object' && candidate !== null && 'headers' in candidate && 'bodyUsed' in candidate) {
      return candidate as Request
    }
  }
  const others = 'for Express there is mongoose-guard/express, for pages/api createGuard() and its validate(req.body)'
  throw new TypeError(
    `mongoose-guard: a guarded handler takes a Request first, or an object with one as \`request\` (${others})`,
  )
}

/** A host would answer something of its own for anything else, or with 200. */
function requireResponse(answer: unknown): Response {
  if (isResponse(answer)) return answer
  throw new TypeError(`mongoose-guard: onReject must give a Response, received ${nameOf(answer)}`)
}

function answerErrors(errors: readonly GuardErrorItem[], _request: Request, status: number): Response {
  return Response.json({ errors }, { status })
}
