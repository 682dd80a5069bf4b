import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, type FunctionNode, isFunction, isInside, type Node, unwrap } from '../source/syntax.ts'
import { Course } from './course.ts'
import type { GivenBack } from './given-back.ts'
import { isLeaving } from './leaving.ts'

/**
 * What is given back to tell it: a boolean, what is wrong in a list or by keys, or else what a validator said of the
 * body.
 */
export interface Answer extends GivenBack {
  readonly outcome?: boolean
  readonly faults?: 'list' | 'keys'
}

/** Code to which a function comes only with a body that has no unknown fields. */
export interface Validation {
  readonly node: Node
  /** The branch to which this is limited; without it, all that follows `node`. */
  readonly within?: Node
  /** Whether a body with unknown fields throws. */
  readonly isThrown?: boolean
  /** What the function gives back where that tells it. */
  readonly answer?: Answer
  /** What it deletes unknown fields from, and does not refuse: the body, or a copy. */
  readonly deletesFrom?: Node
  /**
   * Whether a function hands an error on to `next`, and then goes on itself: what it calls by `next()` has passed, and
   * nothing else.
   */
  readonly isForNext?: boolean
  /** The expressions that hold the body. */
  readonly held?: ReadonlySet<Node>
}

interface Place {
  readonly node: FunctionNode
  readonly file: SourceFile
}

/** Tells whether a function comes to a place, or evaluates it, only with what has passed one of some validations. */
export function pastAny(
  validations: readonly Validation[],
  { node: fn, file }: Place,
  isAssumed?: (test: Node) => boolean,
  isEnding?: (branch: Node) => boolean,
): (at: Node) => boolean {
  const own = validations.filter(({ answer, isForNext }) => !answer && (!isForNext || isEnding))
  const branches = own.filter(({ within, deletesFrom }) => within && !deletesFrom)
  const lasting = own.filter(({ within, deletesFrom }) => !within && !deletesFrom)
  const deleting = own.filter(({ deletesFrom }) => deletesFrom)
  const course = new Course(lasting, file, isAssumed, isEnding)
  return (at) => {
    const isIn = ({ within }: Validation) => !!within && isInside(at, within)
    const isBefore = (some: readonly Validation[], way: Course) =>
      some.length > 0 && (!isInside(at, fn) || way.isSureAt(at, fn))
    if (branches.some(isIn) || isBefore(lasting, course)) return true
    // A copy from which fields are deleted says nothing of the body.
    const stripping = deleting.filter(({ deletesFrom }) => deletesFrom && !isOfOther(deletesFrom, at, file))
    if (stripping.length === 0) return false
    const all = [...lasting, ...stripping.filter(({ within }) => !within)]
    return stripping.some(isIn) || isBefore(all, new Course(all, file, isAssumed, isEnding))
  }
}

/** Tells whether a function comes to a place only where there is no body. */
export function besidesBody(validations: readonly Validation[], { node: fn, file }: Place): (at: Node) => boolean {
  const course = new Course(validations, file)
  return (at) => course.isBesidesBody(at, fn)
}

/** Whether a function that returns has come by one of some validations, and has thrown where that one found fault. */
export function isPastOnReturn(validations: readonly Validation[], { node: fn, file }: Place): boolean {
  const own = validations.filter(
    ({ isThrown, within, answer, deletesFrom }) =>
      !answer && (isThrown === true || within !== undefined) && !(deletesFrom && copyIn(deletesFrom, file)),
  )
  if (own.length === 0) return false
  const { body } = fn
  const course = new Course(own, file)
  const isPastOwn = pastAny(own, { node: fn, file })
  const isPast = (at: Node) => isPastOwn(at) || course.isBesidesBody(at, fn)
  if (body.type !== 'BlockStatement') return isPast(body)
  return returnsIn(body, file).every(isPast) && (isLeaving(body, file) || course.isSureIn(body))
}

/** Whether a function that comes to its end without a `return` has come by one of some validations. */
export function isPastAtEnd(validations: readonly Validation[], { node: fn, file }: Place): boolean {
  const lasting = validations.filter(
    ({ answer, within, deletesFrom, isForNext }) => !answer && !within && !deletesFrom && !isForNext,
  )
  return lasting.length > 0 && new Course(lasting, file).isSureIn(fn.body)
}

/** The `return` statements of a function, and not those of functions inside it. */
export function returnsIn(body: Node, file: SourceFile): ESTree.ReturnStatement[] {
  const found: ESTree.ReturnStatement[] = []
  const pending: Node[] = [body]
  for (let node = pending.pop(); node; node = pending.pop())
    if (node.type === 'ReturnStatement') found.push(node)
    else if (!isFunction(node)) pending.push(...childrenOf(node, file.code))
  return found
}

/** Whether fields are deleted from a copy of the body, which is not what an expression is made of. */
function isOfOther(deletesFrom: Node, at: Node, file: SourceFile): boolean {
  const copy = copyIn(deletesFrom, file)
  return !!copy && !isMadeOf(at, copy, file)
}

/** The variable that holds a copy of something. */
function copyIn(node: Node, file: SourceFile): Scope.Variable | undefined {
  const variable = file.variableOf(unwrap(node))
  const [definition] = variable?.defs ?? []
  const init = definition?.type === 'Variable' && definition.node.init ? unwrap(definition.node.init) : undefined
  return init && /^(?:Object|Call|New)Expression$/.test(init.type) ? variable : undefined
}

function isMadeOf(node: Node, variable: Scope.Variable, file: SourceFile, depth = 0): boolean {
  const own = file.variableOf(node)
  if (own === variable) return true
  const [definition] = own?.defs ?? []
  const init = definition?.type === 'Variable' ? definition.node.init : undefined
  if (init && depth < deepestCopy && isMadeOf(init, variable, file, depth + 1)) return true
  return !isFunction(node) && childrenOf(node, file.code).some((child) => isMadeOf(child, variable, file, depth))
}

const deepestCopy = 3
