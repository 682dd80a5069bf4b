import { isError } from '../values/is-error.ts'
import { GuardConfigError } from './config-error.ts'

/**
 * What Mongoose makes of something that the application wrote, as of a schema that contradicts itself.
 *
 * @throws GuardConfigError where Mongoose refuses it; `what` is the subject of its sentence.
 */
export function orRefused<Made>(what: string, make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    if (error instanceof GuardConfigError) throw error
    const problem = isError(error) ? error.message : String(error)
    throw new GuardConfigError(`${what} is refused by Mongoose (${problem})`)
  }
}
