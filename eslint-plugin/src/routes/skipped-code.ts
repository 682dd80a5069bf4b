import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, keyOf, keysOf, resolveImports } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, isFunction, type Node, parentOf, unwrap } from '../source/syntax.ts'

// What a client chooses beside the body, by which an application may not tell whether to check that.
const chosen: ReadonlySet<string> = new Set(['query', 'params', 'headers', 'cookies'])

/**
 * Whether a function may leave out what it does at a place although there is a body: a client decides it by something else
 * (`if (req.query.strict)`), or what the function is made with (`if (schemas.body)`, of schemas without one).
 */
export function mayBeSkipped(at: Node, file: SourceFile, bindings: Bindings): boolean {
  for (
    let step = at, parent = parentOf(step);
    parent && !isFunction(parent);
    step = parent, parent = parentOf(parent)
  ) {
    const test = testOf(parent, step)
    if (test && (isChosen(test, file) || isAbsent(test, file, bindings))) return true
  }
  return false
}

/** The condition under which alone a part of a node is come to. */
function testOf(parent: Node, step: Node): Node | undefined {
  switch (parent.type) {
    case 'IfStatement':
      return step !== parent.test && !parent.alternate ? parent.test : undefined
    case 'LogicalExpression':
      return step === parent.right && parent.operator === '&&' ? parent.left : undefined
    default:
      return undefined
  }
}

function isChosen(test: Node, file: SourceFile): boolean {
  if (test.type === 'MemberExpression' && chosen.has(keyOf(test, file) ?? '')) return true
  return childrenOf(test, file.code).some((part) => isChosen(part, file))
}

/** `schemas.body`, of an object that is known to have none. */
function isAbsent(test: Node, file: SourceFile, bindings: Bindings): boolean {
  const member = unwrap(test)
  if (member.type !== 'MemberExpression' || member.object.type === 'Super') return false
  const key = keyOf(member, file)
  const holder = resolveImports(bound(evaluate(member.object, file), bindings), () => true)
  return key !== undefined && holder.kind === 'object' && keysOf(holder)?.includes(key) === false
}
