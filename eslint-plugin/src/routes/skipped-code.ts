import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, keyOf, keysOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, isFunction, isNothing, type Node, parentOf, unwrap } from '../source/syntax.ts'
import { outcomeOfLogic } from './logic.ts'

// What a client chooses beside the body, by which an application may not tell whether to check that.
const chosen: ReadonlySet<string> = new Set(['query', 'params', 'headers', 'cookies'])

/**
 * Whether a function may leave out what it does at a place although there is a body: a client decides it by something else
 * (`if (req.query.strict)`), or what the function is made with (`if (schemas.body)`, of schemas without one).
 */
export function mayBeSkipped(at: Node, file: SourceFile, bindings: Bindings): boolean {
  for (
    let step = at, parent = parentOf(step);
    parent && !isFunction(parent);
    step = parent, parent = parentOf(parent)
  ) {
    const test = testOf(parent, step)
    if (test && (isChosen(test, file) || isAbsent(test, file, bindings))) return true
  }
  return false
}

/** What a test says of what a middleware is made with: `schema`, `!schemas.body`; `undefined` where that is not known. */
export function outcomeOfMade(test: Node, file: SourceFile, bindings: Bindings): boolean | undefined {
  const asked = unwrap(test)
  switch (asked.type) {
    case 'UnaryExpression':
    case 'LogicalExpression':
      return outcomeOfLogic(asked, (operand) => outcomeOfMade(operand, file, bindings))
    case 'BinaryExpression': {
      const { left, right, operator } = asked
      const isAsked = /^[!=]==?$/.test(operator) && left.type !== 'PrivateIdentifier' && isNothing(right)
      const outcome = isAsked ? outcomeOfMade(left, file, bindings) : undefined
      return outcome === undefined ? undefined : outcome === operator.startsWith('!')
    }
    case 'Identifier':
    case 'MemberExpression':
      return isMade(resolveImports(bound(evaluate(asked, file), bindings), () => true)) || undefined
    default:
      return undefined
  }
}

/** Whether a value is there for sure: one that is written out, or a schema of a package. */
function isMade(value: Value): boolean {
  if (value.kind === 'call') return value.callee.kind === 'external' || value.callee.kind === 'member'
  return ['object', 'array', 'function', 'class', 'instance'].includes(value.kind)
}

/** The condition under which alone a part of a node is come to. */
function testOf(parent: Node, step: Node): Node | undefined {
  switch (parent.type) {
    case 'IfStatement':
      return step !== parent.test && !parent.alternate ? parent.test : undefined
    case 'LogicalExpression':
      return step === parent.right && parent.operator === '&&' ? parent.left : undefined
    default:
      return undefined
  }
}

function isChosen(test: Node, file: SourceFile): boolean {
  if (test.type === 'MemberExpression' && chosen.has(keyOf(test, file) ?? '')) return true
  return childrenOf(test, file.code).some((part) => isChosen(part, file))
}

/** `schemas.body`, of an object that is known to have none. */
function isAbsent(test: Node, file: SourceFile, bindings: Bindings): boolean {
  const member = unwrap(test)
  if (member.type !== 'MemberExpression' || member.object.type === 'Super') return false
  const key = keyOf(member, file)
  const holder = resolveImports(bound(evaluate(member.object, file), bindings), () => true)
  return key !== undefined && holder.kind === 'object' && keysOf(holder)?.includes(key) === false
}
