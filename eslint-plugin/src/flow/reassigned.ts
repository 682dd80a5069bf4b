import type { Scope } from 'eslint'
import { copyBy } from '../evaluate/copies.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, isInside, type Node, parentOf, rangeOf, unwrap } from '../source/syntax.ts'

/**
 * The reads of a variable that may still see the value which it is given at `origin`: a write of it, or its parameter.
 * Where the variable is given others as well, a read in another function tells nothing of its time, and is left out.
 */
export function readsAfter(variable: Scope.Variable, origin: Node | undefined, file: SourceFile): Node[] {
  const reads = variable.references.flatMap((each) => (each.isRead() ? [each.identifier as Node] : []))
  const writes = writesTo(variable)
  if (!isReassigned(variable, writes)) return reads
  if (!origin) return []
  const fn = enclosingFunction(origin)
  if (writes.some((write) => enclosingFunction(write) !== fn)) return []
  const start = rangeOf(takingEffect(origin))[1]
  const others = writes.filter((write) => write !== origin && rangeOf(takingEffect(write))[1] > start)
  return reads.filter(
    (read) =>
      rangeOf(read)[0] >= start &&
      enclosingFunction(read) === fn &&
      isReachable(origin, read) &&
      !others.some((write) => isReplacedBy(write, read, variable, file)),
  )
}

function writesTo(variable: Scope.Variable): Node[] {
  return variable.references.flatMap((each) => (each.isWrite() && !each.init ? [each.identifier as Node] : []))
}

/** Whether a variable may hold something else by the time it is read. */
function isReassigned({ defs: [definition] }: Scope.Variable, writes: readonly Node[]): boolean {
  const isGiven = definition?.type !== 'Variable' || definition.node.init
  return writes.length > (isGiven ? 0 : 1)
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
  return isSure(assignment, read, variable) || isMade(assignment, file)
}

/** `data = clean(data)`: what a call gives, but for a copy. */
function isMade(assignment: Node, file: SourceFile): boolean {
  const value = assignment.type === 'AssignmentExpression' ? unwrap(assignment.right) : assignment
  return value.type === 'CallExpression' && !copyBy(evaluate(value.callee, file))
}

/** Whether control that comes to `read` has come by `node` before. */
function isSure(node: Node, read: Node, variable: Scope.Variable): boolean {
  for (let step = node, parent = parentOf(step); parent; step = parent, parent = parentOf(parent)) {
    if (isInside(read, parent)) return !(parent.type === 'IfStatement' && step === parent.consequent)
    switch (parent.type) {
      case 'IfStatement': {
        const other = step === parent.consequent ? parent.alternate : parent.consequent
        if (step !== parent.test && !(other && isOverwriting(other, variable))) return false
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
function isOverwriting(branch: Node, variable: Scope.Variable): boolean {
  switch (branch.type) {
    case 'BlockStatement':
      return branch.body.some((statement) => isOverwriting(statement, variable))
    case 'IfStatement':
      return (
        !!branch.alternate && isOverwriting(branch.consequent, variable) && isOverwriting(branch.alternate, variable)
      )
    case 'TryStatement':
      return isOverwriting(branch.block, variable)
    case 'ExpressionStatement': {
      const { expression } = branch
      return expression.type === 'AssignmentExpression' && writesTo(variable).some((write) => write === expression.left)
    }
    default:
      return isLeaving(branch)
  }
}
