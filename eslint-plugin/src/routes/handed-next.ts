import { type Bindings, bindingsWithin, bound } from '../evaluate/bind.ts'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import { type Node, parametersOf, parentOf } from '../source/syntax.ts'
import type { Handler } from './handlers.ts'
import { calledBy } from './wrappers.ts'

/** A function that a handler leaves its request to, with what its parameters stand for there. */
export interface Successor {
  readonly handler: Handler
  readonly bindings: Bindings
}

/** What is given both the request of a middleware and its `next`: `validate(schema, req, res, next)`. */
export function successorAt(next: Node, { node, file, index }: Handler, bindings: Bindings): Successor | undefined {
  const call = parentOf(next)
  if (call?.type !== 'CallExpression' || call.arguments.some(({ type }) => type === 'SpreadElement')) return undefined
  const request = file.variableOf(parametersOf(node)[index])
  const given: readonly Node[] = call.arguments
  const requestIndex = given.findIndex((argument) => request && file.variableOf(argument) === request)
  const nextIndex = given.indexOf(next)
  const value = resolveImports(bound(evaluate(call, file), bindings), () => true)
  const callee = value.kind === 'call' ? calledBy(value) : undefined
  if (!callee || requestIndex < 0 || nextIndex < 0) return undefined
  return {
    handler: { node: callee.node, file: callee.file, index: requestIndex, nextIndex },
    bindings: bindingsWithin({ callee, node: call, file }, bindings),
  }
}
