import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isTypeWrapper, isWritten, type Node, parentOf } from '../source/syntax.ts'
import { type AccessPath, continueAt, type Flow, isStepTo } from './flow.ts'
import { enterCallee, followArgument } from './follow-call.ts'
import { followPattern } from './follow-pattern.ts'

/** Goes from an expression that holds a value to what is made of that expression. */
export function followExpression(flow: Flow, node: Node, path: AccessPath, file: SourceFile): void {
  const parent = parentOf(node)
  if (!parent) return
  if (isTransparent(parent, node)) continueAt(flow, parent, path, file)
  switch (parent.type) {
    case 'VariableDeclarator':
      if (parent.init === node) followPattern(flow, parent.id, path, file)
      break
    case 'AssignmentPattern':
      if (parent.right === node) followPattern(flow, parent.left, path, file)
      break
    case 'AssignmentExpression':
      if (parent.right !== node || !['=', '??=', '||='].includes(parent.operator)) break
      followPattern(flow, parent.left, path, file)
      continueAt(flow, parent, path, file)
      break
    case 'MemberExpression':
      if (parent.object === node) followMember(flow, parent, path, file)
      break
    case 'CallExpression':
    case 'NewExpression':
      followArgument(flow, parent, node, path, file)
      break
    case 'SpreadElement':
      followSpread(flow, parent, path, file)
      break
    case 'Property': {
      const object = parentOf(parent)
      const key = keyOf(parent, file)
      if (parent.value === node && object?.type === 'ObjectExpression' && key !== undefined)
        continueAt(flow, object, [key, ...path], file)
      break
    }
    case 'ArrayExpression': {
      const index = parent.elements.indexOf(node as ESTree.Expression)
      if (!parent.elements.slice(0, index).some((element) => element?.type === 'SpreadElement'))
        continueAt(flow, parent, [String(index), ...path], file)
      break
    }
    default:
  }
}

/** Whether an expression gives, or may give, the very value of the operand `node`. */
function isTransparent(parent: Node, node: Node): boolean {
  switch (parent.type) {
    case 'ChainExpression':
    case 'AwaitExpression':
      return true
    case 'LogicalExpression':
      // What `value && other` gives is the other, or nothing.
      return parent.operator !== '&&' || parent.right === node
    case 'ConditionalExpression':
      return parent.test !== node
    case 'SequenceExpression':
      return parent.expressions.at(-1) === node
    default:
      return isTypeWrapper(parent)
  }
}

function followMember(flow: Flow, member: ESTree.MemberExpression, path: AccessPath, file: SourceFile): void {
  const [step, ...rest] = path
  const key = keyOf(member, file)
  const call = parentOf(member)
  if (isStepTo(step, key)) {
    if (!isWritten(member)) continueAt(flow, member, rest, file)
    else if (rest.length === 0) flow.overwrite?.(member, file)
  } else if (step === undefined && flow.isPartIncluded) continueAt(flow, member, path, file)
  else if (key === 'clone' && call?.type === 'CallExpression' && call.callee === member)
    // A clone of a web request has the same body.
    continueAt(flow, call, path, file)
}

function followSpread(flow: Flow, spread: ESTree.SpreadElement, path: AccessPath, file: SourceFile): void {
  const parent = parentOf(spread)
  const [step, ...rest] = path
  if (parent?.type === 'ObjectExpression') continueAt(flow, parent, path, file)
  else if (typeof step !== 'string' || !/^\d+$/.test(step)) return
  else if (parent?.type === 'ArrayExpression' && parent.elements[0] === spread) continueAt(flow, parent, path, file)
  else if (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') {
    const index = parent.arguments.indexOf(spread)
    enterCallee(flow, parent, evaluate(parent.callee, file), index + Number(step), rest, file)
  }
}
