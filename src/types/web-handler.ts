import type { CheckAllow } from './allow-path.ts'
import type { GuardErrorItem } from './error-item.ts'
import type { Guard, GuardOptions } from './guard.ts'
import type { BodyOf } from './json-form.ts'
import type { AnyModel } from './model.ts'
import type { ValidatedOf } from './validated.ts'

/** A Fetch `Request`, or an event that carries one: SvelteKit, Astro, React Router. */
export type RequestLike = Request | { request: Request }

/**
 * What a guarded web route accepts, and how it answers.
 *
 * @example
 * const options = {
 *   allow: ['name'],
 *   onReject: (errors, _request, status) => Response.json({ problems: errors }, { status }),
 * } satisfies WebGuardOptions
 */
export interface WebGuardOptions<Allow = readonly string[], Partial extends boolean = boolean> extends GuardOptions<
  Allow,
  Partial
> {
  /** How many bytes a body has at most: 102,400 (100 kB) by default. What is larger is answered with 413. */
  maxBytes?: number
  /** Makes the answer in place of the default `{ errors }`, which would have the given status. */
  onReject?: (errors: GuardErrorItem[], request: Request, status: 400 | 413) => Response | Promise<Response>
}

/** The route handler that `guard` makes of the given one: what it takes is the bare request. */
export type WebHandler<SomeRequest, Validated, Rest extends unknown[], Result> = ((
  request: WithoutValidated<SomeRequest, Validated>,
  ...rest: Rest
) => Promise<Awaited<Result> | Response>) & { readonly guard: Guard<Validated> }

// A handler without annotation makes the compiler infer the request together with `validated`, which no framework's
// own check of its route handlers would pass.
type WithoutValidated<SomeRequest, Validated> = SomeRequest extends infer Bare & { validated: Validated }
  ? Bare
  : SomeRequest

/** The call signatures of `guard` for web route handlers. */
export interface WebGuard {
  <
    SomeModel extends AnyModel,
    const Allow extends CheckAllow<BodyOf<SomeModel>, Allow>,
    Result,
    Partial extends boolean = false,
    SomeRequest extends RequestLike = Request,
    Rest extends unknown[] = unknown[],
  >(
    model: SomeModel,
    options: WebGuardOptions<Allow, Partial>,
    handler: (
      request: SomeRequest & { validated: ValidatedOf<BodyOf<SomeModel>, Allow, Partial> },
      ...rest: Rest
    ) => Result,
  ): WebHandler<SomeRequest, ValidatedOf<BodyOf<SomeModel>, Allow, Partial>, Rest, Result>
  <Validated, Result, SomeRequest extends RequestLike = Request, Rest extends unknown[] = unknown[]>(
    guard: Guard<Validated>,
    handler: (request: SomeRequest & { validated: Validated }, ...rest: Rest) => Result,
  ): WebHandler<SomeRequest, Validated, Rest, Result>
  /**
   * The same function with defaults, which the options of a route go before. A ready guard keeps its own `maxErrors`.
   *
   * @throws GuardConfigError for an unknown option, or one of the wrong type.
   * @example
   * const defaults = { maxErrors: 20 } satisfies Parameters<WebGuard['with']>[0]
   */
  with(defaults: Pick<WebGuardOptions, 'maxErrors' | 'details' | 'maxBytes' | 'onReject'>): WebGuard
}
