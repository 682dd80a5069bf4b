import type { SourceFile } from '../source/source-file.ts'
import { isTypeWrapper, type Node } from '../source/syntax.ts'
import { callValue } from './calls.ts'
import { thisValue } from './classes.ts'
import type { Evaluator } from './evaluator.ts'
import { moduleValue } from './imports.ts'
import { literalValue, sumValue, templateValue } from './literals.ts'
import { accessValue } from './members.ts'
import { oneOf, unknown, type Value } from './value.ts'
import { identifierValue } from './variables.ts'

/** What an expression stands for, by its syntax. */
export function expressionValue(evaluator: Evaluator, node: Node, file: SourceFile): Value {
  const { evaluate } = evaluator
  if (isTypeWrapper(node)) return evaluate(node.expression, file)
  switch (node.type) {
    case 'Identifier':
      return identifierValue(evaluator, node, file)
    case 'ThisExpression':
      return thisValue(node, file)
    case 'MemberExpression':
      return accessValue(evaluator, node, file)
    case 'CallExpression':
    case 'NewExpression':
      return callValue(evaluator, node, file)
    case 'ImportExpression':
      return moduleValue(evaluator, node.source, file)
    case 'ChainExpression':
      return evaluate(node.expression, file)
    case 'AwaitExpression':
      return evaluate(node.argument, file)
    case 'AssignmentExpression':
      // `instance ??= new Service()` gives what is there, which nothing but this has made.
      return ['=', '??=', '||='].includes(node.operator) ? evaluate(node.right, file) : unknown
    case 'SequenceExpression': {
      const last = node.expressions.at(-1)
      return last ? evaluate(last, file) : unknown
    }
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
    case 'TSModuleDeclaration':
      return { kind: 'namespace', node, file }
    case 'ObjectExpression':
      return { kind: 'object', node, file }
    case 'ArrayExpression':
      return { kind: 'array', node, file }
    case 'Literal':
      return literalValue(node)
    case 'TemplateLiteral':
      return templateValue(evaluator, node, file)
    case 'BinaryExpression':
      return sumValue(evaluator, node, file)
    default:
      return unknown
  }
}
