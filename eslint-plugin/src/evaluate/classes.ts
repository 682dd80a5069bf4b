import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, type ClassNode, isFunction, type Node, parentOf, unwrap } from '../source/syntax.ts'
import type { Evaluator } from './evaluator.ts'
import { type ClassValue, unknown, type Value } from './value.ts'

/** A method, field or accessor of a class or of its instances, its own or inherited. */
export function classMember(evaluator: Evaluator, value: ClassValue, key: string, isStatic: boolean): Value {
  const { evaluate, keyOf, memberOf } = evaluator
  const { node, file } = value
  const elements = node.body.body.filter(
    (element): element is ESTree.MethodDefinition | ESTree.PropertyDefinition =>
      (element.type === 'MethodDefinition' || element.type === 'PropertyDefinition') &&
      element.static === isStatic &&
      keyOf(element, file) === key,
  )
  const [element] = elements
  if (elements.length > 1) return unknown
  const assigned = isStatic ? [] : assignmentsToThis(evaluator, node, key, file)
  if (assigned.length > 0) {
    const [only] = assigned
    return only && assigned.length === 1 && !element?.value ? evaluate(only, file) : unknown
  }
  if (element) {
    const isValue = element.type === 'PropertyDefinition' || element.kind === 'method'
    return isValue && element.value ? evaluate(element.value, file) : unknown
  }
  if (!node.superClass) return unknown
  const parent = evaluate(node.superClass, file)
  if (parent.kind === 'class' && parent.node !== node) return classMember(evaluator, parent, key, isStatic)
  return isStatic ? memberOf(parent, key) : unknown
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
  for (const child of childrenOf(node, file.code)) {
    if (
      child.type === 'AssignmentExpression' &&
      child.left.type === 'MemberExpression' &&
      child.left.object.type === 'ThisExpression'
    )
      found.push(child)
    collectThisAssignments(child, file, found)
  }
}

/** What `this` stands for: the instance in a method or field, the class where that is static, the object around a method. */
export function thisValue(node: Node, file: SourceFile): Value {
  for (let step = node, parent = parentOf(node); parent; step = parent, parent = parentOf(parent)) {
    if (isFunction(parent) && parent.type !== 'ArrowFunctionExpression') return ownerOf(parent, file)
    if (parent.type === 'PropertyDefinition' && parent.value === step) return classValueOf(parent, file)
    if (parent.type === 'StaticBlock') return unknown
  }
  return unknown
}

function ownerOf(fn: Node, file: SourceFile): Value {
  const holder = parentOf(fn)
  if (holder?.type === 'MethodDefinition' || holder?.type === 'PropertyDefinition') return classValueOf(holder, file)
  const object = holder?.type === 'Property' ? parentOf(holder) : undefined
  return object?.type === 'ObjectExpression' ? { kind: 'object', node: object, file } : unknown
}

function classValueOf(element: ESTree.MethodDefinition | ESTree.PropertyDefinition, file: SourceFile): Value {
  const body = parentOf(element)
  const node = body && parentOf(body)
  if (node?.type !== 'ClassDeclaration' && node?.type !== 'ClassExpression') return unknown
  const value: ClassValue = { kind: 'class', node, file }
  return element.static ? value : { kind: 'instance', of: value }
}
