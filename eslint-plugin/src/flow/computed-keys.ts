import { type Bindings, bound, noBindings } from '../evaluate/bind.ts'
import { evaluate, keyOf, keysOf, resolveImports } from '../evaluate/evaluate.ts'
import { isGlobal, type ParameterValue, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap } from '../source/syntax.ts'
import type { Flow } from './flow.ts'

/**
 * Knows `req[part]` in a function that another one has made, as `part` is what that one is called with, or its default;
 * and in a loop over several parts of a request.
 */
export function keysBy(bindings: Bindings): Pick<Flow, 'computedKeys'> {
  return {
    computedKeys({ property, computed }, file) {
      if (!computed) return []
      const keys = keysOfForIn(property, file, bindings) ?? keysIn(bound(evaluate(property, file), bindings), bindings)
      return keys.length > 0 ? keys.filter((key) => !isMissing(key, property, file, bindings)) : keys
    },
  }
}

/** Whether a key is one of several that the source writes out, as in a loop over them. */
export function isOfWrittenKeys(property: Node, file: SourceFile): boolean {
  return keysIn(evaluate(property, file), noBindings).length > 0
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

// Of a request, where nothing tells which parts are meant.
const usualParts = ['body', 'query', 'params']

/** `for (const part in schemas)` */
function keysOfForIn(property: Node, file: SourceFile, bindings: Bindings): readonly string[] | undefined {
  const [definition] = file.variableOf(property)?.defs ?? []
  const declaration = definition?.type === 'Variable' ? parentOf(definition.node) : undefined
  const loop = declaration && parentOf(declaration)
  return loop?.type === 'ForInStatement' && loop.left === declaration
    ? (keysOfObject(evaluate(loop.right, file), bindings) ?? usualParts)
    : undefined
}

/** `parts.forEach((part) => …)` */
function keysOfLoop({ fn, index, file }: ParameterValue, bindings: Bindings): readonly string[] {
  const call = parentOf(fn)
  const callee = call?.type === 'CallExpression' && call.arguments[0] === fn ? unwrap(call.callee) : undefined
  const isLoop = callee?.type === 'MemberExpression' && index === 0 && keyOf(callee, file) === 'forEach'
  return isLoop ? keysOfList(evaluate(callee.object, file), bindings) : []
}

/**
 * Whether an object that is asked for the same key, as `schemas[part]` beside `req[part]`, has none that is called so.
 */
function isMissing(key: string, property: Node, file: SourceFile, bindings: Bindings): boolean {
  return (file.variableOf(property)?.references ?? []).some(({ identifier }) => {
    const member = parentOf(identifier as Node)
    if (member?.type !== 'MemberExpression' || member.property !== identifier || member.object.type === 'Super')
      return false
    return keysOfObject(evaluate(member.object, file), bindings)?.includes(key) === false
  })
}

function keysOfObject(value: Value, bindings: Bindings): readonly string[] | undefined {
  const object = resolveImports(bound(value, bindings), () => true)
  return object.kind === 'object' ? keysOf(object) : undefined
}

/** The texts in a list. Of `Object.keys(schemas)`, the parts of a request that most have, where nothing tells more. */
function keysOfList(list: Value, bindings: Bindings): readonly string[] {
  const value = bound(list, bindings)
  if (value.kind === 'call') {
    const [object] = value.node.arguments
    const isOfKeys = isGlobal(value.callee, 'Object', 'keys') || isGlobal(value.callee, 'Object', 'entries')
    return isOfKeys && object ? (keysOfObject(evaluate(object, value.file), bindings) ?? usualParts) : []
  }
  if (value.kind !== 'array') return []
  const { node, file } = value
  return node.elements.flatMap((element) => (element ? keysIn(evaluate(element, file), bindings) : []))
}
