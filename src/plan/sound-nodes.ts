import { GuardConfigError } from '../errors/config-error.ts'
import { fieldsOf, type SchemaFields, type SchemaLevel, type SchemaNode } from '../mongoose/read-schema.ts'
import { ownMethodOf, typeNameOf } from '../mongoose/schema-type.ts'

/** Levels in which no guard found anything wrong. A discriminator that comes later is looked at when a body picks it. */
const soundLevels = new WeakSet<SchemaLevel>()

/**
 * Looks at all that is in a node, so that what no guard can check is said at set-up, and not by the first body that has it.
 *
 * @throws GuardConfigError
 */
export function requireSound(node: SchemaNode, keys: readonly string[]): void {
  const seen = new Set<SchemaLevel>()
  requireSoundNode(node, keys, seen)
  // None of them before: one may hold another that is not.
  for (const level of seen) soundLevels.add(level)
}

function requireSoundNode(node: SchemaNode, keys: readonly string[], seen: Set<SchemaLevel>): void {
  requireKnownMethods(node)
  switch (node.kind) {
    case 'nested':
      requireSoundFields(node.fields, keys, seen)
      break
    case 'subdocument':
    case 'documentArray':
      if (soundLevels.has(node.level) || seen.has(node.level)) return
      seen.add(node.level)
      for (const fields of fieldsOf(node.level)) requireSoundFields(fields, keys, seen)
      break
    case 'array':
      requireSoundNode(node.item, keys, seen)
      break
    case 'map':
      requireSoundNode(node.value, keys, seen)
      break
    case 'union':
      for (const member of node.members) requireSoundNode(member, keys, seen)
      break
    default:
  }
}

function requireSoundFields(fields: SchemaFields, above: readonly string[], seen: Set<SchemaLevel>): void {
  for (const [key, node] of fields) {
    const keys = [...above, key]
    requireOneMeaning([node], keys)
    requireSoundNode(node, keys, seen)
  }
}

/** @throws GuardConfigError where a path is a field of its own and an object with fields, which Mongoose mixes up. */
export function requireOneMeaning(nodes: readonly SchemaNode[], keys: readonly string[]): void {
  if (!nodes.some((node) => node.kind === 'nested' && node.isFieldToo)) return
  const path = keys.join('.')
  throw new GuardConfigError(
    `the schema contradicts itself: "${path}" is a field of its own, and an object with fields in it`,
    { entry: path },
  )
}

/** @throws GuardConfigError for a type of the application that runs its rules or setters in its own way. */
export function requireKnownMethods(node: SchemaNode): void {
  if (node.kind === 'nested') return
  if (node.kind === 'array') requireKnownMethods(node.item)
  const { path } = node.type
  const method = ownMethodOf(node.type)
  if (method === undefined) return
  throw new GuardConfigError(
    `"${path}" has the type ${typeNameOf(node.type)}, whose own ${method}() no guard runs: make it a validator, a setter or a cast`,
    { entry: path },
  )
}
