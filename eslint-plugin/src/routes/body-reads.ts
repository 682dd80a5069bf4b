import { type Bindings, type Call, noBindings } from '../evaluate/bind.ts'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import { type AccessPath, type CallHooks, createFlow, isStepTo, pathText } from '../flow/flow.ts'
import { follow, followIntoFunction } from '../flow/follow.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  enclosingFunction,
  type FunctionNode,
  isInside,
  type Node,
  parametersOf,
  parentOf,
  rangeOf,
  unwrap,
} from '../source/syntax.ts'
import { isCheckedFirst } from './checked-first.ts'
import { givesAllBack } from './given-all-back.ts'
import type { Handler } from './handlers.ts'
import { mayBeSkipped } from './skipped-code.ts'

/** One place that reads the raw body: a member expression or a property of a pattern. */
export interface BodyRead {
  readonly node: Node
  readonly file: SourceFile
}

/** A place that reads or overwrites what stands at a path in the parameter. */
interface Access extends BodyRead {
  readonly path: AccessPath
}

export interface BodyReads {
  readonly reads: readonly BodyRead[]
  /** Whether the handler puts something else in the place of the raw body. */
  readonly isReplaced: boolean
  /** Where it does. */
  readonly replacements: readonly BodyRead[]
  /** The same, also where a client decides whether it does. */
  readonly possible: readonly BodyRead[]
  /** The calls of functions of the same file that led to the reads. */
  readonly calls: readonly Call[]
  /** The paths at which the handler, or a constructor, gives its request back. */
  readonly returned: readonly AccessPath[]
}

/** Where a handler reads the raw body, directly or through what it does with its request. */
export function bodyReadsOf(
  handler: Handler,
  paths: readonly AccessPath[],
  hooks: CallHooks = {},
  bindings = noBindings,
): BodyReads {
  const reads = new Map<Node, Access>()
  const overwritten: Access[] = []
  const calls: Call[] = []
  const returned: AccessPath[] = []
  for (const path of paths) {
    if (!mayTake(handler, path)) continue
    const flow = createFlow({
      reach(node, rest, file) {
        if (rest.length > 0) return true
        reads.set(node, { node, file, path })
        return false
      },
      overwrite: (node, file) => overwritten.push({ node, file, path }),
      ...hooks,
    })
    followIntoFunction(flow, handler, handler.index, path)
    calls.push(...[...flow.calls.values()].flat())
    returned.push(...(flow.returned.get(handler.node) ?? []))
  }
  const all = [...reads.values()]
  const possible = overwritten.filter((write) => !isRawCopy(write, all, handler.node, hooks, bindings))
  const replaced = possible.filter((write) => !mayBeSkipped(write.node, write.file, bindings))
  const replacements = replaced.filter(({ path }) => path.length > 1 || !isContext(handler))
  return {
    reads: all.filter((read) => !replaced.some((write) => write.path === read.path && isAfter(read, write, calls))),
    isReplaced: replacements.length > 0,
    replacements,
    possible,
    calls,
    returned,
  }
}

/** Whether a handler reads the raw body at all. */
export function readsBody(handler: Handler, paths: readonly AccessPath[]): boolean {
  return paths.some((path) => mayTake(handler, path) && !isReadless(handler, path))
}

// Each function of a file is asked, and many hand on to the same ones.
const readless = new WeakMap<FunctionNode, Set<string>>()

function isReadless(handler: Handler, path: AccessPath): boolean {
  const own = placeText(handler.index, path)
  if (readless.get(handler.node)?.has(own)) return true
  const entered: (readonly [fn: FunctionNode, place: string])[] = [[handler.node, own]]
  const reads: Node[] = []
  const flow = createFlow({
    reach(node, rest) {
      if (rest.length === 0) reads.push(node)
      return reads.length === 0
    },
    isEntered({ node }, index, inside) {
      const place = placeText(index, inside)
      if (reads.length > 0 || readless.get(node)?.has(place)) return false
      entered.push([node, place])
      return true
    },
  })
  followIntoFunction(flow, handler, handler.index, path)
  if (reads.length > 0) return false
  for (const [fn, place] of entered)
    // What a function gives back is read by its callers.
    if (!flow.returned.has(fn)) readless.set(fn, (readless.get(fn) ?? new Set()).add(place))
  return true
}

