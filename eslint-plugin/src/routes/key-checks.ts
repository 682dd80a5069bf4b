import type * as ESTree from 'estree'
import { lodashName } from '../evaluate/copies.ts'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import { type Indexed, indexedIn } from '../flow/lists.ts'
import { isSame } from '../flow/open-keys.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isFunction, type Node, parametersOf, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { comparisonOf } from './comparison.ts'
import { checksOfLength, givesKeys, lengthOf, placesOf } from './fault-checks.ts'
import { gatesOf } from './gates.ts'
import type { Validation } from './past-validations.ts'
import { checksInLoop } from './key-loops.ts'
import { answerIfUnlisted } from './key-tests.ts'

/** A list of the keys of an object, or of its entries. */
interface List {
  readonly object: Node
  readonly file: SourceFile
  readonly isOfEntries: boolean
}

/**
 * Where a function has refused, or deleted, every key of a body that a list does not have, given an expression that
 * holds the body. A list of keys to refuse is none.
 */
export function keyChecks(node: Node, file: SourceFile): Validation[] {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  const list: List = { object: outer, file, isOfEntries: false }
  if (parent?.type === 'ForInStatement' && parent.right === outer) return checksOfLoop(parent, list)
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== outer) return []
  const callee = evaluate(parent.callee, file)
  const isOfEntries = isGlobal(callee, 'Object', 'entries')
  if (!isOfEntries && !givesKeys(callee)) return []
  const isRest = isRestOfPattern(outer, file)
  return placesOf(parent, file).flatMap((keys) => [
    ...checksOfKeys(keys, { ...list, isOfEntries }),
    ...(isRest ? checksOfLength(keys, file) : []),
  ])
}

/** `const { name, ...rest } = body` */
function isRestOfPattern(node: Node, file: SourceFile): boolean {
  const [definition] = file.variableOf(unwrap(node))?.defs ?? []
  return definition?.type === 'Variable' && parentOf(definition.name)?.type === 'RestElement'
}

/** `keys.some(…)`: the call of a method of a list. */
function methodOn(list: Node, file: SourceFile): { method: string; call: ESTree.SimpleCallExpression } | undefined {
  const member = parentOf(list)
  const call = member?.type === 'MemberExpression' && member.object === list ? parentOf(member) : undefined
  const method = member?.type === 'MemberExpression' ? keyOf(member, file) : undefined
  return call?.type === 'CallExpression' && call.callee === member && method !== undefined
    ? { method, call }
    : undefined
}

function checksOfKeys(keys: Node, list: List): Validation[] {
  const { file } = list
  const parent = parentOf(keys)
  if (parent?.type === 'ForOfStatement' && parent.right === keys) return checksOfLoop(parent, list)
  const indexed = indexedIn(parent, file)
  if (indexed && parent) return checksByIndex(parent, indexed, list)
  // `[...keys]`
  const copy = parent?.type === 'SpreadElement' ? parentOf(parent) : undefined
  if (copy?.type === 'ArrayExpression' && copy.elements.length === 1)
    return placesOf(copy, file).flatMap((place) => checksOfKeys(place, list))
  const isFirst = parent?.type === 'CallExpression' && parent.arguments[0] === keys
  // `_.difference(keys, allowed)`
  if (isFirst && lodashName(evaluate(parent.callee, file)) === 'difference')
    return placesOf(parent, file).flatMap((others) => checksOfOthers(others, list))
  const { method, call } = methodOn(keys, file) ?? {}
  if (!call) return []
  if (method === 'forEach') return checksOfForEach(call, list)
  const answer = answerOfCallback(call, list)
  if (answer === undefined) return []
  if (method === 'every') return answer ? [] : gatesOf(call, true, file)
  if (method === 'filter')
    return placesOf(call, file).flatMap((others) =>
      answer ? checksOfOthers(others, list) : checksOfNumber(others, list),
    )
  if (!answer) return []
  if (method === 'some' || method === 'find') return gatesOf(call, false, file)
  return method === 'findIndex' ? checksOfPlace(call, file) : []
}

