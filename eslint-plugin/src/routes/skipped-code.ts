import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, keyOf, keysOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  childrenOf,
  forEachChild,
  isFunction,
  isNothing,
  type Node,
  parentOf,
  rangeOf,
  unwrap,
} from '../source/syntax.ts'
import { isLeaving } from './leaving.ts'
import { outcomeOfLogic } from './logic.ts'

// What a client chooses beside the body, by which an application may not tell whether to check that.
const chosen: ReadonlySet<string> = new Set(['query', 'params', 'headers', 'cookies'])

/**
 * Whether a function may leave out what it does at a place although there is a body: a client decides it by something
 * else (`if (req.query.strict)`), or what the function is made with (`if (schemas.body)`, of schemas without one;
 * `if (part === 'body')`, of another part).
 */
export function mayBeSkipped(at: Node, file: SourceFile, bindings: Bindings): boolean {
  for (
    let step = at, parent = parentOf(step);
    parent && !isFunction(parent);
    step = parent, parent = parentOf(parent)
  ) {
    const test = testOf(parent, step)
    if (test && (isChosen(test, file) || isAbsent(test, file, bindings) || isOfOtherPart(test, file, bindings)))
      return true
  }
  return false
}

/**
 * What a test says of what a middleware is made with: `schema`, `!schemas.body`; `undefined` where that is not known.
 */
export function outcomeOfMade(test: Node, file: SourceFile, bindings: Bindings): boolean | undefined {
  const asked = unwrap(test)
  switch (asked.type) {
    case 'UnaryExpression':
    case 'LogicalExpression':
      return outcomeOfLogic(asked, (operand) => outcomeOfMade(operand, file, bindings))
    case 'BinaryExpression': {
      const { left, right, operator } = asked
      if (!/^[!=]==?$/.test(operator) || left.type === 'PrivateIdentifier') return undefined
      const isEqual = isNothing(right) ? isNone(left, file, bindings) : isSameText(left, right, file, bindings)
      return isEqual === undefined ? undefined : isEqual === operator.startsWith('=')
    }
    case 'Identifier':
    case 'MemberExpression': {
      const value = resolveImports(bound(evaluate(asked, file), bindings), () => true)
      if (value.kind === 'literal') return !value.isFalsy && value.value !== ''
      return isMade(value) || (isUngiven(asked, file, bindings) ? false : undefined)
    }
    default:
      return undefined
  }
}

/** Whether what is compared with `undefined` or `null` is none of them for sure. */
function isNone(node: Node, file: SourceFile, bindings: Bindings): boolean | undefined {
  const value = resolveImports(bound(evaluate(node, file), bindings), () => true)
  return value.kind === 'literal' || isMade(value) ? false : undefined
}

// What is no number and no boolean, in whatever way it is written.
const word = /^(?!(?:true|false|NaN|Infinity)$)[a-z]/i

/** `role === 'admin'`, of a factory that is told the role */
function isSameText(left: Node, right: Node, file: SourceFile, bindings: Bindings): boolean | undefined {
  const [one, other] = [left, right].map((side) => resolveImports(bound(evaluate(side, file), bindings), () => true))
  return one?.kind === 'literal' && other?.kind === 'literal' && word.test(one.value) && word.test(other.value)
    ? one.value === other.value
    : undefined
}

/** `options.isPublic`, of a factory that is given options which do not name it. */
function isUngiven(node: Node, file: SourceFile, bindings: Bindings): boolean {
  const asked = evaluate(node, file)
  if (asked.kind !== 'member') return false
  const holder = bound(asked.object, bindings)
  // What is not bound is what a default or a type says of it.
  return holder !== asked.object && holder.kind === 'object' && keysOf(holder)?.includes(asked.key) === false
}

/**
 * Tells whether a function that another one has made never comes to a place, by what that one is called with:
 * `if (options.roleChanged) return …` before it.
 */
export function neverComesTo(file: SourceFile, bindings: Bindings): (at: Node) => boolean {
  // By the list of statements, in which many places may be.
  const ends = new Map<Node, number>()
  const endOf = (block: Node & { readonly body: readonly Node[] }): number => {
    let end = ends.get(block)
    if (end === undefined) {
      const last = block.body.find((each) => isLastOfAll(each, file, bindings))
      ends.set(block, (end = last ? rangeOf(last)[1] : Infinity))
    }
    return end
  }
  return (at) => {
    for (let step = at, parent = parentOf(step); parent; step = parent, parent = parentOf(parent)) {
      if (parent.type === 'BlockStatement' && step.type !== 'FunctionDeclaration' && rangeOf(step)[0] >= endOf(parent))
        return true
      if ((parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') && step !== parent.test)
        if (outcomeOfMade(parent.test, file, bindings) === (step !== parent.consequent)) return true
    }
    return false
  }
}

/** Whether what a function is made with decides a test in it. */
export function isTold(
  { node, file }: { readonly node: Node; readonly file: SourceFile },
  bindings: Bindings,
): boolean {
  return testsIn(node, file).some((test) => outcomeOfMade(test, file, bindings) !== undefined)
}

const testsIn = rememberedByPart((fn: Node, file) => {
  const tests: Node[] = []
  const visit = (node: Node): void => {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') tests.push(node.test)
    forEachChild(node, file.code.visitorKeys, visit)
  }
  visit(fn)
  return tests
})

/** Whether a statement leaves the function whenever it is come to, as the bindings say. */
function isLastOfAll(statement: Node, file: SourceFile, bindings: Bindings): boolean {
  if (statement.type !== 'IfStatement') return false
  const { test, consequent, alternate } = statement
  const outcome = outcomeOfMade(test, file, bindings)
  const taken = outcome === undefined ? undefined : outcome ? consequent : alternate
  if (!taken) return false
  return isLeaving(taken, file) || (taken.type === 'IfStatement' && isLastOfAll(taken, file, bindings))
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

function isChosen(test: Node, file: SourceFile, parts = chosen): boolean {
  if (test.type === 'MemberExpression' && parts.has(keyOf(test, file) ?? '')) return true
  return childrenOf(test, file.code).some((part) => isChosen(part, file, parts))
}

// Parameters of the path are the route's, and a body of another type may be none.
const sent: ReadonlySet<string> = new Set(['query', 'headers', 'cookies'])

/** Whether a function comes to a place by what a client sends beside the body: `if (req.query.raw) return next()`. */
export function isChosenWay(at: Node, file: SourceFile): boolean {
  for (let step = at, parent = parentOf(step); parent && !isFunction(parent); step = parent, parent = parentOf(parent))
    if (parent.type === 'IfStatement' && step !== parent.test && isChosen(parent.test, file, sent))
      return !/content-type/i.test(file.code.getText(parent.test))
  return false
}

/** `part === 'body'`, of a middleware that is made for something else. */
function isOfOtherPart(test: Node, file: SourceFile, bindings: Bindings): boolean {
  return test.type === 'BinaryExpression' && outcomeOfMade(test, file, bindings) === false
}

/** `schemas.body`, of an object that is known to have none. */
function isAbsent(test: Node, file: SourceFile, bindings: Bindings): boolean {
  const member = unwrap(test)
  if (member.type !== 'MemberExpression' || member.object.type === 'Super') return false
  const key = keyOf(member, file)
  const holder = resolveImports(bound(evaluate(member.object, file), bindings), () => true)
  return key !== undefined && holder.kind === 'object' && keysOf(holder)?.includes(key) === false
}
