import type { ByExtra } from './body-layout.ts'
import type { IsAny } from './model.ts'

declare const validated: unique symbol
declare const extra: unique symbol
declare const given: unique symbol

// What a handler asks of the body: a guard that gives more will do.
interface TheHandlerReads<out Validated> {
  readonly [validated]: Validated
  // Without `strictFunctionTypes` the compiler may take this body for the guard's: it has to be one there.
  readonly [given]: (given: never) => void
}
interface TheHandlerReadsExtra<out Validated, out Extra> extends TheHandlerReads<Validated> {
  readonly [extra]: Extra
}

// What a guard makes of the body. It is invariant: the type of a route's body is settled by its guard alone, so that
// no handler finds more in `validated` than the guard put there.
interface TheGuardGives<in out Validated> extends TheHandlerReads<Validated> {
  readonly [given]: (given: Validated) => void
}
interface TheGuardGivesExtra<in out Validated, in out Extra> extends TheHandlerReadsExtra<Validated, Extra> {
  readonly [given]: (given: [Validated, Extra]) => void
}

/**
 * The type of `req.body` after a guard: it has no usable member, because the checked data is in `req.validated`, and it
 * may be a symbol, because whatever takes an object would take it otherwise.
 *
 * The name is what the compiler prints when a handler reads the body all the same.
 */
export type BodyIsGuarded_ReadReqValidatedInstead<Validated> = TheGuardGives<Validated> | symbol

/** The same after a guard with the option `extra`. */
export type BodyIsGuarded_ReadReqValidatedAndReqExtraInstead<Validated, Extra> =
  | TheGuardGivesExtra<Validated, Extra>
  | symbol

export type {
  BodyIsGuarded_ReadReqValidatedInstead as GuardedBody,
  BodyIsGuarded_ReadReqValidatedAndReqExtraInstead as GuardedBodyWithExtra,
}

/** The body after a guard, with the option `extra` or without. */
export type BodyAfter<Validated, Extra> = ByExtra<
  Extra,
  BodyIsGuarded_ReadReqValidatedInstead<Validated>,
  BodyIsGuarded_ReadReqValidatedAndReqExtraInstead<Validated, Extra>
>

/** The body that a handler asks for which stands apart from its route. */
export type GuardedBodyOf_ReadReqValidatedInstead<Validated, Extra> =
  | ByExtra<Extra, TheHandlerReads<Validated>, TheHandlerReadsExtra<Validated, Extra>>
  | symbol

/**
 * What the guard of this very call lets through; `unknown` where the compiler sees no guard.
 *
 * Mapping over `any` gives `{ [key: string]: any }`, so that `any` does not leak. A conditional type in place of these
 * would make every request of Express invariant in its body.
 */
export type ValidatedIn<Body> = At<Body & object, typeof validated>

/** As {@link ValidatedIn}, of the option `extra`. */
export type ExtraIn<Body> = At<Body & object, typeof extra>

type At<Body, Key extends symbol> = ({ [Each in keyof Body]: Body[Each] } & Readonly<Record<Key, unknown>>)[Key]

/**
 * The `this` of a call signature for guarded routes: `never`, so that the signature does not fit a call without a
 * guard.
 */
export type OnlyIfGuarded<Body> =
  IsAny<Body> extends true ? never : [Body] extends [TheHandlerReads<unknown> | symbol] ? unknown : never
