import type * as ESTree from 'estree'
import { type Bindings, bindingsOf, bindingsOfParts } from '../evaluate/bind.ts'
import { constructorOf } from '../evaluate/classes.ts'
import { evaluate, keyOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import type { ClassValue, FunctionValue, InstanceValue, Value } from '../evaluate/value.ts'
import { canBe } from '../evaluate/resolve-imports.ts'
import { canHoldModel } from '../mongoose/connections.ts'
import { mongooseKindOf } from '../mongoose/kinds.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type ClassNode, isInside, type Node, parentOf, unwrap } from '../source/syntax.ts'
import { rememberedByText } from '../source/text-facts.ts'
import { type BodySource, bodySourcesOf } from './body-sources.ts'
import { bodyReadsOf } from './body-reads.ts'
import { closedBy, traceOf, traceTold } from './body-sinks.ts'
import type { BodySink, Trace } from './trace.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { isProtected, validatedBefore } from './protection.ts'
import { routesTo } from './route-places.ts'
import { isTold, neverComesTo } from './skipped-code.ts'
import { isLeftOver } from './left-over-routers.ts'
import { isInheritedUnmounted } from './unmounted.ts'
import { isUnreached } from './unreached-files.ts'

/** A place that gives a model to handlers which are written for any. */
interface Gift {
  readonly at: Node
  readonly handlers: readonly Handler[]
  readonly bindings: Bindings
  /** The class that inherits the handlers. */
  readonly inheritedBy?: ClassNode
  /** Whether it makes a handler, of which there may be several. */
  readonly isFactory?: true
}

/** A sink with the handler from which the body comes to it. */
export interface HandlerSink extends BodySink {
  readonly handler: Handler
  /** The call that made the handler, where each call makes another one. */
  readonly madeBy?: Node
  /** Whether an earlier step of the route has left the body for the handler in another place. */
  readonly isLeft?: true
}

/** The sinks of the raw body in handlers that this file gives a model to: `createOne(User)`, `super(User)`. */
export function sinksOfModels(file: SourceFile): HandlerSink[] {
  return giftsIn(file).flatMap(({ at, handlers, bindings, isFactory, inheritedBy }) =>
    handlers.flatMap((handler) => {
      const sinks = bodyTraces(handler).flatMap(({ trace, paths, isOpen }) => {
        const closed = closedBy(trace, bindings)
        if (closed.length === 0) return []
        const isValidated = validatedBefore(handler, paths)
        const isLeftOut = neverComesTo(handler.file, bindings)
        const raw = closed.filter(({ at, isInGiven }) => {
          const needsRoute = isOpen || isInGiven === true
          return !isLeftOut(at) && !isValidated(at) && (!needsRoute || isOnOpenRoute(handler, file))
        })
        if (raw.length === 0 || !isTold(handler, bindings)) return raw
        const told = closedBy(traceTold(handler, paths, isLeftOut), bindings)
        return raw.filter(({ at }) => told.some((each) => each.at === at))
      })
      if (sinks.length === 0 || isProtected(handler, file, isFactory ? at : undefined)) return []
      // A router that the factory makes may have guards of its own.
      if (isFactory && isProtected(handler)) return []
      if (isUnreached(file)) return []
      if (isFactory && isLeftOver(at, routesTo({ fn: handler.node, madeBy: at }, file), file)) return []
      if (inheritedBy && isMethodUnmounted(handler, inheritedBy, file)) return []
      return sinks.map(({ at: inside, sink }) => ({
        at: handler.file === file ? inside : at,
        sink,
        handler,
        ...(isFactory ? { madeBy: at } : {}),
      }))
    }),
  )
}

/**
 * Whether a route leads to a handler that does not check the body, as seen from where its object is made and from its
 * own file.
 */
function isOnOpenRoute(handler: Handler, file: SourceFile): boolean {
  const places = file === handler.file ? [file] : [file, handler.file]
  return (
    places.some((from) => routesTo({ fn: handler.node }, from).some(({ isSeenThere }) => !isSeenThere)) &&
    !places.some((from) => isProtected(handler, from))
  )
}

/** Whether a module can hold a handler that reads the body. */
const canHoldHandler: ModuleFilter = (text, _settings, path) => namesBody(text, path)
const readsBody = /\b(?:body|formData|parseBody)\b|\bjson\s*\(\s*\)/
const namesBody = rememberedByText((text) => readsBody.test(text))

interface BodyTrace {
  readonly trace: Trace
  readonly paths: BodySource['paths']
  /** Whether only a route can tell that the function is given a request. */
  readonly isOpen: boolean
}

/** What becomes of the body in a function. */
function bodyTraces({ node, file }: Handler): BodyTrace[] {
  return bodySourcesOf(node, file).flatMap(({ index, paths, isOpen = false }) => {
    const parameter = { node, file, index }
    if (isOpen && bodyReadsOf(parameter, paths).reads.length === 0) return []
    return [{ trace: traceOf(parameter, paths), paths, isOpen }]
  })
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
  if (node.callee.type === 'Super' || !isOwn(evaluate(node.callee, file))) return undefined
  if (!isGivenModel(node, file) && !isGivenFunctions(node, file)) return undefined
  const value = resolveImports(evaluate(node, file), canHoldHandler)
  if (value.kind !== 'call' || value.callee.kind !== 'function') return undefined
  const returned = handlersOf(value, 'wrapper').filter((handler) => handler.node !== node.arguments[0])
  const handlers = new Map([...returned, ...handlersIn(value.callee)].map((handler) => [handler.node, handler]))
  const bindings = bindingsOf({ callee: value.callee, node, file })
  return { at: node, handlers: [...handlers.values()], bindings, isFactory: true }
}

/** The functions that a factory puts on a router, or in an object. */
function handlersIn({ node: factory, file }: FunctionValue): Handler[] {
  return nodesOf(file).functions.flatMap((node) =>
    node !== factory && isInside(node, factory) ? [{ node, file, index: 0 }] : [],
  )
}

function newInstance(node: CallNode, file: SourceFile): Gift | undefined {
  if (!hasNames(node) && !node.arguments.some(isNew)) return undefined
  if (!isOwn(evaluate(node.callee, file)) || !(isGivenModel(node, file) || isGivenInstance(node, file)))
    return undefined
  const value = resolveImports(evaluate(node, file), canHoldHandler)
  return value.kind === 'instance' ? instance(node, value) : undefined
}

/** A class that inherits its handlers, and gives them its model by `super(User)` or a member of its own. */
function subclass(node: ClassNode, file: SourceFile): Gift | undefined {
  if (!node.superClass) return undefined
  // A handler of its own may use what the other class keeps.
  const isHolder = readsBody.test(file.code.getText(node as ESTree.Class))
  const parent = resolveImports(evaluate(node.superClass, file), isHolder ? () => true : canHoldHandler)
  if (parent.kind !== 'class') return undefined
  const constructor = constructorOf(node)
  const call =
    constructor && nodesOf(file).calls.find(({ callee }) => callee.type === 'Super' && isInside(callee, node))
  return {
    ...instance(call ?? node.superClass, { kind: 'instance', of: { kind: 'class', node, file } }),
    inheritedBy: node,
  }
}

function instance(at: Node, self: InstanceValue): Gift {
  return { at, handlers: inheritedMethods(self.of), bindings: bindingsOfParts(self) }
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

function isMethodUnmounted(handler: Handler, inheritedBy: ClassNode, file: SourceFile): boolean {
  for (let step: Node | undefined = handler.node; step; step = parentOf(step)) {
    if (step.type !== 'MethodDefinition' && step.type !== 'PropertyDefinition') continue
    const key = keyOf(step, handler.file)
    return key !== undefined && isInheritedUnmounted(key, inheritedBy, file)
  }
  return false
}

/** Whether a callee can be a function or class of the application. */
function isOwn(callee: Value): boolean {
  switch (callee.kind) {
    case 'imported':
      return canBe(callee, canHoldHandler)
    case 'function':
    case 'class':
    case 'exports':
      return true
    case 'member':
      return isOwn(callee.object)
    case 'call':
      return isOwn(callee.callee)
    case 'instance':
      return true
    case 'bound':
      return isOwn(callee.target)
    default:
      return false
  }
}

function isGivenModel(node: CallNode, file: SourceFile): boolean {
  return mayBeModels(node, file).some((argument) => mongooseKindOf(argument, file) === 'model')
}

/** Whether an argument is an instance of a class of the application, such as a service or a repository. */
function isGivenInstance(node: CallNode, file: SourceFile): boolean {
  return node.arguments.some((argument) => {
    if (!isName(argument) && !isNew(argument)) return false
    const value = evaluate(argument, file)
    if (value.kind === 'imported' && !canBe(value, (text) => text.includes('new '))) return false
    return resolveImports(value, () => true).kind === 'instance'
  })
}

/** Whether an argument is an object of functions that write: `usersController({ users: makeUsers(User) })`. */
function isGivenFunctions(node: CallNode, file: SourceFile): boolean {
  return givenTo(node).some((argument) => {
    const value = evaluate(argument, file)
    const named = value.kind === 'call' ? value.callee : value
    if (named.kind === 'imported' ? !canBe(named, canWrite) : named.kind !== 'object' && named.kind !== 'function')
      return false
    const resolved = resolveImports(value, canWrite)
    const given = resolved.kind === 'call' ? resolveImports(returnedValue(resolved), canWrite) : resolved
    return given.kind === 'object' && given.node.properties.length > 0
  })
}

/** Whether a module can hold a function that writes what it is given. */
const canWrite: ModuleFilter = (text, _settings, path) => namesWrite(text, path)
const writing =
  /\.\s*(?:create|insertMany|insertOne|save|findByIdAndUpdate|findOneAndUpdate|findOneAndReplace|updateOne|updateMany|replaceOne|bulkWrite)\s*\(/
const namesWrite = rememberedByText((text) => writing.test(text))

function isNew(argument: Node): boolean {
  return unwrap(argument).type === 'NewExpression'
}

/** The arguments that name something which may be a model. */
function mayBeModels(node: CallNode, file: SourceFile): Node[] {
  return givenTo(node).filter((argument) => isName(argument) && canBe(evaluate(argument, file), canHoldModel))
}

function hasNames(node: CallNode): boolean {
  return givenTo(node).some(isName)
}

/** What a call is given, itself or in an object: `createOne(User)`, `createOne({ model: User })`. */
function givenTo(node: CallNode): Node[] {
  return node.arguments.flatMap((argument) =>
    argument.type === 'ObjectExpression'
      ? argument.properties.flatMap((property) => (property.type === 'Property' ? [property.value as Node] : []))
      : [argument],
  )
}

function isName(argument: Node): boolean {
  const { type } = unwrap(argument)
  return type === 'Identifier' || type === 'MemberExpression'
}
