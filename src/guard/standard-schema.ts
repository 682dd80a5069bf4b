import type { GuardErrorItem } from '../types/error-item.ts'
import type { GuardOutcome } from '../types/guard.ts'
import type { JSONSchema, JSONSchemaOptions, JSONSchemaTarget } from '../types/json-schema.ts'
import type { StandardGuardProps, StandardResult } from '../types/standard-schema.ts'
import { andThen, type MaybePromise } from '../values/maybe-promise.ts'

/** Makes a check a Standard Schema v1 and a Standard JSON Schema v1, which resolvers, routers and pipes take as it is. */
export function standardProps<Validated>(
  check: (body: unknown) => MaybePromise<GuardOutcome<Validated>>,
  toJSONSchema: (options?: JSONSchemaOptions) => JSONSchema,
): StandardGuardProps<Validated> {
  return {
    version: 1,
    vendor: 'mongoose-guard',
    validate: (body) =>
      andThen(check(body), (outcome): StandardResult<Validated> =>
        outcome.ok
          ? { value: outcome.validated }
          : { issues: outcome.errors.map((item) => ({ ...item, path: segmentsOf(item, body) })) },
      ),
    // What is accepted is handed on as it was sent.
    jsonSchema: {
      input: ({ target }) => toJSONSchema({ target: target as JSONSchemaTarget }),
      output: ({ target }) => toJSONSchema({ target: target as JSONSchemaTarget }),
    },
  }
}

/**
 * The segments of an item's path, array indexes as numbers, as hosts expect them. The path alone does not tell: `1` may
 * be a Map's key, and the dot of `address.city` may be part of a forbidden key. The body does.
 */
function segmentsOf(item: GuardErrorItem, body: unknown): PropertyKey[] {
  if (item.code === 'invalid_body') return []
  const segments: PropertyKey[] = []
  let value: unknown = body
  let rest = item.path
  for (;;) {
    const dot = isForbiddenKey(item, value, rest) ? -1 : rest.indexOf('.')
    const key = dot < 0 ? rest : rest.slice(0, dot)
    segments.push(Array.isArray(value) ? Number(key) : key)
    if (dot < 0) return segments
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    rest = rest.slice(dot + 1)
  }
}

function isForbiddenKey({ code }: GuardErrorItem, value: unknown, rest: string): boolean {
  return code === 'forbidden_field' && isObject(value) && Object.hasOwn(value, rest)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
