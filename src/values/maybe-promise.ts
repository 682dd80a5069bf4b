/** A value, or a promise of it where something asynchronous takes part: what is synchronous stays so. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Whether `value` is a promise of any implementation. `instanceof Promise` cannot tell: where an application replaces
 * the global (zone.js, bluebird), the promises of async functions are not instances of it.
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

/** As {@link isThenable}, for a value of which the type says as much. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return isThenable(value)
}

/** Goes on with a value at once, or when its promise is fulfilled. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value)
}

/**
 * Handles the rejection of a promise that is not awaited, which would end the process, and of one that it rejects with.
 * Other thenables are left alone: asking for their `then` may start what nobody asked for, as a query of Mongoose runs.
 */
export function forget(value: unknown): void {
  try {
    // By its tag, which those that replace the global have as well, and those of other realms.
    if (Object.prototype.toString.call(value) === '[object Promise]')
      (value as PromiseLike<unknown>).then(undefined, forget)
  } catch {
    // Its `then` threw.
  }
}
