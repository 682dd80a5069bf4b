import { thisValue } from './classes.ts'
import { importedValue } from './imports.ts'
import { keyOf, memberOf } from './members.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, isTypeWrapper, unwrap } from '../source/syntax.ts'
import { isGlobal, oneOf, unknown, type Value } from './value.ts'
import { identifierValue } from './variables.ts'

/** What `node` stands for. Each node is worked out once per lint run; a cycle is `unknown`. */
export function evaluate(node: Node, file: SourceFile): Value {
  const { values } = file.project
  const known = values.get(node)
  if (known) return known
  values.set(node, unknown)
  const value = compute(node, file)
  values.set(node, value)
  return value
}

function compute(node: Node, file: SourceFile): Value {
  if (isTypeWrapper(node)) return evaluate(node.expression, file)
  switch (node.type) {
    case 'Identifier':
      return identifierValue(node, file)
    case 'ThisExpression':
      return thisValue(node, file)
    case 'MemberExpression': {
      const key = keyOf(node, file)
      if (key === undefined || node.object.type === 'Super') return unknown
      const object = evaluate(node.object, file)
      return key === 'exports' && isGlobal(object, 'module') ? { kind: 'exports', file } : memberOf(object, key)
    }
    case 'CallExpression':
    case 'NewExpression':
      return callValue(node, file)
    case 'ImportExpression':
      return moduleValue(node.source, file)
    case 'ChainExpression':
      return evaluate(node.expression, file)
    case 'AwaitExpression':
      return evaluate(node.argument, file)
    case 'AssignmentExpression':
      return node.operator === '=' ? evaluate(node.right, file) : unknown
    case 'SequenceExpression':
      return lastValue(node.expressions, file)
    case 'ConditionalExpression':
      return oneOf([evaluate(node.consequent, file), evaluate(node.alternate, file)])
    case 'LogicalExpression':
      // `condition && value` may be no value at all.
      return oneOf([node.operator === '&&' ? unknown : evaluate(node.left, file), evaluate(node.right, file)])
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return { kind: 'function', node, file }
    case 'ClassExpression':
    case 'ClassDeclaration':
      return { kind: 'class', node, file }
    case 'ObjectExpression':
      return { kind: 'object', node, file }
    case 'ArrayExpression':
      return { kind: 'array', node, file }
    case 'Literal':
      return ['string', 'number', 'boolean'].includes(typeof node.value)
        ? { kind: 'literal', value: String(node.value) }
        : unknown
    case 'TemplateLiteral':
      return joined(
        node.quasis.flatMap((quasi, index) => {
          const expression = node.expressions[index]
          const text: Value = { kind: 'literal', value: quasi.value.cooked ?? quasi.value.raw }
          return expression ? [text, evaluate(expression, file)] : [text]
        }),
      )
    case 'BinaryExpression':
      return node.operator === '+' && node.left.type !== 'PrivateIdentifier'
        ? joined([evaluate(node.left, file), evaluate(node.right, file)])
        : unknown
    default:
      return unknown
  }
}

function lastValue(expressions: readonly Node[], file: SourceFile): Value {
  const last = expressions.at(-1)
  return last ? evaluate(last, file) : unknown
}

function joined(parts: readonly Value[]): Value {
  let text = ''
  for (const part of parts) {
    if (part.kind !== 'literal') return unknown
    text += part.value
  }
  return { kind: 'literal', value: text }
}
function callValue(node: CallNode, file: SourceFile): Value {
  if (node.callee.type === 'Super') return unknown
  const callee = evaluate(node.callee, file)
  const [first] = node.arguments
  if (node.type === 'NewExpression')
    return callee.kind === 'class' ? { kind: 'instance', of: callee } : { kind: 'call', node, callee, file }
  if (isRequire(callee)) return first ? moduleValue(first, file) : unknown
  if (isGlobal(callee, 'Object', 'freeze')) return first ? evaluate(first, file) : unknown
  const method = unwrap(node.callee)
  if (method.type === 'MemberExpression' && keyOf(method, file) === 'bind' && method.object.type !== 'Super') {
    const target = evaluate(method.object, file)
    return target.kind === 'unknown'
      ? unknown
      : { kind: 'bound', target, taken: Math.max(0, node.arguments.length - 1) }
  }
  return { kind: 'call', node, callee, file }
}

/** `require`, `module.require`, and what `createRequire(…)` gives. */
function isRequire(callee: Value): boolean {
  if (isGlobal(callee, 'require') || isGlobal(callee, 'module', 'require')) return true
  if (callee.kind !== 'call' || callee.callee.kind !== 'external') return false
  const { source, path } = callee.callee
  return (source === 'module' || source === 'node:module') && path.at(-1) === 'createRequire'
}

/** The module that `source` names, where it is written out. */
export function moduleValue(source: Node, file: SourceFile): Value {
  const specifier = evaluate(source, file)
  return specifier.kind === 'literal' ? importedValue(specifier.value, file) : unknown
}
