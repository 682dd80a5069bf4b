/** The dialects that a guard's JSON Schema is written in. */
export type JSONSchemaTarget = 'draft-2020-12' | 'draft-07' | 'openapi-3.0'

/**
 * How a guard's JSON Schema is written.
 *
 * @example
 * const options = { target: 'draft-07' } satisfies JSONSchemaOptions
 */
export interface JSONSchemaOptions {
  /** `draft-2020-12` by default. */
  target?: JSONSchemaTarget
}

/** A JSON Schema of an object. Keywords differ with the target. */
export type JSONSchema = Record<string, unknown>
