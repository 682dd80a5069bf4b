import type { IsAny } from './model.ts'

declare const validated: unique symbol
declare const extra: unique symbol

/**
 * The type of `req.body` after a guard: it has no usable member, because the checked data is in `req.validated`.
 *
 * The name is what the compiler prints when a handler reads the body all the same.
 */
export interface BodyIsGuarded_ReadReqValidatedInstead<out Validated> {
  readonly [validated]: Validated
}

/** The same after a guard with the option `extra`. */
interface BodyIsGuarded_ReadReqValidatedAndExtraInstead<
  out Validated,
  out Extra,
> extends BodyIsGuarded_ReadReqValidatedInstead<Validated> {
  readonly [extra]: Extra
}

export type {
  BodyIsGuarded_ReadReqValidatedInstead as GuardedBody,
  BodyIsGuarded_ReadReqValidatedAndExtraInstead as GuardedBodyWithExtra,
}

/** The body after a guard, with the option `extra` or without. */
export type BodyAfter<Validated, Extra> = undefined extends Extra
  ? BodyIsGuarded_ReadReqValidatedInstead<Validated>
  : BodyIsGuarded_ReadReqValidatedAndExtraInstead<Validated, Extra>

/**
 * What the guard of this very call lets through; `unknown` where the compiler sees no guard.
 *
 * Mapping over `any` gives `{ [key: string]: any }`, so that `any` does not leak.
 */
export type ValidatedIn<Body> = ({ [Key in keyof Body]: Body[Key] } & {
  readonly [validated]: unknown
})[typeof validated]

/** As {@link ValidatedIn}, of the option `extra`. */
export type ExtraIn<Body> = ({ [Key in keyof Body]: Body[Key] } & {
  readonly [extra]: unknown
})[typeof extra]

/**
 * The `this` of a call signature for guarded routes: `never`, so that the signature does not fit a call without a
 * guard.
 */
export type OnlyIfGuarded<Body> =
  IsAny<Body> extends true ? never : [Body] extends [BodyIsGuarded_ReadReqValidatedInstead<unknown>] ? unknown : never
