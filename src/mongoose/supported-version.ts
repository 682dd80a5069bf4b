import { GuardConfigError } from '../errors/config-error.ts'

const oldest = { major: 8, minor: 18 }

/**
 * Package managers may install what the peer dependencies exclude, with a warning at most. What is older lacks methods
 * that a guard calls, some of them only for a model with arrays or Maps.
 *
 * @throws GuardConfigError where a Mongoose is too old.
 */
export function requireSupported(version: unknown): void {
  const [major = 0, minor = 0] = String(version).split('.').map(Number)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return
  throw new GuardConfigError(`Mongoose 8.18 or newer is needed, this one is ${String(version)}`)
}
