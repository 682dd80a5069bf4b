import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, isFunction, type Node, unwrap } from '../source/syntax.ts'

/** What a callback gives back. */
export function answerOf(body: Node): Node | undefined {
  if (body.type !== 'BlockStatement') return body
  const [only, ...others] = body.body
  return only?.type === 'ReturnStatement' && others.length === 0 ? (only.argument ?? undefined) : undefined
}

/**
 * What a test says of the keys in a list, if it says the contrary of every other one; `undefined` where it asks no
 * list.
 */
export function outcomeIfListed(node: Node, key: Scope.Variable, file: SourceFile): boolean | undefined {
  const test = unwrap(node)
  switch (test.type) {
    case 'UnaryExpression': {
      const outcome = test.operator === '!' ? outcomeIfListed(test.argument, key, file) : undefined
      return outcome === undefined ? undefined : !outcome
    }
    case 'LogicalExpression': {
      const [left, right] = [outcomeIfListed(test.left, key, file), outcomeIfListed(test.right, key, file)]
      const isList = left !== undefined && left === right && test.operator === (left ? '||' : '&&')
      return isList ? left : undefined
    }
    case 'BinaryExpression':
      return outcomeOfComparison(test, key, file)
    case 'CallExpression':
      return isMembership(test, ['includes', 'has', 'hasOwnProperty'], key, file) ||
        (isGlobal(evaluate(test.callee, file), 'Object', 'hasOwn') && file.variableOf(test.arguments[1]) === key)
        ? true
        : undefined
    default:
      return undefined
  }
}

/** `key === 'name'`, `'name' === key`, `list.indexOf(key) !== -1`, `list.indexOf(key) < 0`, `key in fields` */
function outcomeOfComparison(
  { left, right, operator }: ESTree.BinaryExpression,
  key: Scope.Variable,
  file: SourceFile,
): boolean | undefined {
  if (left.type !== 'PrivateIdentifier' && file.variableOf(left) === key) {
    if (operator === 'in') return true
    return isEquality(operator) && right.type === 'Literal' ? operator.startsWith('=') : undefined
  }
  if (left.type === 'Literal' && isEquality(operator) && file.variableOf(right) === key) return operator.startsWith('=')
  const call = left.type === 'PrivateIdentifier' ? left : unwrap(left)
  if (call.type !== 'CallExpression' || !isMembership(call, ['indexOf'], key, file)) return undefined
  const text = file.code.getText(right)
  if (text === '-1') return /^(?:>|!==?)$/.test(operator) ? true : /^===?$/.test(operator) ? false : undefined
  if (text === '0') return operator === '>=' ? true : operator === '<' ? false : undefined
  return undefined
}

function isEquality(operator: string): boolean {
  return /^[!=]==?$/.test(operator)
}

/** `list.includes(key)`, of a list that is not made of the whole schema. */
function isMembership(
  { callee, arguments: [first, ...others] }: ESTree.SimpleCallExpression,
  methods: readonly string[],
  key: Scope.Variable,
  file: SourceFile,
): boolean {
  return (
    callee.type === 'MemberExpression' &&
    others.length === 0 &&
    file.variableOf(first) === key &&
    methods.includes(keyOf(callee, file) ?? '') &&
    !namesAllFields(callee.object, file)
  )
}

const deepest = 4

/** Whether a list, or an object, is made of the fields of a whole schema: `User.schema.paths`, also in a variable. */
export function namesAllFields(node: Node, file: SourceFile, depth = 0): boolean {
  if (/\bschema\.(?:paths|obj)\b/.test(file.code.getText(node as ESTree.Node))) return true
  const [definition] = file.variableOf(node)?.defs ?? []
  if (definition?.type === 'Variable' && definition.node.init && depth < deepest) {
    const { id, init } = definition.node
    const isTaken = id.type === 'ObjectPattern' && /\b(?:paths|obj)\b/.test(file.code.getText(id))
    if (isTaken && /\bschema\b/.test(file.code.getText(init))) return true
    return namesAllFields(init, file, depth + 1)
  }
  return !isFunction(node) && childrenOf(node, file.code).some((child) => namesAllFields(child, file, depth))
}
