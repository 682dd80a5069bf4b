import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, isFunction, isNothing, type Node, parentOf, rangeOf, unwrap } from '../source/syntax.ts'
import { isLeaving } from './leaving.ts'
import { outcomeOfLogic } from './logic.ts'

/** What a function comes by where a body has passed: see `Validation`. */
interface Passed {
  readonly node: Node
  readonly within?: Node
  readonly isThrown?: boolean
  readonly held?: ReadonlySet<Node>
}

type Range = readonly [start: number, end: number]

const deepest = 300

/** The ways through a function, on some of which it comes by a validation. */
export class Course {
  private readonly nodes: ReadonlySet<Node>
  private readonly passed: readonly Range[]
  /** Expressions that hold the body as a whole, and where they are. */
  private readonly wholes: ReadonlySet<Node>
  private readonly placesOfWholes: readonly Range[]
  private readonly known = new Map<Node, boolean>()

  constructor(
    private readonly validations: readonly Passed[],
    private readonly file: SourceFile,
    /** Whether a test is taken to hold. */
    private readonly isAssumed: (test: Node) => boolean = () => false,
    /** Whether a branch comes to nothing that is asked for. */
    private readonly isEnding: (branch: Node) => boolean = (branch) => isLeaving(branch, file),
  ) {
    this.nodes = new Set(validations.flatMap(({ node, within }) => (within ? [] : [node])))
    this.passed = rangesOf(this.nodes)
    const held = new Set(validations.map((validation) => validation.held))
    this.wholes = new Set(Array.from(held).flatMap((nodes) => [...(nodes ?? [])].filter(isWhole)))
    this.placesOfWholes = rangesOf(this.wholes)
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
    let isSure = this.known.get(node)
    if (isSure === undefined) this.known.set(node, (isSure = this.findSure(node, depth)))
    return isSure
  }

  private findSure(node: Node, depth: number): boolean {
    if (this.nodes.has(node) || depth > deepest) return true
    if (!this.isAround(node)) return this.isEnding(node)
    // Whether it is called, and when, is not looked at.
    if (isFunction(node)) return true
    const isSure = (part: Node | null | undefined) => !!part && this.isSureIn(part, depth + 1)
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression': {
        const ways = this.waysOfBody(node.test, node.consequent, node.alternate)
        return isSure(node.test) || (this.isForBody(node.test) ? ways.some(isSure) : ways.every(isSure))
      }
      case 'LogicalExpression':
        return isSure(node.left) || (isSure(node.right) && this.isForBody(node.left) && this.comesToRight(node))
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
      if (
        parent.type === 'IfStatement' &&
        step !== parent.test &&
        this.isForBody(parent.test) &&
        !(this.waysOfBody(parent.test, parent.consequent, parent.alternate) as unknown[]).includes(step)
      )
        return true
    return false
  }

  /** Those of two ways that a body goes; where a test does not tell, it may go either. */
  private waysOfBody<Way>(test: Node, consequent: Way, alternate: Way): Way[] {
    const outcome = this.outcomeForBody(test) ?? (this.isAssumed(test) ? true : undefined)
    return outcome === undefined ? [consequent, alternate] : [outcome ? consequent : alternate]
  }

  private comesToRight({ left, operator }: ESTree.LogicalExpression): boolean {
    const outcome = this.outcomeForBody(left)
    return outcome === undefined || outcome === (operator === '&&')
  }

  /** What a test says where there is a body; `undefined` where something else decides. */
  private outcomeForBody(node: Node): boolean | undefined {
    const test = unwrap(node)
    if (this.wholes.has(test)) return true
    switch (test.type) {
      case 'UnaryExpression':
      case 'LogicalExpression':
        return outcomeOfLogic(test, (operand) => this.outcomeForBody(operand))
      case 'BinaryExpression':
        return this.outcomeOfComparison(test)
      default:
        return undefined
    }
  }

  /** `body !== undefined`, `typeof body === 'object'` */
  private outcomeOfComparison({ left, right, operator }: ESTree.BinaryExpression): boolean | undefined {
    if (!/^[!=]==?$/.test(operator) || left.type === 'PrivateIdentifier') return undefined
    const sides = [unwrap(left), unwrap(right)]
    const isEqual = operator.startsWith('=')
    if (sides.some((side) => this.wholes.has(side)) && sides.some((side) => isNothing(side))) return !isEqual
    const isTyped = sides.some((side) => side.type === 'UnaryExpression' && this.wholes.has(unwrap(side.argument)))
    const [type] = sides.flatMap((side) => (side.type === 'Literal' ? [side.value] : []))
    return isTyped && typeof type === 'string' ? (type === 'object') === isEqual : undefined
  }

  private isSureInTry({ block, handler }: ESTree.TryStatement, depth: number): boolean {
    const isHeeded = !handler || this.isEnding(handler.body) || isNoted(handler.body)
    if (isHeeded) return this.isSureIn(block, depth)
    const kept = this.validations.filter(({ isThrown }) => !isThrown)
    return kept.length > 0 && new Course(kept, this.file, this.isAssumed, this.isEnding).isSureIn(block, depth)
  }

  private isAround(node: Node): boolean {
    return holds(node, this.passed)
  }

  /** Whether a test asks for the body as a whole, as in `if (body)`, and not for a part of it. */
  private isForBody(test: Node): boolean {
    return holds(test, this.placesOfWholes)
  }
}

function rangesOf(nodes: Iterable<Node>): Range[] {
  return Array.from(nodes, rangeOf).toSorted(([one], [other]) => one - other)
}

/** Whether one of some ranges, in the order of their starts, is in a node. */
function holds(node: Node, ranges: readonly Range[]): boolean {
  const [start, end] = rangeOf(node)
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.[0] ?? 0) < start) low = middle + 1
    else high = middle
  }
  for (let range = ranges[low]; range && range[0] < end; range = ranges[++low]) if (range[1] <= end) return true
  return false
}

function isWhole(node: Node): boolean {
  const parent = parentOf(node)
  return !(parent?.type === 'MemberExpression' && parent.object === node)
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

/**
 * Whether each case, and there is one for everything else, comes by a validation, or falls through to one that does.
 */
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
