import type * as ESTree from 'estree'
import { lodashName } from '../evaluate/copies.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { FunctionValue, Value } from '../evaluate/value.ts'
import { type AccessPath, createFlow } from '../flow/flow.ts'
import { followIntoFunction } from '../flow/follow.ts'
import { addTo } from '../source/add-to.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, isNothing, type Node, unwrap } from '../source/syntax.ts'
import { nestCommon } from './nest-common.ts'
import {
  isInstanceMaker,
  type OpenClassChecks,
  openClassChecksIn,
  placeInPlainInstance,
  textBeside,
} from './open-class-checks.ts'
import { isTextCleaner, placeInCleaned } from './text-cleaners.ts'

// Names tell nothing for sure. They are asked only to keep silent.
const choosing = /valid|schema|pick|omit|allow|permit|forbid|whitelist|strip|sanit|assert|\bthrow\b|\bdelete\b/i

/** What a flow of the body through a function has found. */
interface Followed {
  /** The expressions that hold the body, by the paths at which they do. */
  readonly held: ReadonlyMap<Node, readonly AccessPath[]>
  /** The calls of functions that are seen. */
  readonly entered: ReadonlySet<Node>
  /** The functions that give the body back, one way or the other. */
  readonly returning: ReadonlySet<Node>
}

/** Whether a function is seen to give back all that it is given at an index: one that trims texts, or logs. */
export function givesAllBack(fn: FunctionValue, index = 0): boolean {
  const answers = answersOf(fn.node, fn.file)
  let answer = answers.get(index)
  if (answer === undefined) answers.set(index, (answer = isAllGivenBack(fn, index)))
  return answer
}

// Each route behind a middleware asks.
const answersOf = rememberedByPart((): Map<number, boolean> => new Map())

function isAllGivenBack(first: FunctionValue, index: number): boolean {
  const held = new Map<Node, AccessPath[]>()
  const flow = createFlow({
    elsewhere: 'enter',
    reach(node, path) {
      addTo(held, node, path)
      return true
    },
    placeInResult: (call, at, file) => placeInPlainInstance(call, at, file) ?? placeInCleaned(call, at, file),
  })
  followIntoFunction(flow, first, index, [])
  const calls = [...flow.calls.values()].flat()
  const returning = Array.from(flow.returned).flatMap(([fn, paths]) => (paths.some(isWholePath) ? [fn] : []))
  const followed: Followed = {
    held,
    entered: new Set(calls.map(({ node }) => node)),
    returning: new Set<Node>(returning),
  }
  return (
    followed.returning.has(first.node) &&
    [first, ...calls.map(({ callee }) => callee)].every((fn) => isHandedThrough(fn, followed))
  )
}

/** Whether a function gives back all that it is given, or nothing of it, and hands it to nothing unknown. */
function isHandedThrough({ node: fn, file }: FunctionValue, followed: Followed): boolean {
  const checks = openClassChecksIn(fn, file)
  if (choosing.test(textBeside(fn, checks, file)) || !isHarmless(fn, { ...followed, checks }, file)) return false
  return !followed.returning.has(fn) || file.returnsOf(fn).every((node) => isWhole(node, followed, file))
}

/** The same, with what is asked of class-validator. */
interface Checked extends Followed {
  readonly checks: OpenClassChecks
}

function isHarmless(fn: Node, followed: Checked, file: SourceFile): boolean {
  const { calls, refusals } = followed.checks
  const called = new Set([fn])
  const pending = [fn]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (refusals.has(node)) continue
    if (!isHarmlessStep(node, followed, file)) return false
    pending.push(...childrenOf(node, file.code))
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue
    // What is called may refuse a body by its keys alone.
    const callee = evaluate(unwrap(node.callee), file)
    if (callee.kind === 'function' && callee.file === file) {
      if (called.has(callee.node)) continue
      if (choosing.test(textBeside(callee.node, followed.checks, file))) return false
      pending.push(callee.node)
      called.add(callee.node)
    } else if (!followed.entered.has(node) && !calls.has(node) && !isKnown(callee) && !isOfData(node.callee, file))
      return false
  }
  return true
}

