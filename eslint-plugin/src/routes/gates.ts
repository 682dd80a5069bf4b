import type * as ESTree from 'estree'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parametersOf, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { comparisonOf } from './comparison.ts'
import { givenBackAt } from './given-back.ts'
import { handsErrorOn, isHeard, wayOut } from './leaving.ts'
import { isPastOnReturn, type Validation } from './past-validations.ts'

/** Where a function comes to only if `node`, taken for a boolean, is `outcome`. */
export function gatesOf(node: Node, outcome: boolean, file: SourceFile, depth = 0): Validation[] {
  const test = wrapped(node)
  const parent = parentOf(test)
  switch (parent?.type) {
    case 'UnaryExpression':
      if (parent.operator === 'typeof') return gatesOfType(parent, outcome, file, depth)
      return parent.operator === '!' ? gatesOf(parent, !outcome, file, depth) : []
    case 'LogicalExpression': {
      // `next(error && new BadRequest())`
      if (!outcome && parent.operator === '&&' && parent.left === test && isError(parent.right, file))
        return gatesOf(parent, false, file, depth)
      // What `ok && other` lets pass is ok, and so is what `bad || other` holds back.
      if (parent.operator !== (outcome ? '&&' : '||')) return []
      const gates = gatesOf(parent, outcome, file, depth)
      return parent.left === test ? [{ node: test, within: parent.right }, ...gates] : gates
    }
    case 'BinaryExpression': {
      // `error !== undefined`, `success === true`
      const { operator = '', other } = comparisonOf(test) ?? {}
      const value = other && /^[!=]==?$/.test(operator) ? truthOf(other) : undefined
      return value === undefined
        ? []
        : gatesOf(parent, (value === outcome) === parent.operator.startsWith('='), file, depth)
    }
    case 'ConditionalExpression': {
      if (parent.test !== test) return []
      const passed = outcome ? parent.consequent : parent.alternate
      // `error ? error.message : null` tells it as well.
      const value = truthOf(passed)
      return [{ node: test, within: passed }, ...(value === undefined ? [] : gatesOf(parent, value, file, depth))]
    }
    case 'IfStatement':
      return parent.test === test ? gatesOfIf(parent, outcome, file) : []
    case 'VariableDeclarator':
      return file.readsOf(parent.id).flatMap((read) => gatesOf(read, outcome, file, depth))
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
    case 'Property': {
      const place = givenBackAt(test, file)
      return place ? [{ node: test, answer: { ...place, outcome } }] : []
    }
    case 'CallExpression':
      // `next(error)` goes on where there is none.
      if (!outcome && isHandedAlone(parent, test, file)) return [{ node: parent, within: parent.callee }]
      if (isGlobal(evaluate(parent.callee, file), 'Boolean')) return gatesOf(parent, outcome, file, depth)
      return isAssertion(parent, test, outcome, file, depth) ? [{ node: parent, isThrown: true }] : []
    default:
      return []
  }
}

/** `typeof error !== 'undefined'` */
function gatesOfType(type: Node, outcome: boolean, file: SourceFile, depth: number): Validation[] {
  const { node, operator = '', other } = comparisonOf(type) ?? {}
  const isAsked = other?.type === 'Literal' && other.value === 'undefined' && /^[!=]==?$/.test(operator)
  return node && isAsked ? gatesOf(node, outcome !== operator.startsWith('='), file, depth) : []
}

function gatesOfIf(statement: ESTree.IfStatement, outcome: boolean, file: SourceFile): Validation[] {
  const { consequent, alternate } = statement
  const [passed, refused] = outcome ? [consequent, alternate] : [alternate, consequent]
  const way = refused ? wayOut(refused, file) : undefined
  return [
    ...(passed ? [{ node: statement.test, within: passed }] : []),
    ...(way ? [{ node: statement, isThrown: way === 'throwing' }] : []),
    ...(!way && refused && handsErrorOn(refused, file) ? [{ node: statement, isForNext: true }] : []),
  ]
}

/** Whether a call of a parameter is given nothing but an expression. */
function isHandedAlone(
  { callee, arguments: list }: ESTree.SimpleCallExpression,
  node: Node,
  file: SourceFile,
): boolean {
  return list.length === 1 && list[0] === node && file.variableOf(callee)?.defs[0]?.type === 'Parameter'
}

/** What a value that is written out is, taken for a boolean. */
export function truthOf(node: Node): boolean | undefined {
  if (node.type === 'Identifier') return node.name === 'undefined' ? false : undefined
  return node.type === 'Literal' && (node.value === null || typeof node.value === 'boolean') ? !!node.value : undefined
}

/** Whether an expression makes an error. What a function does that is named for errors is not looked at. */
function isError(node: Node, file: SourceFile): boolean {
  const made = unwrap(node)
  if (made.type !== 'CallExpression') return made.type === 'NewExpression' || made.type === 'ObjectExpression'
  return /error|exception|boom|badRequest|invalid|unprocessable/i.test(file.code.getText(made.callee))
}

const deepest = 3

// Functions of packages that throw unless their first argument holds.
const assertions: Readonly<Record<string, ReadonlySet<string>>> = {
  assert: new Set(['', 'assert', 'default', 'ok', 'strict']),
  'http-assert': new Set(['', 'default', 'ok']),
  'tiny-invariant': new Set(['', 'default']),
  invariant: new Set(['', 'default']),
}

/**
 * Whether a call throws unless its first argument, taken for a boolean, is `outcome`: `assert(ok)`,
 * `ctx.assert(ok, 400)`.
 */
function isAssertion(
  call: ESTree.SimpleCallExpression,
  test: Node,
  outcome: boolean,
  file: SourceFile,
  depth: number,
): boolean {
  const index = (call.arguments as Node[]).indexOf(test)
  const callee = resolveImports(evaluate(unwrap(call.callee), file), () => true)
  if (callee.kind === 'function') {
    const parameter = parametersOf(callee.node)[index]
    const gates =
      depth < deepest && parameter?.type === 'Identifier' && isHeard(callee.node, call)
        ? callee.file.readsOf(parameter).flatMap((read) => gatesOf(read, outcome, callee.file, depth + 1))
        : []
    return isPastOnReturn(gates, callee)
  }
  if (!outcome || index !== 0) return false
  if (callee.kind === 'external')
    return !!assertions[callee.source.replace(/^node:/, '')]?.has(callee.path.at(-1) ?? '')
  const method = unwrap(call.callee)
  return method.type === 'MemberExpression' && keyOf(method, file) === 'assert'
}
