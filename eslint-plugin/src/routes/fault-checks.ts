import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isWritten, type Node, parentOf, wrapped } from '../source/syntax.ts'
import { comparisonOf } from './comparison.ts'
import { isEmptiness } from './emptiness.ts'
import { gatesOf } from './gates.ts'
import { givenBackAt } from './given-back.ts'
import type { Validation } from './past-validations.ts'

/** What is asked of a list of what is wrong with a body, or of an object with a key for each fault. */
export function checksOfFaults(node: Node, kind: 'list' | 'keys', file: SourceFile): Validation[] {
  const checksOf = kind === 'list' ? checksOfLength : checksOfObject
  return placesOf(node, file).flatMap((place) => checksOf(place, file))
}

/** `Object.keys(errors).length > 0`, `isEmpty(errors)` */
function checksOfObject(errors: Node, file: SourceFile): Validation[] {
  const parent = parentOf(errors)
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== errors) return answerOf(errors, 'keys', file)
  const callee = evaluate(parent.callee, file)
  if (isEmptiness(callee)) return gatesOf(parent, true, file)
  const isListing = givesKeys(callee) || isGlobal(callee, 'Object', 'values') || isGlobal(callee, 'Object', 'entries')
  return isListing ? checksOfFaults(parent, 'list', file) : []
}

/**
 * What is asked of an object, read here, to which faults have been added by their keys: unless one may be taken out
 * again.
 */
export function checksOfFaultObject(object: Node, file: SourceFile): Validation[] {
  const reads = file.readsOf(object)
  const isTakenOut = reads.some((read) => {
    const member = parentOf(wrapped(read))
    return member?.type === 'MemberExpression' && parentOf(member)?.type === 'UnaryExpression' && isWritten(member)
  })
  return isTakenOut ? [] : reads.flatMap((read) => checksOfObject(wrapped(read), file))
}

/** `return errors` */
function answerOf(faults: Node, kind: 'list' | 'keys', file: SourceFile): Validation[] {
  const place = givenBackAt(faults, file)
  return place ? [{ node: faults, answer: { ...place, faults: kind } }] : []
}

/** `Object.keys`, and what is like it. */
export function givesKeys(callee: Value): boolean {
  return (
    isGlobal(callee, 'Object', 'keys') ||
    isGlobal(callee, 'Object', 'getOwnPropertyNames') ||
    isGlobal(callee, 'Reflect', 'ownKeys')
  )
}

/** An expression, or what reads the variable that it is given to. */
export function placesOf(node: Node, file: SourceFile): Node[] {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return [outer]
  return file.readsOf(parent.id).map(wrapped)
}

export function lengthOf(list: Node, file: SourceFile): Node | undefined {
  const member = parentOf(list)
  const isLength = member?.type === 'MemberExpression' && member.object === list && keyOf(member, file) === 'length'
  return isLength ? wrapped(member) : undefined
}

/** `if (keys.length > 0) return` */
export function checksOfLength(keys: Node, file: SourceFile): Validation[] {
  const length = lengthOf(keys, file)
  return length ? placesOf(length, file).flatMap((place) => checksOfCount(place, file)) : answerOf(keys, 'list', file)
}

export function checksOfCount(count: Node, file: SourceFile): Validation[] {
  const comparison = comparisonOf(count)
  if (!comparison) return gatesOf(count, false, file)
  const { node, operator, other } = comparison
  const number = other.type === 'Literal' ? other.value : undefined
  if (number === 0 && /^(?:>|!==?)$/.test(operator)) return gatesOf(node, false, file)
  if (number === 0 && /^===?$/.test(operator)) return gatesOf(node, true, file)
  if (number !== 1 || !/^(?:>=|<)$/.test(operator)) return []
  return gatesOf(node, operator === '<', file)
}
