/** A value, or a promise of it where something asynchronous takes part: what is synchronous stays so. */
export type MaybePromise<T> = T | Promise<T>

/** By `then` and not by class: under zone.js, or with bluebird, a promise is no `instanceof Promise`. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function'
}

/** Goes on with a value at once, or when its promise is fulfilled. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Goes on with all values, waiting only where one of them is a promise. */
export function allOf<T, U>(values: readonly MaybePromise<T>[], next: (values: T[]) => U): MaybePromise<U> {
  if (!values.some((value) => value instanceof Promise)) return next(values as T[])
  return Promise.all(values as Promise<T>[]).then(next)
}
