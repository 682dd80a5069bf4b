/* oxlint-disable typescript/no-explicit-any -- Express's own default for what a handler does not care about. */
/* oxlint-disable typescript/prefer-function-type -- an interface keeps its name in hovers and error messages. */
import type {
  NextFunction,
  ParamsDictionary,
  Query,
  Request,
  RequestHandler,
  Response,
  RouteParameters,
} from 'express-serve-static-core'
import type { CheckAllow } from './allow-path.ts'
import type { GuardErrorItem } from './error-item.ts'
import type { GuardDefaults, NullDefault } from './create-guard.ts'
import type { ExtraBy, GuardsByKey, KeyOf, ValidatedBy } from './guard-by.ts'
import type { ExtraGuard, Guard, GuardOptions, RouteOptions } from './guard.ts'
import type {
  BodyAfter,
  ExtraIn,
  GuardedBody,
  GuardedBodyWithExtra,
  OnlyIfGuarded,
  GuardedBodyOf_ReadReqValidatedInstead,
  ValidatedIn,
} from './guarded-body.ts'
import type { BodyOf } from './json-form.ts'
import type { AnySchema, ModelOrSchema } from './model.ts'
import type { PathRules, RulesOption } from './path-rules.ts'
import type { ByExtra, EachOption, ExtraSource } from './body-layout.ts'
import type {
  AllowOption,
  GuardOrModelOrSchema,
  InCall,
  RouteExtra,
  RouteValidated,
  WholeSchema,
  WithoutOptions,
} from './route.ts'
import type { RouteCheck } from './route-check.ts'
import type { Extra, GuardOrMiddleware, Validated } from './validated.ts'

declare module 'express-serve-static-core' {
  // The parameters must be those of Express, in version 4 and 5, or the declarations do not merge.
  interface Request<P, ResBody, ReqBody, ReqQuery, LocalsObj> {
    /** What the route's guard let through; `unknown` where the compiler sees no guard. */
    validated: ValidatedIn<ReqBody>
    /** What the option `extra` of the route's guard let through. */
    extra: ExtraIn<ReqBody>
  }
  interface IRouterHandler<T, Route> {
    // Of the signatures of `route().post(...)` and `use(...)`, Express's first has `any` for the body, and a chain with
    // a middleware of type `any`, or with one annotated as `(req: Request, ...)` where passport's types are in the
    // program, gets that one: `validated` would be unknown and the body open. This one stands before it, for guarded
    // routes only.
    <ReqBody = any, ResBody = any, ReqQuery = Query, LocalsObj extends Record<string, any> = Record<string, any>>(
      this: OnlyIfGuarded<ReqBody>,
      ...handlers: RequestHandler<RouteParameters<Route>, ResBody, ReqBody, ReqQuery, LocalsObj>[]
    ): T
  }
}

/**
 * A middleware that answers 400 with every problem of the body, or hands the accepted subset on as `req.validated`.
 *
 * It is neither generic nor a `RequestHandler`, so that Express infers the type of the body from it and nothing else:
 * `req.params` keeps the type that the route path gives.
 *
 * @example
 * const createUser: GuardMiddleware<{ name: string }> = guard(User, { allow: ['name'] })
 */
export interface GuardMiddleware<Validated = unknown> {
  (req: { body: GuardedBody<Validated> }, res: object, next: (error?: any) => void): void
  readonly guard: Guard<Validated>
}

/** As {@link GuardMiddleware}, with the option `extra`, whose fields are handed on as `req.extra`. */
export interface ExtraGuardMiddleware<Validated, Extra> {
  (req: { body: GuardedBodyWithExtra<Validated, Extra> }, res: object, next: (error?: any) => void): void
  readonly guard: ExtraGuard<Validated, Extra>
}

type MiddlewareOf<Validated, Extra> = ByExtra<Extra, GuardMiddleware<Validated>, ExtraGuardMiddleware<Validated, Extra>>