function isKnown(callee: Value): boolean {
  if (lodashName(callee) !== undefined || isInstanceMaker(callee) || isTextCleaner(callee)) return true
  if (callee.kind !== 'external') return false
  return callee.source === 'global' || (nestCommon.test(callee.source) && callee.path.at(-2) === 'Logger')
}

/** A method of what a function holds itself, as in `value[key].trim()`, or of a log. */
function isOfData(node: Node, file: SourceFile): boolean {
  const callee = unwrap(node)
  if (callee.type !== 'MemberExpression') return false
  let root: Node = callee
  for (;;) {
    if (root.type === 'MemberExpression') root = unwrap(root.object)
    else if (root.type === 'CallExpression') {
      // `Object.keys(body).forEach(…)`
      if (isAsking(evaluate(unwrap(root.callee), file))) return true
      root = unwrap(root.callee)
    } else break
  }
  if (root.type === 'ThisExpression') return /^(?:log|debug|verbose|info|warn)$/.test(keyOf(callee, file) ?? '')
  const scope = file.variableOf(root)?.scope.type
  return scope !== undefined && scope !== 'module' && scope !== 'global'
}

function isHarmlessStep(node: Node, followed: Checked, file: SourceFile): boolean {
  const { held, entered, checks } = followed
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return (
      entered.has(node) ||
      checks.calls.has(node) ||
      isHeld(node, followed) ||
      !node.arguments.some((given) => held.has(given.type === 'SpreadElement' ? given.argument : given)) ||
      isAsking(evaluate(unwrap(node.callee), file))
    )
  if (node.type !== 'AssignmentExpression') return true
  const { left, right } = node
  // `body[key] = undefined`
  if (left.type === 'MemberExpression') return !isNothingOrVoid(right)
  const references = left.type === 'Identifier' ? file.variableOf(left)?.references : undefined
  return !references?.some(({ identifier }) => held.has(identifier as Node)) || isWhole(right, followed, file)
}

/** What looks at the keys or the type of a value, and tells its caller alone. */
function isAsking(callee: Value): boolean {
  if (isInstanceMaker(callee)) return true
  if (callee.kind !== 'external') return false
  const { source, path } = callee
  if (source === 'global')
    return /^(?:Object\.(?:keys|values|entries)|Array\.isArray|console\.\w+)$/.test(path.join('.'))
  return /^is[A-Z]/.test(lodashName(callee) ?? '')
}

const ofTexts: ReadonlySet<string> = new Set('trim trimStart trimEnd toLowerCase toUpperCase normalize'.split(' '))

/** Whether an expression gives the body, or what is made of one that is a text, whichever way it goes. */
function isWhole(node: Node, followed: Followed, file: SourceFile): boolean {
  const expression = unwrap(node)
  switch (expression.type) {
    case 'ConditionalExpression':
      return isWhole(expression.consequent, followed, file) && isWhole(expression.alternate, followed, file)
    case 'LogicalExpression':
      return isWhole(expression.left, followed, file) && isWhole(expression.right, followed, file)
    case 'CallExpression': {
      const callee = unwrap(expression.callee)
      const key = callee.type === 'MemberExpression' ? (keyOf(callee, file) ?? '') : ''
      const isMethod = ofTexts.has(key) || (key === 'map' && isMapped(expression, followed, file))
      return isHeld(isMethod && callee.type === 'MemberExpression' ? unwrap(callee.object) : expression, followed)
    }
    default:
      return isHeld(expression, followed)
  }
}

/** `list.map(sanitize)`, of a function that gives back what it is given */
function isMapped(
  { arguments: [callback] }: ESTree.SimpleCallExpression,
  followed: Followed,
  file: SourceFile,
): boolean {
  const called = callback && evaluate(callback, file)
  return called?.kind === 'function' && followed.returning.has(called.node)
}

function isHeld(node: Node, { held }: Followed): boolean {
  return !!held.get(node)?.some(isWholePath)
}

function isWholePath(path: AccessPath): boolean {
  return path.length === 0
}

function isNothingOrVoid(node: Node): boolean {
  return isNothing(node) || (node.type === 'UnaryExpression' && node.operator === 'void')
}
