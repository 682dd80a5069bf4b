import { GuardConfigError } from '../errors/config-error.ts'
import { invalidBody } from '../errors/error-item.ts'
import { withText } from '../errors/error-list.ts'
import { readFunction, readLimit, sharedOptions, type SomeOptions, withDefaults } from '../guard/options.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import type { WebGuard, WebGuardOptions } from '../types/web-handler.ts'
import { guardOf } from './guard-arguments.ts'
import { readRequestBody } from './request-body.ts'

export { GuardConfigError } from '../errors/config-error.ts'
export type { GuardErrorItem } from '../types/error-item.ts'
export type { Extra, Validated } from '../types/validated.ts'
export type { RequestLike, WebGuard, WebGuardOptions, WebHandler } from '../types/web-handler.ts'

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
    const hasOptions = third !== undefined || typeof second !== 'function'
    const [options, handler] = hasOptions ? [second, third] : [undefined, second]
    const { bodyGuard, adapterOptions } = guardOf(modelOrGuard, options, ['maxBytes', 'onReject'], defaults)
    const { maxBytes = DEFAULT_MAX_BYTES, onReject = answerErrors } = adapterOptions
    const limit = readLimit('maxBytes', maxBytes)
    const reject = readFunction('onReject', onReject) as Reject
    if (typeof handler !== 'function') throw new GuardConfigError('the last argument must be the route handler')

    async function guarded(this: unknown, carrier: unknown, ...rest: unknown[]): Promise<unknown> {
      const request = requestOf(carrier)
      const read = await readRequestBody(request, limit)
      if (!read.ok) return reject(withText([invalidBody(read.problem)]), request, read.status)
      const outcome = await bodyGuard.validate(read.body, { request })
      if (!outcome.ok) return reject(outcome.errors, request, 400)
      const extra = 'extra' in outcome ? { extra: outcome.extra } : {}
      Object.assign(carrier as object, { validated: outcome.validated, ...extra })
      return Reflect.apply(handler as Handler, this, [carrier as object, ...rest])
    }
    return Object.defineProperty(guarded, 'name', { value: handler.name }) as never
  }
  const names = [...sharedOptions, 'maxBytes', 'onReject']
  const withMore = (more: unknown) => guardWith(withDefaults(defaults, more, names, '{ onReject }'))
  return Object.assign(guard, { with: withMore }) as never
}

/** A `Request` of any realm or polyfill, or the one that an event carries. */
function requestOf(carrier: unknown): Request {
  for (const candidate of [carrier, (carrier as { request?: unknown } | null | undefined)?.request]) {
    if (typeof candidate === 'object' && candidate !== null && 'headers' in candidate && 'bodyUsed' in candidate) {
      return candidate as Request
    }
  }
  throw new TypeError('mongoose-guard: a guarded handler takes a Request first, or an object with one as `request`')
}

function answerErrors(errors: readonly GuardErrorItem[], _request: Request, status: number): Response {
  return Response.json({ errors }, { status })
}
