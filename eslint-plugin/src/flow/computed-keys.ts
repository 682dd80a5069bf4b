import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal, type ParameterValue, type Value } from '../evaluate/value.ts'
import { parentOf, unwrap } from '../source/syntax.ts'
import type { Flow } from './flow.ts'

/**
 * Knows `req[part]` in a function that another one has made, as `part` is what that one is called with, or its default; and
 * in a loop over several parts of a request.
 */
export function keysBy(bindings: Bindings): Pick<Flow, 'computedKeys'> {
  return {
    computedKeys: ({ property, computed }, file) =>
      computed ? keysIn(bound(evaluate(property, file), bindings), bindings) : [],
  }
}

function keysIn(value: Value, bindings: Bindings): readonly string[] {
  switch (value.kind) {
    case 'literal':
      return [value.value]
    case 'oneOf':
      return value.values.flatMap((each) => keysIn(each, bindings))
    case 'element':
      return keysOfList(value.object, bindings)
    case 'parameter':
      return value.fallback ? keysIn(value.fallback, bindings) : keysOfLoop(value, bindings)
    default:
      return []
  }
}

/** `parts.forEach((part) => …)` */
function keysOfLoop({ fn, index, file }: ParameterValue, bindings: Bindings): readonly string[] {
  const call = parentOf(fn)
  const callee = call?.type === 'CallExpression' && call.arguments[0] === fn ? unwrap(call.callee) : undefined
  const isLoop = callee?.type === 'MemberExpression' && index === 0 && keyOf(callee, file) === 'forEach'
  return isLoop ? keysOfList(evaluate(callee.object, file), bindings) : []
}

/** The texts in a list. Of `Object.keys(schemas)`, the parts of a request that most have. */
function keysOfList(list: Value, bindings: Bindings): readonly string[] {
  const value = bound(list, bindings)
  if (value.kind === 'call') return isGlobal(value.callee, 'Object', 'keys') ? ['body', 'query', 'params'] : []
  if (value.kind !== 'array') return []
  const { node, file } = value
  return node.elements.flatMap((element) => (element ? keysIn(evaluate(element, file), bindings) : []))
}
