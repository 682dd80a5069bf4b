import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { classMember } from './classes.ts'
import { evaluate } from './evaluate.ts'
import { exportedValue } from './exports.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf } from '../source/syntax.ts'
import { type ObjectValue, oneOf, unknown, type Value } from './value.ts'

/** The name of a member, a property or a class element, where the source tells it. */
export function keyOf(
  node: ESTree.MemberExpression | ESTree.Property | ESTree.MethodDefinition | ESTree.PropertyDefinition,
  file: SourceFile,
): string | undefined {
  const key = node.type === 'MemberExpression' ? node.property : node.key
  if (!node.computed && key.type === 'Identifier') return key.name
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  const value = evaluate(key, file)
  return value.kind === 'literal' ? value.value : undefined
}

export function memberOf(value: Value, key: string): Value {
  switch (value.kind) {
    case 'external':
      // What a bundler or TypeScript puts between a CommonJS package and its importer.
      return key === 'default' ? value : { ...value, path: [...value.path, key] }
    case 'imported':
      return { ...value, path: [...value.path, key] }
    case 'exports':
      return exportedValue(value.file, key)
    case 'object':
      return objectMember(value, key)
    case 'class':
      return classMember(value, key, true)
    case 'instance':
      return classMember(value.of, key, false)
    case 'array': {
      const element = /^\d+$/.test(key) && value.node.elements.slice(0, Number(key) + 1)
      const last = element && !element.some((item) => item?.type === 'SpreadElement') ? element[Number(key)] : undefined
      return last ? evaluate(last, value.file) : unknown
    }
    case 'oneOf':
      return oneOf(value.values.map((each) => memberOf(each, key)))
    case 'call':
    case 'member':
      return { kind: 'member', object: value, key }
    default:
      return unknown
  }
}

function objectMember({ node, file, owner }: ObjectValue, key: string): Value {
  const assigned = owner ? assignmentsTo(owner, key, file) : []
  const written: Value[] = []
  let spread: Value | undefined
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const member = memberOf(evaluate(property.argument, file), key)
      if (member.kind !== 'unknown') spread = member
    } else if (property.kind === 'init' && keyOf(property, file) === key) written.push(evaluate(property.value, file))
  }
  const found = [...written, ...assigned.map((value) => evaluate(value, file))]
  // A member that is set twice is not known to hold either.
  return found.length > 1 ? unknown : (found[0] ?? spread ?? unknown)
}

/** Right sides of `variable.key = …`, anywhere in the file. */
function assignmentsTo(variable: Scope.Variable, key: string, file: SourceFile): Node[] {
  return variable.references.flatMap((reference) => {
    const member = parentOf(reference.identifier as ESTree.Identifier)
    if (member?.type !== 'MemberExpression' || member.object !== reference.identifier) return []
    const assignment = parentOf(member)
    return assignment?.type === 'AssignmentExpression' && assignment.left === member && keyOf(member, file) === key
      ? [assignment.right]
      : []
  })
}
