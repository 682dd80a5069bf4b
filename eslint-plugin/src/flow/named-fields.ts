import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type Node, parentOf, wrapped } from '../source/syntax.ts'
import { type KeyCopy, keyIn, keyText, writeOfKey } from './key-writes.ts'
import { isSame } from './open-keys.ts'

/**
 * Where a field that the body names gets a value of the body: `user[body.field] = body.value`, or `{ [field]: value }`
 * in an update. Nothing where anything else is done with the name, which may be compared with a list.
 */
export function copiedByName(node: Node, file: SourceFile): KeyCopy | undefined {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  if (parent?.type === 'VariableDeclarator') return parent.init === outer ? copiedByPattern(parent, file) : undefined
  return parent?.type === 'MemberExpression' && parent.object === outer && !parent.computed
    ? copiedByMember(parent, outer, file)
    : undefined
}

/** `const { field, value } = body`, then `user[field] = value`. */
function copiedByPattern({ id }: ESTree.VariableDeclarator, file: SourceFile): KeyCopy | undefined {
  if (id.type !== 'ObjectPattern') return undefined
  const names = id.properties.flatMap((property) =>
    property.type === 'Property' ? (file.variableOf(property.value) ?? []) : [],
  )
  const keys = new Set(names.filter((name) => readsOf(name).length === 1))
  const isKey = (node: Node) => {
    const name = keyIn(node, file)
    return name !== undefined && keys.has(name)
  }
  for (const value of names)
    for (const read of readsOf(value)) {
      const copy = writeOfField(isKey, read, file)
      if (copy) return copy
    }
  return undefined
}

function readsOf({ references }: Scope.Variable): Node[] {
  return references.flatMap(({ init, identifier }) => (init ? [] : [identifier as Node]))
}

/** `user[body.field] = body.value` */
function copiedByMember(value: Node, body: Node, file: SourceFile): KeyCopy | undefined {
  let key: Node | undefined
  const isField = (node: Node) => {
    key = keyText(node, file)
    return key.type === 'MemberExpression' && isSame(key.object, body, file)
  }
  const copy = writeOfField(isField, value, file)
  const fn = enclosingFunction(value)
  if (!copy || !key || !fn) return undefined
  const textOf = (node: Node) => file.code.getText(node as ESTree.Node)
  return textOf(fn).split(textOf(key)).length === 2 ? copy : undefined
}

function writeOfField(isKey: (node: Node) => boolean, value: Node, file: SourceFile): KeyCopy | undefined {
  return writeOfKey(isKey, value, file) ?? fieldOfUpdate(isKey, value)
}

/** `{ [field]: value }` */
function fieldOfUpdate(isKey: (node: Node) => boolean, value: Node): KeyCopy | undefined {
  const inner = wrapped(value)
  const property = parentOf(inner)
  if (property?.type !== 'Property' || property.value !== inner || !property.computed || !isKey(property.key))
    return undefined
  const object = parentOf(property)
  return object?.type === 'ObjectExpression' ? { target: object, result: object } : undefined
}