/** What a callback says of a key that is in no list. */
function answerOfCallback({ arguments: [callback] }: ESTree.SimpleCallExpression, list: List): boolean | undefined {
  if (!callback) return undefined
  const given = resolveImports(evaluate(callback, list.file), () => true)
  if (given.kind !== 'function') return undefined
  const [pattern] = parametersOf(given.node)
  const name = nameOfKey(pattern, list)
  return name && answerIfUnlisted(given.node, name, { object: list.object, file: given.file })
}

/** What takes the key: `key`, or the first of `[key, value]`. */
function nameOfKey(pattern: Node | undefined, { isOfEntries }: List): Node | undefined {
  if (!isOfEntries) return pattern
  return pattern?.type === 'ArrayPattern' ? (pattern.elements[0] ?? undefined) : undefined
}

/** What is asked of a list of all keys that are in no list. */
function checksOfOthers(others: Node, list: List): Validation[] {
  const parent = parentOf(others)
  if (parent?.type === 'ForOfStatement' && parent.right === others) return checksOfLoop(parent, list)
  const { method, call } = methodOn(others, list.file) ?? {}
  return method === 'forEach' && call ? checksOfForEach(call, list) : checksOfLength(others, list.file)
}

/** `known.length !== keys.length` */
function checksOfNumber(known: Node, { object, file }: List): Validation[] {
  const length = lengthOf(known, file)
  const comparison = length && comparisonOf(length)
  if (!comparison) return []
  const { node, operator, other } = comparison
  const isOfAll =
    other.type === 'MemberExpression' &&
    keyOf(other, file) === 'length' &&
    other.object.type !== 'Super' &&
    isKeysOf(other.object, object, file)
  if (!isOfAll) return []
  if (/^===?$/.test(operator)) return gatesOf(node, true, file)
  return /^(?:!==?|<|>)$/.test(operator) ? gatesOf(node, false, file) : []
}

/** `Object.keys(body)`, also in a variable. */
function isKeysOf(node: Node, object: Node, file: SourceFile): boolean {
  const value = evaluate(node, file)
  if (value.kind !== 'call' || !givesKeys(value.callee)) return false
  const [first] = value.node.arguments
  return !!first && isSame(first, object, file)
}

/** `if (keys.findIndex(…) !== -1) return` */
function checksOfPlace(call: ESTree.SimpleCallExpression, file: SourceFile): Validation[] {
  return placesOf(call, file).flatMap((found) => {
    const comparison = comparisonOf(found)
    if (!comparison) return []
    const { node, operator } = comparison
    const other = file.code.getText(comparison.other as ESTree.Node)
    if ((operator === '>' && other === '-1') || (operator === '>=' && other === '0')) return gatesOf(node, false, file)
    return other === '-1' && /^[!=]==?$/.test(operator) ? gatesOf(node, operator.startsWith('='), file) : []
  })
}

/** `keys.forEach((key) => { … })` */
function checksOfForEach(call: ESTree.SimpleCallExpression, list: List): Validation[] {
  const [callback] = call.arguments
  const name = callback && isFunction(callback) ? nameOfKey(parametersOf(callback)[0], list) : undefined
  const variable = list.file.variableOf(name)
  if (!variable || !callback || !isFunction(callback)) return []
  return checksInLoop({ node: call, body: callback.body, key: { ...list, variable }, canReturn: false })
}

/** `for (let i = 0; i < keys.length; i++) { const key = keys[i]; … }` */
function checksByIndex(element: Node, { loop }: Indexed, list: List): Validation[] {
  const declarator = parentOf(element)
  const declaration = declarator && parentOf(declarator)
  const name = declarator?.type === 'VariableDeclarator' ? nameOfKey(declarator.id, list) : undefined
  const variable = declaration && parentOf(declaration) === loop.body ? list.file.variableOf(name) : undefined
  return variable ? checksInLoop({ node: loop, body: loop.body, key: { ...list, variable }, canReturn: true }) : []
}

function checksOfLoop(loop: ESTree.ForOfStatement | ESTree.ForInStatement, list: List): Validation[] {
  const { left } = loop
  const [declarator] = left.type === 'VariableDeclaration' ? left.declarations : []
  const variable = list.file.variableOf(nameOfKey(declarator?.id, list))
  return variable ? checksInLoop({ node: loop, body: loop.body, key: { ...list, variable }, canReturn: true }) : []
}
