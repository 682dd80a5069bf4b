import type { LevelNodePlan, LevelPlan } from '../plan/plan.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { usesIn } from './level-uses.ts'

/**
 * A level in a listing of all that a plan holds, which has to end where levels hold each other. Of such a group each
 * level is entered once from where the listing came into the group, by the shortest way: all ways through it would be
 * more than anybody reads. A level in no group is entered wherever it stands.
 */
export class LevelVisit {
  private constructor(
    readonly level: LevelPlan,
    private readonly groupOf: ReadonlyMap<LevelPlan, object>,
    /** By which the levels of the group are entered. */
    private readonly waysIn: ReadonlySet<LevelNodePlan>,
  ) {}

  static of(root: LevelPlan): LevelVisit {
    return LevelVisit.entrance(root, groupsBelow(root))
  }

  private static entrance(level: LevelPlan, groupOf: ReadonlyMap<LevelPlan, object>): LevelVisit {
    return new LevelVisit(level, groupOf, waysThrough(level, groupOf))
  }

  /** The visit of a level that stands in this one; undefined where it is not entered from here. */
  enter(node: LevelNodePlan): LevelVisit | undefined {
    const { groupOf, waysIn } = this
    if (groupOf.get(node.level) !== groupOf.get(this.level)) return LevelVisit.entrance(node.level, groupOf)
    return waysIn.has(node) ? new LevelVisit(node.level, groupOf, waysIn) : undefined
  }
}

/** The shortest ways from a level to all others of its group. */
function waysThrough(entrance: LevelPlan, groupOf: ReadonlyMap<LevelPlan, object>): Set<LevelNodePlan> {
  const ways = new Set<LevelNodePlan>()
  const entered = new Set([contentOf(entrance)])
  const queue = [entrance]
  for (const level of queue) {
    for (const node of usesIn(level)) {
      if (groupOf.get(node.level) !== groupOf.get(entrance) || entered.has(contentOf(node.level))) continue
      entered.add(contentOf(node.level))
      ways.add(node)
      queue.push(node.level)
    }
  }
  return ways
}

/**
 * Each array has a level of its own, for it may have its own discriminators; without them, what is in it is in all that
 * have the Schema: within a group all levels are wholly allowed, since what entries pick of one ends.
 */
function contentOf(level: LevelPlan): object {
  return level.schema.discriminators().size > 0 ? level : level.schema.schema
}

/** More visits than this are more than anybody reads. */
const mostVisits = 2000

/**
 * The group of each level: levels that reach each other have the same one. Where there are too many ways through the
 * groups, so have those that reach a copy of each other: Mongoose copies the base of discriminators into each kind that
 * holds it, with the kinds that there are by then.
 */
function groupsBelow(root: LevelPlan): ReadonlyMap<LevelPlan, object> {
  const graph = graphFrom(root)
  const groups = groupsBy(root, graph, (level) => level)
  return visitsFrom(root, graph, groups) > mostVisits ? groupsBy(root, graph, definitionOf) : groups
}

/** The levels that stand in each level, for all that a level reaches. */
type Graph = ReadonlyMap<LevelPlan, readonly LevelPlan[]>

function graphFrom(root: LevelPlan): Graph {
  const graph = new Map<LevelPlan, readonly LevelPlan[]>()
  const reached = new Set([root])
  for (const level of reached) {
    const below = usesIn(level).map((use) => use.level)
    graph.set(level, below)
    for (const inner of below) reached.add(inner)
  }
  return graph
}

function groupsBy(root: LevelPlan, graph: Graph, nodeOf: (level: LevelPlan) => object): Map<LevelPlan, object> {
  const below = new Map<object, object[]>()
  for (const [level, inner] of graph) getOrInsert(below, nodeOf(level), () => []).push(...inner.map(nodeOf))
  const groupOf = groupsFrom(nodeOf(root), (node) => below.get(node) ?? [])
  return new Map(Array.from(graph.keys(), (level) => [level, groupOf.get(nodeOf(level)) ?? level]))
}

/** How many visits a listing makes that enters each group wherever it stands. */
function visitsFrom(root: LevelPlan, graph: Graph, groupOf: ReadonlyMap<LevelPlan, object>): number {
  const members = new Map<object, LevelPlan[]>()
  for (const [level, group] of groupOf) getOrInsert(members, group, () => []).push(level)
  const known = new Map<object, number>()
  return visits(groupOf.get(root) ?? root)

  function visits(group: object): number {
    return getOrInsert(known, group, () => {
      const levels = members.get(group) ?? []
      const entered = levels.flatMap((level) => graph.get(level) ?? []).map((level) => groupOf.get(level) ?? level)
      return entered.reduce<number>((sum, next) => (next === group ? sum : sum + visits(next)), levels.length)
    })
  }
}

/** Copies of a Schema share the object that it was made of. What entries pick of one is listed wherever it stands. */
function definitionOf(level: LevelPlan): object {
  const { schema, isWhole } = level
  return isWhole && schema.discriminators().size > 0 ? (schema.schema.obj ?? schema.schema) : level
}

/** The group of each node of a graph: nodes that reach each other have the same one (the algorithm of Tarjan). */
function groupsFrom<Node>(root: Node, nodesBelow: (node: Node) => readonly Node[]): Map<Node, object> {
  const groupOf = new Map<Node, object>()
  const order = new Map<Node, number>()
  const open: Node[] = []
  visit(root)
  return groupOf

  /** The first node, in the order of visits, that is still open and that this one reaches. */
  function visit(node: Node): number {
    const own = order.size
    order.set(node, own)
    open.push(node)
    let first = own
    for (const next of nodesBelow(node)) {
      const known = order.get(next)
      if (known === undefined) first = Math.min(first, visit(next))
      else if (!groupOf.has(next)) first = Math.min(first, known)
    }
    if (first === own) {
      const group = {}
      for (const member of open.splice(open.indexOf(node))) groupOf.set(member, group)
    }
    return first
  }
}
