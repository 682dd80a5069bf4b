import { segmentFinder } from '../errors/path-segments.ts'
import type { GuardOutcome } from '../types/guard.ts'
import type { JSONSchema, JSONSchemaOptions, JSONSchemaTarget } from '../types/json-schema.ts'
import type { StandardGuardProps, StandardResult } from '../types/standard-schema.ts'
import { andThen, type MaybePromise } from '../values/maybe-promise.ts'

/**
 * Makes a check a Standard Schema v1 and a Standard JSON Schema v1, which resolvers, routers and pipes take as it is.
 */
export function standardProps<Validated>(
  check: (body: unknown) => MaybePromise<GuardOutcome<Validated>>,
  toJSONSchema: (options?: JSONSchemaOptions) => JSONSchema,
): StandardGuardProps<Validated> {
  // Who calls it without options means none of the targets in particular.
  const describe = (options?: { readonly target: string }) =>
    toJSONSchema({ target: options?.target as JSONSchemaTarget })
  return {
    version: 1,
    vendor: 'mongoose-guard',
    validate: (body) =>
      andThen(check(body), (outcome): StandardResult<Validated> => {
        if (outcome.ok) return { value: outcome.validated }
        const segmentsOf = segmentFinder(body)
        return { issues: outcome.errors.map((item) => ({ ...item, path: segmentsOf(item) })) }
      }),
    // What is accepted is handed on as it was sent.
    jsonSchema: {
      input: describe,
      output: describe,
    },
  }
}
