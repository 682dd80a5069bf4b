import type { SourceFile } from '../source/source-file.ts'
import type { FunctionNode, Node } from '../source/syntax.ts'
import { type AccessPath, anyKey, continueAt, type Flow } from './flow.ts'
import { enterFunction } from './follow-call.ts'
import { followExpression } from './follow-expression.ts'
import { followPattern } from './follow-pattern.ts'

/** Follows the value that an expression gives, or the one that a property of a pattern takes. */
export function follow(flow: Flow, node: Node, path: AccessPath, file: SourceFile): void {
  if (node.type === 'Property') followPattern(flow, node.value, path, file)
  else continueAt(flow, node, path, file)
  finish(flow)
}

/** Leaves the parts of what an expression holds, and not the whole of it, to be followed in the same run. */
export function followParts(flow: Flow, node: Node, file: SourceFile): void {
  if (node.type === 'Property') followPattern(flow, node.value, [anyKey], file)
  else continueAt(flow, node, [anyKey], file)
}

/** Follows the argument that a function is called with at `index`. */
export function followIntoFunction(
  flow: Flow,
  fn: { readonly node: FunctionNode; readonly file: SourceFile },
  index: number,
  path: AccessPath,
): void {
  enterFunction(flow, fn, index, path)
  finish(flow)
}

/** Works through the pending expressions; following one adds those that it leads to. */
function finish(flow: Flow): void {
  const { pending } = flow
  // The loop also comes to what is added while it runs.
  for (const { node, path, file, isKept } of pending) {
    flow.isKept = isKept
    if (flow.reach(node, path, file, isKept)) followExpression(flow, node, path, file)
  }
  pending.length = 0
  flow.isKept = false
}
