/* oxlint-disable typescript/no-explicit-any -- stands for an `allow` that was left out: nothing else fits each constraint. */
import type { CheckAllow } from './allow-path.ts'
import type { ExtraBy, GuardsByKey, KeyOf, ValidatedBy } from './guard-by.ts'
import type { GuardErrorItem } from './error-item.ts'
import type { GuardDefaults, NullDefault } from './create-guard.ts'
import type { ExtraGuard, Guard, GuardOptions, RouteOptions } from './guard.ts'
import type { BodyOf } from './json-form.ts'
import type { AnySchema, ModelOrSchema } from './model.ts'
import type { PathRules, RulesOption } from './path-rules.ts'
import type { ByExtra, EachOption, ExtraSource } from './body-layout.ts'
import type {
  AllowOption,
  GuardOrModelOrSchema,
  RouteExtra,
  RouteValidated,
  WholeSchema,
  WithoutOptions,
} from './route.ts'
import type { RouteCheck } from './route-check.ts'
import type { Extra, GuardOrMiddleware, Validated } from './validated.ts'

/** A Fetch `Request`, or an event that carries one: SvelteKit, Astro, React Router. */
export type RequestLike = Request | { request: Request }

/** How a guarded web route reads and answers. */
export interface WebAnswer {
  /** How many bytes a body has at most: 102,400 (100 kB) by default. What is larger is answered with 413. */
  maxBytes?: number
  /** Makes the answer in place of the default `{ errors }`, which would have the given status. */
  onReject?: (errors: GuardErrorItem[], request: Request, status: 400 | 413) => Response | Promise<Response>
}

/**
 * What a guarded web route accepts, and how it answers.
 *
 * @example
 * const options = {
 *   allow: ['name'],
 *   onReject: (errors, _request, status) => Response.json({ problems: errors }, { status }),
 * } satisfies WebGuardOptions
 */
export interface WebGuardOptions<
  Allow = readonly string[],
  Partial extends boolean = boolean,
  AllowNull extends boolean = boolean,
  Rules = Readonly<Record<string, PathRules>>,
  Each extends EachOption = false,
  Extra extends ExtraSource | undefined = undefined,
>
  extends GuardOptions<Allow, Partial, AllowNull, Rules, Each, Extra>, WebAnswer {}

/** What a handler finds on its first argument. */
export type Given<Validated, Extra> = ByExtra<Extra, { validated: Validated }, { validated: Validated; extra: Extra }>

/**
 * The request that a handler gets, for handlers whose framework has a request or an event of its own.
 *
 * @example
 * import * as web from 'mongoose-guard/web'
 *
 * interface Event {
 *   request: Request
 *   params: { id: string }
 * }
 * export const action = web.guard(newUser, ({ validated, params }: web.GuardedRequest<typeof newUser, Event>) =>
 *   Response.json({ id: params.id, name: validated.name }),
 * )
 */
export type GuardedRequest<SomeGuard extends GuardOrMiddleware, SomeRequest = Request> = SomeRequest &
  Given<Validated<SomeGuard>, Extra<SomeGuard>> &
  Bare<SomeRequest>

declare const bare: unique symbol
// What the framework hands over. The compiler infers it from here before it takes the whole of an annotation for it, so
// that the handler of another guard does not fit, and `validated` is nothing that the framework would have to give.
interface Bare<SomeRequest> {
  readonly [bare]?: SomeRequest
}

// A handler whose annotation has a `validated` of its own: the compiler takes all of the annotation for the request.
// The message stands in its error.
type OfThisGuard<SomeRequest, Added> = SomeRequest extends { validated: infer Read }
  ? Added extends { validated: Read }
    ? unknown
    : 'The handler reads what this guard does not give: annotate it with GuardedRequest<typeof thisGuard>'
  : unknown

/** The route handler that `guard` makes of the given one: what it takes is the bare request. */
export type WebHandler<SomeRequest, Validated, Rest extends unknown[], Result, Extra = undefined> = ((
  request: WithoutGiven<SomeRequest, Given<Validated, Extra>>,
  ...rest: Rest
) => Promise<Awaited<Result> | Response>) & { readonly guard: Guard<Validated> }

// A handler without annotation makes the compiler infer the request together with `validated`, which no framework's
// own check of its route handlers would pass.
type WithoutGiven<SomeRequest, Added> = SomeRequest extends (infer Handed) & Added ? Handed : SomeRequest

type GivenBy<Ready, NullByDefault extends boolean> = [Ready] extends [ExtraGuard<infer Validated, infer Extra>]
  ? { validated: Validated; extra: Extra }
  : [Ready] extends [Guard<infer Validated>]
    ? { validated: Validated }
    : Ready extends AnySchema
      ? { validated: WholeSchema<Ready, NullByDefault> }
      : never

type HandlerMadeOf<Ready, NullByDefault extends boolean, SomeRequest, Rest extends unknown[], Result> =
  GivenBy<Ready, NullByDefault> extends { validated: infer Validated; extra: infer Extra }
    ? WebHandler<SomeRequest, Validated, Rest, Result, Extra>
    : GivenBy<Ready, NullByDefault> extends { validated: infer Validated }
      ? WebHandler<SomeRequest, Validated, Rest, Result>
      : never

