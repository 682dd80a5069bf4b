import { memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { type Node, parentOf } from '../source/syntax.ts'
import { givesAllBack } from './given-all-back.ts'

/**
 * Whether a pipe of the application's own is seen to give back a body with all its keys: one that trims texts, or logs.
 */
export function isHandingOn(pipe: Value): boolean {
  const made = resolveImports(pipe, (text) => text.includes('transform'))
  const type = made.kind === 'instance' ? made.of : made
  if (type.kind !== 'class') return false
  const transform = memberOf({ kind: 'instance', of: type }, 'transform')
  return transform.kind === 'function' && isOwn(transform.node, type.node) && givesAllBack(transform)
}

/** Whether a function is a member of a class, and not of what that extends, which may have been given other methods. */
function isOwn(fn: Node, type: Node): boolean {
  const element = parentOf(fn)
  const body = element && parentOf(element)
  return body?.type === 'ClassBody' && parentOf(body) === type
}
