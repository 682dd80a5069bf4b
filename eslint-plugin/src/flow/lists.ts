import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { keyOf } from '../evaluate/evaluate.ts'
import { isGlobal, type Value } from '../evaluate/value.ts'
import { lodashName } from '../evaluate/copies.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap } from '../source/syntax.ts'
import type { AccessPath, Flow } from './flow.ts'

// What they leave out of a list, or bring into another order, says nothing of what the elements hold.
const keepers: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'concat',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'flat',
])
const takers: ReadonlySet<string> = new Set(['at', 'pop', 'shift', 'find'])

/** The path to the value in what a method makes of a list that holds it. */
export function pathInList(flow: Flow, method: string, path: AccessPath): AccessPath | undefined {
  const inElement = intoElement(flow, path)
  if (!inElement) return undefined
  if (takers.has(method)) return inElement
  return keepers.has(method) ? asElement(inElement) : undefined
}

/** The path inside any element of a list that holds the value. */
export function intoElement({ isPartIncluded }: Flow, [step, ...rest]: AccessPath): AccessPath | undefined {
  if (step === undefined) return isPartIncluded ? [] : undefined
  return typeof step === 'string' && /^\d+$/.test(step) ? rest : undefined
}

/** The path in a list to what stands in one of its elements. */
export function asElement(path: AccessPath): AccessPath {
  return ['0', ...path]
}

/**
 * A function that goes through the list or the object that it is given first: what it hands to its callback, and gives
 * back.
 */
export type Going = 'each' | 'list' | 'made'

/** What a function does with the elements of its argument: `Array.from`, `Object.values`, `_.map`. */
export function goingThrough(callee: Value): Going | undefined {
  if (isGlobal(callee, 'Array', 'from')) return 'made'
  if (isGlobal(callee, 'Object', 'values')) return 'list'
  const name = lodashName(callee)
  if (name === 'map' || name === 'flatMap') return 'made'
  if (/^(?:filter|reject|compact|values|toArray|uniqBy?|sortBy|orderBy)$/.test(name ?? '')) return 'list'
  return /^(?:forEach|each|forOwn|forIn)$/.test(name ?? '') ? 'each' : undefined
}

/** Whether a key is the counter of a loop: `for (let i = 0; i < body.length; i++) body[i]`. */
export function isCounter(key: Node, file: SourceFile): boolean {
  const [definition] = file.variableOf(unwrap(key))?.defs ?? []
  if (definition?.type !== 'Variable') return false
  const { init } = definition.node
  const declaration = parentOf(definition.node)
  const loop = declaration && parentOf(declaration)
  return loop?.type === 'ForStatement' && init?.type === 'Literal' && typeof init.value === 'number'
}

/** A list, and the loop that counts through all of it. */
export interface Indexed {
  readonly list: Node
  readonly loop: ESTree.ForStatement
}

/** Where an expression takes each element of a list in turn: `keys[i]` in `for (let i = 0; i < keys.length; i++)`. */
export function indexedIn(node: Node | null | undefined, file: SourceFile): Indexed | undefined {
  if (node?.type !== 'MemberExpression' || !node.computed || node.object.type === 'Super') return undefined
  const counter = isCounter(node.property, file) ? file.variableOf(unwrap(node.property)) : undefined
  const [definition] = counter?.defs ?? []
  if (definition?.type !== 'Variable') return undefined
  const declaration = parentOf(definition.node)
  const loop = declaration && parentOf(declaration)
  const init = definition.node.init
  const isFromStart = init?.type === 'Literal' && init.value === 0
  return loop?.type === 'ForStatement' && isFromStart && isToEnd(loop, counter, node.object, file)
    ? { list: node.object, loop }
    : undefined
}

/** `i < keys.length; i++`, and nothing else that counts. */
function isToEnd(
  { test, update }: ESTree.ForStatement,
  counter: Scope.Variable | undefined,
  list: Node,
  file: SourceFile,
) {
  const isOwn = (node: Node | null | undefined) => !!node && file.variableOf(node) === counter
  if (test?.type !== 'BinaryExpression' || test.operator !== '<' || test.left.type === 'PrivateIdentifier') return false
  const { right } = test
  const isLength = right.type === 'MemberExpression' && keyOf(right, file) === 'length'
  const isOfList =
    isLength && file.variableOf(right.object) !== undefined && file.variableOf(right.object) === file.variableOf(list)
  const isByOne = update?.type === 'UpdateExpression' && update.operator === '++' && isOwn(update.argument)
  const writes = counter?.references.filter((each) => each.isWrite() && !each.init) ?? []
  return isOwn(test.left) && isOfList && isByOne && writes.length === 1
}
