import { bindingsOf, type Call } from '../evaluate/bind.ts'
import type { FunctionValue, Value } from '../evaluate/value.ts'
import { addTo } from '../source/add-to.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { FunctionNode } from '../source/syntax.ts'
import { bodyReadsOf } from './body-reads.ts'
import { hasHandlerShape } from './handler-shape.ts'
import { type Handler, handlersOf } from './handlers.ts'

/** A handler that hands its request on: `(req, res) => controller.create(req, res)`. */
export interface Handing {
  readonly handler: Handler
  /** Those by which it does. */
  readonly calls: readonly Call[]
  /** What is registered, which leads to the handler. */
  readonly step: Value
}

/** Whether a request is handed on by a method of an instance that the source tells. */
export function isByMadeInstance({ calls }: Handing): boolean {
  const last = calls.at(-1)
  return last !== undefined && bindingsOf(last).self?.creation !== undefined
}

/** The functions of other files, and the handlers of its own, that a handler hands its request to, with the calls. */
export function handedBy(handler: Handler): ReadonlyMap<FunctionNode, readonly Call[]> {
  const { file, node, index } = handler
  const known = handed.get(file) ?? new Map<FunctionNode, ReadonlyMap<FunctionNode, readonly Call[]>>()
  handed.set(file, known)
  let functions = index === 0 ? known.get(node) : undefined
  if (!functions) {
    functions = findHanded(handler)
    if (index === 0) known.set(node, functions)
  }
  return functions
}

const handed = new WeakMap<SourceFile, Map<FunctionNode, ReadonlyMap<FunctionNode, readonly Call[]>>>()

function findHanded(handler: Handler): ReadonlyMap<FunctionNode, readonly Call[]> {
  const reached = new Map<FunctionNode, Call[]>()
  const add = (call: Call) => {
    addTo(reached, call.callee.node, call)
  }
  const own = new Set<FunctionNode>()
  const { calls } = bodyReadsOf(handler, [['body']], {
    elsewhere(call) {
      add(call)
      return []
    },
    functionBehind: functionInWrapper,
    isEntered({ node, file }, index, path) {
      if (index === 0 && path.length === 1 && hasHandlerShape(node, file)) own.add(node)
      return true
    },
  })
  for (const call of calls) if (own.has(call.callee.node)) add(call)
  return reached
}

/** `export const save = asyncHandler(async (req, res) => { … })` */
function functionInWrapper(callee: Value): FunctionValue | undefined {
  const [handler] = callee.kind === 'call' ? handlersOf(callee, 'wrapper').toReversed() : []
  return handler?.index === 0 ? { kind: 'function', node: handler.node, file: handler.file } : undefined
}
