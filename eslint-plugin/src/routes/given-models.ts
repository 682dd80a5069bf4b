import { type Bindings, bindingsOf, bindingsOfInstance } from '../evaluate/bind.ts'
import { constructorOf } from '../evaluate/classes.ts'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { ClassValue, InstanceValue, Value } from '../evaluate/value.ts'
import { mongooseKindOf } from '../mongoose/kinds.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type ClassNode, type Node, unwrap } from '../source/syntax.ts'
import { bodySourcesOf } from './body-sources.ts'
import { type BodyWrite, closedBy, traceOf } from './body-writes.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { isProtected } from './protection.ts'

/** A place that gives a model to handlers which are written for any. */
interface Gift {
  readonly at: Node
  readonly handlers: readonly Handler[]
  readonly bindings: Bindings
}

/** The writes of the raw body by handlers that this file gives a model to: `createOne(User)`, `super(User)`. */
export function writesOfModels(file: SourceFile): BodyWrite[] {
  return giftsIn(file).flatMap(({ at, handlers, bindings }) =>
    handlers.flatMap((handler) => {
      const writes = certainTraces(handler).flatMap((trace) => closedBy(trace, bindings))
      if (writes.length === 0 || isProtected(handler, file)) return []
      return writes.map(({ at: inside, write }) => ({ at: handler.file === file ? inside : at, write }))
    }),
  )
}

function certainTraces(handler: Handler) {
  return bodySourcesOf(handler.node, handler.file).flatMap(({ index, paths, isOpen }) =>
    isOpen ? [] : [traceOf({ node: handler.node, file: handler.file, index }, paths)],
  )
}

function giftsIn(file: SourceFile): Gift[] {
  const { calls, news, classes } = nodesOf(file)
  return [
    ...calls.flatMap((call) => factoryCall(call, file) ?? []),
    ...news.flatMap((call) => newInstance(call, file) ?? []),
    ...classes.flatMap((node) => subclass(node, file) ?? []),
  ]
}

function factoryCall(node: CallNode, file: SourceFile): Gift | undefined {
  if (node.callee.type === 'Super' || !isGivenModel(node, file)) return undefined
  const value = resolveImports(evaluate(node, file), () => true)
  if (value.kind !== 'call' || value.callee.kind !== 'function') return undefined
  const handlers = handlersOf(value, 'wrapper').filter((handler) => handler.node !== node.arguments[0])
  return { at: node, handlers, bindings: bindingsOf({ callee: value.callee, node, file }) }
}

function newInstance(node: CallNode, file: SourceFile): Gift | undefined {
  if (!isGivenModel(node, file)) return undefined
  const value = resolveImports(evaluate(node, file), () => true)
  return value.kind === 'instance' ? instance(node, value) : undefined
}

/** A class that inherits its handlers, and gives them its model by `super(User)` or a member of its own. */
function subclass(node: ClassNode, file: SourceFile): Gift | undefined {
  if (!node.superClass) return undefined
  const constructor = constructorOf(node)
  const call =
    constructor && nodesOf(file).calls.find(({ callee }) => callee.type === 'Super' && isWithin(callee, node))
  return instance(call ?? node.superClass, { kind: 'instance', of: { kind: 'class', node, file } })
}

function isWithin(node: Node, ancestor: ClassNode): boolean {
  const [start, end] = ancestor.range ?? [0, 0]
  const [at] = (node as { range?: [number, number] }).range ?? [0, 0]
  return start <= at && at < end
}

function instance(at: Node, self: InstanceValue): Gift {
  return { at, handlers: inheritedMethods(self.of), bindings: bindingsOfInstance(self) }
}

const deepest = 5

/** The methods of the classes that a class inherits from, and its own, as far as none hides another. */
function inheritedMethods(of: ClassValue): Handler[] {
  const methods = new Map<string, Handler>()
  let step: ClassValue | undefined = of
  for (let depth = 0; step && depth < deepest; depth++) {
    const { node, file }: ClassValue = step
    for (const element of node.body.body) {
      if (element.type !== 'MethodDefinition' && element.type !== 'PropertyDefinition') continue
      const key = keyOf(element, file)
      if (key === undefined || !element.value || methods.has(key)) continue
      const [handler] = handlersOf(evaluate(element.value, file), 'wrapper')
      if (handler) methods.set(key, handler)
    }
    const parent: Value | undefined = node.superClass
      ? resolveImports(evaluate(node.superClass, file), () => true)
      : undefined
    step = parent?.kind === 'class' ? parent : undefined
  }
  return [...methods.values()]
}

function isGivenModel(node: CallNode, file: SourceFile): boolean {
  return node.arguments.some((argument) => {
    const { type } = unwrap(argument)
    return (type === 'Identifier' || type === 'MemberExpression') && mongooseKindOf(argument, file) === 'model'
  })
}
