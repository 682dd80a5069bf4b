import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, isGlobal, keyOf } from './evaluate.ts'
import type { SourceFile } from './source-file.ts'
import {
  type CallNode,
  type FunctionNode,
  type Node,
  isTypeWrapper,
  isWritten,
  parametersOf,
  parentOf,
  unwrap,
} from './syntax.ts'
import type { Value } from './value.ts'

/** One step from a value to a part of it: a key, or one of several. */
export type Key = string | ReadonlySet<string>

/**
 * Follows a value through the file: aliases, patterns, closures, object literals and functions of the same file that it
 * is handed to. What is looked for lies below the value, at `path`.
 */
export interface Flow {
  /** Called for every expression or pattern property that holds the value; `false` ends this branch. */
  readonly reach: (node: Node, path: readonly Key[], file: SourceFile) => boolean
  /** Called where what is looked for is overwritten. */
  readonly overwrite?: (node: Node, file: SourceFile) => void
  /** Whether a part of the value counts as the value, once `path` has led to it. */
  readonly includesParts?: boolean
  readonly seen: Set<string>
}

export function createFlow(steps: Omit<Flow, 'seen'>): Flow {
  return { ...steps, seen: new Set() }
}

const deepest = 6
const idOf = createIds()

function isNew(flow: Flow, subject: object, path: readonly Key[]): boolean {
  const id = `${String(idOf(subject))}:${path.map(textOf).join('.')}`
  if (path.length > deepest || flow.seen.has(id)) return false
  flow.seen.add(id)
  return true
}

function createIds(): (subject: object) => number {
  const ids = new WeakMap<object, number>()
  let last = 0
  return (subject) => {
    const id = ids.get(subject) ?? ++last
    ids.set(subject, id)
    return id
  }
}

function textOf(key: Key): string {
  return typeof key === 'string' ? key : [...key].join('|')
}

function matches(step: Key | undefined, key: string | undefined): boolean {
  return step !== undefined && key !== undefined && (typeof step === 'string' ? step === key : step.has(key))
}

/** Follows the argument at `index` into a function: its parameter, a rest parameter, `arguments`. */
export function followIntoFunction(
  flow: Flow,
  fn: { readonly node: FunctionNode; readonly file: SourceFile },
  index: number,
  path: readonly Key[],
): void {
  const { node, file } = fn
  const parameters = parametersOf(node)
  const last = parameters.at(-1)
  if (last?.type === 'RestElement' && index >= parameters.length - 1)
    followPattern(flow, last.argument, [String(index - parameters.length + 1), ...path], file)
  else if (parameters[index]) followPattern(flow, parameters[index], path, file)
  const list = file.argumentsOf(node)
  if (list) followVariable(flow, list, [String(index), ...path], file)
}

function followVariable(flow: Flow, variable: Scope.Variable, path: readonly Key[], file: SourceFile): void {
  if (!isNew(flow, variable, path) || isReassigned(variable)) return
  for (const reference of variable.references)
    if (reference.isRead()) followExpression(flow, reference.identifier as ESTree.Identifier, path, file)
}

/** Whether a variable may hold something else by the time it is read. */
function isReassigned(variable: Scope.Variable): boolean {
  const [definition] = variable.defs
  const writes = variable.references.filter((reference) => reference.isWrite() && !reference.init)
  const isGiven = definition?.type !== 'Variable' || definition.node.init
  return writes.length > (isGiven ? 0 : 1)
}

/** Follows a value into what a pattern takes from it. */
export function followPattern(flow: Flow, pattern: Node, path: readonly Key[], file: SourceFile): void {
  switch (pattern.type) {
    case 'Identifier': {
      const variable = file.variableOf(pattern)
      if (variable) followVariable(flow, variable, path, file)
      break
    }
    case 'AssignmentPattern':
      followPattern(flow, pattern.left, path, file)
      break
    case 'TSParameterProperty':
      followPattern(flow, pattern.parameter, path, file)
      break
    case 'ObjectPattern':
      followObjectPattern(flow, pattern, path, file)
      break
    case 'ArrayPattern': {
      const [step] = path
      for (const [index, element] of pattern.elements.entries())
        if (element?.type === 'RestElement' && typeof step === 'string' && Number(step) >= index)
          followPattern(flow, element.argument, [String(Number(step) - index), ...path.slice(1)], file)
        else if (element && matches(step, String(index))) followPattern(flow, element, path.slice(1), file)
      break
    }
    default:
  }
}

function followObjectPattern(flow: Flow, pattern: ESTree.ObjectPattern, path: readonly Key[], file: SourceFile): void {
  const [step, ...rest] = path
  const taken: ESTree.AssignmentProperty[] = []
  const isPart = step === undefined && flow.includesParts === true
  for (const property of pattern.properties) {
    if (property.type !== 'RestElement' && isPart) followPattern(flow, property.value, path, file)
    else if (property.type === 'RestElement') {
      // `const { body, ...others } = req` leaves the body behind.
      if (taken.length === 0) followPattern(flow, property.argument, path, file)
      else if (taken.every((each) => isUnused(each.value, file))) return
    } else if (matches(step, keyOf(property, file))) taken.push(property)
  }
  for (const property of taken)
    if (rest.length > 0 || flow.reach(property, rest, file)) followPattern(flow, property.value, rest, file)
}

function isUnused(pattern: Node, file: SourceFile): boolean {
  const variable = pattern.type === 'Identifier' ? file.variableOf(pattern) : undefined
  return variable !== undefined && !variable.references.some((reference) => reference.isRead())
}

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

function followArgument(flow: Flow, call: CallNode, node: Node, path: readonly Key[], file: SourceFile): void {
  const index = call.arguments.indexOf(node as ESTree.Expression)
  if (index < 0 || call.arguments.slice(0, index).some((argument) => argument.type === 'SpreadElement')) return
  const callee = unwrap(call.callee)
  const value = evaluate(callee, file)
  if (
    isGlobal(value, 'Object', 'assign') ||
    isGlobal(value, 'Object', 'freeze') ||
    isGlobal(value, 'structuredClone')
  ) {
    followExpression(flow, call, path, file)
    return
  }
  const method = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  const target = callee.type === 'MemberExpression' ? evaluate(callee.object, file) : undefined
  if (target?.kind !== 'function') enterCallee(flow, call, value, index, path, file)
  else if (method === 'call' && index > 0) enterCallee(flow, call, target, index - 1, path, file)
  else if (method === 'bind' && index > 0) enterCallee(flow, call, target, index - 1, path, file)
  else if (method === 'apply' && index === 1 && typeof path[0] === 'string')
    enterCallee(flow, call, target, Number(path[0]), path.slice(1), file)
}

function enterCallee(
  flow: Flow,
  call: CallNode,
  callee: Value,
  index: number,
  path: readonly Key[],
  file: SourceFile,
): void {
  // Only functions of the same file: what another module does with it is that module's own affair.
  if (callee.kind === 'function' && callee.file === file) followIntoFunction(flow, callee, index, path)
  else if (callee.kind === 'bound') enterCallee(flow, call, callee.target, index + callee.taken, path, file)
  else if (callee.kind === 'oneOf') for (const each of callee.values) enterCallee(flow, call, each, index, path, file)
  else if (callee.kind === 'class' && call.type === 'NewExpression' && callee.file === file) {
    const made = callee.node.body.body.find(
      (element) => element.type === 'MethodDefinition' && element.kind === 'constructor',
    )
    if (made?.type === 'MethodDefinition') followIntoFunction(flow, { node: made.value, file }, index, path)
  }
}
