import type { Rule, SourceCode } from 'eslint'
import { wholeRead } from '../routes/body-reads.ts'
import { type Node, rangeOf, unwrap } from '../source/syntax.ts'

/** How a read of the raw body is written, short enough for a message. */
export function readText(node: Node, code: SourceCode): string {
  const text = textOf(node.type === 'Property' ? node.key : wholeRead(node), code).replaceAll(/\s+/g, ' ')
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

/** An edit that reads `validated` instead, where one expression can take the place of the other. */
export function readValidated(node: Node, code: SourceCode): Rule.ReportFixer | undefined {
  if (node.type === 'Property')
    return isNamed(node.key, 'body') || node.computed
      ? (fixer) => fixer.replaceText(node, `validated: ${textOf(node.value, code)}`)
      : undefined
  if (node.type !== 'MemberExpression') return undefined
  const whole = wholeRead(node)
  if (whole !== node) {
    const text = `${textOf(withoutClone(node.object), code)}.validated`
    return whole.type === 'AwaitExpression' && isNamed(node.property, 'json')
      ? (fixer) => fixer.replaceText(whole, text)
      : undefined
  }
  if (!node.computed)
    return isNamed(node.property, 'body') ? (fixer) => fixer.replaceText(node.property, 'validated') : undefined
  const bracket = code.getTokenBefore(node.property, (token) => token.value === '[')
  const text = node.optional ? 'validated' : '.validated'
  if (!bracket) return undefined
  return (fixer) => fixer.replaceTextRange([bracket.range[0], rangeOf(node)[1]], text)
}

function isNamed(key: Node, name: string): boolean {
  return key.type === 'Identifier' ? key.name === name : key.type === 'Literal' && key.value === name
}

function withoutClone(node: Node): Node {
  const call = unwrap(node)
  const callee = call.type === 'CallExpression' ? unwrap(call.callee) : undefined
  return callee?.type === 'MemberExpression' && isNamed(callee.property, 'clone') ? withoutClone(callee.object) : node
}

function textOf(node: Node, code: SourceCode): string {
  return code.getText(node as Parameters<SourceCode['getText']>[0])
}
