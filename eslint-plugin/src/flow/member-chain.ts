import type { Scope } from 'eslint'
import { keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  enclosingFunction,
  isInside,
  isWritten,
  type Node,
  parentOf,
  rangeOf,
  unwrap,
  wrapped,
} from '../source/syntax.ts'
import { isReachable } from './reassigned.ts'

/** A member of a variable, at any depth: `res.locals.data`. */
export interface MemberChain {
  readonly variable: Scope.Variable
  readonly keys: readonly string[]
}

/** The variable and the keys that a member expression is made of, where the source tells them. */
export function memberChain(node: Node, file: SourceFile): MemberChain | undefined {
  const keys: string[] = []
  let step = unwrap(node)
  while (step.type === 'MemberExpression' && step.object.type !== 'Super') {
    const key = keyOf(step, file)
    if (key === undefined) return undefined
    keys.unshift(key)
    step = unwrap(step.object)
  }
  const variable = keys.length > 0 ? file.variableOf(step) : undefined
  return variable && { variable, keys }
}

/** Where a file writes a member of a variable. */
export function writesTo({ variable, keys }: MemberChain, file: SourceFile): Node[] {
  return variable.references.flatMap(({ identifier }) => {
    let step: Node = identifier as Node
    for (const key of keys) {
      const object = wrapped(step)
      const member = parentOf(object)
      if (member?.type !== 'MemberExpression' || member.object !== object || keyOf(member, file) !== key) return []
      step = member
    }
    return isWritten(step) ? [step] : []
  })
}

/**
 * The reads of the variable after one of its members was written at `target`; none where it is written elsewhere too.
 */
export function readsOfAssigned(target: Node, chain: MemberChain, file: SourceFile): Node[] {
  const { variable } = chain
  const isGivenAgain = variable.references.some((each) => each.isWrite() && !each.init)
  if (isGivenAgain || writesTo(chain, file).length > 1) return []
  const fn = enclosingFunction(target)
  const assignment = parentOf(target)
  if (!fn || !assignment) return []
  const [, end] = rangeOf(assignment)
  return variable.references.flatMap(({ identifier }) => {
    const read = identifier as Node
    return rangeOf(read)[0] >= end && isInside(read, fn) && isReachable(target, read) ? [read] : []
  })
}
