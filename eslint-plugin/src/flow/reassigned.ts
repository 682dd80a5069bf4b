import type { Scope } from 'eslint'
import { copyBy } from '../evaluate/copies.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  enclosingFunction,
  type FunctionNode,
  isInside,
  type Node,
  parentOf,
  rangeOf,
  unwrap,
} from '../source/syntax.ts'

/**
 * Those of some reads of a variable that may still see the value which it is given at `origin`: a write of it, or its
 * parameter. Where the variable is given others as well, a read in another function tells nothing of its time, and is
 * left out.
 */
export function readsAfter(
  variable: Scope.Variable,
  origin: Node | undefined,
  file: SourceFile,
  among: readonly Read[] = readsOf(variable, file),
): readonly Read[] {
  const { fn, isReassigned } = usesOf(variable, file)
  if (!isReassigned) return among
  if (!origin || fn === 'several' || fn !== enclosingFunction(origin)) return []
  const start = endOf(origin)
  return among.filter(
    (read) =>
      read.fn === fn &&
      read.start >= start &&
      isReachable(origin, read.node) &&
      !isReplacedSince(origin, start, read, variable, file),
  )
}

/** The reads of a variable, in the order of the source. */
export function readsOf(variable: Scope.Variable, file: SourceFile): readonly Read[] {
  return usesOf(variable, file).reads
}

function writesTo(variable: Scope.Variable): Node[] {
  return variable.references.flatMap((each) => (each.isWrite() && !each.init ? [each.identifier as Node] : []))
}

/** One read of a variable. */
export interface Read {
  readonly node: Node
  readonly start: number
  readonly fn: FunctionNode | undefined
  /** The last write before it that leaves nothing of an earlier value, once somebody has asked. */
  lastWrite?: Write | 'none'
}

/** One write of a variable. */
interface Write {
  readonly target: Node
  readonly assignment: Node
  /** Whether it makes something else of an earlier value. */
  readonly isMade: boolean
  /** The first node around it that control may leave without it. */
  readonly branch: Node | undefined
}

interface Uses {
  readonly reads: readonly Read[]
  /** In the order in which they take effect. */
  readonly writes: readonly Write[]
  /** The function of all writes. */
  readonly fn: FunctionNode | undefined | 'several'
  readonly isReassigned: boolean
}

/** The uses of a variable, once: each write of it asks for what comes after. */
const usesOf = rememberedByPart((variable: Scope.Variable, file): Uses => {
  const reads = variable.references.flatMap((each): Read[] => {
    const node = each.identifier as Node
    return each.isRead() ? [{ node, start: rangeOf(node)[0], fn: enclosingFunction(node) }] : []
  })
  const targets = writesTo(variable).toSorted((one, other) => endOf(one) - endOf(other))
  const functions = new Set(targets.map(enclosingFunction))
  const writes = targets.map((target): Write => {
    const assignment = takingEffect(target)
    return { target, assignment, isMade: isMade(assignment, file), branch: branchAround(assignment, targets) }
  })
  return {
    reads,
    writes,
    fn: functions.size > 1 ? 'several' : [...functions][0],
    isReassigned: isReassigned(variable, targets),
  }
})

/** Whether what a variable is given at `origin` is replaced on each way from there to a read. */
function isReplacedSince(origin: Node, start: number, read: Read, variable: Scope.Variable, file: SourceFile): boolean {
  const { writes } = usesOf(variable, file)
  read.lastWrite ??= writes.findLast((write) => isReplacedBy(write, read)) ?? 'none'
  const last = read.lastWrite
  if (last === 'none' || rangeOf(last.assignment)[1] <= start) return false
  // The other branch of an `if` leaves alone what this one gives.
  const isAfterOrigin = (write: Write) => rangeOf(write.assignment)[1] > start && isReachable(origin, write.target)
  return isAfterOrigin(last) || writes.some((write) => isAfterOrigin(write) && isReplacedBy(write, read))
}

