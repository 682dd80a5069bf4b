const brand = Symbol.for('mongoose-guard.GuardConfigError')

/** What a {@link GuardConfigError} knows beyond its message. */
export interface GuardConfigErrorDetails {
  /** The allow entry at fault. */
  entry?: string
  /** The schema path that was probably meant. */
  suggestion?: string
}

/**
 * Thrown at set-up, when a guard is built from something that cannot work: an allow entry that names no schema
 * path, a first argument that is not a Mongoose model, an unknown option.
 *
 * `instanceof` holds across the package's entries and module formats, so an application that loads one part as ESM
 * and another as CommonJS needs a single check.
 *
 * @example
 * try {
 *   createGuard(User, { allow: ['adress.city' as never] })
 * } catch (error) {
 *   if (error instanceof GuardConfigError) console.log(error.entry, error.suggestion) // adress.city address.city
 * }
 */
export class GuardConfigError extends Error {
  declare readonly entry?: string
  declare readonly suggestion?: string

  constructor(message: string, details: GuardConfigErrorDetails = {}) {
    super(`mongoose-guard: ${message}`)
    if (details.entry !== undefined) this.entry = details.entry
    if (details.suggestion !== undefined) this.suggestion = details.suggestion
  }
}

// A brand instead of the prototype chain: the ESM and the CommonJS build are two classes in one process. Not in the
// body of the class, where a bundler would rename a class that speaks of itself, and Node.js print the name.
Object.defineProperty(GuardConfigError, Symbol.hasInstance, {
  value(this: unknown, value: unknown): boolean {
    if (this !== GuardConfigError) return Function.prototype[Symbol.hasInstance].call(this as () => void, value)
    return typeof value === 'object' && value !== null && brand in value
  },
})

Object.defineProperty(GuardConfigError.prototype, brand, { value: true })
Object.defineProperty(GuardConfigError.prototype, 'name', {
  value: 'GuardConfigError',
  configurable: true,
  writable: true,
})
