import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import {
  childrenOf,
  type FunctionNode,
  isFunction,
  isInside,
  type Node,
  parentOf,
  rangeOf,
  unwrap,
} from '../source/syntax.ts'
import { isLeaving } from './leaving.ts'

/** Code to which a function comes only with a body that has no unknown fields. */
export interface Validation {
  readonly node: Node
  /** The branch to which this is limited; without it, all that follows `node`. */
  readonly within?: Node
  /** Whether a body with unknown fields throws. */
  readonly isThrown?: boolean
  /** The function whose answer tells it, and which answer: a boolean, or else what a validator said of the body. */
  readonly answer?: { readonly fn: FunctionNode; readonly outcome?: boolean }
  /** What it deletes unknown fields from, and does not refuse: the body, or a copy. */
  readonly deletesFrom?: Node
  /** The expressions that hold the body. */
  readonly held?: ReadonlySet<Node>
}

interface Place {
  readonly node: FunctionNode
  readonly file: SourceFile
}

/** Whether a function comes to `at`, or evaluates it, only with what has passed one of some validations. */
export function isPastAny(validations: readonly Validation[], at: Node, place: Place): boolean {
  const own = validations.filter(
    ({ answer, deletesFrom }) => !answer && !(deletesFrom && isOfOther(deletesFrom, at, place.file)),
  )
  if (own.some(({ within }) => within && isInside(at, within))) return true
  const [first, ...others] = own.filter(({ within }) => !within)
  if (!first) return false
  return !isInside(at, place.node) || new Course([first, ...others], place.file).isSureAt(at, place.node)
}

/** Whether a function that returns has come by one of some validations, and has thrown where that one found fault. */
export function isPastOnReturn(validations: readonly Validation[], { node: fn, file }: Place): boolean {
  const own = validations.filter(
    ({ isThrown, within, answer, deletesFrom }) =>
      !answer && (isThrown || within) && !(deletesFrom && copyIn(deletesFrom, file)),
  )
  if (own.length === 0) return false
  const { body } = fn
  const course = new Course(own, file)
  const isPast = (at: Node) => isPastAny(own, at, { node: fn, file }) || course.isBesidesBody(at, fn)
  if (body.type !== 'BlockStatement') return isPast(body)
  return returnsIn(body, file).every(isPast) && (isLeaving(body, file) || course.isSureIn(body))
}

function returnsIn(node: Node, file: SourceFile): Node[] {
  return childrenOf(node, file.code).flatMap((child) => {
    if (child.type === 'ReturnStatement') return [child]
    return isFunction(child) ? [] : returnsIn(child, file)
  })
}

const deepest = 300

/** The ways through a function, on some of which it comes by a validation. */
class Course {
  private readonly nodes: ReadonlySet<Node>
  private readonly starts: readonly number[]

  constructor(
    private readonly validations: readonly Validation[],
    private readonly file: SourceFile,
  ) {
    this.nodes = new Set(validations.flatMap(({ node, within }) => (within ? [] : [node])))
    this.starts = Array.from(this.nodes, (node) => rangeOf(node)[0]).toSorted((one, other) => one - other)
  }

  /** Whether a function has come by a validation before it comes to `at`, or while it evaluates it. */
  isSureAt(at: Node, fn: Node): boolean {
    if (this.isAround(at) && this.isSureIn(at)) return true
    for (let step = at, parent = parentOf(step); parent && step !== fn; step = parent, parent = parentOf(parent))
      if (partsBefore(step, parent, this.file).some((part) => this.isSureIn(part))) return true
    return false
  }

  /** Whether what comes through a node has come by a validation, or has left the function. */
  isSureIn(node: Node, depth = 0): boolean {
    if (this.nodes.has(node) || depth > deepest) return true
    if (!this.isAround(node)) return isLeaving(node, this.file)
    // Whether it is called, and when, is not looked at.
    if (isFunction(node)) return true
    const isSure = (part: Node | null | undefined) => !!part && this.isSureIn(part, depth + 1)
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression': {
        const [one, other] = [isSure(node.consequent), isSure(node.alternate)]
        return isSure(node.test) || (this.isForBody(node.test) ? one || other : one && other)
      }
      case 'LogicalExpression':
        return isSure(node.left) || (isSure(node.right) && this.isForBody(node.left))
      case 'SwitchStatement':
        return isSure(node.discriminant) || isSureInCases(node.cases, isSure)
      case 'TryStatement':
        return isSure(node.finalizer) || this.isSureInTry(node, depth + 1)
      default:
        return childrenOf(node, this.file.code).some(isSure)
    }
  }

  /** Whether a function comes to `at` only where there is no body: `if (!body) return`. */
  isBesidesBody(at: Node, fn: Node): boolean {
    for (let step = at, parent = parentOf(step); parent && step !== fn; step = parent, parent = parentOf(parent))
      if (parent.type === 'IfStatement' && step !== parent.test && this.isForBody(parent.test)) return true
    return false
  }

  private isSureInTry({ block, handler }: ESTree.TryStatement, depth: number): boolean {
    const isHeeded = !handler || isLeaving(handler.body, this.file) || isNoted(handler.body)
    if (isHeeded) return this.isSureIn(block, depth)
    const kept = this.validations.filter(({ isThrown }) => !isThrown)
    return kept.length > 0 && new Course(kept, this.file).isSureIn(block, depth)
  }

  private isAround(node: Node): boolean {
    const [start, end] = rangeOf(node)
    let [low, high] = [0, this.starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.starts[middle] ?? 0) < start) low = middle + 1
      else high = middle
    }
    const next = this.starts[low]
    return next !== undefined && next < end
  }

  /** Whether a test asks for the body as a whole, as in `if (body)`, and not for a part of it. */
  private isForBody(test: Node): boolean {
    return this.validations.some(({ held = [] }) =>
      Array.from(held).some((node) => {
        const parent = parentOf(node)
        return isInside(node, test) && !(parent?.type === 'MemberExpression' && parent.object === node)
      }),
    )
  }
}

/** The parts of `parent` that are evaluated before `step` whenever that is. */
function partsBefore(step: Node, parent: Node, { code }: SourceFile): readonly Node[] {
  switch (parent.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return step === parent.test ? [] : [parent.test]
    case 'SwitchStatement':
      return step === parent.discriminant ? [] : [parent.discriminant]
    case 'TryStatement':
      return []
    default: {
      const [start] = rangeOf(step)
      return childrenOf(parent, code).filter((part) => rangeOf(part)[1] <= start)
    }
  }
}

/** Whether each case, and there is one for everything else, comes by a validation, or falls through to one that does. */
function isSureInCases(cases: readonly ESTree.SwitchCase[], isSure: (part: Node) => boolean): boolean {
  return (
    cases.some(({ test }) => !test) &&
    cases.every(({ consequent }, index) =>
      consequent.length === 0 ? index < cases.length - 1 : consequent.some(isSure),
    )
  )
}

/** `catch (error) { problem = error }`, which something later may ask for. */
function isNoted(block: ESTree.BlockStatement): boolean {
  return block.body.some(
    (statement) => statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression',
  )
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
