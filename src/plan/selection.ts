import { GuardConfigError } from '../errors/config-error.ts'
import type { SchemaFields, SchemaLevel, SchemaNode } from '../mongoose/read-schema.ts'
import { nearestPath } from './suggestion.ts'

/** The allowed part of a schema position: all of it, or the selected ones among its named fields. */
export type Selection = 'whole' | ReadonlyMap<string, Selection>

/**
 * Turns allow entries into a selection.
 *
 * @throws GuardConfigError for an entry that names no path of the schema (nor of a discriminator), or that reaches
 *   inside a field without named fields.
 */
export function selectPaths(level: SchemaLevel, entries: readonly string[]): Selection {
  const selection = new Map<string, Selection>()
  for (const entry of entries) {
    requirePath(level, entry)
    select(selection, entry.split('.'))
  }
  return selection
}

function select(selection: Map<string, Selection>, segments: readonly string[]): void {
  const [key = '', ...rest] = segments
  const known = selection.get(key)
  // An allowed parent covers its children.
  if (known === 'whole') return
  if (rest.length === 0) {
    selection.set(key, 'whole')
    return
  }
  const below = (known as Map<string, Selection> | undefined) ?? new Map<string, Selection>()
  selection.set(key, below)
  select(below, rest)
}

function requirePath(level: SchemaLevel, entry: string): void {
  const segments = entry.split('.')
  let fieldSets: readonly SchemaFields[] = fieldsOf(level)
  for (const [depth, segment] of segments.entries()) {
    const nodes = fieldSets.flatMap((fields) => fields.get(segment) ?? [])
    const isDiscriminatorKey = depth === 0 && segment === level.discriminatorKey && segments.length === 1
    // Mongoose adds the key's path with the first discriminator, which may be registered after the guard.
    if (nodes.length === 0 && isDiscriminatorKey && level.schema.options.discriminatorKey === segment) return
    if (nodes.length === 0) throw notFound(level, entry)
    if (depth === segments.length - 1) return
    // Of a recursive schema the same fields come again, in each of its discriminators.
    fieldSets = [...new Set(nodes.flatMap(fieldsBelow))]
    if (fieldSets.length === 0) {
      const field = segments.slice(0, depth + 1).join('.')
      throw nodes.some(isOpaque) ? reachesInside(entry, field) : notFound(level, entry)
    }
  }
}

function notFound(level: SchemaLevel, entry: string): GuardConfigError {
  const suggestion = nearestPath(entry, pathsOf(level))
  return new GuardConfigError(
    `allow entry "${entry}" does not match the schema ("${entry}" not found)`,
    suggestion === undefined ? { entry } : { entry, suggestion },
  )
}

function reachesInside(entry: string, field: string): GuardConfigError {
  const message = `allow entry "${entry}" reaches inside "${field}", which has no named fields`
  return new GuardConfigError(message, { entry, suggestion: field })
}

/** Has content, but no fixed names in it: such a field is allowed as a whole. */
function isOpaque({ kind }: SchemaNode): boolean {
  return kind === 'array' || kind === 'map' || kind === 'mixed' || kind === 'union'
}

/** Fields of a level and of every discriminator that may take its place. */
function fieldsOf(level: SchemaLevel): SchemaFields[] {
  return [level.fields(), ...[...level.discriminators().values()].map((child) => child.fields())]
}

/** The fields that an entry may name below a node; none for what has no named fields. */
function fieldsBelow(node: SchemaNode): SchemaFields[] {
  switch (node.kind) {
    case 'nested':
      return [node.fields]
    case 'subdocument':
    case 'documentArray':
      return fieldsOf(node.level)
    default:
      return []
  }
}

/** Every path of a schema; a schema inside itself is not entered again. */
function* pathsOf(level: SchemaLevel): Generator<string> {
  yield* below(fieldsOf(level), '', new Set())

  function* below(
    fieldSets: readonly SchemaFields[],
    prefix: string,
    above: ReadonlySet<SchemaFields>,
  ): Generator<string> {
    for (const fields of fieldSets) {
      if (above.has(fields)) continue
      for (const [key, node] of fields) {
        yield prefix + key
        yield* below(fieldsBelow(node), `${prefix}${key}.`, new Set([...above, fields]))
      }
    }
  }
}
