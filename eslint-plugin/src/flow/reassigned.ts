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
 * The reads of a variable that may still see the value which it is given at `origin`: a write of it, or its parameter.
 * Where the variable is given others as well, a read in another function tells nothing of its time, and is left out.
 */
export function readsAfter(variable: Scope.Variable, origin: Node | undefined, file: SourceFile): Node[] {
  const writes = writesTo(variable)
  if (!isReassigned(variable, writes))
    return variable.references.flatMap((each) => (each.isRead() ? [each.identifier as Node] : []))
  const { reads, fn } = usesOf(variable, file)
  if (!origin || fn === 'several' || fn !== enclosingFunction(origin)) return []
  const start = endOf(origin)
  return reads
    .filter((read) => read.fn === fn && read.start >= start && endOfLastWrite(read, variable, file) <= start)
    .map(({ node }) => node)
    .filter((node) => isReachable(origin, node))
}

function writesTo(variable: Scope.Variable): Node[] {
  return variable.references.flatMap((each) => (each.isWrite() && !each.init ? [each.identifier as Node] : []))
}

interface Read {
  readonly node: Node
  readonly start: number
  readonly fn: FunctionNode | undefined
  /** Where the last write before it that leaves nothing of an earlier value has taken effect, once somebody has asked. */
  lastWrite?: number
}

interface Uses {
  readonly reads: readonly Read[]
  /** In the order in which they take effect. */
  readonly writes: readonly Node[]
  /** The function of all writes. */
  readonly fn: FunctionNode | undefined | 'several'
}

/** The uses of a variable that is given several values: each write of it asks for what comes after. */
const usesOf = rememberedByPart((variable: Scope.Variable): Uses => {
  const reads = variable.references.flatMap((each): Read[] => {
    const node = each.identifier as Node
    return each.isRead() ? [{ node, start: rangeOf(node)[0], fn: enclosingFunction(node) }] : []
  })
  const writes = writesTo(variable).toSorted((one, other) => endOf(one) - endOf(other))
  const functions = new Set(writes.map(enclosingFunction))
  return { reads, writes, fn: functions.size > 1 ? 'several' : [...functions][0] }
})

function endOfLastWrite(read: Read, variable: Scope.Variable, file: SourceFile): number {
  if (read.lastWrite === undefined) {
    const last = usesOf(variable, file).writes.findLast((write) => isReplacedBy(write, read.node, variable, file))
    read.lastWrite = last ? endOf(last) : -1
  }
  return read.lastWrite
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
function isReplacedBy(write: Node, read: Node, variable: Scope.Variable, file: SourceFile): boolean {
  const assignment = takingEffect(write)
  if (rangeOf(assignment)[1] > rangeOf(read)[0] || !isReachable(write, read)) return false
  return isSure(assignment, read, variable, file) || isMade(assignment, file)
}

/** `data = clean(data)`: what a call gives, but for a copy. */
function isMade(assignment: Node, file: SourceFile): boolean {
  const value = assignment.type === 'AssignmentExpression' ? unwrap(assignment.right) : assignment
  return value.type === 'CallExpression' && !copyBy(evaluate(value.callee, file))
}

/** Whether control that comes to `read` has come by `node` before. */
function isSure(node: Node, read: Node, variable: Scope.Variable, file: SourceFile): boolean {
  for (let step = node, parent = parentOf(step); parent; step = parent, parent = parentOf(parent)) {
    if (isInside(read, parent)) return !(parent.type === 'IfStatement' && step === parent.consequent)
    switch (parent.type) {
      case 'IfStatement': {
        const other = step === parent.consequent ? parent.alternate : parent.consequent
        if (step !== parent.test && !(other && isOverwriting(other, variable, file))) return false
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
        return false
      default:
    }
  }
  return true
}

/** Whether a branch leaves the function, or gives a variable a new value in any case. */
function isOverwriting(branch: Node, variable: Scope.Variable, file: SourceFile): boolean {
  switch (branch.type) {
    case 'BlockStatement':
      return branch.body.some((statement) => isOverwriting(statement, variable, file))
    case 'IfStatement':
      return (
        !!branch.alternate &&
        isOverwriting(branch.consequent, variable, file) &&
        isOverwriting(branch.alternate, variable, file)
      )
    case 'TryStatement':
      return isOverwriting(branch.block, variable, file)
    case 'ExpressionStatement': {
      const { expression } = branch
      return expression.type === 'AssignmentExpression' && usesOf(variable, file).writes.includes(expression.left)
    }
    default:
      return isLeaving(branch)
  }
}
