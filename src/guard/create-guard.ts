import { checkBody } from '../check/check-body.ts'
import { GeneratedFastPath } from '../fast-path/generated-fast-path.ts'
import { readModel } from '../mongoose/read-schema.ts'
import { compilePlan } from '../plan/plan.ts'
import { selectPaths } from '../plan/selection.ts'
import type { CheckAllow } from '../types/allow-path.ts'
import type { Guard, GuardOptions } from '../types/guard.ts'
import type { BodyOf } from '../types/json-form.ts'
import type { AnyModel } from '../types/model.ts'
import type { ValidatedOf } from '../types/validated.ts'
import { readOptions, requireModel } from './options.ts'
import { standardProps } from './standard-schema.ts'

// Registered, so that the ESM and the CommonJS build know each other's guards.
const brand = Symbol.for('mongoose-guard.Guard')

export function isGuard(value: unknown): value is Guard {
  return typeof value === 'object' && value !== null && brand in value
}

/**
 * Compiles a guard for one route: which paths of `model` a body may set, and what each value must be.
 *
 * The schema is read and the allow list checked here, once; code is generated with the first body. The guard holds no request state and opens no database connection.
 *
 * @throws GuardConfigError when an allow entry names no schema path, or reaches inside a field without named fields
 *   (an array of primitives, a Map, a Mixed); when `model` is not a Mongoose model; when an option is unknown or of the
 *   wrong type.
 * @example
 * const signup = createGuard(User, { allow: ['name', 'address.city'] })
 * const outcome = await signup.validate(body)
 * if (outcome.ok) await User.create(outcome.validated)
 */
export function createGuard<
  SomeModel extends AnyModel,
  const Allow extends CheckAllow<BodyOf<SomeModel>, Allow>,
  Partial extends boolean = false,
>(model: SomeModel, options: GuardOptions<Allow, Partial>): Guard<ValidatedOf<BodyOf<SomeModel>, Allow, Partial>> {
  const source = requireModel(model)
  const { allow, partial, maxErrors } = readOptions(options)
  const level = readModel(source)
  const plan = compilePlan(level, selectPaths(level, allow), partial)
  const check = { model: source, plan, maxErrors, fastPath: new GeneratedFastPath(plan, source) }
  const validate = (body: unknown) => checkBody(check, body)
  const guard = { model, allow, partial, validate, '~standard': standardProps(validate) }
  Object.defineProperty(guard, brand, { value: true })
  // The types of what `validate` accepts are computed from the model's; no run-time value carries them.
  return Object.freeze(guard) as unknown as Guard<ValidatedOf<BodyOf<SomeModel>, Allow, Partial>>
}
