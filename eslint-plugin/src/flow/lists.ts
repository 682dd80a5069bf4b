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

/** A function that goes through the list or the object that it is given first: what it hands to its callback, and gives back. */
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
