import { choosePlan } from '../plan/discriminator.ts'
import type { LevelPlan, NodePlan, ObjectPlan } from '../plan/plan.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { isObject } from '../values/plain-object.ts'
import type { JsonObject } from './fast-path.ts'

/**
 * Counts the objects that Mongoose makes of the Unions of a body when it builds a document. `Union#cast` tries each
 * member, so that with two of them that hold objects each level of a Union in itself doubles the work: thirty levels
 * would never end.
 */
export class UnionCasts {
  private readonly known = new Map<NodePlan, Map<object, number>>()

  of(node: NodePlan, value: unknown): number {
    if (!isObject(value)) return 0
    const counts = getOrInsert(this.known, node, () => new Map<object, number>())
    return getOrInsert(counts, value, () => this.count(node, value))
  }

  private count(node: NodePlan, value: object): number {
    switch (node.kind) {
      case 'nested':
        return this.ofObject(node.plan, value as JsonObject)
      case 'subdocument':
        return 1 + this.ofLevel(node.level, value as JsonObject)
      case 'documentArray':
        return sum(asArray(value), (element) => (isObject(element) ? 1 + this.ofLevel(node.level, element) : 0))
      case 'array':
        return sum(asArray(value), (element) => this.of(node.item, element))
      case 'map':
        return sum(Object.values(value), (content) => this.of(node.value, content))
      case 'union':
        return sum(node.members, (member) => this.of(member, value))
      default:
        return 0
    }
  }

  private ofLevel(level: LevelPlan, value: JsonObject): number {
    return this.ofObject(choosePlan(level, value).plan, value)
  }

  private ofObject({ byKey }: ObjectPlan, value: JsonObject): number {
    return sum(Object.keys(value), (key) => {
      const node = byKey.get(key)?.node
      return node === undefined ? 0 : this.of(node, value[key])
    })
  }
}

/** Mongoose makes an array of what is none. */
function asArray(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}
