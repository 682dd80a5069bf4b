import type { LevelPlan, NodePlan, ObjectPlan } from '../plan/plan.ts'
import { objectsOf } from './level-uses.ts'
import { LevelVisit } from './level-visit.ts'

/** A path that a body may set. */
export interface PlannedPath {
  /** Without array indexes; `$*` stands for the keys of a Map, as in Mongoose. */
  readonly path: string
  readonly key: string
  readonly node: NodePlan
  /** Its value picks a discriminator. */
  readonly picksKind: boolean
  /** It may hold a value without named fields, or one of a level that is not entered there. */
  readonly isEnd: boolean
}

/**
 * Every path of a plan, those of discriminators as well, in schema order; of recursive schemas as {@link LevelVisit}.
 */
export function plannedPaths(plan: LevelPlan): Generator<PlannedPath> {
  return inLevel(LevelVisit.of(plan), '')
}

function* inLevel(visit: LevelVisit, prefix: string): Generator<PlannedPath> {
  const { schema } = visit.level
  const known = new Set<string>()
  for (const object of objectsOf(visit.level)) {
    for (const found of inObject(object, prefix, visit)) {
      if (known.has(found.path)) continue
      known.add(found.path)
      const picksKind = found.path === prefix + schema.discriminatorKey && schema.discriminators().size > 0
      yield picksKind ? { ...found, picksKind } : found
    }
  }
}

function* inObject({ fields }: ObjectPlan, prefix: string, visit: LevelVisit): Generator<PlannedPath> {
  for (const { key, node } of fields) {
    const path = prefix + key
    const below = [...pathsBelow(node, path, visit)]
    yield { path, key, node, picksKind: false, isEnd: below.length === 0 || takesPlainValue(node) }
    yield* below
  }
}

function* pathsBelow(node: NodePlan, path: string, visit: LevelVisit): Generator<PlannedPath> {
  switch (node.kind) {
    case 'nested':
      yield* inObject(node.plan, `${path}.`, visit)
      break
    case 'subdocument':
    case 'documentArray': {
      const inner = visit.enter(node)
      if (inner !== undefined) yield* inLevel(inner, `${path}.`)
      break
    }
    case 'array':
      yield* pathsBelow(node.item, path, visit)
      break
    case 'map':
      yield* pathsBelow(node.value, `${path}.$*`, visit)
      break
    case 'union':
      for (const member of node.members) yield* pathsBelow(member, path, visit)
      break
    default:
      break
  }
}

/** Beside objects with named fields, a Union may hold others. */
function takesPlainValue(node: NodePlan): boolean {
  switch (node.kind) {
    case 'array':
      return takesPlainValue(node.item)
    case 'map':
      return takesPlainValue(node.value)
    case 'union':
      return node.members.some(takesPlainValue)
    default:
      return node.kind === 'leaf' || node.kind === 'mixed' || node.kind === 'custom'
  }
}

/** The paths of the single values, and of what has no named fields, that a body may set. */
export function settablePaths(plan: LevelPlan): string[] {
  // An object that only leads to the place of a document has no fields of its own.
  return [...plannedPaths(plan)].filter(({ isEnd, node }) => isEnd && node.kind !== 'nested').map(({ path }) => path)
}

/** Whether a body may set something at a path, or below it. */
export function allowsPath(plan: LevelPlan, path: string): boolean {
  return reaches([...objectsOf(plan)], path.split('.'))
}

function reaches(objects: readonly ObjectPlan[], [key = '', ...rest]: readonly string[]): boolean {
  return objects.some(({ byKey }) => {
    const node = byKey.get(key)?.node
    return node !== undefined && reachesBelow(node, rest)
  })
}

function reachesBelow(node: NodePlan, rest: readonly string[]): boolean {
  if (rest.length === 0) return true
  switch (node.kind) {
    case 'nested':
      return reaches([node.plan], rest)
    case 'subdocument':
    case 'documentArray':
      return reaches([...objectsOf(node.level)], rest)
    case 'array':
      return reachesBelow(node.item, rest)
    case 'map':
      return reachesBelow(node.value, rest.slice(1))
    case 'union':
      return node.members.some((member) => reachesBelow(member, rest))
    default:
      // Free content may have any key, and nobody knows what a custom type takes.
      return node.kind !== 'leaf'
  }
}
