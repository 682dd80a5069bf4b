import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { ClassValue } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type ClassNode,
  enclosingFunction,
  type FunctionNode,
  isWritten,
  type Node,
  parentOf,
  rangeOf,
  thisIn,
} from '../source/syntax.ts'
import { mayValidate } from './follow-call.ts'
import { isReachable } from './reassigned.ts'

/** A field of `this` that a method sets. */
export interface InstanceField {
  readonly target: Node
  readonly key: string
  readonly method: FunctionNode
  readonly of: ClassNode
  /** Whether the constructor sets it. */
  readonly isMade: boolean
}

/** `this.req = req` in a constructor, or in another method. */
export function fieldOfInstance(target: Node, file: SourceFile): InstanceField | undefined {
  if (target.type !== 'MemberExpression' || target.object.type !== 'ThisExpression') return undefined
  const method = enclosingFunction(target)
  const definition = method && parentOf(method)
  const key = keyOf(target, file)
  if (!method || key === undefined || definition?.type !== 'MethodDefinition') return undefined
  const body = parentOf(definition)
  const of = body && (parentOf(body) as ClassNode | undefined)
  return of && { target, key, method, of, isMade: definition.kind === 'constructor' }
}

/**
 * Where `this` stands after a method has left something in a field of it: `this.data = body; return this.create()`.
 * None where another method, of the class or one above it, sets the field as well, or may look at it.
 */
export function readsOfKept({ target, key, method, of }: InstanceField, file: SourceFile): Node[] {
  const classes = lineOf({ kind: 'class', node: of, file })
  if (classes.some((each) => mayValidate(each) || isSetIn(each, key, method))) return []
  const [, end] = rangeOf(target)
  const all = thisIn(method, file)
  if (all.some((each) => isSet(each, key, target, file))) return []
  return all.filter((each) => rangeOf(each)[0] > end && isReachable(target, each))
}

const deepest = 5

/** A class and those that it inherits from, as far as they are found. */
function lineOf(of: ClassValue, depth = 0): ClassValue[] {
  const { superClass } = of.node
  const parent = superClass && depth < deepest ? resolveImports(evaluate(superClass, of.file), () => true) : undefined
  return parent?.kind === 'class' ? [of, ...lineOf(parent, depth + 1)] : [of]
}

/** Whether a method of a class, but for its constructor and `but`, sets a field. */
function isSetIn({ node, file }: ClassValue, key: string, but: FunctionNode): boolean {
  return node.body.body.some(
    (element) =>
      element.type === 'MethodDefinition' &&
      element.kind !== 'constructor' &&
      element.value !== but &&
      thisIn(element.value, file).some((each) => isSet(each, key, undefined, file)),
  )
}

function isSet(self: Node, key: string, but: Node | undefined, file: SourceFile): boolean {
  const member = parentOf(self)
  return (
    member !== but &&
    member?.type === 'MemberExpression' &&
    member.object === self &&
    isWritten(member) &&
    keyOf(member, file) === key
  )
}
