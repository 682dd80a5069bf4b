import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { copyBy } from '../evaluate/copies.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { answerOnce } from '../source/cycles.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type FunctionNode,
  isFunction,
  isWritten,
  type Node,
  parametersOf,
  parentOf,
  unwrap,
  wrapped,
} from '../source/syntax.ts'

/**
 * A part of what a variable holds, whatever other names it has: `user` of `req.body` is also that of
 * `const { user } = req.body`.
 */
export interface PartPlace {
  readonly root: Scope.Variable
  readonly keys: readonly string[]
}

/** One expression that reads a part of what a variable holds, or gives it something else. */
export interface PartUse {
  readonly node: Node
  readonly keys: readonly string[]
  /**
   * A part is filled where some of its keys are set, and the source does not tell which: `Object.assign(user, more)`.
   */
  readonly by: 'read' | 'write' | 'fill'
}

/** Whether a use gives something else to a part, or to what the part is inside of. */
export function isChangeOf({ keys, by }: PartUse, place: PartPlace): boolean {
  return by !== 'read' && isWithin(place.keys, keys)
}

/** Whether keys lead to what others lead to, or inside of it. */
export function isWithin(keys: readonly string[], outer: readonly string[]): boolean {
  return outer.every((key, index) => keys[index] === key)
}

/**
 * The part that an expression reads, or a property of a pattern takes; `undefined` where a variable is given several
 * things.
 */
export function placeOfPart(node: Node, file: SourceFile): PartPlace | undefined {
  const expression = unwrap(node)
  return placeOf(file.variableOf(expression) ?? expression, file)
}

// Of a variable and not of each of its reads: each alias asks for the one before.
const placeOf = rememberedByPart((part: Scope.Variable | Node, file): PartPlace | undefined =>
  answerOnce<PartPlace | undefined>('place', part, undefined, () =>
    'references' in part ? placeOfVariable(part, file) : placeIn(part, file),
  ),
)

function placeOfVariable(variable: Scope.Variable, file: SourceFile): PartPlace | undefined {
  if (isGivenAgain(variable)) return undefined
  return placeOfPattern(variable.defs[0]?.name, file) ?? { root: variable, keys: [] }
}

function placeIn(expression: Node, file: SourceFile): PartPlace | undefined {
  switch (expression.type) {
    case 'MemberExpression':
      return below(placeOfPart(expression.object, file), keyOf(expression, file))
    case 'Property':
      return below(placeOfPattern(parentOf(expression), file), keyOf(expression, file))
    default:
      return undefined
  }
}

function below(place: PartPlace | undefined, key: string | undefined): PartPlace | undefined {
  return place && key !== undefined ? { root: place.root, keys: [...place.keys, key] } : undefined
}

/** The part that a pattern is given, where that has another name already. */
function placeOfPattern(pattern: Node | undefined, file: SourceFile): PartPlace | undefined {
  const parent = pattern && parentOf(pattern)
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.init && parent.id === pattern ? placeOfPart(parent.init, file) : undefined
    case 'Property':
      return placeOfPart(parent, file)
    case 'AssignmentPattern':
      return placeOfPattern(parent, file)
    default:
      return undefined
  }
}

function isGivenAgain({ defs, references }: Scope.Variable): boolean {
  const [definition, ...others] = defs
  const isOwn = definition?.type === 'Variable' || definition?.type === 'Parameter'
  return !isOwn || others.length > 0 || references.some((each) => each.isWrite() && !each.init)
}

/** The parameter of a function whose pattern declares a variable, and the keys that lead there. */
export function keysInParameter(
  root: Scope.Variable,
  { node: fn, index }: { readonly node: FunctionNode; readonly index: number },
  file: SourceFile,
): readonly string[] | undefined {
  const keys: string[] = []
  for (let pattern = root.defs[0]?.name as Node | undefined; pattern; pattern = parentOf(pattern)) {
    const parent = parentOf(pattern)
    if (!parent) return undefined
    if (isFunction(parent)) return parent === fn && parametersOf(fn)[index] === pattern ? keys : undefined
    if (parent.type === 'Property') {
      const key = keyOf(parent, file)
      if (key === undefined) return undefined
      keys.unshift(key)
    } else if (parent.type !== 'ObjectPattern' && parent.type !== 'AssignmentPattern') return undefined
  }
  return undefined
}

/** What a file does with the parts of what a variable holds, also by the names of other variables. */
export const usesOfParts = rememberedByPart((root: Scope.Variable, file): readonly PartUse[] =>
  usesBelow(root, [], file),
)

/** Those of them that give something else to a part. */
export const changesOfParts = rememberedByPart((root: Scope.Variable, file) =>
  usesOfParts(root, file).filter(({ by }) => by !== 'read'),
)

function usesBelow(variable: Scope.Variable, keys: readonly string[], file: SourceFile): PartUse[] {
  return answerOnce<PartUse[]>('uses', variable, [], () =>
    variable.references.flatMap((each) => (each.isRead() ? usesAt(each.identifier as Node, keys, file) : [])),
  )
}

function usesAt(node: Node, keys: readonly string[], file: SourceFile): PartUse[] {
  if (isWritten(node)) return [{ node, keys, by: 'write' }]
  const outer = wrapped(node)
  const parent = parentOf(outer)
  const own: PartUse = { node, keys, by: isFilled(outer, parent, file) ? 'fill' : 'read' }
  if (parent?.type === 'MemberExpression' && parent.object === outer) {
    const key = keyOf(parent, file)
    if (key !== undefined) return [own, ...usesAt(parent, [...keys, key], file)]
    return [own, ...(isWritten(parent) ? [{ node, keys, by: 'fill' } as const] : [])]
  }
  if (parent?.type === 'VariableDeclarator' && parent.init === outer)
    return [own, ...usesOfPattern(parent.id, keys, file)]
  return [own]
}

function usesOfPattern(pattern: Node, keys: readonly string[], file: SourceFile): PartUse[] {
  switch (pattern.type) {
    case 'Identifier': {
      const variable = file.variableOf(pattern)
      return variable && !isGivenAgain(variable) ? usesBelow(variable, keys, file) : []
    }
    case 'AssignmentPattern':
      return usesOfPattern(pattern.left, keys, file)
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => {
        const key = property.type === 'Property' ? keyOf(property, file) : undefined
        return property.type === 'Property' && key !== undefined
          ? usesOfPattern(property.value, [...keys, key], file)
          : []
      })
    default:
      return []
  }
}

/** `Object.assign(user, more)`, of `user` */
function isFilled(outer: Node, parent: Node | undefined, file: SourceFile): boolean {
  if (parent?.type !== 'CallExpression' || parent.arguments.length < 2) return false
  const isFirst = parent.arguments[0] === (outer as ESTree.Expression)
  return isFirst && copyBy(evaluate(unwrap(parent.callee), file))?.isIntoFirst === true
}
