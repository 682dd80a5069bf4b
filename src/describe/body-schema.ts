import type { CompiledGuard } from '../check/compiled-guard.ts'
import type { LevelPlan } from '../plan/plan.ts'
import type { JSONSchema, JSONSchemaOptions } from '../types/json-schema.ts'
import type { DescribedLayout } from './described-layout.ts'
import { dialectOf, withKeywords } from './dialect.ts'
import { objectsOf } from './level-uses.ts'
import { Parts } from './schema-parts.ts'
import { SchemaWriter } from './schema-writer.ts'

/** The JSON Schema of the bodies of a guard, with the named parts that it refers to. */
export function bodySchema(layout: DescribedLayout, options: JSONSchemaOptions = {}): JSONSchema {
  const dialect = dialectOf(options.target)
  const parts = new Parts(dialect)
  const document = schemaOfPart(layout.document, parts)
  const body = placed(layout, document, parts)
  const named = layout.isChecked ? withKeywords(body, { 'x-mongoose-rules': [{ rule: 'check' }] }, dialect) : body
  const { definitions } = parts
  return {
    ...dialect.head,
    ...named,
    ...(Object.keys(definitions).length > 0 ? { [dialect.definitions]: definitions } : {}),
  }
}

function schemaOfPart({ model, plan }: CompiledGuard, parts: Parts, foreignKeys: readonly string[] = []): JSONSchema {
  const place = { runsRules: true, isElement: true, name: model.modelName }
  return new SchemaWriter(model, plan, parts).root(plan, place, foreignKeys)
}

/** A document, or an array of them, where it stands in a body, with what stands beside it. */
function placed(
  { document: { plan }, at, each, beside }: DescribedLayout,
  document: JSONSchema,
  parts: Parts,
): JSONSchema {
  const content = each === undefined ? document : listOf(document, each)
  if (beside === undefined) return content
  if (at.length === 0) {
    const foreignKeys = keysOf(plan).filter((key) => !beside.keys.includes(key))
    return together(content, schemaOfPart(beside, parts, foreignKeys), beside.keys)
  }
  return around(schemaOfPart(beside, parts), at, content)
}

/** All that a level may hold at its first keys. */
function keysOf(plan: LevelPlan): string[] {
  return [...objectsOf(plan)].flatMap(({ byKey, ignored }) => [...byKey.keys(), ...ignored])
}

function listOf(items: JSONSchema, { min, max }: { min: number; max: number }): JSONSchema {
  return {
    type: 'array',
    items,
    ...(min > 0 ? { minItems: min } : {}),
    ...(max < Infinity ? { maxItems: max } : {}),
  }
}

/**
 * The fields of both. Each forbids what neither has, and takes anything for those of the other, which it does not look
 * at.
 */
function together(document: JSONSchema, others: JSONSchema, keys: readonly string[]): JSONSchema {
  if (!isOneObject(document) || !isOneObject(others)) return { allOf: [document, others] }
  const own = keys.flatMap((key) => (Object.hasOwn(others.properties, key) ? [[key, others.properties[key]]] : []))
  const required = [...(document.required ?? []), ...(others.required ?? [])]
  return {
    ...document,
    properties: { ...document.properties, ...Object.fromEntries(own) },
    ...(required.length > 0 ? { required } : {}),
  }
}

const empty = { type: 'object', properties: {} }

/** The object in which the document stands at the end of these keys. */
function around(object: JSONSchema, [key, ...rest]: readonly string[], content: JSONSchema): JSONSchema {
  if (key === undefined) return content
  // Each alternative takes anything there.
  if (!isOneObject(object)) return { allOf: [object, around(empty, [key, ...rest], content)] }
  const { properties, required = [] } = object
  return {
    ...object,
    properties: { ...properties, [key]: around(properties[key] ?? empty, rest, content) },
    required: [...required.filter((name) => name !== key), key],
  }
}

interface OneObject extends JSONSchema {
  readonly properties: Readonly<Record<string, JSONSchema>>
  readonly required?: readonly string[]
}

/** Not one of several, nor one that stands elsewhere. */
function isOneObject(schema: JSONSchema): schema is OneObject {
  return 'properties' in schema
}
