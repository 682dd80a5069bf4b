import type { GuardErrorItem, RuleParams, TypeParams } from './error-item.ts'
import type { JSONSchemaTarget } from './json-schema.ts'

// The parts of Standard Schema v1 and Standard JSON Schema v1 that a guard has (https://standardschema.dev), which are
// made to be copied: the library needs no dependency for them.

export interface StandardGuardProps<out Validated> {
  readonly version: 1
  readonly vendor: string
  readonly types?: { readonly input: Validated; readonly output: Validated } | undefined
  readonly validate: (
    value: unknown,
    options?: { readonly libraryOptions?: Record<string, unknown> | undefined },
  ) => StandardResult<Validated> | Promise<StandardResult<Validated>>
  /** Throws a `GuardConfigError` for a target that is not known. */
  readonly jsonSchema: {
    readonly input: (options: StandardJSONSchemaOptions) => Record<string, unknown>
    readonly output: (options: StandardJSONSchemaOptions) => Record<string, unknown>
  }
}

/** Any text is a target of the specification; a guard knows three of them. */
export interface StandardJSONSchemaOptions {
  readonly target: JSONSchemaTarget | (string & {})
  readonly libraryOptions?: Record<string, unknown> | undefined
}

export type StandardResult<Validated> =
  | { readonly value: Validated; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** An error item of the guard whose path is in segments: array indexes are numbers, keys are strings. */
export interface StandardIssue {
  readonly message: string
  readonly path: readonly PropertyKey[]
  readonly code: GuardErrorItem['code']
  readonly rule?: string
  /** With the option `details`. */
  readonly params?: TypeParams | RuleParams
}
