import type * as ESTree from 'estree'
import { answerOnce } from '../source/cycles.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type ClassNode,
  forEachChild,
  type FunctionNode,
  isFunction,
  type Node,
  parametersOf,
  parentOf,
  unwrap,
} from '../source/syntax.ts'
import type { Evaluator } from './evaluator.ts'
import { injectedValue, typeGiven, typesGiven } from './types.ts'
import { type ClassValue, oneOf, unknown, type Value } from './value.ts'
import { parameterValue } from './variables.ts'

type ClassElement = ESTree.MethodDefinition | ESTree.PropertyDefinition

/** A method, field or accessor of a class or of its instances, its own or inherited. */
export function classMember(evaluator: Evaluator, value: ClassValue, key: string, isStatic: boolean): Value {
  const question = `${isStatic ? 'static ' : ''}member ${key}`
  return answerOnce<Value>(question, value.node, unknown, () => foundMember(evaluator, value, key, isStatic))
}

function foundMember(evaluator: Evaluator, value: ClassValue, key: string, isStatic: boolean): Value {
  const { evaluate, memberOf } = evaluator
  const { node, file } = value
  const own = ownMember(evaluator, value, key, isStatic)
  if (own || !node.superClass) return own ?? unknown
  if (!isStatic) return inheritedMember(evaluator, value, key)
  const parent = evaluate(node.superClass, file)
  if (parent.kind !== 'class') return memberOf(parent, key)
  return classMember(evaluator, { ...parent, given: typesGiven(evaluator, value) }, key, isStatic)
}

/** A member that the instances of a class inherit. */
function inheritedMember(evaluator: Evaluator, value: ClassValue, key: string): Value {
  const { node, file } = value
  if (!node.superClass) return unknown
  const parent = evaluator.evaluate(node.superClass, file)
  const given = typesGiven(evaluator, value)
  if (parent.kind === 'class') return classMember(evaluator, { ...parent, given }, key, false)
  // A class of another file is looked up when somebody asks for it.
  return parent.kind === 'imported' ? { kind: 'member', object: { kind: 'typed', type: parent, given }, key } : unknown
}

/**
 * What `super.key` stands for in a method of an instance: the inherited member that the class may hide by one of its
 * own.
 */
export function superMember(evaluator: Evaluator, node: Node, key: string, file: SourceFile): Value {
  const self = thisValue(node, file)
  return self.kind === 'instance' ? inheritedMember(evaluator, self.of, key) : unknown
}

/** What a class itself says of a member; `undefined` where it says nothing. */
function ownMember(evaluator: Evaluator, value: ClassValue, key: string, isStatic: boolean): Value | undefined {
  const { evaluate } = evaluator
  const { node, file } = value
  const elements = elementsNamed(evaluator, node, key, isStatic, file)
  const [element] = elements
  if (elements.length > 1) return unknown
  // What a subclass says of a field goes before what the class itself makes it from.
  const given = element ? typeGiven(element, value) : unknown
  if (given.kind !== 'unknown') return given
  const assigned = isStatic ? [] : assignmentsToThis(evaluator, node, key, file)
  const declared = element ? injectedValue(evaluator, element, element, file) : unknown
  if (assigned.length > 0) {
    const [only] = assigned
    const made = only && assigned.length === 1 && !element?.value ? evaluate(only, file) : unknown
    return made.kind === 'unknown' || (isHalfKnown(made) && isExternalType(declared)) ? declared : made
  }
  if (!element) return isStatic ? undefined : injected(evaluator, node, key, file)
  if (element.type === 'MethodDefinition' && element.kind === 'get')
    return oneOf(file.returnsOf(element.value).map((returned) => evaluate(returned, file)))
  if (element.type === 'MethodDefinition' && element.kind !== 'method') return unknown
  // An abstract member has no value; a subclass has.
  return element.value ? evaluate(element.value, file) : declared.kind === 'unknown' ? undefined : declared
}

/** `models[name]`, `models[name] || model(name, schema)` */
function isHalfKnown(value: Value): boolean {
  return value.kind === 'oneOf' ? value.values.some(isHalfKnown) : value.kind === 'unknown' || value.kind === 'element'
}

function isExternalType(value: Value): boolean {
  return value.kind === 'typed' && value.type.kind === 'external'
}

function elementsNamed(
  { keyOf }: Evaluator,
  node: ClassNode,
  key: string,
  isStatic: boolean,
  file: SourceFile,
): ClassElement[] {
  return node.body.body.filter(
    (element): element is ClassElement =>
      /^(?:TSAbstract)?(?:MethodDefinition|PropertyDefinition)$/.test(element.type) &&
      (element as ClassElement).static === isStatic &&
      keyOf(element as ClassElement, file) === key &&
      !isOverload(element),
  )
}

