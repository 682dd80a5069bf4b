import type * as ESTree from 'estree'
import { copyBy } from '../evaluate/copies.ts'
import { constructorOf } from '../evaluate/classes.ts'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import type { AccessPath } from '../flow/flow.ts'
import { mayValidate } from '../flow/follow-call.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, enclosingFunction, type Node, parametersOf, unwrap } from '../source/syntax.ts'
import { keyChecks } from './key-checks.ts'

// A text that copies something to an instance.
const copying = /\(\s*this\s*,/

/**
 * Where an instance holds an argument, the fields of which its class copies in the constructor:
 * `Object.assign(this, data)`.
 */
export function placeInCopy(call: CallNode, index: number, file: SourceFile): AccessPath | undefined {
  if (call.type !== 'NewExpression') return undefined
  const made = resolveImports(evaluate(unwrap(call.callee), file), (text) => copying.test(text))
  if (made.kind !== 'class' || mayValidate(made)) return undefined
  const constructor = constructorOf(made.node)
  const parameter = constructor && parametersOf(constructor)[index]
  const variable = parameter && made.file.variableOf(nameIn(parameter))
  if (!constructor || !variable) return undefined
  const isCopied = nodesOf(made.file).calls.some(({ callee, arguments: [target, ...sources] }) => {
    if (target?.type !== 'ThisExpression' || enclosingFunction(target) !== constructor) return false
    if (!copyBy(evaluate(unwrap(callee), made.file))?.isIntoFirst) return false
    return sources.flatMap(spreadIn).some((source) => made.file.variableOf(source) === variable)
  })
  // Of a class that throws at keys which it does not know, an instance has no others.
  const isRefused = () =>
    variable.references.some(({ identifier }) => keyChecks(identifier as Node, made.file).length > 0)
  return isCopied && !isRefused() ? [] : undefined
}

/** The name of a parameter, also of one with a default or with a field of its own. */
function nameIn(parameter: Node): Node {
  if (parameter.type === 'TSParameterProperty') return nameIn(parameter.parameter)
  return parameter.type === 'AssignmentPattern' ? parameter.left : parameter
}

/** What a copy is made of: the argument itself, or what is spread into an object. */
function spreadIn(source: ESTree.CallExpression['arguments'][number]): Node[] {
  const expression = unwrap(source.type === 'SpreadElement' ? source.argument : source)
  if (expression.type !== 'ObjectExpression') return [expression]
  return expression.properties.flatMap((property) =>
    property.type === 'SpreadElement' ? [unwrap(property.argument)] : [],
  )
}
