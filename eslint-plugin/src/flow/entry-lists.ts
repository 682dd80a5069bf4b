import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import { answerOnce } from '../source/cycles.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isFunction, isInside, type Node, parametersOf, unwrap } from '../source/syntax.ts'
import { answerOf } from './listed-keys.ts'
import { isOpenTest } from './open-keys.ts'

const orderings: ReadonlySet<string> = new Set(['sort', 'toSorted', 'reverse', 'toReversed', 'slice'])
const steps: ReadonlySet<string> = new Set([...orderings, 'filter', 'map'])

/**
 * Whether what a method makes of `Object.entries(body)` may still have any key that the body has:
 * `.filter(([key, value]) => value !== '')`, `.map(([key, value]) => [key, value.trim()])`.
 */
export function keepsEveryKey(call: ESTree.SimpleCallExpression, method: string, file: SourceFile): boolean {
  const object = objectOfList(call, file)
  if (!object) return false
  if (orderings.has(method)) return true
  const [callback] = call.arguments
  if ((method !== 'filter' && method !== 'map') || !callback || !isFunction(callback)) return false
  const [pattern] = parametersOf(callback)
  if (pattern?.type !== 'ArrayPattern') return false
  const [key, value] = pattern.elements.map((element) => file.variableOf(element ?? undefined))
  if (method === 'filter') {
    const answer = answerOf(callback.body)
    return (
      answer !== undefined && (!key || isOpenTest(answer, true, { key, ...(value ? { value } : {}), object, file }))
    )
  }
  const made = file.returnsOf(callback).map(unwrap)
  return (
    made.length > 0 &&
    made.every((entry) => {
      const [first] = entry.type === 'ArrayExpression' ? entry.elements : []
      return first && key?.references.some(({ identifier }) => isInside(identifier as Node, first))
    })
  )
}

/** Whether a method is called on entries: of an object, or of a list of pairs. */
export function isListOfEntries(call: ESTree.SimpleCallExpression, file: SourceFile): boolean {
  return objectOfList(call, file) !== undefined
}

/** What the list has the entries of that a method is called on. */
function objectOfList(call: ESTree.SimpleCallExpression, file: SourceFile): Node | undefined {
  const { callee } = call
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined
  return objectOfEntries(callee.object, takesPair(call), file)
}

/** `filter(([key, value]) => …)` */
function takesPair({ arguments: [callback] }: ESTree.SimpleCallExpression): boolean {
  return !!callback && isFunction(callback) && parametersOf(callback)[0]?.type === 'ArrayPattern'
}

/** What a list has the entries of; that a copy of something has any, who takes each apart tells. */
function objectOfEntries(list: Node, isOfPairs: boolean, file: SourceFile): Node | undefined {
  return answerOnce<Node | undefined>('entries', unwrap(list), undefined, () => objectIn(list, isOfPairs, file))
}

function objectIn(list: Node, isOfPairs: boolean, file: SourceFile): Node | undefined {
  const variable = file.variableOf(unwrap(list))
  const [definition] = variable?.defs ?? []
  const init = definition?.type === 'Variable' && file.readsOf(definition.name).length > 0 ? definition.node.init : null
  const call = unwrap(init ?? list)
  const copied = copiedList(call, file)
  if (copied) return objectOfEntries(copied, isOfPairs, file) ?? (isOfPairs ? copied : undefined)
  if (call.type !== 'CallExpression') return undefined
  if (isGlobal(evaluate(call.callee, file), 'Object', 'entries')) return call.arguments[0]
  const callee = unwrap(call.callee)
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined
  const method = keyOf(callee, file) ?? ''
  // Of a form.
  if (method === 'entries' && call.arguments.length === 0) return callee.object
  return steps.has(method) ? objectOfEntries(callee.object, isOfPairs || takesPair(call), file) : undefined
}

/** What `[...list]` and `Array.from(list)` are a copy of. */
function copiedList(node: Node, file: SourceFile): Node | undefined {
  const [first, ...others] =
    node.type === 'ArrayExpression'
      ? node.elements
      : node.type === 'CallExpression' && isGlobal(evaluate(node.callee, file), 'Array', 'from')
        ? node.arguments
        : []
  if (!first || others.length > 0) return undefined
  if (node.type === 'ArrayExpression') return first.type === 'SpreadElement' ? first.argument : undefined
  return first
}
