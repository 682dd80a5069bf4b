import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { assignedMembers } from '../source/assigned-members.ts'
import { answerOnce } from '../source/cycles.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { classMember, superMember } from './classes.ts'
import type { Evaluator, KeyedNode } from './evaluator.ts'
import { exportedValue, namespaceMember } from './exports.ts'
import { type ElementValue, isGlobal, merged, type ObjectValue, oneOf, unknown, type Value } from './value.ts'

export function keyName({ evaluate }: Evaluator, node: KeyedNode, file: SourceFile): string | undefined {
  const key = node.type === 'MemberExpression' ? node.property : node.key
  if (!node.computed && key.type === 'Identifier') return key.name
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  const value = evaluate(key, file)
  return value.kind === 'literal' ? value.value : undefined
}

/** What `object.key` stands for. */
export function accessValue(evaluator: Evaluator, node: ESTree.MemberExpression, file: SourceFile): Value {
  const key = keyName(evaluator, node, file)
  if (node.object.type === 'Super') return key === undefined ? unknown : superMember(evaluator, node.object, key, file)
  const object = evaluator.evaluate(node.object, file)
  if (key === undefined)
    return object.kind === 'unknown' || node.property.type === 'PrivateIdentifier'
      ? unknown
      : { kind: 'element', object, key: evaluator.evaluate(node.property, file) }
  return key === 'exports' && isGlobal(object, 'module')
    ? { kind: 'exports', file }
    : memberValue(evaluator, object, key)
}

export function memberValue(evaluator: Evaluator, value: Value, key: string): Value {
  switch (value.kind) {
    case 'external':
      // What a bundler or TypeScript puts between a CommonJS package and its importer.
      return key === 'default' ? value : { ...value, path: [...value.path, key] }
    case 'imported':
      return { ...value, path: [...value.path, key] }
    case 'exports':
      return exportedValue(evaluator, value.file, key)
    case 'namespace':
      return namespaceMember(evaluator, value, key)
    case 'object': {
      const member = objectMember(evaluator, value, key)
      return member.kind === 'unknown' && value.isThis ? { kind: 'member', object: value, key } : member
    }
    case 'class':
      return classMember(evaluator, value, key, true)
    case 'instance': {
      const member = classMember(evaluator, value.of, key, false)
      if (value.isThis && member.kind === 'member' && member.object.kind === 'typed')
        return { ...member, object: { ...member.object, self: value } }
      // A subclass may have what this class lacks.
      return member.kind === 'unknown' && value.isThis ? { kind: 'member', object: value, key } : member
    }
    case 'array': {
      const element = /^\d+$/.test(key) && value.node.elements.slice(0, Number(key) + 1)
      const last = element && !element.some((item) => item?.type === 'SpreadElement') ? element[Number(key)] : undefined
      return last ? evaluator.evaluate(last, value.file) : unknown
    }
    case 'oneOf':
      return oneOf(value.values.map((each) => memberValue(evaluator, each, key)))
    case 'merged':
      return merged(value.values.map((each) => memberValue(evaluator, each, key)))
    case 'element':
      return partOfEntry(evaluator, value, key)
    case 'call':
    case 'member':
    case 'parameter':
    case 'receiver':
    case 'typed':
      return { kind: 'member', object: value, key }
    default:
      return unknown
  }
}

/**
 * A member of an element: the key, or the value, in one of `Object.entries(object)` is any of those that the object
 * has.
 */
function partOfEntry({ evaluate }: Evaluator, entry: ElementValue, key: string): Value {
  const { object: list } = entry
  // `services[kind].create`
  if (list.kind === 'object' || list.kind === 'imported') return { kind: 'member', object: entry, key }
  if (list.kind !== 'call' || !isGlobal(list.callee, 'Object', 'entries')) return unknown
  const [object] = list.node.arguments
  if (key === '0') return entry
  return object && key === '1' ? { kind: 'element', object: evaluate(object, list.file), key: unknown } : unknown
}

/** What an object holds under any of its keys, where the source tells them all. */
export function elementValues(evaluator: Evaluator, value: ObjectValue): readonly Value[] | undefined {
  // By the variable that holds it, as each of its reads makes another value.
  const known = elementsIn(value.file)
  const place = value.owner ?? value.node
  let entry = known.get(place)
  if (!entry) {
    const values = knownKeys(evaluator, value)?.map((key) => objectMember(evaluator, value, key))
    known.set(place, (entry = { values }))
  }
  return entry.values
}

interface Elements {
  readonly values: readonly Value[] | undefined
}

const elementsIn = rememberedByFile(() => new Map<Scope.Variable | Node, Elements>())

/** The keys of an object, where the source tells them all. */
export function knownKeys(evaluator: Evaluator, { node, file, owner }: ObjectValue): string[] | undefined {
  const keys = new Set(owner ? assignedKeys(evaluator, owner, file) : [])
  for (const property of node.properties) {
    const key = property.type === 'Property' ? evaluator.keyOf(property, file) : undefined
    if (key === undefined) return undefined
    keys.add(key)
  }
  return [...keys]
}

function objectMember(evaluator: Evaluator, { node, file, owner }: ObjectValue, key: string): Value {
  const { evaluate, keyOf } = evaluator
  const assigned = owner ? assignmentsTo(evaluator, owner, key, file) : []
  const written: Value[] = []
  const spread: Value[] = []
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const member = spreadMember(evaluator, property, key, file)
      if (member.kind !== 'unknown') spread.unshift(member)
    } else if (property.kind === 'init' && keyOf(property, file) === key) written.push(evaluate(property.value, file))
  }
  const found = [...written, ...assigned.map((value) => evaluate(value, file))]
  // A member that is set twice is not known to hold either.
  return found.length > 1 ? unknown : (found[0] ?? merged(spread))
}

function spreadMember(evaluator: Evaluator, { argument }: ESTree.SpreadElement, key: string, file: SourceFile): Value {
  // By the variable: each of the objects that it is given asks it again.
  const holder = (argument.type === 'Identifier' ? file.variableOf(argument) : undefined) ?? argument
  return answerOnce<Value>(`spread ${key}`, holder, unknown, () =>
    memberValue(evaluator, evaluator.evaluate(argument, file), key),
  )
}

/** Right sides of `variable.key = …`, anywhere in the file. */
export function assignmentsTo({ keyOf }: Evaluator, variable: Scope.Variable, key: string, file: SourceFile): Node[] {
  return assignedMembers(variable).flatMap(({ member, assignment }) =>
    keyOf(member, file) === key ? [assignment.right] : [],
  )
}

function assignedKeys({ keyOf }: Evaluator, variable: Scope.Variable, file: SourceFile): string[] {
  return assignedMembers(variable).flatMap(({ member }) => keyOf(member, file) ?? [])
}
