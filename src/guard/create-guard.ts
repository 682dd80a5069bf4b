import { withParams } from '../describe/error-params.ts'
import { bodySchema } from '../describe/body-schema.ts'
import { allowsPath, settablePaths } from '../describe/planned-paths.ts'
import { reviewPlan } from '../describe/review.ts'
import { calledBy, GuardConfigError } from '../errors/config-error.ts'
import { withLookedUpDiscriminators } from '../mongoose/read-schema.ts'
import { isMongooseSchema, modelOfSchema } from '../mongoose/schema-model.ts'
import type { CreateGuard } from '../types/create-guard.ts'
import type { GuardContext } from '../types/guard.ts'
import type { JSONSchemaOptions } from '../types/json-schema.ts'
import { andThen } from '../values/maybe-promise.ts'
import { brand } from './brand.ts'
import { compileRoute } from './compile-route.ts'
import {
  readOptions,
  requireKnown,
  requireNoMore,
  requireSource,
  sharedOptions,
  type SomeOptions,
  withDefaults,
} from './options.ts'
import { nameOf } from './received.ts'
import { standardProps } from './standard-schema.ts'

function requirePath(path: unknown): string {
  if (typeof path === 'string') return path
  throw new GuardConfigError(`allows() takes a path such as "address.city", received ${nameOf(path)}`)
}

/**
 * Compiles a guard for one route: which paths of `model` a body may set, and what each value must be. A Schema may
 * stand in the model's place, for a body that no model is behind.
 *
 * The schema is read and the allow list checked here, once; code is generated after a few bodies. The guard holds no
 * request state and opens no database connection.
 *
 * @throws GuardConfigError when an allow entry names no schema path, or reaches inside a field without named fields
 *   (an array of primitives, a Map, a Mixed); when `model` is not a Mongoose model; when an option is unknown, of the
 *   wrong type, or does not fit the schema or another option.
 * @example
 * const signup = createGuard(User, { allow: ['name', 'address.city'] })
 * const outcome = await signup.validate(body)
 * if (outcome.ok) await User.create(outcome.validated)
 */
// Pure: who imports `toUpdate` alone gets no more into a bundle.
export const createGuard: CreateGuard = /* @__PURE__ */ createGuardWith({})

function createGuardWith(defaults: SomeOptions): CreateGuard {
  function createGuard(model: unknown, options: unknown, ...rest: unknown[]) {
    return calledBy(createGuard, () => {
      const guard = guardOf(model, options)
      requireNoMore(rest, 'createGuard', 'a model')
      return guard
    })
  }
  function guardOf(model: unknown, options: unknown) {
    const source = requireSource(model)
    const complete = readOptions(options, defaults, isMongooseSchema(source))
    const compiled = withLookedUpDiscriminators(() =>
      compileRoute(isMongooseSchema(source) ? modelOfSchema(source) : source, complete),
    )
    const { allow, layout } = compiled
    const { plan } = layout.document
    const validate = complete.details
      ? (body: unknown, context?: GuardContext) =>
          andThen(compiled.validate(body, context), (outcome) => withParams(layout, body, outcome))
      : compiled.validate
    const toJSONSchema = (options: JSONSchemaOptions = {}) =>
      calledBy(toJSONSchema, () => {
        requireKnown(options, ['target'], "{ target: 'draft-07' }")
        return withLookedUpDiscriminators(() => bodySchema(layout, options))
      })
    const allows = (path: unknown) =>
      calledBy(allows, () => withLookedUpDiscriminators(() => allowsPath(plan, requirePath(path))))
    let standard: ReturnType<typeof standardProps> | undefined
    const guard = {
      model,
      allow,
      partial: complete.partial,
      validate,
      get paths() {
        return withLookedUpDiscriminators(() => settablePaths(plan))
      },
      allows,
      review: () => withLookedUpDiscriminators(() => reviewPlan(plan, allow)),
      toJSONSchema,
      get '~standard'() {
        return (standard ??= standardProps((body) => validate(body), toJSONSchema))
      },
    }
    Object.defineProperty(guard, brand, { value: layout })
    return Object.freeze(guard)
  }
  const withMore = (more: unknown) =>
    createGuardWith(calledBy(withMore, () => withDefaults(defaults, more, sharedOptions, '{ maxErrors: 100 }')))
  // The types of what `validate` accepts are computed from the model's; no run-time value carries them.
  return Object.assign(createGuard, { with: withMore }) as never
}
