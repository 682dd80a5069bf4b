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
  readonly jsonSchema: {
    readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>
    readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>
  }
}

export type StandardResult<Validated> =
  { readonly value: Validated; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly PropertyKey[] | undefined
}

export interface StandardJsonSchemaOptions {
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | ({} & string)
  readonly libraryOptions?: Record<string, unknown> | undefined
}