type MiddlewareMadeOf<Ready, NullByDefault extends boolean> = [Ready] extends [ExtraGuard<infer Validated, infer Extra>]
  ? ExtraGuardMiddleware<Validated, Extra>
  : [Ready] extends [Guard<infer Validated>]
    ? GuardMiddleware<Validated>
    : Ready extends AnySchema
      ? GuardMiddleware<WholeSchema<Ready, NullByDefault>>
      : never

/**
 * The request that a handler gets after the guard, for handlers that stand apart from their route.
 *
 * @example
 * async function create(req: GuardedRequest<typeof createUser>, res: Response) {
 *   res.json(await User.create(req.validated))
 * }
 */
export type GuardedRequest<SomeGuard extends GuardOrMiddleware, Params = ParamsDictionary, More = unknown> = Request<
  Params,
  any,
  GuardedBodyOf_ReadReqValidatedInstead<Validated<SomeGuard>, Extra<SomeGuard>>
> &
  More

/**
 * A handler for the route after the guard, for handlers that stand apart from their route.
 *
 * @example
 * const update: GuardedHandler<typeof updateUser, { id: string }> = async (req, res) => {
 *   res.json(await User.findByIdAndUpdate(req.params.id, req.validated))
 * }
 */
export interface GuardedHandler<SomeGuard extends GuardOrMiddleware, Params = ParamsDictionary> {
  // The second mention of `validated` is for Express's signatures with `any` for the body, as those of `route()`, which
  // would take the handler of any guard.
  (req: GuardedRequest<SomeGuard, Params, { validated: Validated<SomeGuard> }>, res: Response, next: NextFunction): any // with `unknown`, a function in JavaScript would have to return something
}

/**
 * The type of a wrapper of handlers, such as `catchAsync`, which Express 5 needs no more. It passes on what the guard
 * of the route let through, which one for `(req: Request, res, next) => …` forgets.
 *
 * @example
 * const asyncHandler: AsyncHandler = (handler) => (req, res, next) => {
 *   Promise.resolve(handler(req, res, next)).catch(next)
 * }
 * app.post('/users', createUser, asyncHandler(async (req, res) => res.json(await User.create(req.validated))))
 */
export interface AsyncHandler {
  <
    Params = ParamsDictionary,
    ResBody = any,
    ReqBody = any,
    ReqQuery = Query,
    LocalsObj extends Record<string, any> = Record<string, any>,
  >(
    handler: (
      req: Request<Params, ResBody, ReqBody, ReqQuery, LocalsObj>,
      res: Response<ResBody, LocalsObj>,
      next: NextFunction,
    ) => any, // so that a wrapper may say `handler(req, res, next).catch(next)`
  ): RequestHandler<Params, ResBody, ReqBody, ReqQuery, LocalsObj>
}

/** How a guarded Express route answers. */
export interface ExpressAnswer {
  /**
   * Answers in place of the default, 400 with `{ errors }`. What it throws or rejects with goes to `next`, as the
   * `cause` of an Error where it is none. Its own `next` takes an error, or 'route'; without one it is an error itself.
   */
  onReject?: (errors: GuardErrorItem[], req: Request, res: Response, next: NextFunction) => unknown
}

/**
 * What a guarded Express route accepts, and how it answers.
 *
 * @example
 * const options = {
 *   allow: ['name'],
 *   onReject: (errors, _req, res) => res.status(422).json({ problems: errors }),
 * } satisfies ExpressGuardOptions
 */
export interface ExpressGuardOptions<
  Allow = readonly string[],
  Partial extends boolean = boolean,
  AllowNull extends boolean = boolean,
  Rules = Readonly<Record<string, PathRules>>,
  Each extends EachOption = false,
  Extra extends ExtraSource | undefined = undefined,
>
  extends GuardOptions<Allow, Partial, AllowNull, Rules, Each, Extra>, ExpressAnswer {}

