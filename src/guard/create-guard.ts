import { checkBody } from '../check/check-body.ts'
import { bodySchema } from '../describe/json-schema.ts'
import { withParams } from '../describe/error-params.ts'
import { allowsPath, settablePaths } from '../describe/planned-paths.ts'
import { reviewPlan } from '../describe/review.ts'
import { GeneratedFastPath } from '../fast-path/generated-fast-path.ts'
import { readModel } from '../mongoose/read-schema.ts'
import { compilePlan } from '../plan/plan.ts'
import { selectPaths } from '../plan/selection.ts'
import type { CreateGuard } from '../types/create-guard.ts'
import type { Guard } from '../types/guard.ts'
import type { JSONSchemaOptions } from '../types/json-schema.ts'
import { andThen } from '../values/maybe-promise.ts'
import { readOptions, requireModel, type SomeOptions, withDefaults } from './options.ts'
import { standardProps } from './standard-schema.ts'

// Registered, so that the ESM and the CommonJS build know each other's guards.
const brand = Symbol.for('mongoose-guard.Guard')

export function isGuard(value: unknown): value is Guard {
  return typeof value === 'object' && value !== null && brand in value
}

/**
 * Compiles a guard for one route: which paths of `model` a body may set, and what each value must be.
 *
 * The schema is read and the allow list checked here, once; code is generated with the first body. The guard holds no
 * request state and opens no database connection.
 *
 * @throws GuardConfigError when an allow entry names no schema path, or reaches inside a field without named fields
 *   (an array of primitives, a Map, a Mixed); when `model` is not a Mongoose model; when an option is unknown or of the
 *   wrong type.
 * @example
 * const signup = createGuard(User, { allow: ['name', 'address.city'] })
 * const outcome = await signup.validate(body)
 * if (outcome.ok) await User.create(outcome.validated)
 */
// Pure: who imports `toUpdate` alone gets no more into a bundle.
export const createGuard: CreateGuard = /* @__PURE__ */ createGuardWith({})

function createGuardWith(defaults: SomeOptions): CreateGuard {
  function createGuard(model: unknown, options: unknown) {
    const source = requireModel(model)
    const { allow, partial, maxErrors, details } = readOptions(options, defaults)
    const level = readModel(source)
    const plan = compilePlan(level, selectPaths(level, allow), partial)
    const compiled = { model: source, plan, maxErrors, fastPath: new GeneratedFastPath(plan, source) }
    const check = (body: unknown) => checkBody(compiled, body)
    const validate = details
      ? (body: unknown) => andThen(check(body), (outcome) => withParams(plan, body, outcome))
      : check
    const toJSONSchema = (options?: JSONSchemaOptions) => bodySchema(source, plan, options)
    const guard = {
      model,
      allow,
      partial,
      validate,
      get paths() {
        return settablePaths(plan)
      },
      allows: (path: string) => allowsPath(plan, path),
      review: () => reviewPlan(plan, allow),
      toJSONSchema,
      '~standard': standardProps(validate, toJSONSchema),
    }
    Object.defineProperty(guard, brand, { value: true })
    return Object.freeze(guard)
  }
  const withMore = (more: unknown) =>
    createGuardWith(withDefaults(defaults, more, ['maxErrors', 'details'], '{ maxErrors: 100 }'))
  // The types of what `validate` accepts are computed from the model's; no run-time value carries them.
  return Object.assign(createGuard, { with: withMore }) as never
}
