import type * as ESTree from 'estree'
import { isWrapper, lastStatement, type Node, parentOf } from '../source/syntax.ts'
import { type Copied, isOpenTest } from './open-keys.ts'

function isForAny(node: Node): boolean {
  return /^(?:Expression|ForOf)Statement$/.test(node.type) || isWrapper(node)
}

/** Whether a loop comes to a statement for each element, whatever it is. */
export function isForEach(node: Node, loop: Node): boolean {
  for (let step = node, parent = parentOf(step); parent && step !== loop; step = parent, parent = parentOf(parent))
    if (parent.type === 'BlockStatement' ? parent.body.some(isCondition) : !isForAny(parent) && parent !== loop)
      return false
  return true
}

/** Whether a loop comes to `node` only for some keys, but for a few that it names and those that hold no value. */
export function isChoosing(node: Node, loop: Node, copied: Copied): boolean {
  for (let step = node, parent = parentOf(step); parent && step !== loop; step = parent, parent = parentOf(parent)) {
    if (parent === loop || /^(?:Expression|Return)Statement$/.test(parent.type) || isWrapper(parent)) continue
    if (parent.type === 'IfStatement') {
      if (parent.test === step || !isOpenTest(parent.test, step === parent.consequent, copied)) return true
    } else if (parent.type !== 'BlockStatement') return true
    else if (parent.body.some((other) => other !== step && isCondition(other) && !skipsFew(other, copied))) return true
  }
  return false
}

function isCondition(statement: Node): statement is ESTree.IfStatement {
  return statement.type === 'IfStatement'
}

/** `if (key === '_id') continue` */
function skipsFew({ test, consequent, alternate }: ESTree.IfStatement, copied: Copied): boolean {
  const last = lastStatement(consequent)
  return (
    !alternate &&
    (last?.type === 'ContinueStatement' || last?.type === 'ReturnStatement') &&
    isOpenTest(test, false, copied)
  )
}

/** Whether an expression is part of what an `if` inside of a loop asks. */
export function isInTest(node: Node, loop: Node): boolean {
  for (let step = node, parent = parentOf(step); parent && step !== loop; step = parent, parent = parentOf(parent))
    if (parent.type === 'IfStatement' && parent.test === step) return true
  return false
}