function placeText(index: number, path: AccessPath): string {
  return `${String(index)} ${pathText(path)}`
}

/** Whether the parameter is the context of Koa, the `body` of which is the response. */
function isContext({ node, index }: Handler): boolean {
  const [parameter, next] = parametersOf(node).slice(index)
  return isNamed(next, /^next$/) || isNamed(parameter, /^(?:ctx|context)$/)
}

function isNamed(parameter: Node | undefined, name: RegExp): boolean {
  return parameter?.type === 'Identifier' && name.test(parameter.name)
}

/** Whether a function can take what stands at a path in its parameter: most of them have other members of theirs. */
function mayTake({ node, file, index }: Handler, [first]: AccessPath): boolean {
  const parameter = parametersOf(node)[index]
  if (parameter?.type !== 'Identifier' || file.argumentsOf(node)?.references.length) return true
  return (file.variableOf(parameter)?.references ?? []).some(({ identifier }) => {
    const member = parentOf(identifier as Node)
    if (member?.type !== 'MemberExpression' || member.object !== identifier || member.computed) return true
    return (
      member.property.type === 'Identifier' &&
      (isStepTo(first, member.property.name) || member.property.name === 'clone')
    )
  })
}

/** `req.body = JSON.parse(req.body.data)`: what takes the place of the raw body is no less raw. */
function isRawCopy(
  write: BodyRead,
  reads: readonly BodyRead[],
  fn: Node,
  { placeInResult }: CallHooks,
  bindings: Bindings,
): boolean {
  const assignment = parentOf(write.node)
  if (assignment?.type !== 'AssignmentExpression') return false
  if (isCheckedFirst(unwrap(assignment.right), write.file, bindings)) return false
  return reads.some((read) => {
    if (read.file !== write.file) return false
    const copies: Node[] = []
    const made = unwrap(assignment.right)
    const flow = createFlow({
      isPartIncluded: true,
      ...(placeInResult ? { placeInResult } : {}),
      reach(node, path) {
        if (path.length === 0 && (node === assignment.right || isGivenBack(node, made, read.file))) copies.push(node)
        // Another function that gives it back may have checked it.
        return copies.length === 0 && isInside(node, fn)
      },
    })
    follow(flow, wholeRead(read.node), [], read.file)
    return copies.length > 0
  })
}

/** `req.body = sanitize(req.body)`, of a function that is seen to give back every field. */
function isGivenBack(node: Node, made: Node, file: SourceFile): boolean {
  const index = made.type === 'CallExpression' ? (made.arguments as Node[]).indexOf(node) : -1
  if (made.type !== 'CallExpression' || index < 0) return false
  const callee = resolveImports(evaluate(unwrap(made.callee), file), () => true)
  return callee.kind === 'function' && givesAllBack(callee, index)
}

/**
 * Whether a read comes after a write in the same function or in one inside it, or in one that is only called after it.
 */
function isAfter(read: BodyRead, write: BodyRead, calls: readonly Call[], depth = 0): boolean {
  const fn = enclosingFunction(write.node)
  if (!fn || read.file !== write.file || isOwnRightSide(read.node, write.node)) return false
  if (isInside(read.node, fn)) return rangeOf(read.node)[0] > rangeOf(write.node)[1]
  const leading = depth < deepestCall ? calls.filter(({ callee }) => isInside(read.node, callee.node)) : []
  return leading.length > 0 && leading.every((call) => isAfter(call, write, calls, depth + 1))
}

const deepestCall = 4

/** `req.body = clean(req.body)` still reads the raw body. */
function isOwnRightSide(read: Node, write: Node): boolean {
  const assignment = parentOf(write)
  return assignment?.type === 'AssignmentExpression' && isInside(read, assignment)
}

/** The whole expression that gives the raw body: `await req.json()` around the member `req.json`. */
export function wholeRead(node: Node): Node {
  const call = parentOf(node)
  if (call?.type !== 'CallExpression' || call.callee !== node) return node
  const chain = parentOf(call)
  const outer = chain?.type === 'ChainExpression' ? chain : call
  const awaited = parentOf(outer)
  return awaited?.type === 'AwaitExpression' ? awaited : call
}
