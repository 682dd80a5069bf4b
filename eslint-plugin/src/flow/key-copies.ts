import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type FunctionNode,
  isFunction,
  isInside,
  isTypeWrapper,
  lastStatement,
  type Node,
  parametersOf,
  parentOf,
  unwrap,
  withoutTypes,
  wrapped,
} from '../source/syntax.ts'
import { keepsEveryKey } from './entry-lists.ts'
import { answerOf, outcomeIfListed } from './listed-keys.ts'
import { goingThrough, type Indexed, indexedIn } from './lists.ts'
import { type Copied, isOpenTest, isSame } from './open-keys.ts'

/** Where a loop copies every key of an object to. */
export interface KeyCopy {
  readonly target: Node
  /** The method that sets a key, where it is not assigned. */
  readonly method?: string
  /** The call that gives the copy, where it is made by `reduce()`. */
  readonly result?: Node
}

/**
 * Where a loop over all keys of `node` copies each of them to, as in `for (const key in body) user[key] = body[key]`.
 * A loop that chooses its keys is none: it may know a list of them.
 */
export function copiedKeyByKey(node: Node, file: SourceFile): KeyCopy | undefined {
  return copiedByEntries(node, file) ?? copiedByKeys(node, file) ?? copiedByPairs(node, file)
}

/** `for (const [key, value] of Object.entries(body)) user[key] = value` */
function copiedByEntries(node: Node, file: SourceFile): KeyCopy | undefined {
  const outer = wrapped(node)
  const call = parentOf(outer)
  if (call?.type !== 'CallExpression' || call.arguments[0] !== outer) return copiedOfForm(node, outer, file)
  if (goingThrough(evaluate(call.callee, file)) === 'each') return copiedByCallback(node, call.arguments[1], file)
  const isOfEntries = isGlobal(evaluate(call.callee, file), 'Object', 'entries')
  return isOfEntries ? copiedInList(node, wholeListOf(call, file), file) : undefined
}

/** The same of a form, which is a list of its entries: `form.forEach((value, key) => { user[key] = value })`. */
function copiedOfForm(node: Node, outer: Node, file: SourceFile): KeyCopy | undefined {
  const callback = callbackOf(parentOf(outer), outer)
  const isByKey = callback?.index === 0 && parametersOf(callback.fn).length > 1
  return isByKey ? copiedByCallback(node, callback.fn, file) : copiedInList(node, outer, file)
}

function copiedInList(node: Node, list: Node, file: SourceFile): KeyCopy | undefined {
  const going = goingThroughList(list)
  if (going?.element.type !== 'ArrayPattern') return undefined
  const { loop, element: pattern, callback } = going
  const [key, value] = pattern.elements.map((element) => file.variableOf(element ?? undefined))
  if (!key || !value) return undefined
  const copy = copyOfValue(loop, { key, value, object: node, file })
  if (!copy || !callback || callback.index === 0) return copy
  return isGivenBack(copy, callback.fn, file) ? { ...copy, result: callback.call } : undefined
}

/** The loop over a list, or the function that it is gone through with, and what takes the element in it. */
function goingThroughList(list: Node) {
  const holder = parentOf(list)
  const callback = callbackOf(holder, list)
  const statement = holder?.type === 'ForOfStatement' && holder.right === list ? holder : undefined
  const loop = statement ?? callback?.fn
  const left = statement?.left ?? (callback && parametersOf(callback.fn)[callback.index])
  const [declarator] = left?.type === 'VariableDeclaration' ? left.declarations : []
  const element = declarator?.id ?? left
  return loop && element ? { loop, element, callback } : undefined
}

// More than these are no pairs of a key and a value.
const mostNames = 4

/** `for (const { path, value } of body) user[path] = value`, in which the client names each key as well. */
function copiedByPairs(node: Node, file: SourceFile): KeyCopy | undefined {
  const going = goingThroughList(wrapped(node))
  if (!going || going.callback?.index === 1 || isLookedAt(node, file)) return undefined
  const { loop, element } = going
  if (element.type === 'Identifier') return copiedByMembers(element, loop, file)
  if (element.type !== 'ObjectPattern' || element.properties.length > mostNames) return undefined
  const names = element.properties.flatMap((property) =>
    property.type === 'Property' ? (file.variableOf(property.value) ?? []) : [],
  )
  for (const key of names)
    for (const value of names) {
      const copy = key === value ? undefined : copyOfValue(loop, { key, value, object: node, file })
      if (copy) return copy
    }
  return undefined
}

