import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf } from '../source/syntax.ts'
import { type AccessPath, continueAt, type Flow, isNew, isStepTo, pathText } from './flow.ts'
import { type Read, readsAfter, readsOf } from './reassigned.ts'

/** Follows a value into every expression that reads the variable which is given it at `origin`. */
export function followVariable(
  flow: Flow,
  variable: Scope.Variable,
  path: AccessPath,
  file: SourceFile,
  origin?: Node,
): void {
  if (!isNew(flow, origin ?? variable, path)) return
  const unread = unreadIn(flow, variable, pathText(path), file)
  const reads = readsAfter(variable, origin, file, [...unread])
  for (const read of reads) {
    unread.delete(read)
    continueAt(flow, read.node, path, file)
  }
}

/** The reads of a variable that the value has not come to by the same path: a variable may be given it many times. */
function unreadIn({ unread }: Flow, variable: Scope.Variable, path: string, file: SourceFile): Set<Read> {
  const byPath = unread.get(variable) ?? new Map<string, Set<Read>>()
  unread.set(variable, byPath)
  const reads = byPath.get(path) ?? new Set(readsOf(variable, file))
  byPath.set(path, reads)
  return reads
}

/** Follows a value into what a pattern takes from it. */
export function followPattern(flow: Flow, pattern: Node, path: AccessPath, file: SourceFile): void {
  switch (pattern.type) {
    case 'Identifier': {
      const variable = file.variableOf(pattern)
      if (variable) followVariable(flow, variable, path, file, pattern)
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
      const isPart = step === undefined && flow.isPartIncluded === true && isGivenList(pattern)
      for (const [index, element] of pattern.elements.entries())
        if (element && isPart)
          followPattern(flow, element.type === 'RestElement' ? element.argument : element, path, file)
        else if (element?.type === 'RestElement' && typeof step === 'string' && Number(step) >= index)
          followPattern(flow, element.argument, [String(Number(step) - index), ...path.slice(1)], file)
        else if (element && isStepTo(step, String(index))) followPattern(flow, element, path.slice(1), file)
      break
    }
    default:
  }
}

function followObjectPattern(flow: Flow, pattern: ESTree.ObjectPattern, path: AccessPath, file: SourceFile): void {
  const [step, ...rest] = path
  const taken: ESTree.AssignmentProperty[] = []
  const isPart = step === undefined && flow.isPartIncluded === true
  for (const property of pattern.properties) {
    if (property.type !== 'RestElement' && isPart) {
      if (flow.reach(property, path, file, flow.isKept)) followPattern(flow, property.value, path, file)
    } else if (property.type === 'RestElement') {
      // `const { body, ...others } = req` leaves the body behind.
      if (taken.length === 0) followPattern(flow, property.argument, path, file)
      else if (taken.every((each) => isUnused(each.value, file))) return
    } else if (isStepTo(step, keyOf(property, file))) taken.push(property)
  }
  for (const property of taken)
    if (rest.length > 0 || flow.reach(property, rest, file, flow.isKept))
      followPattern(flow, property.value, rest, file)
}

/** In a loop, a callback or another pattern it takes an element, which may be an entry of a key and a value. */
function isGivenList(pattern: ESTree.ArrayPattern): boolean {
  const parent = parentOf(pattern)
  return parent?.type === 'VariableDeclarator' ? parent.init != null : parent?.type === 'AssignmentExpression'
}

function isUnused(pattern: Node, file: SourceFile): boolean {
  const variable = pattern.type === 'Identifier' ? file.variableOf(pattern) : undefined
  return variable !== undefined && !variable.references.some((reference) => reference.isRead())
}
