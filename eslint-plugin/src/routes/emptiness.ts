import type { Scope } from 'eslint'
import { lodashName } from '../evaluate/copies.ts'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import { nameFrom, isGlobal, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isNothing, type Node, parametersOf, unwrap } from '../source/syntax.ts'
import { comparisonOf } from './comparison.ts'
import { outcomeOfLogic } from './logic.ts'

/**
 * Whether a function denies of every object that has a key that it is empty: `isEmpty` of lodash, `is-empty`, one of
 * the application.
 */
export function isEmptiness(value: Value): boolean {
  const callee = resolveImports(value, (text) => text.includes('keys'))
  if (nameFrom('is-empty', callee) !== undefined) return true
  if (callee.kind !== 'function') return lodashName(callee)?.toLowerCase() === 'isempty'
  const { node: fn, file } = callee
  const variable = file.variableOf(parametersOf(fn)[0])
  const statements = fn.body.type === 'BlockStatement' ? fn.body.body : [fn.body]
  const first = statements.at(0)
  const result = first?.type === 'ReturnStatement' ? first.argument : first
  if (!variable || !result || fn.async || fn.generator || statements.length > 1) return false
  return outcomeIfFilled(result, variable, file) === false
}

/** What a test says of an object that has a key; `undefined` where something else decides. */
function outcomeIfFilled(node: Node, variable: Scope.Variable, file: SourceFile): boolean | undefined {
  const test = unwrap(node)
  switch (test.type) {
    case 'Identifier':
      return file.variableOf(test) === variable || undefined
    case 'UnaryExpression':
    case 'LogicalExpression':
      return outcomeOfLogic(test, (operand) => outcomeIfFilled(operand, variable, file))
    case 'MemberExpression':
      return isNumberOfKeys(test, variable, file) || undefined
    case 'BinaryExpression': {
      if (test.left.type === 'PrivateIdentifier') return undefined
      const { operator = '', other } = comparisonOf(test.left) ?? {}
      const said = other && outcomeOfComparison(unwrap(test.left), other, variable, file)
      if (said === undefined) return undefined
      if (operator === '>') return !said && isNumberOfKeys(test.left, variable, file) ? true : undefined
      return /^[!=]==?$/.test(operator) ? said === operator.startsWith('=') : undefined
    }
    default:
      return undefined
  }
}

/** Whether an object that has a key is equal to something, its type is, or the number of its keys. */
function outcomeOfComparison(left: Node, other: Node, variable: Scope.Variable, file: SourceFile): boolean | undefined {
  if (file.variableOf(left) === variable) return isNothing(other) ? false : undefined
  if (other.type !== 'Literal') return undefined
  if (isNumberOfKeys(left, variable, file)) return other.value === 0 ? false : undefined
  const isType = left.type === 'UnaryExpression' && left.operator === 'typeof'
  return isType && file.variableOf(unwrap(left.argument)) === variable ? other.value === 'object' : undefined
}

/** `Object.keys(value).length` */
function isNumberOfKeys(node: Node, variable: Scope.Variable, file: SourceFile): boolean {
  const member = unwrap(node)
  if (member.type !== 'MemberExpression' || keyOf(member, file) !== 'length') return false
  const call = unwrap(member.object)
  if (call.type !== 'CallExpression' || !isGlobal(evaluate(call.callee, file), 'Object', 'keys')) return false
  return file.variableOf(call.arguments[0]) === variable
}
