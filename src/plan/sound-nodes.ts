import { GuardConfigError } from '../errors/config-error.ts'
import { fieldsOf, type SchemaFields, type SchemaLevel, type SchemaNode } from '../mongoose/schema-nodes.ts'
import { replacedMethod, typeNameOf } from '../mongoose/schema-type.ts'
import { type Selection, selectedField, wholeSelection } from './selected-fields.ts'

/**
 * Levels in which no guard found anything wrong. A discriminator that comes later is looked at when a body picks it.
 */
const soundLevels = new WeakSet<SchemaLevel>()

/**
 * Looks at all that is allowed in a node, so that what no guard can check is said at set-up, and not by the first body
 * that has it.
 *
 * @throws GuardConfigError
 */
export function requireSound(node: SchemaNode, keys: readonly string[], selection: Selection): void {
  // Most nodes have nothing in them.
  if (node.kind === 'leaf') {
    requireKnownMethods(node)
    return
  }
  const seen = new Set<SchemaLevel>()
  requireSoundNode(node, keys, selection, seen)
  // None of them before: one may hold another that is not.
  for (const level of seen) soundLevels.add(level)
}

function requireSoundNode(
  node: SchemaNode,
  keys: readonly string[],
  selection: Selection,
  seen: Set<SchemaLevel>,
): void {
  requireKnownMethods(node)
  switch (node.kind) {
    case 'nested':
      requireSoundFields(node.fields, keys, selection, seen)
      break
    case 'subdocument':
    case 'documentArray': {
      const { level } = node
      // Of a level some fields of which are ignored, nothing is known for another guard.
      if (selection === wholeSelection) {
        if (soundLevels.has(level) || seen.has(level)) return
        seen.add(level)
      }
      for (const fields of fieldsOf(level)) requireSoundFields(fields, keys, selection, seen)
      break
    }
    case 'array':
      requireSoundNode(node.item, keys, wholeSelection, seen)
      break
    case 'map':
      requireSoundNode(node.value, keys, wholeSelection, seen)
      break
    case 'union':
      for (const member of node.members) requireSoundNode(member, keys, wholeSelection, seen)
      break
    default:
  }
}

function requireSoundFields(
  fields: SchemaFields,
  above: readonly string[],
  selection: Selection,
  seen: Set<SchemaLevel>,
): void {
  for (const [key, node] of fields) {
    const below = selectedField(selection, key)
    if (below === undefined || below.isIgnored) continue
    const keys = [...above, key]
    requireOneMeaning([node], keys)
    requireSoundNode(node, keys, below, seen)
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
  const method = replacedMethod(node.type)
  if (method === undefined) return
  throw new GuardConfigError(
    `"${path}" has the type ${typeNameOf(node.type)}, whose own ${method}() no guard runs: make it a validator, a setter or a cast`,
    { entry: path },
  )
}
