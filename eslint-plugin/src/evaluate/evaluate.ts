import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import type { Evaluator, KeyedNode, ModuleFilter } from './evaluator.ts'
import { expressionValue } from './expressions.ts'
import { assignmentsTo, elementValues, keyName, knownKeys, memberValue } from './members.ts'
import { elementsOfTable, resolvedValue, returnedBy } from './resolve-imports.ts'
import { annotatedResult, annotatedValue } from './types.ts'
import { type CallValue, type ObjectValue, unknown, type Value } from './value.ts'

const evaluator: Evaluator = { evaluate, keyOf, memberOf, resolveImports }

// By file, so that the values of a file go when the lint run that they belong to is over.
const valuesByFile = new WeakMap<SourceFile, Map<Node, Value>>()

// Of expressions in each other. Generated code has thousands, which no call stack holds.
const deepest = 300
let depth = 0

/** What an expression stands for. Each node is evaluated once per lint run; a cycle is `unknown`. */
export function evaluate(node: Node, file: SourceFile): Value {
  let values = valuesByFile.get(file)
  if (!values) valuesByFile.set(file, (values = new Map<Node, Value>()))
  const known = values.get(node)
  if (known) return known
  if (depth >= deepest) return unknown
  values.set(node, unknown)
  depth++
  try {
    const value = expressionValue(evaluator, node, file)
    values.set(node, value)
    return value
  } finally {
    depth--
  }
}

/** The name of a member, a property or a class element, where the source tells it. */
export function keyOf(node: KeyedNode, file: SourceFile): string | undefined {
  return keyName(evaluator, node, file)
}

/** What a value has under a key. */
export function memberOf(value: Value, key: string): Value {
  return memberValue(evaluator, value, key)
}

/** What an object has under any of its keys; `undefined` where the source does not tell them all. */
export function elementsOf(value: ObjectValue): readonly Value[] | undefined {
  return elementValues(evaluator, value)
}

/** What may be called as an element of an object that the source shows: `handlers[req.query.action]`. */
export function calledIn(element: Value): readonly Value[] {
  const resolved = resolveImports(element, () => true)
  return (resolved.kind === 'element' ? elementsOfTable(evaluator, resolved) : undefined) ?? []
}

/** The keys of an object; `undefined` where the source does not tell them all. */
export function keysOf(value: ObjectValue): string[] | undefined {
  return knownKeys(evaluator, value)
}

/** What is assigned to a member of an object after it was made, anywhere in its file. */
export function assignedTo({ owner, file }: ObjectValue, key: string): Node[] {
  return owner ? assignmentsTo(evaluator, owner, key, file) : []
}

/** The value with its imported names looked up in the modules that `filter` lets through. */
export function resolveImports(value: Value, filter: ModuleFilter): Value {
  return resolvedValue({ evaluator, filter }, value)
}

/** What the type annotation of a parameter says of what it is called with, whatever it is given later. */
export function declaredValue(parameter: Node, file: SourceFile): Value {
  return annotatedValue(evaluator, parameter, file)
}

/** What a function that is written in the source says of its result by a type. */
export function declaredResult({ callee }: CallValue): Value {
  return callee.kind === 'function' ? annotatedResult(evaluator, callee.node, callee.file) : unknown
}

/** What a call of a function that is written in the source returns. */
export function returnedValue(call: CallValue): Value {
  return returnedBy(evaluator, call)
}
