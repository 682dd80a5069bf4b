import { declaredSetters } from '../mongoose/declared-rules.ts'
import type { SchemaType } from '../mongoose/mongoose.ts'
import type { JSONSchema } from '../types/json-schema.ts'
import { type Dialect, withKeywords } from './dialect.ts'
import { ruleKeywords } from './rule-keywords.ts'

/** A schema with what its type says in words: the text for it, rules that have no keyword, and what changes a value. */
export function withNotes(
  schema: JSONSchema,
  type: SchemaType,
  jsonType: unknown,
  dialect: Dialect,
  casts: readonly string[] = [],
): JSONSchema {
  const { named } = ruleKeywords(type, jsonType)
  const setters = [...declaredSetters(type), ...casts]
  const description = type.options.description ?? type.options.comment
  const notes = {
    ...(typeof description === 'string' ? { description } : {}),
    ...(named.length > 0 ? { 'x-mongoose-rules': named } : {}),
    ...(setters.length > 0 ? { 'x-mongoose-setters': setters } : {}),
  }
  return withKeywords(schema, notes, dialect)
}
