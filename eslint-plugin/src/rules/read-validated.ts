import type { Rule, SourceCode } from 'eslint'
import type * as ESTree from 'estree'
import { wholeRead } from '../routes/body-reads.ts'
import { type Node, parentOf, rangeOf, unwrap } from '../source/syntax.ts'

/** How a read of the raw body is written, short enough for a message. */
export function readText(node: Node, code: SourceCode): string {
  const text = textOf(node.type === 'Property' ? node.key : wholeRead(node), code).replaceAll(/\s+/g, ' ')
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

/**
 * An edit that reads `validated` instead, where one expression can take the place of the other; as a value of `type`,
 * if one is given.
 */
export function readValidated(node: Node, code: SourceCode, type?: string): Rule.ReportFixer | undefined {
  if (type !== undefined) return node.type === 'Property' ? takeAsserted(node, type, code) : readAsserted(node, type)
  if (node.type === 'Property')
    return isNamed(node.key, 'body') || node.computed
      ? (fixer) => fixer.replaceText(node, `validated: ${textOf(node.value, code)}`)
      : undefined
  if (node.type !== 'MemberExpression') return undefined
  const whole = wholeRead(node)
  if (whole !== node) {
    const text = `${operandText(withoutClone(node.object), code)}.validated`
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

/** `req.validated as Validated<typeof newUser>` */
function readAsserted(node: Node, type: string): Rule.ReportFixer | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.optional || !isNamed(node.property, 'body'))
    return undefined
  const { property } = node
  if (isAlone(node)) return (fixer) => fixer.replaceText(property, `validated as ${type}`)
  return (fixer) => [fixer.insertTextBefore(node, '('), fixer.replaceText(property, `validated as ${type})`)]
}

/** `const { params } = req, body = req.validated as Validated<typeof newUser>`, of `const { params, body } = req` */
function takeAsserted(property: ESTree.Property, type: string, code: SourceCode): Rule.ReportFixer | undefined {
  const pattern = parentOf(property)
  const declarator = pattern && parentOf(pattern)
  if (pattern?.type !== 'ObjectPattern' || declarator?.type !== 'VariableDeclarator' || declarator.id !== pattern)
    return undefined
  const { init } = declarator
  const isTyped = 'typeAnnotation' in pattern && Boolean(pattern.typeAnnotation)
  const isPlain = pattern.properties.every((other) => other.type === 'Property' && !other.computed)
  if (init?.type !== 'Identifier' || property.value.type === 'AssignmentPattern' || isTyped || !isPlain)
    return undefined
  const taken = textOf(property.value, code)
  const others = pattern.properties.filter((other) => other !== property).map((other) => textOf(other, code))
  // Another read of the body has an edit of its own, which ESLint does not let overlap this one.
  const besides = property.value.type === 'Identifier' ? others : [taken, ...others]
  if (besides.some((other) => /\bbody\b/.test(other))) return undefined
  const rest = others.length > 0 ? `{ ${others.join(', ')} } = ${init.name}, ` : ''
  const text = `${rest}${taken} = ${init.name}.validated as ${type}`
  return (fixer) => fixer.replaceText(declarator, text)
}

/** Whether an expression may be followed by `as` where it stands. */
function isAlone(node: Node): boolean {
  const parent = parentOf(node)
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node
    case 'VariableDeclarator':
    case 'Property':
    case 'ReturnStatement':
    case 'ArrayExpression':
      return true
    default:
      return false
  }
}

function isNamed(key: Node, name: string): boolean {
  return key.type === 'Identifier' ? key.name === name : key.type === 'Literal' && key.value === name
}

function withoutClone(node: Node): Node {
  const call = unwrap(node)
  const callee = call.type === 'CallExpression' ? unwrap(call.callee) : undefined
  return callee?.type === 'MemberExpression' && isNamed(callee.property, 'clone') ? withoutClone(callee.object) : node
}

/** How an expression is written before a `.`. */
function operandText(node: Node, code: SourceCode): string {
  const text = textOf(node, code)
  return /^(?:Identifier|(?:Member|Call|This|TSNonNull)Expression)$/.test(node.type) ? text : `(${text})`
}

function textOf(node: Node, code: SourceCode): string {
  return code.getText(node as Parameters<SourceCode['getText']>[0])
}
