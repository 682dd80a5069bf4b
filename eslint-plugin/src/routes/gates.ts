import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type FunctionNode, lastStatement, type Node, parentOf, wrapped } from '../source/syntax.ts'

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

/** Where a function comes to only if `node`, taken for a boolean, is `outcome`. */
export function gatesOf(node: Node, outcome: boolean, file: SourceFile): Validation[] {
  const test = wrapped(node)
  const parent = parentOf(test)
  switch (parent?.type) {
    case 'UnaryExpression':
      return parent.operator === '!' ? gatesOf(parent, !outcome, file) : []
    case 'LogicalExpression': {
      // What `ok && other` lets pass is ok, and so is what `bad || other` holds back.
      if (parent.operator !== (outcome ? '&&' : '||')) return []
      const gates = gatesOf(parent, outcome, file)
      return parent.left === test ? [{ node: test, within: parent.right }, ...gates] : gates
    }
    case 'ConditionalExpression':
      return parent.test === test ? [{ node: test, within: outcome ? parent.consequent : parent.alternate }] : []
    case 'IfStatement':
      return parent.test === test ? gatesOfIf(parent, outcome) : []
    case 'VariableDeclarator':
      return file.readsOf(parent.id).flatMap((read) => gatesOf(read, outcome, file))
    case 'ReturnStatement': {
      const fn = enclosingFunction(parent)
      return fn?.body.type === 'BlockStatement' && fn.body.body.at(-1) === parent
        ? [{ node: test, answer: { fn, outcome } }]
        : []
    }
    case 'ArrowFunctionExpression':
      return parent.body === test ? [{ node: test, answer: { fn: parent, outcome } }] : []
    default:
      return []
  }
}

function gatesOfIf(statement: ESTree.IfStatement, outcome: boolean): Validation[] {
  const { consequent, alternate } = statement
  const [passed, refused] = outcome ? [consequent, alternate] : [alternate, consequent]
  return [
    ...(passed ? [{ node: statement.test, within: passed }] : []),
    ...(refused && isLeaving(refused)
      ? [{ node: statement, isThrown: lastStatement(refused)?.type === 'ThrowStatement' }]
      : []),
  ]
}

/** Whether a branch ends with a `return` or a `throw`. */
export function isLeaving(branch: Node): boolean {
  const last = lastStatement(branch)
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement'
}
