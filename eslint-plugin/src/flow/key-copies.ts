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
  type Node,
  parametersOf,
  parentOf,
  unwrap,
  wrapped,
} from '../source/syntax.ts'
import { keepsEveryKey } from './entry-lists.ts'
import { answerOf, namesAllFields, outcomeIfListed } from './listed-keys.ts'
import { type KeyCopy, keyIn, keyText, type KeyWrite, writeOfKey } from './key-writes.ts'
import { goingThrough, type Indexed, indexedIn } from './lists.ts'
import { copiedByName } from './named-fields.ts'
import { isChoosing, isForEach, isInTest } from './loop-conditions.ts'
import { asksWholeSchema, type Copied, isOpenTest, isSame } from './open-keys.ts'

/**
 * Where a loop over all keys of `node` copies each of them to, as in `for (const key in body) user[key] = body[key]`.
 * A loop that chooses its keys is none: it may know a list of them. The same of one key that the body names.
 */
export function copiedKeyByKey(node: Node, file: SourceFile): KeyCopy | undefined {
  return (
    copiedByEntries(node, file) ?? copiedByKeys(node, file) ?? copiedByPairs(node, file) ?? copiedByName(node, file)
  )
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
    const copy = writeOfKey(isKey, value, file)
    if (copy && isForEach(copy.node, loop)) return copy
  }
  return undefined
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
  const copies = given.flatMap((use) => writeOfKey((node) => keyIn(node, file) === key, use, file) ?? [])
  const [copy, ...others] = copies
  if (!copy || !given.every((use) => copies.some(({ node }) => isInside(use, node)))) return undefined
  // As it is, or as something else: `if (isDate(value)) copy[key] = new Date(value); else copy[key] = value`.
  if (!copies.every(({ target }) => isSame(target, copy.target, file))) return undefined
  return ofEveryKey([copy, ...others], copied, () => loop)?.copy
}

/** The copy that writes make in a loop, if none of them chooses its keys, or none but those that a document has. */
function ofEveryKey(
  writes: readonly [KeyWrite, ...KeyWrite[]],
  copied: Copied,
  loopOf: (copied: Copied) => Node | undefined,
) {
  const [write] = writes
  for (const isOntoDocument of [false, true]) {
    const asked = { ...copied, target: write.target, isOntoDocument }
    const loop = loopOf(asked)
    if (loop && !writes.some(({ node }) => isChoosing(node, loop, asked)))
      return { copy: { ...write, isOntoDocument }, loop }
  }
  return undefined
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
  const write = key && writeOfKey((each) => keyIn(each, file) === key, member, file)
  const found = write && ofEveryKey([write], { key, object: node, file }, loopOver)
  if (!found) return undefined
  const { copy, loop } = found
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
  if (!init || !isUsedAlike || !isKeysOf(init, { object, file })) return undefined
  const copy = writeOfKey(isKey, value, file)
  return copy && isForEach(copy.node, loop) ? copy : undefined
}

/** Whether the callback of `reduce()` gives back what it was given, with the key in it. */
function isGivenBack({ target, node }: KeyWrite, fn: FunctionNode, file: SourceFile): boolean {
  const copy = file.variableOf(parametersOf(fn)[0])
  const returned = file.returnsOf(fn).map(unwrap)
  return (
    copy !== undefined &&
    file.variableOf(target) === copy &&
    returned.length > 0 &&
    returned.every((each) => each === node || (node.type !== 'ObjectExpression' && file.variableOf(each) === copy))
  )
}

/** The loop whose variable `key` takes every key of an object, or every field of a schema. */
function loopOver(copied: Copied): Node | undefined {
  const { key, object, file } = copied
  const [definition] = key.defs
  if (definition?.type === 'Parameter') {
    const fn = definition.node as Node
    const index = isFunction(fn) ? parametersOf(fn).findIndex((parameter) => file.variableOf(parameter) === key) : -1
    const call = index < 0 ? undefined : parentOf(fn)
    const callee = call?.type === 'CallExpression' ? unwrap(call.callee) : undefined
    if (callee?.type !== 'MemberExpression' || elementIndex.get(keyOf(callee, file) ?? '') !== index) return undefined
    return isKeysOf(callee.object, copied) ? fn : undefined
  }
  const declaration = definition?.type === 'Variable' ? parentOf(definition.node) : undefined
  const indexed = definition?.type === 'Variable' ? indexedIn(definition.node.init, file) : undefined
  if (indexed) return isKeysOf(indexed.list, copied) ? indexed.loop : undefined
  const loop = declaration && parentOf(declaration)
  if (loop?.type === 'ForInStatement') return hasEveryKey(loop.right, object, file) ? loop : undefined
  return loop?.type === 'ForOfStatement' && isKeysOf(loop.right, copied) ? loop : undefined
}

function hasEveryKey(node: Node, object: Node, file: SourceFile): boolean {
  return isSame(node, object, file) || namesAllFields(node, file)
}

/** `Object.keys(object)`, also in a variable that nothing else is asked of. */
function isKeysOf(node: Node, copied: Omit<Copied, 'key'>): boolean {
  const { object, file } = copied
  const call = initOf(unwrap(node), file)
  const [first] = call.type === 'CallExpression' ? call.arguments : []
  if (call.type === 'CallExpression' && first && isFunction(first)) {
    const { callee } = call
    const isList = callee.type === 'MemberExpression' && callee.object.type !== 'Super'
    const isFiltered = isList && keyOf(callee, file) === 'filter' && isOpenFilter(first, copied)
    return isFiltered && isKeysOf(callee.object, copied)
  }
  return (
    call.type === 'CallExpression' &&
    isGlobal(evaluate(call.callee, file), 'Object', 'keys') &&
    first !== undefined &&
    hasEveryKey(first, object, file)
  )
}

/** `.filter((key) => body[key] !== '')` */
function isOpenFilter(callback: FunctionNode, copied: Omit<Copied, 'key'>): boolean {
  const { file } = copied
  const key = file.variableOf(parametersOf(callback)[0])
  const answer = answerOf(callback.body)
  if (!key || !answer) return false
  const asked = { ...copied, key }
  // Who leaves out a key by its name may know all others.
  const isOfNames = outcomeIfListed(answer, key, file) !== undefined && !asksWholeSchema(answer, asked)
  return !isOfNames && isOpenTest(answer, true, asked)
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
