import type * as ESTree from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import { keyOf } from '../evaluate/members.ts'
import { type Flow, isNew, type Key, matches } from './flow.ts'
import { enterCallee, followArgument } from './follow-call.ts'
import { followPattern } from './follow-pattern.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, isTypeWrapper, isWritten, parentOf } from '../source/syntax.ts'

/** Follows a value from one expression that holds it to whatever is made of that expression. */
export function followExpression(flow: Flow, node: Node, path: readonly Key[], file: SourceFile): void {
  if (!isNew(flow, node, path) || !flow.reach(node, path, file)) return
  const parent = parentOf(node)
  if (!parent) return
  if (isTypeWrapper(parent)) {
    followExpression(flow, parent, path, file)
    return
  }
  switch (parent.type) {
    case 'ChainExpression':
    case 'AwaitExpression':
      followExpression(flow, parent, path, file)
      break
    case 'LogicalExpression':
      // What `value && other` gives is the other, or nothing.
      if (parent.operator !== '&&' || parent.right === node) followExpression(flow, parent, path, file)
      break
    case 'ConditionalExpression':
      if (parent.test !== node) followExpression(flow, parent, path, file)
      break
    case 'SequenceExpression':
      if (parent.expressions.at(-1) === node) followExpression(flow, parent, path, file)
      break
    case 'VariableDeclarator':
      if (parent.init === node) followPattern(flow, parent.id, path, file)
      break
    case 'AssignmentPattern':
      if (parent.right === node) followPattern(flow, parent.left, path, file)
      break
    case 'AssignmentExpression':
      if (parent.right !== node || !['=', '??=', '||='].includes(parent.operator)) break
      followPattern(flow, parent.left, path, file)
      followExpression(flow, parent, path, file)
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
        followExpression(flow, object, [key, ...path], file)
      break
    }
    case 'ArrayExpression': {
      const index = parent.elements.indexOf(node as ESTree.Expression)
      if (!parent.elements.slice(0, index).some((element) => element?.type === 'SpreadElement'))
        followExpression(flow, parent, [String(index), ...path], file)
      break
    }
    default:
  }
}

function followMember(flow: Flow, member: ESTree.MemberExpression, path: readonly Key[], file: SourceFile): void {
  const [step, ...rest] = path
  const key = keyOf(member, file)
  const call = parentOf(member)
  if (step !== undefined && matches(step, key)) {
    if (!isWritten(member)) followExpression(flow, member, rest, file)
    else if (rest.length === 0) flow.overwrite?.(member, file)
  } else if (step === undefined && flow.includesParts) followExpression(flow, member, path, file)
  else if (key === 'clone' && call?.type === 'CallExpression' && call.callee === member)
    // A clone of a web request has the same body.
    followExpression(flow, call, path, file)
}

function followSpread(flow: Flow, spread: ESTree.SpreadElement, path: readonly Key[], file: SourceFile): void {
  const parent = parentOf(spread)
  const [step, ...rest] = path
  if (parent?.type === 'ObjectExpression') followExpression(flow, parent, path, file)
  else if (typeof step !== 'string' || !/^\d+$/.test(step)) return
  else if (parent?.type === 'ArrayExpression' && parent.elements[0] === spread)
    followExpression(flow, parent, path, file)
  else if (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') {
    const index = parent.arguments.indexOf(spread)
    enterCallee(flow, parent, evaluate(parent.callee, file), index + Number(step), rest, file)
  }
}