const askers: ReadonlySet<string> = new Set(['every', 'some', 'find', 'findIndex', 'filter'])

/** `body.every(({ path }) => allowed.includes(path))`: whether a list of such pairs is compared with one. */
function isLookedAt(list: Node, file: SourceFile): boolean {
  return nodesOf(file).calls.some(({ callee, arguments: [test] }) => {
    if (callee.type !== 'MemberExpression' || callee.object.type === 'Super' || !test || !isFunction(test)) return false
    const isAsked = askers.has(keyOf(callee, file) ?? '') && isSame(callee.object, list, file)
    return isAsked && /\.(?:includes|has|indexOf|hasOwn)\(/.test(file.code.getText(test))
  })
}

/** `for (const change of body) user[change.path] = change.value`, for each of them. */
function copiedByMembers(element: Node, loop: Node, file: SourceFile): KeyCopy | undefined {
  const variable = file.variableOf(element)
  const members = (variable?.references ?? []).flatMap(({ identifier }) => {
    const read = wrapped(identifier as Node)
    const member = parentOf(read)
    return member?.type === 'MemberExpression' && member.object === read ? [member] : []
  })
  for (const value of members) {
    const isKey = (node: Node) => {
      const place = keyText(node, file)
      return (members as Node[]).includes(place) && !isSame(place, value, file)
    }
    const copy = setAt(isKey, value, file)
    if (copy && isForEach(copy.node, loop)) return copy
  }
  return undefined
}

/** `user?.set(key, value)`, `await user.set(key, value)` */
function isWrapper(node: Node): boolean {
  return isTypeWrapper(node) || node.type === 'ChainExpression' || node.type === 'AwaitExpression'
}

function isForAny(node: Node): boolean {
  return /^(?:Expression|ForOf)Statement$/.test(node.type) || isWrapper(node)
}

/** Whether a loop comes to a statement for each element, whatever it is. */
function isForEach(node: Node, loop: Node): boolean {
  for (let step = node, parent = parentOf(step); parent && step !== loop; step = parent, parent = parentOf(parent))
    if (parent.type === 'BlockStatement' ? parent.body.some(isCondition) : !isForAny(parent) && parent !== loop)
      return false
  return true
}

/**
 * What methods make of a list of entries that leave every key in it:
 * `Object.entries(body).filter(([, value]) => value)`.
 */
function wholeListOf(list: Node, file: SourceFile): Node {
  const member = parentOf(list)
  const call = member?.type === 'MemberExpression' && member.object === list ? parentOf(member) : undefined
  return member?.type === 'MemberExpression' &&
    call?.type === 'CallExpression' &&
    call.callee === member &&
    keepsEveryKey(call, keyOf(member, file) ?? '', file)
    ? wholeListOf(call, file)
    : list
}

/** `_.forEach(body, (value, key) => { user[key] = value })` */
function copiedByCallback(node: Node, fn: Node | undefined, file: SourceFile): KeyCopy | undefined {
  if (!fn || !isFunction(fn)) return undefined
  const [value, key] = parametersOf(fn).map((parameter) => file.variableOf(parameter))
  return key && value ? copyOfValue(fn, { key, value, object: node, file }) : undefined
}

/** Where a loop copies the value of the key at hand to, if it does nothing else with it. */
function copyOfValue(loop: Node, copied: Copied & { readonly value: Scope.Variable }) {
  const { key, value, file } = copied
  const uses = value.references.flatMap(({ init, identifier }) => (init ? [] : [identifier as Node]))
  const given = uses.filter((each) => !isInTest(each, loop))
  const copies = given.flatMap((use) => setAt((node) => keyIn(node, file) === key, use, file) ?? [])
  const [copy] = copies
  if (!copy || !given.every((use) => copies.some(({ node }) => isInside(use, node)))) return undefined
  // As it is, or as something else: `if (isDate(value)) copy[key] = new Date(value); else copy[key] = value`.
  if (!copies.every(({ target }) => isSame(target, copy.target, file))) return undefined
  return copies.some(({ node, target }) => isChoosing(node, loop, { ...copied, target })) ? undefined : copy
}

/** What stands for a value where it is changed or replaced: `value.trim()`, `clean(value)`, `value ?? other`. */
function changed(value: Node): Node {
  const inner = wrapped(value)
  const parent = parentOf(inner)
  switch (parent?.type) {
    case 'ConditionalExpression':
      return parent.test === inner ? inner : changed(parent)
    case 'LogicalExpression':
    case 'AwaitExpression':
      return changed(parent)
    case 'MemberExpression': {
      const call = parent.object === inner ? parentOf(wrapped(parent)) : undefined
      return call?.type === 'CallExpression' && call.callee === wrapped(parent) ? changed(call) : inner
    }
    case 'CallExpression':
      return parent.arguments.length === 1 && parent.arguments[0] === inner ? changed(parent) : inner
    default:
      return inner
  }
}

/** `copy[key] = value` or `copy.set(key, value)` */
function setAt(
  isKey: (node: Node) => boolean,
  value: Node,
  file: SourceFile,
): (KeyCopy & { readonly node: Node }) | undefined {
  const outer = changed(value)
  const parent = parentOf(outer)
  if (parent?.type === 'AssignmentExpression') {
    const { right, operator } = parent
    const left = withoutTypes(parent.left)
    if (right !== outer || operator !== '=' || left.type !== 'MemberExpression') return undefined
    return left.computed && left.object.type !== 'Super' && isKey(left.property)
      ? { target: withoutTypes(left.object), node: parent }
      : undefined
  }
  if (parent?.type === 'Property') return spreadWith(isKey, parent) ?? assignedWith(isKey, parent, file)
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return undefined
  const { object } = parent.callee
  const method = keyOf(parent.callee, file)
  const [first, second, ...others] = parent.arguments
  const isSetter = (method === 'set' || method === '$set') && second === outer && others.length === 0
  return isSetter && first && isKey(first) && object.type !== 'Super'
    ? { target: withoutTypes(object), method, node: parent }
    : undefined
}

/**
 * The variable that an expression takes its text from, and nothing else: `key`, `${key}` in a template, `String(key)`.
 */
function keyIn(node: Node, file: SourceFile): Scope.Variable | undefined {
  return file.variableOf(keyText(node, file))
}

function keyText(given: Node, file: SourceFile): Node {
  const node = withoutTypes(given)
  if (node.type === 'TemplateLiteral') {
    const [only] = node.expressions
    const isAll = node.expressions.length === 1 && node.quasis.every(({ value }) => value.raw === '')
    return isAll && only ? only : node
  }
  const [first] = node.type === 'CallExpression' ? node.arguments : []
  return node.type === 'CallExpression' && first && isGlobal(evaluate(node.callee, file), 'String') ? first : node
}

/** `{ ...copy, [key]: value }` */
function spreadWith(isKey: (node: Node) => boolean, property: ESTree.Property | ESTree.AssignmentProperty) {
  const object = parentOf(property)
  const [first] = object?.type === 'ObjectExpression' ? object.properties : []
  return object && first?.type === 'SpreadElement' && property.computed && isKey(property.key)
    ? { target: first.argument, node: object }
    : undefined
}

/** `Object.assign(copy, { [key]: value })` */
function assignedWith(
  isKey: (node: Node) => boolean,
  property: ESTree.Property | ESTree.AssignmentProperty,
  file: SourceFile,
) {
  const object = parentOf(property)
  const call = object && parentOf(object)
  if (call?.type !== 'CallExpression' || !isGlobal(evaluate(call.callee, file), 'Object', 'assign')) return undefined
  const [target, given, ...others] = call.arguments
  const isOne = object?.type === 'ObjectExpression' && object.properties.length === 1 && others.length === 0
  return target && given === object && isOne && property.computed && isKey(property.key)
    ? { target: withoutTypes(target), node: call }
    : undefined
}

/** A function that a list is gone through with, and which of its parameters takes the element. */
interface Callback {
  readonly fn: FunctionNode
  readonly index: number
  readonly call: Node
}

// What goes through a list, and which parameter of its function takes the element. `map` is written for `forEach` as
// well.
const elementIndex: ReadonlyMap<string, number> = new Map([
  ['forEach', 0],
  ['map', 0],
  ['reduce', 1],
])

/** The function in `list.forEach((…) => …)` and `list.reduce((…) => …)`. */
function callbackOf(member: Node | undefined, list: Node): Callback | undefined {
  if (member?.type !== 'MemberExpression' || member.object !== list || !('name' in member.property)) return undefined
  const index = elementIndex.get(member.property.name)
  const call = parentOf(member)
  const [fn] = call?.type === 'CallExpression' && call.callee === member ? call.arguments : []
  return call && fn && isFunction(fn) && index !== undefined ? { fn, index, call } : undefined
}

function copiedByKeys(node: Node, file: SourceFile): KeyCopy | undefined {
  const member = parentOf(wrapped(node))
  if (member?.type !== 'MemberExpression' || !member.computed || member.object !== wrapped(node)) return undefined
  const indexed = indexedIn(member.property, file)
  if (indexed) return copiedByIndex(node, member, indexed, file)
  const key = keyIn(member.property, file)
  const copy = key && setAt((each) => keyIn(each, file) === key, member, file)
  const loop = copy && loopOver(key, node, file)
  if (!loop || isChoosing(copy.node, loop, { key, object: node, file, target: copy.target })) return undefined
  const call = isFunction(loop) ? parentOf(loop) : undefined
  const isReduced = isFunction(loop) && file.variableOf(parametersOf(loop)[1]) === key
  if (!isReduced) return copy.node.type === 'ObjectExpression' ? undefined : copy
  return call && isGivenBack(copy, loop, file) ? { ...copy, result: call } : undefined
}

/** `user[keys[i]] = body[keys[i]]`, for each of the keys, of which nothing else is asked. */
function copiedByIndex(object: Node, value: ESTree.MemberExpression, { list, loop }: Indexed, file: SourceFile) {
  const isKey = (node: Node) => isSame(node, value.property, file)
  const [definition] = file.variableOf(list)?.defs ?? []
  const init = definition?.type === 'Variable' && definition.node.id.type === 'Identifier' ? definition.node.init : null
  const isUsedAlike = file.readsOf(list).every((read) => {
    const member = parentOf(read)
    return isLength(member) || (member !== undefined && isKey(member))
  })
  if (!init || !isUsedAlike || !isKeysOf(init, object, file)) return undefined
  const copy = setAt(isKey, value, file)
  return copy && isForEach(copy.node, loop) ? copy : undefined
}

/** Whether the callback of `reduce()` gives back what it was given, with the key in it. */
function isGivenBack({ target, node }: KeyCopy & { readonly node: Node }, fn: FunctionNode, file: SourceFile): boolean {
  const copy = file.variableOf(parametersOf(fn)[0])
  const returned = file.returnsOf(fn).map(unwrap)
  return (
    copy !== undefined &&
    file.variableOf(target) === copy &&
    returned.length > 0 &&
    returned.every((each) => each === node || (node.type !== 'ObjectExpression' && file.variableOf(each) === copy))
  )
}

/** The loop whose variable `key` takes every key of an object. */
function loopOver(key: Scope.Variable, object: Node, file: SourceFile): Node | undefined {
  const [definition] = key.defs
  if (definition?.type === 'Parameter') {
    const fn = definition.node as Node
    const index = isFunction(fn) ? parametersOf(fn).findIndex((parameter) => file.variableOf(parameter) === key) : -1
    const call = index < 0 ? undefined : parentOf(fn)
    const callee = call?.type === 'CallExpression' ? unwrap(call.callee) : undefined
    if (callee?.type !== 'MemberExpression' || elementIndex.get(keyOf(callee, file) ?? '') !== index) return undefined
    return isKeysOf(callee.object, object, file) ? fn : undefined
  }
  const declaration = definition?.type === 'Variable' ? parentOf(definition.node) : undefined
  const indexed = definition?.type === 'Variable' ? indexedIn(definition.node.init, file) : undefined
  if (indexed) return isKeysOf(indexed.list, object, file) ? indexed.loop : undefined
  const loop = declaration && parentOf(declaration)
  if (loop?.type === 'ForInStatement') return isSame(loop.right, object, file) ? loop : undefined
  return loop?.type === 'ForOfStatement' && isKeysOf(loop.right, object, file) ? loop : undefined
}

/** `Object.keys(object)`, also in a variable that nothing else is asked of. */
function isKeysOf(node: Node, object: Node, file: SourceFile): boolean {
  const call = initOf(unwrap(node), file)
  const [first] = call.type === 'CallExpression' ? call.arguments : []
  if (call.type === 'CallExpression' && first && isFunction(first)) {
    const { callee } = call
    const isList = callee.type === 'MemberExpression' && callee.object.type !== 'Super'
    const isFiltered = isList && keyOf(callee, file) === 'filter' && isOpenFilter(first, object, file)
    return isFiltered && isKeysOf(callee.object, object, file)
  }
  return (
    call.type === 'CallExpression' &&
    isGlobal(evaluate(call.callee, file), 'Object', 'keys') &&
    first !== undefined &&
    isSame(first, object, file)
  )
}

/** `.filter((key) => body[key] !== '')` */
function isOpenFilter(callback: FunctionNode, object: Node, file: SourceFile): boolean {
  const key = file.variableOf(parametersOf(callback)[0])
  const answer = answerOf(callback.body)
  if (!key || !answer) return false
  // Who leaves out a key by its name may know all others.
  return outcomeIfListed(answer, key, file) === undefined && isOpenTest(answer, true, { key, object, file })
}

/** What a variable is given that is read once, but for its length, or the expression itself. */
function initOf(node: Node, file: SourceFile): Node {
  const variable = file.variableOf(node)
  const [definition] = variable?.defs ?? []
  if (definition?.type !== 'Variable' || definition.node.id.type !== 'Identifier' || !definition.node.init) return node
  const reads = variable?.references.filter(({ init, identifier }) => !init && !isLength(parentOf(identifier as Node)))
  return reads?.length === 1 ? unwrap(definition.node.init) : node
}

function isLength(node: Node | undefined): boolean {
  return (
    node?.type === 'MemberExpression' && !node.computed && 'name' in node.property && node.property.name === 'length'
  )
}

/** Whether a loop comes to `node` only for some keys, but for a few that it names and those that hold no value. */
function isChoosing(node: Node, loop: Node, copied: Copied): boolean {
  for (let step = node, parent = parentOf(step); parent && step !== loop; step = parent, parent = parentOf(parent)) {
    if (parent === loop || /^(?:Expression|Return)Statement$/.test(parent.type) || isWrapper(parent)) continue
    if (parent.type === 'IfStatement') {
      if (parent.test === step || !isOpenTest(parent.test, step === parent.consequent, copied)) return true
    } else if (parent.type !== 'BlockStatement') return true
    else if (parent.body.some((other) => other !== step && isCondition(other) && !skipsFew(other, copied))) return true
  }
  return false
}

function isCondition(statement: Node): statement is ESTree.IfStatement {
  return statement.type === 'IfStatement'
}

/** `if (key === '_id') continue` */
function skipsFew({ test, consequent, alternate }: ESTree.IfStatement, copied: Copied): boolean {
  const last = lastStatement(consequent)
  return (
    !alternate &&
    (last?.type === 'ContinueStatement' || last?.type === 'ReturnStatement') &&
    isOpenTest(test, false, copied)
  )
}

/** Whether an expression is part of what an `if` inside of a loop asks. */
function isInTest(node: Node, loop: Node): boolean {
  for (let step = node, parent = parentOf(step); parent && step !== loop; step = parent, parent = parentOf(parent))
    if (parent.type === 'IfStatement' && parent.test === step) return true
  return false
}
