import type { SourceFile } from '../source/source-file.ts'
import {
  type CallNode,
  childrenOf,
  type ClassNode,
  type FunctionNode,
  isFunction,
  type Node,
} from '../source/syntax.ts'
import { constructorOf } from './classes.ts'
import { evaluate, memberOf, resolveImports } from './evaluate.ts'
import { type ClassValue, type FunctionValue, type InstanceValue, oneOf, type Value } from './value.ts'

/** What the parameters of functions stand for at one call. */
export interface Bindings {
  readonly parameters: ReadonlyMap<FunctionNode, readonly Value[]>
  /** The instance whose method is called. */
  readonly self?: InstanceValue
}

/** Of a function whose call is not looked at. */
export const noBindings: Bindings = { parameters: new Map() }

/** A call of a function that is written in the source. */
export interface Call {
  readonly callee: FunctionValue
  readonly node: CallNode
  readonly file: SourceFile
  /** How many arguments `bind` took before. */
  readonly taken?: number
}

/** Whether a value depends on what a function is called with, or on which instance. */
export function isOpen(value: Value): boolean {
  switch (value.kind) {
    case 'parameter':
      return true
    case 'instance':
      return value.isThis === true
    case 'typed':
      return value.self !== undefined
    case 'member':
      return isOpen(value.object)
    case 'element':
      return isOpen(value.object) || isOpen(value.key)
    case 'call':
      return isOpen(value.callee)
    case 'oneOf':
      return value.values.some(isOpen)
    default:
      return false
  }
}

// Fields of an instance that are given what it keeps in others, or in themselves.
const deepestField = 6

/** A value with the parameters in it replaced by what they are bound to. */
export function bound(value: Value, bindings: Bindings, depth = 0): Value {
  return isOpen(value) ? replaced(value, bindings, depth) : value
}

function replaced(value: Value, bindings: Bindings, depth: number): Value {
  switch (value.kind) {
    case 'parameter': {
      const given = bindings.parameters.get(value.fn)?.[value.index]
      return given && given.kind !== 'unknown' ? given : value
    }
    case 'instance':
      return value.isThis && bindings.self ? bindings.self : value
    case 'member': {
      const object = replaced(value.object, bindings, depth)
      if (object === value.object) return value
      const member = memberOf(
        resolveImports(object, () => true),
        value.key,
      )
      // What a class of another file keeps of what its constructor is given.
      if (value.object.kind !== 'typed') return member
      return depth < deepestField
        ? bound(
            resolveImports(member, () => true),
            bindings,
            depth + 1,
          )
        : value
    }
    case 'typed':
      return value.self && bindings.self ? bindings.self : value
    case 'element': {
      const [object, key] = [replaced(value.object, bindings, depth), replaced(value.key, bindings, depth)]
      if (object === value.object && key === value.key) return value
      return key.kind === 'literal'
        ? memberOf(
            resolveImports(object, () => true),
            key.value,
          )
        : { ...value, object, key }
    }
    case 'call': {
      const callee = replaced(value.callee, bindings, depth)
      return callee === value.callee ? value : { ...value, callee }
    }
    case 'oneOf':
      return oneOf(value.values.map((each) => bound(each, bindings, depth)))
    default:
      return value
  }
}

/**
 * What the parameters of a called function stand for, and those of the constructor of its object. `outside` is what
 * those of the function around the call do.
 */
export function bindingsOf({ callee, node, file, taken = 0 }: Call, outside?: Bindings): Bindings {
  const given = (value: Value) => (outside ? bound(value, outside) : value)
  const parameters = new Map<FunctionNode, readonly Value[]>()
  const own = argumentsOf(node, file).map(given)
  parameters.set(callee.node, [...Array.from({ length: taken }, () => unknownArgument), ...own])
  const maker = callee.madeBy
  if (maker?.callee.kind === 'function')
    parameters.set(maker.callee.node, argumentsOf(maker.node, maker.file).map(given))
  const receiver = node.callee.type === 'MemberExpression' ? node.callee.object : undefined
  // `super.create(data)` is called on the instance that the method around it is.
  const self =
    receiver?.type === 'Super' ? outside?.self : receiver && resolveImports(given(evaluate(receiver, file)), () => true)
  if (self?.kind !== 'instance') return { parameters }
  bindConstructors(self, parameters)
  return { parameters, self }
}

/** The same, and what those around the call stand for as well: `(schema) => (req) => check(schema, req.body)`. */
export function bindingsWithin(call: Call, outside: Bindings): Bindings {
  const inner = bindingsOf(call, outside)
  return { ...inner, parameters: new Map([...outside.parameters, ...inner.parameters]) }
}

/** What the parameters of the constructors of a class stand for in one instance. */
export function bindingsOfInstance(self: InstanceValue): Bindings {
  const parameters = new Map<FunctionNode, readonly Value[]>()
  bindConstructors(self, parameters)
  return { parameters, self }
}

/** The same, and of those instances that it is given: `new Controller(new Service(new Repository()))`. */
export function bindingsOfParts(self: InstanceValue): Bindings {
  const parameters = new Map<FunctionNode, readonly Value[]>()
  bindParts(self, parameters, 0)
  return { parameters, self }
}

function bindParts(self: InstanceValue, parameters: Map<FunctionNode, readonly Value[]>, depth: number): void {
  const own = new Map<FunctionNode, readonly Value[]>()
  bindConstructors(self, own)
  for (const [constructor, given] of own) {
    // Two instances of one class, of which nobody knows which is meant.
    parameters.set(constructor, parameters.has(constructor) ? [] : given)
    if (depth >= deepest) continue
    for (const value of given) {
      const part = resolveImports(value, () => true)
      if (part.kind === 'instance' && part.creation) bindParts(part, parameters, depth + 1)
    }
  }
}

const unknownArgument: Value = { kind: 'unknown' }
const deepest = 6

function bindConstructors({ of, creation }: InstanceValue, parameters: Map<FunctionNode, readonly Value[]>): void {
  let given = creation ? argumentsOf(creation.node, creation.file) : []
  let step: ClassValue | undefined = of
  for (let depth = 0; step && depth < deepest; depth++) {
    const { node, file }: ClassValue = step
    const constructor = constructorOf(node)
    if (constructor) {
      parameters.set(constructor, given)
      const call = superCallOf(node, constructor, file)
      given = call ? argumentsOf(call, file).map((value) => bound(value, { parameters })) : []
    }
    const parent: Value | undefined = node.superClass
      ? resolveImports(evaluate(node.superClass, file), () => true)
      : undefined
    step = parent?.kind === 'class' ? parent : undefined
  }
}

const superCalls = new WeakMap<ClassNode, CallNode | undefined>()

/** The `super(…)` of a constructor. */
function superCallOf(node: ClassNode, constructor: FunctionNode, file: SourceFile): CallNode | undefined {
  if (!superCalls.has(node)) superCalls.set(node, findSuperCall(constructor.body, file))
  return superCalls.get(node)
}

function findSuperCall(node: Node, file: SourceFile): CallNode | undefined {
  if (node.type === 'CallExpression' && node.callee.type === 'Super') return node
  if (isFunction(node)) return undefined
  for (const child of childrenOf(node, file.code)) {
    const found = findSuperCall(child, file)
    if (found) return found
  }
  return undefined
}

function argumentsOf(node: CallNode, file: SourceFile): Value[] {
  const spread = node.arguments.findIndex((argument) => argument.type === 'SpreadElement')
  return node.arguments.slice(0, spread < 0 ? undefined : spread).map((argument) => evaluate(argument, file))
}
