import type { Scope } from 'eslint'
import { evaluate } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isFunction, isInside, type Node, parametersOf, parentOf, unwrap, wrapped } from '../source/syntax.ts'

/**
 * The object that a loop over all keys of `node` copies each of them to, as in
 * `for (const key in body) user[key] = body[key]`. A loop that asks which key it has is none.
 */
export function copiedKeyByKey(node: Node, file: SourceFile): Node | undefined {
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