/** A signature of TypeScript that has no body. */
function isOverload(element: unknown): boolean {
  return (element as { value?: { type: string } | null }).value?.type === 'TSEmptyBodyFunctionExpression'
}

/** The constructor of a class, if it has one of its own. */
export function constructorOf(node: ClassNode): FunctionNode | undefined {
  const found = node.body.body.find(
    (element) => element.type === 'MethodDefinition' && element.kind === 'constructor' && !isOverload(element),
  )
  return found?.type === 'MethodDefinition' ? found.value : undefined
}

/** `constructor(private readonly users: UserService)`, which makes a field of the parameter. */
function injected(evaluator: Evaluator, node: ClassNode, key: string, file: SourceFile): Value | undefined {
  const constructor = constructorOf(node)
  const parameters = constructor ? parametersOf(constructor) : []
  const index = parameters.findIndex((parameter) => {
    if (parameter.type !== 'TSParameterProperty') return false
    const { parameter: pattern } = parameter
    const name = pattern.type === 'AssignmentPattern' ? pattern.left : pattern
    return name.type === 'Identifier' && name.name === key
  })
  return constructor && index >= 0 ? parameterValue(evaluator, constructor, index, file) : undefined
}

/** `this.create = this.create.bind(this)`, which leaves the method what it was. */
function isSelfBound({ keyOf }: Evaluator, right: Node, key: string, file: SourceFile): boolean {
  const call = unwrap(right)
  const bind = call.type === 'CallExpression' ? unwrap(call.callee) : undefined
  if (bind?.type !== 'MemberExpression' || keyOf(bind, file) !== 'bind') return false
  const method = unwrap(bind.object)
  return method.type === 'MemberExpression' && method.object.type === 'ThisExpression' && keyOf(method, file) === key
}

const thisAssignments = new WeakMap<ClassNode, ESTree.AssignmentExpression[]>()

/** Right sides of `this.key = …` in a class. */
function assignmentsToThis(evaluator: Evaluator, node: ClassNode, key: string, file: SourceFile): Node[] {
  let assignments = thisAssignments.get(node)
  if (!assignments) {
    thisAssignments.set(node, (assignments = []))
    collectThisAssignments(node.body, file, assignments)
  }
  return assignments.flatMap(({ left, right }) =>
    left.type === 'MemberExpression' && evaluator.keyOf(left, file) === key && !isSelfBound(evaluator, right, key, file)
      ? [right]
      : [],
  )
}

function collectThisAssignments(node: Node, file: SourceFile, found: ESTree.AssignmentExpression[]): void {
  forEachChild(node, file.code.visitorKeys, (child) => {
    if (
      child.type === 'AssignmentExpression' &&
      child.left.type === 'MemberExpression' &&
      child.left.object.type === 'ThisExpression'
    )
      found.push(child)
    collectThisAssignments(child, file, found)
  })
}

/**
 * What `this` stands for: the instance in a method or field, the class where that is static, the object around a
 * method.
 */
export function thisValue(node: Node, file: SourceFile): Value {
  for (let step = node, parent = parentOf(node); parent; step = parent, parent = parentOf(parent)) {
    if (isFunction(parent) && parent.type !== 'ArrowFunctionExpression') return ownerOf(parent, file)
    if (parent.type === 'PropertyDefinition' && parent.value === step) return classValueOf(parent, file)
    if (parent.type === 'StaticBlock') return unknown
  }
  return unknown
}

function ownerOf(fn: FunctionNode, file: SourceFile): Value {
  const holder = parentOf(fn)
  if (holder?.type === 'MethodDefinition' || holder?.type === 'PropertyDefinition') return classValueOf(holder, file)
  const object = holder?.type === 'Property' ? parentOf(holder) : undefined
  return object?.type === 'ObjectExpression'
    ? { kind: 'object', node: object, file, isThis: true }
    : { kind: 'receiver', fn, file }
}

function classValueOf(element: ClassElement, file: SourceFile): Value {
  const body = parentOf(element)
  const node = body && parentOf(body)
  if (node?.type !== 'ClassDeclaration' && node?.type !== 'ClassExpression') return unknown
  const value: ClassValue = { kind: 'class', node, file }
  return element.static ? { ...value, isThis: true } : { kind: 'instance', of: value, isThis: true }
}
