import type { MongooseSchema, RawSchemaType } from './mongoose.ts'
import { hasOwnCast } from './own-casts.ts'
import { nodesInside, type SchemaLevel, type TypedSchemaNode } from './schema-nodes.ts'

/** What the fields of a level were read from. */
export interface Reading {
  readonly paths: readonly string[]
  readonly types: readonly unknown[]
  /** The fields' nodes and those of their content. */
  readonly nodes: readonly TypedSchemaNode[]
  readonly levels: readonly SchemaLevel[]
  readonly options: readonly unknown[]
}

/** Whether a schema still has the paths, types and options that its fields were read from. */
export function isAsRead(schema: MongooseSchema, { paths, types, nodes, options }: Reading): boolean {
  let index = 0
  for (const path in schema.paths) {
    if (paths[index] !== path || schema.paths[path] !== types[index]) return false
    index++
  }
  if (index !== paths.length) return false
  for (const node of nodes) if (!isSameNode(node)) return false
  return optionsOf(schema).every((option, position) => option === options[position])
}

/** Whether the type of a node still has the cast and the content that it had. */
function isSameNode(node: TypedSchemaNode): boolean {
  const type = node.type as RawSchemaType
  if (hasOwnCast(type) !== node.hasBuiltInCast) return false
  switch (node.kind) {
    case 'subdocument':
      return type.schema === node.level.schema
    case 'documentArray':
      return type.schema === node.level.schema && type.getEmbeddedSchemaType() === node.element
    case 'array':
      return type.getEmbeddedSchemaType() === node.item.type
    case 'map':
      return type.getEmbeddedSchemaType() === node.value.type
    case 'union':
      return node.members.every((member, index) => type.schemaTypes?.[index] === member.type)
    default:
      return true
  }
}

/** What the fields of a schema are read from beside its paths. */
function optionsOf({ options, $timestamps }: MongooseSchema): unknown[] {
  return [options.strict, options.versionKey, $timestamps?.createdAt, $timestamps?.updatedAt]
}

export function readingOf(schema: MongooseSchema, fieldNodes: readonly TypedSchemaNode[]): Reading {
  const nodes = new Set(fieldNodes)
  for (const node of nodes) for (const inner of nodesInside(node)) nodes.add(inner)
  const all = [...nodes]
  return {
    paths: Object.keys(schema.paths),
    types: Object.values(schema.paths),
    nodes: all,
    levels: all.flatMap((node) => ('level' in node ? node.level : [])),
    options: optionsOf(schema),
  }
}
