import { keyOf } from '../evaluate/evaluate.ts'
import { isSame } from '../flow/open-keys.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isNothing, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { checksOfFaults } from './fault-checks.ts'
import { gatesOf } from './gates.ts'
import type { Validation } from './past-validations.ts'

/**
 * Where a function comes to only if a validator has found no error, which is read here: by the error, or by what is in
 * it.
 */
export function checksOfError(error: Node, file: SourceFile): Validation[] {
  return [error, partAround(error, file)].flatMap((place) => (place ? checksOfPlace(place, error, file) : []))
}

function checksOfPlace(place: Node, error: Node, file: SourceFile): Validation[] {
  const outer = wrapped(place)
  const parent = parentOf(outer)
  const gates = gatesOf(place, false, file)
  switch (parent?.type) {
    case 'LogicalExpression': {
      if (parent.left !== outer) return gates
      // `error && error.details`
      if (parent.operator === '&&')
        return isPartOf(parent.right, error, file) || isSomething(unwrap(parent.right), error, file)
          ? [...gates, ...checksOfPlace(parent, error, file)]
          : gates
      // `error?.details ?? []`
      return isEmptyList(parent.right) ? [...gates, ...checksOfFaults(parent, 'list', file)] : gates
    }
    case 'ConditionalExpression':
      // `error ? error.details : []`
      return parent.test === outer && isEmptyList(parent.alternate) && isPartOf(parent.consequent, error, file)
        ? [...gates, ...checksOfFaults(parent, 'list', file)]
        : gates
    case 'CallExpression':
      // `isEmpty(error)`
      return [...gates, ...checksOfFaults(place, 'keys', file)]
    case 'BinaryExpression':
      if (isSomething(parent, error, file)) return checksOfPlace(parent, error, file)
      return parent.operator === 'instanceof' &&
        parent.left === outer &&
        ofValidators.test(file.code.getText(parent.right))
        ? gatesOf(parent, false, file)
        : gates
    default:
      return gates
  }
}

// Classes that each error of a validator is an instance of.
const ofValidators = /^(?:\w+\.)?(?:Error|ValidationError|ZodError)$/

// What every error of a validator has, and none of it is empty.
const parts: ReadonlySet<string> = new Set(['0', 'details', 'errors', 'inner', 'issues', 'length', 'map', 'message'])

/** The part of an error that is read: `error.details.map(…)`, `error?.message`. */
function partAround(error: Node, file: SourceFile): Node | undefined {
  const outer = wrapped(error)
  const member = parentOf(outer)
  if (member?.type !== 'MemberExpression' || member.object !== outer) return undefined
  const key = keyOf(member, file) ?? ''
  if (!parts.has(key)) return undefined
  const call = parentOf(member)
  const part = key === 'map' && call?.type === 'CallExpression' && call.callee === member ? call : member
  return partAround(part, file) ?? part
}

/** `error !== undefined` */
function isSomething(node: Node, error: Node, file: SourceFile): boolean {
  if (node.type !== 'BinaryExpression' || !/^!==?$/.test(node.operator) || node.left.type === 'PrivateIdentifier')
    return false
  const [left, right] = [unwrap(node.left), unwrap(node.right)]
  return (isNothing(right) && isSame(left, error, file)) || (isNothing(left) && isSame(right, error, file))
}

/** Whether an expression is a part of an error that is read elsewhere. */
function isPartOf(node: Node, error: Node, file: SourceFile): boolean {
  const inner = unwrap(node)
  const callee = inner.type === 'CallExpression' ? unwrap(inner.callee) : inner
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return false
  if (!parts.has(keyOf(callee, file) ?? '')) return false
  return isSame(callee.object, error, file) || isPartOf(callee.object, error, file)
}

function isEmptyList(node: Node): boolean {
  return node.type === 'ArrayExpression' && node.elements.length === 0
}
