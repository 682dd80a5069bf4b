import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { lodashName } from '../evaluate/copies.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import { answerOf, outcomeIfListed } from '../flow/listed-keys.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isFunction, lastStatement, type Node, parametersOf, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { gatesOf, isLeaving, type Validation } from './gates.ts'

/**
 * Where a function has refused, or deleted, every key of a body that a list does not have, given `Object.keys(body)` or
 * an expression that holds the body. A list of keys to refuse is none.
 */
export function keyChecks(node: Node, file: SourceFile): Validation[] {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  if (parent?.type === 'ForInStatement' && parent.right === outer) return checksInLoop(parent, parent.left, file)
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== outer) return []
  if (!isGlobal(evaluate(parent.callee, file), 'Object', 'keys')) return []
  const isRest = isRestOfPattern(outer, file)
  return placesOf(parent, file).flatMap((keys) => [
    ...checksOfKeys(keys, file),
    ...(isRest ? checksOfLength(keys, file) : []),
  ])
}

/** An expression, or what reads the variable that it is given to. */
function placesOf(node: Node, file: SourceFile): Node[] {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return [outer]
  return file.readsOf(parent.id).map(wrapped)
}

/** `const { name, ...rest } = body` */
function isRestOfPattern(node: Node, file: SourceFile): boolean {
  const [definition] = file.variableOf(unwrap(node))?.defs ?? []
  return definition?.type === 'Variable' && parentOf(definition.name)?.type === 'RestElement'
}

function checksOfKeys(keys: Node, file: SourceFile): Validation[] {
  const parent = parentOf(keys)
  if (parent?.type === 'ForOfStatement' && parent.right === keys) return checksInLoop(parent, parent.left, file)
  const isFirst = parent?.type === 'CallExpression' && parent.arguments[0] === keys
  // `_.difference(keys, allowed)`
  if (isFirst && lodashName(evaluate(parent.callee, file)) === 'difference')
    return placesOf(parent, file).flatMap((others) => checksOfLength(others, file))
  const call = parent?.type === 'MemberExpression' && parent.object === keys ? parentOf(parent) : undefined
  if (parent?.type !== 'MemberExpression' || call?.type !== 'CallExpression' || call.callee !== parent) return []
  const [callback] = call.arguments
  if (!callback || !isFunction(callback)) return []
  const [parameter] = parametersOf(callback)
  const key = file.variableOf(parameter)
  const method = keyOf(parent, file)
  if (!key) return []
  if (method === 'forEach') return checksInBody(call, callback.body, key, file, false)
  const answer = answerOf(callback.body)
  const listed = answer && outcomeIfListed(answer, key, file)
  if (listed === undefined) return []
  if (method === 'every') return listed ? gatesOf(call, true, file) : []
  if (listed) return []
  if (method === 'some' || method === 'find') return gatesOf(call, false, file)
  return method === 'filter' ? placesOf(call, file).flatMap((others) => checksOfLength(others, file)) : []
}

/** `if (keys.length > 0) return` */
function checksOfLength(keys: Node, file: SourceFile): Validation[] {
  const member = parentOf(keys)
  if (member?.type !== 'MemberExpression' || member.object !== keys || keyOf(member, file) !== 'length') return []
  const outer = wrapped(member)
  const parent = parentOf(outer)
  if (parent?.type !== 'BinaryExpression') return gatesOf(outer, false, file)
  const number = parent.left === outer && parent.right.type === 'Literal' ? parent.right.value : undefined
  if (number === 0 && /^(?:>|!==?)$/.test(parent.operator)) return gatesOf(parent, false, file)
  if (number === 0 && /^===?$/.test(parent.operator)) return gatesOf(parent, true, file)
  if (number === 1) return parent.operator === '>=' ? gatesOf(parent, false, file) : []
  return []
}

/** `for (const key of keys) if (!allowed.has(key)) throw error` */
function checksInLoop(loop: ESTree.ForOfStatement | ESTree.ForInStatement, left: Node, file: SourceFile): Validation[] {
  const [declarator] = left.type === 'VariableDeclaration' ? left.declarations : []
  const key = file.variableOf(declarator?.id)
  return key ? checksInBody(loop, loop.body, key, file, true) : []
}

function checksInBody(loop: Node, body: Node, key: Scope.Variable, file: SourceFile, canReturn: boolean): Validation[] {
  const [first]: readonly (Node | undefined)[] = body.type === 'BlockStatement' ? body.body : [body]
  if (first?.type !== 'IfStatement') return []
  const { test, consequent, alternate } = first
  const listed = outcomeIfListed(test, key, file)
  const branch = listed === undefined ? undefined : listed ? alternate : consequent
  if (!branch) return []
  const last = lastStatement(branch)
  const isThrown = last?.type === 'ThrowStatement'
  const isRefused = isThrown || (canReturn && isLeaving(branch))
  if (isRefused || isDeleting(last, key, file)) return [{ node: loop, isThrown: isThrown || !isRefused }]
  return checksOfNote(last, key, file)
}

/** `unknown.push(key)`, or `isKnown = false`, where the loop only notes that there is such a key, and a later test refuses it. */
function checksOfNote(statement: Node | undefined, key: Scope.Variable, file: SourceFile): Validation[] {
  const expression = statement?.type === 'ExpressionStatement' ? statement.expression : undefined
  if (expression?.type === 'AssignmentExpression' && expression.right.type === 'Literal') {
    const { left, operator, right } = expression
    const references = file.variableOf(left)?.references ?? []
    const writes = references.filter((reference) => reference.isWrite())
    // It is set where it is declared, and by this loop alone.
    const isFlag = operator === '=' && typeof right.value === 'boolean' && writes.length === 2 && writes[0]?.init
    const reads = references.filter((reference) => !writes.includes(reference))
    return isFlag ? reads.flatMap(({ identifier }) => gatesOf(identifier as Node, right.value === false, file)) : []
  }
  if (expression?.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return []
  const { object } = expression.callee
  const isNoted = keyOf(expression.callee, file) === 'push' && file.variableOf(expression.arguments[0]) === key
  return isNoted ? file.readsOf(object).flatMap((list) => checksOfLength(wrapped(list), file)) : []
}

/** `delete body[key]` */
function isDeleting(statement: Node | undefined, key: Scope.Variable, file: SourceFile): boolean {
  const expression = statement?.type === 'ExpressionStatement' ? statement.expression : undefined
  const target = expression?.type === 'UnaryExpression' && expression.operator === 'delete' ? expression.argument : null
  return target?.type === 'MemberExpression' && target.computed && file.variableOf(target.property) === key
}