/** The call signatures of `guard` for Express. `NullByDefault` is what `with` has said of `allowNull`. */
export interface ExpressGuard<NullByDefault extends boolean = false> {
  <
    Source extends ModelOrSchema,
    const Allow extends CheckAllow<BodyOf<Source>, Allow> = any,
    Partial extends boolean = false,
    AllowNull extends boolean = NullByDefault,
    const Required = unknown,
    const Nulls = unknown,
    Each extends EachOption = false,
    Extra extends ExtraSource | undefined = undefined,
    Called = true,
  >(
    source: InCall<Called, Source>,
    options: AllowOption<Source, Allow> &
      RouteOptions<Partial, AllowNull, RulesOption<BodyOf<Source>, Allow, Required, Nulls>, Each, Extra> &
      ExpressAnswer & {
        check?: RouteCheck<
          RouteValidated<Source, Allow, Partial, AllowNull, Required, Nulls, Each>,
          RouteExtra<Extra, AllowNull>,
          Request
        >
      },
  ): MiddlewareOf<
    RouteValidated<Source, Allow, Partial, AllowNull, Required, Nulls, Each>,
    RouteExtra<Extra, AllowNull>
  >
  // Without options: with a second overload of two parameters, the compiler would no longer name a wrong entry of
  // `allow`, and with a second one of one parameter, it would not name missing options.
  <Ready extends GuardOrModelOrSchema, Called = true>(
    this: WithoutOptions<Ready, 'The options are missing: guard(User, { allow: [...] })'>,
    guard: InCall<Called, Ready>,
  ): MiddlewareMadeOf<Ready, NullByDefault>
  /**
   * The same function with defaults, which the options of a guard go before. A ready guard keeps its own.
   *
   * @throws GuardConfigError for an unknown option, or one of the wrong type.
   * @example
   * const guardRoute = guard.with({ onReject: (errors, _req, res) => res.status(422).json({ problems: errors }) })
   * const createMember = guardRoute(newUser)
   */
  with<const Defaults extends GuardDefaults & ExpressAnswer>(
    defaults: Defaults,
  ): ExpressGuard<NullDefault<Defaults, NullByDefault>>
}

/**
 * A middleware of `guardBy`, with the guards that it chooses from.
 *
 * @example
 * const changes: GuardByMiddleware<{ admin: typeof adminChanges }> = guardBy(() => 'admin', { admin: adminChanges })
 */
export interface GuardByMiddleware<Guards extends GuardsByKey> {
  (req: { body: BodyAfter<ValidatedBy<Guards>, ExtraBy<Guards>> }, res: object, next: (error?: any) => void): void
  readonly guards: Guards
}

/** The call signatures of `guardBy` for Express. */
export interface ExpressGuardBy {
  // `select` may want a request of the application's own type.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  <const Guards extends GuardsByKey, SomeRequest extends Request = Request>(
    select: (req: SomeRequest) => KeyOf<Guards> | PromiseLike<KeyOf<Guards>>,
    guards: Guards,
    options?: ExpressAnswer,
  ): GuardByMiddleware<Guards>
  /**
   * The same function with a default answer, which that of a route goes before.
   *
   * @throws GuardConfigError for an unknown option, or one of the wrong type.
   * @example
   * const guardRouteBy = guardBy.with({ onReject: problemDetails })
   */
  with(defaults: ExpressAnswer): ExpressGuardBy
}
/** In @types/express-serve-static-core before 4.17.33 the type parameters of a request have other names. */
interface Update_types_express_serve_static_core_to_4_17_33 {
  readonly minimum: '4.17.33'
}

/**
 * The type of `guard` for Express. With older types of Express, which do not know what this library adds to a request,
 * it cannot be called, and the error says what to do. Without any, as in plain JavaScript, it can.
 */
export type GuardOfExpress = string extends keyof Parameters<RequestHandler>[0]
  ? Update_types_express_serve_static_core_to_4_17_33
  : ExpressGuard
