import type { GuardErrorItem } from './error-item.ts'
import type { JSONSchema, JSONSchemaOptions } from './json-schema.ts'
import type { AnyModel } from './model.ts'
import type { ReviewNote } from './review.ts'
import type { StandardGuardProps } from './standard-schema.ts'

/**
 * What a route accepts.
 *
 * @example
 * const options = { allow: ['name', 'address.city'], partial: true } satisfies GuardOptions
 */
export interface GuardOptions<Allow = readonly string[], Partial extends boolean = boolean> {
  /** The fields that the route accepts: dot paths into the schema, without array indexes. */
  allow: Allow
  /** For update routes: nothing absent is required. */
  partial?: Partial
  /** How many error items an answer holds at most: 1000 by default. */
  maxErrors?: number
  /**
   * Gives each error item what its rule or type compares with, as `params`, so that a client can word it in its own
   * language.
   */
  details?: boolean
}

/**
 * What a check gives: the accepted subset, or every problem of the body.
 *
 * @example
 * const outcome = await newUser.validate(body)
 * if (outcome.ok) await User.create(outcome.validated)
 */
export type GuardOutcome<Validated = unknown> =
  { ok: true; validated: Validated } | { ok: false; errors: GuardErrorItem[] }

/**
 * A compiled allow list over a model's schema, framework-free. It is a Standard Schema.
 *
 * @example
 * const newUser: Guard<{ name: string }> = createGuard(User, { allow: ['name'] })
 */
export interface Guard<out Validated = unknown> {
  /** Checks a parsed body. Gives a promise exactly when a validator of the schema gave one for this body. */
  validate(body: unknown): GuardOutcome<Validated> | Promise<GuardOutcome<Validated>>
  /**
   * The paths of everything that a body may set, without array indexes; `$*` stands for the keys of a Map. A recursive
   * schema is not entered again.
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
  readonly model: AnyModel
  readonly allow: readonly string[]
  readonly partial: boolean
}
