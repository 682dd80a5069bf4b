import type { Scope } from 'eslint'
import { evaluate } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type FunctionNode,
  isFunction,
  isInside,
  type Node,
  parametersOf,
  parentOf,
  unwrap,
  wrapped,
} from '../source/syntax.ts'

/**
 * The object that a loop over all keys of `node` copies each of them to, as in
 * `for (const key in body) user[key] = body[key]`. A loop that asks which key it has is none.
 */
export function copiedKeyByKey(node: Node, file: SourceFile): Node | undefined {
  return copiedByEntries(node, file) ?? copiedByKeys(node, file)
}

/** `for (const [key, value] of Object.entries(body)) user[key] = value` */
function copiedByEntries(node: Node, file: SourceFile): Node | undefined {
  const call = parentOf(wrapped(node))
  if (call?.type !== 'CallExpression' || call.arguments[0] !== wrapped(node)) return undefined
  if (!isGlobal(evaluate(call.callee, file), 'Object', 'entries')) return undefined
  const holder = parentOf(call)
  const loop = holder?.type === 'ForOfStatement' && holder.right === call ? holder : callbackOf(holder, call)
  const left = loop && (isFunction(loop) ? parametersOf(loop)[0] : loop.left)
  const [declarator] = left?.type === 'VariableDeclaration' ? left.declarations : []
  const pattern = declarator?.id ?? left
  if (!loop || pattern?.type !== 'ArrayPattern') return undefined
  const [key, value] = pattern.elements.map((element) => variableAt(element ?? undefined, file))
  const [use, ...others] = (value?.references ?? []).filter(({ init }) => !init)
  const assignment = use && parentOf(use.identifier as Node)
  if (!key || others.length > 0 || assignment?.type !== 'AssignmentExpression') return undefined
  const { left: target } = assignment
  const isCopy = target.type === 'MemberExpression' && target.computed && variableAt(target.property, file) === key
  return isCopy && target.object.type !== 'Super' && !hasCondition(assignment, loop) ? target.object : undefined
}

/** The function in `call.forEach((…) => …)`. */
function callbackOf(member: Node | undefined, call: Node): FunctionNode | undefined {
  const outer = member?.type === 'MemberExpression' && member.object === call ? parentOf(member) : undefined
  const isLoop = member?.type === 'MemberExpression' && 'name' in member.property && member.property.name === 'forEach'
  const [callback] = outer?.type === 'CallExpression' && isLoop ? outer.arguments : []
  return callback && isFunction(callback) ? callback : undefined
}

function copiedByKeys(node: Node, file: SourceFile): Node | undefined {
  const member = parentOf(wrapped(node))
  if (member?.type !== 'MemberExpression' || !member.computed || member.object !== wrapped(node)) return undefined
  const key = variableAt(member.property, file)
  const assignment = parentOf(wrapped(member))
  if (!key || assignment?.type !== 'AssignmentExpression' || assignment.right !== wrapped(member)) return undefined
  const { left } = assignment
  if (left.type !== 'MemberExpression' || !left.computed || variableAt(left.property, file) !== key) return undefined
  const loop = loopOver(key, node, file)
  return loop && !hasCondition(assignment, loop) && left.object.type !== 'Super' ? left.object : undefined
}

/** The loop whose variable `key` takes every key of an object. */
function loopOver(key: Scope.Variable, object: Node, file: SourceFile): Node | undefined {
  const [definition] = key.defs
  if (definition?.type === 'Parameter') {
    const fn = definition.node as Node
    const call = isFunction(fn) && variableAt(parametersOf(fn)[0], file) === key ? parentOf(fn) : undefined
    const callee = call?.type === 'CallExpression' ? unwrap(call.callee) : undefined
    return callee?.type === 'MemberExpression' && isKeysOf(callee.object, object, file) ? fn : undefined
  }
  const declaration = definition?.type === 'Variable' ? parentOf(definition.node) : undefined
  const loop = declaration && parentOf(declaration)
  if (loop?.type === 'ForInStatement') return isSame(loop.right, object, file) ? loop : undefined
  return loop?.type === 'ForOfStatement' && isKeysOf(loop.right, object, file) ? loop : undefined
}

/** `Object.keys(object)` */
function isKeysOf(node: Node, object: Node, file: SourceFile): boolean {
  const call = unwrap(node)
  const [first] = call.type === 'CallExpression' ? call.arguments : []
  return (
    call.type === 'CallExpression' &&
    isGlobal(evaluate(call.callee, file), 'Object', 'keys') &&
    first !== undefined &&
    isSame(first, object, file)
  )
}

/** Whether two expressions read the same thing: one variable, or one member of it. */
function isSame(one: Node, other: Node, file: SourceFile): boolean {
  const [a, b] = [unwrap(one), unwrap(other)]
  if (a.type === 'MemberExpression' && b.type === 'MemberExpression')
    return (
      isSame(a.object, b.object, file) &&
      a.property.type === 'Identifier' &&
      b.property.type === 'Identifier' &&
      a.property.name === b.property.name
    )
  const variable = variableAt(a, file)
  return variable !== undefined && variable === variableAt(b, file)
}

function hasCondition(node: Node, loop: Node): boolean {
  for (let step = parentOf(node); step && step !== loop && isInside(step, loop); step = parentOf(step))
    if (!/^(?:BlockStatement|ExpressionStatement)$/.test(step.type)) return true
    else if (step.type === 'BlockStatement' && step.body.some((statement) => statement.type === 'IfStatement'))
      return true
  return false
}

function variableAt(node: Node | undefined, file: SourceFile): Scope.Variable | undefined {
  return node?.type === 'Identifier' ? file.variableOf(node) : undefined
}
