import type { IsAny } from './model.ts'

declare const validated: unique symbol
declare const extra: unique symbol
declare const given: unique symbol

// What a handler asks of the body: a guard that gives more will do.
interface Reads<out Validated> {
  readonly [validated]: Validated
}
interface ReadsExtra<out Validated, out Extra> extends Reads<Validated> {
  readonly [extra]: Extra
}

// What a guard makes of the body. It is invariant: the type of a route's body is settled by its guard alone, so that
// no handler finds more in `validated` than the guard put there.
interface Gives<in out Validated> extends Reads<Validated> {
  readonly [given]: (given: Validated) => Validated
}
interface GivesExtra<in out Validated, in out Extra> extends ReadsExtra<Validated, Extra> {
  readonly [given]: (given: Validated, extra: Extra) => Validated
}

/**
 * The type of `req.body` after a guard: it has no usable member, because the checked data is in `req.validated`, and it
 * may be a symbol, because whatever takes an object would take it otherwise.
 *
 * The name is what the compiler prints when a handler reads the body all the same.
 */
export type BodyIsGuarded_ReadReqValidatedInstead<Validated> = Gives<Validated> | symbol

/** The same after a guard with the option `extra`. */
export type BodyIsGuarded_ReadReqValidatedAndExtraInstead<Validated, Extra> = GivesExtra<Validated, Extra> | symbol

export type {
  BodyIsGuarded_ReadReqValidatedInstead as GuardedBody,
  BodyIsGuarded_ReadReqValidatedAndExtraInstead as GuardedBodyWithExtra,
}

/** The body after a guard, with the option `extra` or without. */
export type BodyAfter<Validated, Extra> = undefined extends Extra
  ? BodyIsGuarded_ReadReqValidatedInstead<Validated>
  : BodyIsGuarded_ReadReqValidatedAndExtraInstead<Validated, Extra>

/** The body that a handler asks for which stands apart from its route. */
export type GuardedBodyOf_ReadReqValidatedInstead<Validated, Extra> =
  (undefined extends Extra ? Reads<Validated> : ReadsExtra<Validated, Extra>) | symbol

export type ValidatedBehind<Body> = [Body] extends [Reads<infer Validated> | symbol] ? Validated : never
export type ExtraBehind<Body> = [Body] extends [ReadsExtra<unknown, infer Extra> | symbol] ? Extra : undefined

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
  IsAny<Body> extends true ? never : [Body] extends [Reads<unknown> | symbol] ? unknown : never
