import { GuardConfigError } from '../errors/config-error.ts'
import { received } from '../errors/error-item.ts'
import type { JSONSchema, JSONSchemaTarget } from '../types/json-schema.ts'

/** What JSON Schema drafts and OpenAPI say in different ways. */
export interface Dialect {
  /** What the whole schema begins with. */
  readonly head: JSONSchema
  /** The keyword under which named schemas stand. */
  readonly definitions: string
  /** Keywords beside `$ref` count. */
  readonly mergesRefs: boolean
  /** The schema of what is null. */
  readonly nothing: JSONSchema
  /** A schema with one `type` that takes null as well. */
  nullable(schema: JSONSchema, type: string): JSONSchema
  /** What the keys of a Map have to match. */
  keys(pattern: string): JSONSchema
}

const jsonSchema = {
  nothing: { type: 'null' },
  nullable: (schema: JSONSchema, type: string) => ({ ...schema, type: [type, 'null'] }),
  keys: (pattern: string) => ({ propertyNames: { pattern } }),
}

const dialects: Readonly<Record<JSONSchemaTarget, Dialect>> = {
  'draft-2020-12': {
    ...jsonSchema,
    head: { $schema: 'https://json-schema.org/draft/2020-12/schema' },
    definitions: '$defs',
    mergesRefs: true,
  },
  'draft-07': {
    ...jsonSchema,
    head: { $schema: 'http://json-schema.org/draft-07/schema#' },
    definitions: 'definitions',
    mergesRefs: false,
  },
  'openapi-3.0': {
    head: {},
    definitions: 'definitions',
    mergesRefs: false,
    // `nullable` counts only beside a `type`.
    nothing: { enum: [null] },
    nullable: (schema) => ({ ...schema, nullable: true }),
    keys: () => ({}),
  },
}

/** @throws GuardConfigError for a target that is not known. */
export function dialectOf(target: unknown = 'draft-2020-12'): Dialect {
  if (typeof target === 'string' && Object.hasOwn(dialects, target)) return dialects[target as JSONSchemaTarget]
  const known = Object.keys(dialects).join(', ')
  const name = typeof target === 'string' ? target : received(target)
  throw new GuardConfigError(`unknown target "${name}"; the targets are ${known}`)
}

/** A schema with further keywords, also where it is a reference. */
export function withKeywords(schema: JSONSchema, keywords: JSONSchema, { mergesRefs }: Dialect): JSONSchema {
  const isApart = '$ref' in schema && !mergesRefs && Object.keys(keywords).length > 0
  return isApart ? { allOf: [schema], ...keywords } : { ...schema, ...keywords }
}
