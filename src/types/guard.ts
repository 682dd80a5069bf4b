/* oxlint-disable typescript/no-redundant-type-constituents -- `NoErrors` is more than `unknown` without `strictNullChecks`. */
import type { ByExtra, EachOption, ExtraSource } from './body-layout.ts'
import type { GuardErrorItem } from './error-item.ts'
import type { JSONSchema, JSONSchemaOptions } from './json-schema.ts'
import type { ModelOrSchema } from './model.ts'
import type { PathRules } from './path-rules.ts'
import type { ReviewNote } from './review.ts'
import type { StandardGuardProps } from './standard-schema.ts'

/** The options of a guard but for `allow`. */
export interface RouteOptions<
  Partial extends boolean = boolean,
  AllowNull extends boolean = boolean,
  Rules = Readonly<Record<string, PathRules>>,
  Each extends EachOption = false,
  Extra extends ExtraSource | undefined = undefined,
> {
  /** For update routes: nothing absent is required, but what `rules` require. */
  partial?: Partial
  /** Whether optional fields take null, as they do in Mongoose: false by default. */
  allowNull?: AllowNull
  /** What the route demands beyond the schema, by path: options of a Mongoose path. */
  rules?: Rules
  /** Keys and paths that a body may hold, that nobody looks at, and that are left out of `validated`. */
  ignore?: readonly string[]
  /** Fields of the body that are not the model's: a Schema, or what `new Schema()` takes. They arrive in `extra`. */
  extra?: Extra
  /** Path of the document in the body, where the body is not the document itself. */
  at?: string
  /** An array of documents, in place of one: at most 1,000, unless `max` says otherwise. */
  each?: Each
  /** How many error items an answer holds at most: 1000 by default. */
  maxErrors?: number
  /**
   * Gives each error item what its rule or type compares with, as `params`, so that a client can word it in its own
   * language.
   */
  details?: boolean
}

/**
 * What a route accepts.
 *
 * @example
 * const options = { allow: ['name', 'address.city'], partial: true } satisfies GuardOptions
 */
export interface GuardOptions<
  Allow = readonly string[],
  Partial extends boolean = boolean,
  AllowNull extends boolean = boolean,
  Rules = Readonly<Record<string, PathRules>>,
  Each extends EachOption = false,
  Extra extends ExtraSource | undefined = undefined,
> extends RouteOptions<Partial, AllowNull, Rules, Each, Extra> {
  /** The fields that the route accepts: dot paths into the schema, without array indexes. */
  allow: Allow
  /** What the route demands of an accepted body as a whole: it gives nothing or `true`, or what is wrong. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the guard's own call says what it gets and gives
  check?: (validated: any, context: any) => any
}

/**
 * What a check gives: the accepted subset, or every problem of the body.
 *
 * @example
 * const outcome = await newUser.validate(body)
 * if (outcome.ok) await User.create(outcome.validated)
 */
export type GuardOutcome<Validated = unknown> = ({ ok: true; validated: Validated } & NoErrors) | Refusal
interface Refusal {
  ok: false
  errors: GuardErrorItem[]
}
// Without `strictNullChecks`, where undefined is a string, the compiler keeps an accepted body behind `!outcome.ok`.
type NoErrors = undefined extends string ? { errors?: never } : unknown

/** What the option `check` may be told of. */
export interface GuardContext {
  readonly request?: unknown
}

/**
 * A compiled allow list over a model's schema, framework-free. It is a Standard Schema.
 *
 * @example
 * const newUser: Guard<{ name: string }> = createGuard(User, { allow: ['name'] })
 */
export interface Guard<out Validated = unknown> {
  /**
   * Checks a parsed body. Gives a promise exactly when a validator of the schema, or the option `check`, gave one for
   * this body.
   */
  validate(body: unknown, context?: GuardContext): GuardOutcome<Validated> | Promise<GuardOutcome<Validated>>
  /**
   * The paths of everything that a body may set, without array indexes; `$*` stands for the keys of a Map. Of schemas
   * that hold each other, each is entered once, by the shortest way.
   */
  readonly paths: readonly string[]
  /**
   * Whether a body may set something at a path, or below it.
   *
   * @example
   * if (newUser.allows('role')) throw new Error('nobody may choose a role')
   */
  allows(path: string): boolean
  /**
   * What a reviewer of the guard should have seen, as data: nothing is printed, and none of it is an error.
   *
   * @example
   * for (const { concern, message } of newUser.review()) console.log(concern, message)
   */
  review(): ReviewNote[]
  /**
   * The JSON Schema of the bodies that the guard takes. Rules that JSON Schema has no keyword for are named under
   * `x-mongoose-rules`.
   *
   * @throws GuardConfigError for a target that is not known.
   * @example
   * const schema = newUser.toJSONSchema({ target: 'draft-07' })
   */
  toJSONSchema(options?: JSONSchemaOptions): JSONSchema
  readonly '~standard': StandardGuardProps<Validated>
  readonly model: ModelOrSchema
  readonly allow: readonly string[]
  readonly partial: boolean
}

/**
 * A guard with the option `extra`, whose fields its outcome has beside `validated`.
 *
 * @example
 * const signUp: ExtraGuard<{ name: string }, { captcha: string }> = createGuard(User, {
 *   allow: ['name'],
 *   extra: new Schema({ captcha: { type: String, required: true } }),
 * })
 */
export interface ExtraGuard<out Validated = unknown, out Extra = unknown> extends Guard<Validated> {
  validate(
    body: unknown,
    context?: GuardContext,
  ): ExtraOutcome<Validated, Extra> | Promise<ExtraOutcome<Validated, Extra>>
}

/** What a guard with the option `extra` makes of a body: a GuardOutcome that has `extra` beside `validated`. */
export type ExtraOutcome<Validated, Extra> = ({ ok: true; validated: Validated; extra: Extra } & NoErrors) | Refusal

export type GuardOf<Validated, Extra> = ByExtra<Extra, Guard<Validated>, ExtraGuard<Validated, Extra>>