/** Whether a variable may hold something else by the time it is read. */
function isReassigned({ defs: [definition] }: Scope.Variable, writes: readonly Node[]): boolean {
  const isGiven = definition?.type !== 'Variable' || definition.node.init
  return writes.length > (isGiven ? 0 : 1)
}

/** Where a write has taken effect. */
function endOf(write: Node): number {
  return rangeOf(takingEffect(write))[1]
}

/** What has to be evaluated until a variable holds what it is given. */
function takingEffect(target: Node): Node {
  let parent = parentOf(target)
  while (parent && /Pattern$|^(?:Property|RestElement)$/.test(parent.type)) parent = parentOf(parent)
  return parent && /^(?:AssignmentExpression|VariableDeclarator|CallExpression)$/.test(parent.type) ? parent : target
}

/** Whether control may come from one place to a later one: not from one branch to the other, nor past a `return`. */
export function isReachable(from: Node, to: Node): boolean {
  for (let step = from, parent = parentOf(step); parent; step = parent, parent = parentOf(parent)) {
    if (isInside(to, parent))
      return !(parent.type === 'IfStatement' && step === parent.consequent) && parent.type !== 'SwitchStatement'
    if (parent.type === 'BlockStatement' && isLeaving(parent.body.at(-1))) return false
  }
  return true
}

function isLeaving(statement: Node | undefined): boolean {
  return !!statement && /^(?:Return|Throw|Break|Continue)Statement$/.test(statement.type)
}

/** Whether a write leaves nothing of an earlier value for a read, or makes something else of it first. */
function isReplacedBy({ target, assignment, isMade, branch }: Write, { node, start }: Read): boolean {
  if (rangeOf(assignment)[1] > start || !(isMade || isSurelyBefore(branch, start))) return false
  return isReachable(target, node) && (isMade || isSure(assignment, node))
}

/** Whether a read stands where control comes only by a write: by its place, which says most. */
function isSurelyBefore(branch: Node | undefined, start: number): boolean {
  return !branch || (rangeOf(branch)[0] <= start && start < rangeOf(branch)[1])
}

/** `data = clean(data)`: what a call gives, but for a copy. */
function isMade(assignment: Node, file: SourceFile): boolean {
  const value = assignment.type === 'AssignmentExpression' ? unwrap(assignment.right) : assignment
  return value.type === 'CallExpression' && !copyBy(evaluate(value.callee, file))
}

/** Whether control that comes to `read`, inside of the branch of a write, has come by the write before. */
function isSure(assignment: Node, read: Node): boolean {
  for (let step = assignment, parent = parentOf(step); parent; step = parent, parent = parentOf(parent))
    if (isInside(read, parent)) return !(parent.type === 'IfStatement' && step === parent.consequent)
  return true
}

/** The first node around a write that control may leave without it. */
function branchAround(assignment: Node, targets: readonly Node[]): Node | undefined {
  for (let step = assignment, parent = parentOf(step); parent; step = parent, parent = parentOf(parent))
    switch (parent.type) {
      case 'IfStatement': {
        const other = step === parent.consequent ? parent.alternate : parent.consequent
        if (step !== parent.test && !(other && isOverwriting(other, targets))) return parent
        break
      }
      case 'LogicalExpression':
      case 'ConditionalExpression':
      case 'CatchClause':
      case 'SwitchCase':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
        return parent
      default:
    }
  return undefined
}

/** Whether a branch leaves the function, or gives a variable a new value in any case. */
function isOverwriting(branch: Node, targets: readonly Node[]): boolean {
  switch (branch.type) {
    case 'BlockStatement':
      return branch.body.some((statement) => isOverwriting(statement, targets))
    case 'IfStatement':
      return !!branch.alternate && isOverwriting(branch.consequent, targets) && isOverwriting(branch.alternate, targets)
    case 'TryStatement':
      return isOverwriting(branch.block, targets)
    case 'ExpressionStatement': {
      const { expression } = branch
      return expression.type === 'AssignmentExpression' && (targets as unknown[]).includes(expression.left)
    }
    default:
      return isLeaving(branch)
  }
}