/** The call signatures of `guard` for web route handlers. `NullByDefault` is what `with` has said of `allowNull`. */
export interface WebGuard<NullByDefault extends boolean = false> {
  <
    Source extends ModelOrSchema,
    const Allow extends CheckAllow<BodyOf<Source>, Allow> = any,
    Partial extends boolean = false,
    Result = unknown,
    SomeRequest extends RequestLike = Request,
    Rest extends unknown[] = unknown[],
    AllowNull extends boolean = NullByDefault,
    const Required = unknown,
    const Nulls = unknown,
    Each extends EachOption = false,
    Extra extends ExtraSource | undefined = undefined,
  >(
    this: OfThisGuard<
      SomeRequest,
      Given<RouteValidated<Source, Allow, Partial, AllowNull, Required, Nulls, Each>, RouteExtra<Extra, AllowNull>>
    >,
    source: Source,
    options: AllowOption<Source, Allow> &
      RouteOptions<Partial, AllowNull, RulesOption<BodyOf<Source>, Allow, Required, Nulls>, Each, Extra> &
      WebAnswer & {
        check?: RouteCheck<
          RouteValidated<Source, Allow, Partial, AllowNull, Required, Nulls, Each>,
          RouteExtra<Extra, AllowNull>,
          Request
        >
      },
    handler: (
      request: SomeRequest &
        // The options say what a route lets through, not its handler.
        NoInfer<
          Given<RouteValidated<Source, Allow, Partial, AllowNull, Required, Nulls, Each>, RouteExtra<Extra, AllowNull>>
        > &
        Bare<SomeRequest>,
      ...rest: Rest
    ) => Result,
  ): WebHandler<
    SomeRequest,
    RouteValidated<Source, Allow, Partial, AllowNull, Required, Nulls, Each>,
    Rest,
    Result,
    RouteExtra<Extra, AllowNull>
  >
  <
    Ready extends GuardOrModelOrSchema,
    Result,
    SomeRequest extends RequestLike = Request,
    Rest extends unknown[] = unknown[],
  >(
    this: WithoutOptions<Ready, 'Options or handler are missing: guard(User, { allow: [...] }, handler)'> &
      OfThisGuard<SomeRequest, GivenBy<Ready, NullByDefault>>,
    guard: Ready,
    handler: (request: SomeRequest & GivenBy<Ready, NullByDefault> & Bare<SomeRequest>, ...rest: Rest) => Result,
  ): HandlerMadeOf<Ready, NullByDefault, SomeRequest, Rest, Result>
  /**
   * The same function with defaults, which the options of a route go before. A ready guard keeps its own.
   *
   * @throws GuardConfigError for an unknown option, or one of the wrong type.
   * @example
   * const defaults = { maxErrors: 20 } satisfies Parameters<WebGuard['with']>[0]
   */
  with<const Defaults extends GuardDefaults & WebAnswer>(
    defaults: Defaults,
  ): WebGuard<NullDefault<Defaults, NullByDefault>>
}

/** The route handler that `guardBy` makes of the given one, with the guards that it chooses from. */
export type WebByHandler<SomeRequest, Guards extends GuardsByKey, Rest extends unknown[], Result> = ((
  request: WithoutGiven<SomeRequest, Given<ValidatedBy<Guards>, ExtraBy<Guards>>>,
  ...rest: Rest
) => Promise<Awaited<Result> | Response>) & { readonly guards: Guards }

/** The call signatures of `guardBy` for web route handlers. */
export interface WebGuardBy {
  <
    const Guards extends GuardsByKey,
    Result,
    SomeRequest extends RequestLike = Request,
    Rest extends unknown[] = unknown[],
  >(
    select: (request: SomeRequest) => KeyOf<Guards> | PromiseLike<KeyOf<Guards>>,
    guards: Guards,
    handler: (
      request: SomeRequest & Given<ValidatedBy<Guards>, ExtraBy<Guards>> & Bare<SomeRequest>,
      ...rest: Rest
    ) => Result,
  ): WebByHandler<SomeRequest, Guards, Rest, Result>
  <
    const Guards extends GuardsByKey,
    Result,
    SomeRequest extends RequestLike = Request,
    Rest extends unknown[] = unknown[],
  >(
    select: (request: SomeRequest) => KeyOf<Guards> | PromiseLike<KeyOf<Guards>>,
    guards: Guards,
    options: WebAnswer,
    handler: (
      request: SomeRequest & Given<ValidatedBy<Guards>, ExtraBy<Guards>> & Bare<SomeRequest>,
      ...rest: Rest
    ) => Result,
  ): WebByHandler<SomeRequest, Guards, Rest, Result>
  /**
   * The same function with defaults, which the options of a route go before.
   *
   * @throws GuardConfigError for an unknown option, or one of the wrong type.
   * @example
   * const defaults = { maxBytes: 10_000 } satisfies Parameters<WebGuardBy['with']>[0]
   */
  with(defaults: WebAnswer): WebGuardBy
}
