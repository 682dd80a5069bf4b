import type * as ESTree from 'estree'
import { isGlobal } from '../evaluate/value.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, enclosingFunction, type Node, rangeOf, unwrap } from '../source/syntax.ts'

// Names tell nothing for sure. They are asked only to keep silent.
export const checking =
  /valid|check|pars|assert|ensure|verif|sanit|schema|clean|cast|ObjectId$|^(?:is|to)[A-Z]|^(?:test|includes|has|indexOf)$/i
const ofTexts: ReadonlySet<string> = new Set(
  'trim toLowerCase toUpperCase toString split match replace replaceAll startsWith endsWith substring substr charAt normalize localeCompare padStart padEnd toFixed'.split(
    ' ',
  ),
)

/** Whether a function has looked at what `node` holds before it comes there: at its type, its form, or by a validator. */
export function isCheckedBefore(node: Node, file: SourceFile): boolean {
  if (isConverted(node, file)) return true
  const fn = outermostFunction(node)
  if (!fn) return false
  const names = namesOf(node, file)
  const [start] = rangeOf(node)
  return isCheckedIn(fn, names, start, file)
}

function outermostFunction(node: Node): Node | undefined {
  const fn = enclosingFunction(node)
  return fn && (outermostFunction(fn) ?? fn)
}

/** `String(value)`, and a variable that was made so. */
function isConverted(node: Node, file: SourceFile): boolean {
  const expression = unwrap(node)
  if (expression.type === 'CallExpression') {
    const callee = unwrap(expression.callee)
    if (isGlobal(evaluate(callee, file), 'JSON', 'stringify')) return true
    return callee.type === 'MemberExpression' && ofTexts.has(keyOf(callee, file) ?? '')
  }
  const variable = expression.type === 'Identifier' ? file.variableOf(expression) : undefined
  const [definition] = variable?.defs ?? []
  const init = definition?.type === 'Variable' && definition.node.id.type === 'Identifier' ? definition.node.init : null
  return !!init && unwrap(init) !== expression && isConverted(init, file)
}

/** How what an expression holds is written where it may be checked: itself, what it was taken from, the whole body. */
function namesOf(node: Node, file: SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (part: Node, key?: string) => {
    const expression = unwrap(part)
    const text = file.code.getText(expression as ESTree.Node)
    names.add(key === undefined ? text : `${text}.${key}`)
    if (expression.type === 'MemberExpression' && expression.object.type !== 'Super') add(expression.object)
    const variable = expression.type === 'Identifier' ? file.variableOf(expression) : undefined
    const [definition] = variable?.defs ?? []
    if (definition?.type !== 'Variable' || !definition.node.init || names.size > 20) return
    const init = definition.node.init
    if (definition.node.id.type === 'ObjectPattern' && expression.type === 'Identifier') add(init, expression.name)
    if (unwrap(init).type !== 'CallExpression') add(init)
  }
  add(node)
  return names
}

function isCheckedIn(fn: Node, names: ReadonlySet<string>, before: number, file: SourceFile): boolean {
  const { code } = file
  const holds = (node: Node): boolean => {
    const expression = unwrap(node)
    if (names.has(code.getText(expression as ESTree.Node))) return true
    switch (expression.type) {
      case 'ObjectExpression':
        return expression.properties.some((property) =>
          holds(property.type === 'Property' ? property.value : property.argument),
        )
      case 'ArrayExpression':
        return expression.elements.some((element) => !!element && holds(element))
      case 'SpreadElement':
        return holds(expression.argument)
      default:
        return false
    }
  }
  const isCheck = (node: Node): boolean => {
    switch (node.type) {
      case 'UnaryExpression':
        return node.operator === 'typeof' && holds(node.argument)
      case 'BinaryExpression':
        if (node.operator === 'instanceof') return node.left.type !== 'PrivateIdentifier' && holds(node.left)
        return /^[!=]==?$/.test(node.operator) && isComparedWithText(node, holds)
      case 'SwitchStatement':
        return holds(node.discriminant)
      case 'CallExpression':
      case 'NewExpression': {
        const callee = unwrap(node.callee)
        const name =
          callee.type === 'MemberExpression' ? code.getText(callee) : callee.type === 'Identifier' ? callee.name : ''
        // A signed body is the sender's word, not any client's.
        if (name.split('.').includes('createHmac')) return true
        // `req.assert('email')`
        const isOnHolder = callee.type === 'MemberExpression' && callee.object.type !== 'Super' && holds(callee.object)
        if (name.split('.').some((part) => checking.test(part))) return isOnHolder || node.arguments.some(holds)
        return isOnHolder && ofTexts.has(keyOf(callee, file) ?? '')
      }
      default:
        return false
    }
  }
  const pending = [fn]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (rangeOf(node)[0] >= before) continue
    const asked = node.type === 'SwitchStatement' ? node.discriminant : node
    if (rangeOf(asked)[1] <= before && isCheck(node)) return true
    pending.push(...childrenOf(node, code))
  }
  return false
}

function isComparedWithText(node: ESTree.BinaryExpression, holds: (node: Node) => boolean): boolean {
  const { left, right } = node
  if (left.type === 'PrivateIdentifier') return false
  // `stored.toString() === value` holds only of a text.
  const isText = (side: Node) =>
    unwrap(side).type === 'CallExpression' ||
    (side.type === 'Literal' && typeof side.value === 'string' && side.value !== '')
  return (isText(left) && holds(right)) || (isText(right) && holds(left))
}
