import type { JsonObject, LateRules } from '../check/fast-path.ts'
import { choosePlan } from '../plan/discriminator.ts'
import { type LevelPlan, type NodePlan, type ObjectPlan, objectPlansOf } from '../plan/plan.ts'
import { asSchemaRoot, childOf, type Position } from '../plan/position.ts'
import type { ValueRules } from '../rules/value-rules.ts'
import type { BuiltInNodes } from './built-in-nodes.ts'

/** Gives false for a value that stays out of the document. */
type Visit = (rules: ValueRules, value: unknown, at: Position) => boolean

/** What is left to do in an object, known once all of its fields have been visited. */
interface ObjectVisit {
  isUnfinished: boolean
  visit: Visit | undefined
}

/** Never run: the fast path accepts no body with such a Map in it. */
const leaveToWalker: Visit = () => true

/**
 * Finds what is left to do about a body that is good by built-in rules: to run all rules of the paths where some rule
 * calls a function of the schema, in the walker's order.
 */
export class LateRuleCollector {
  /** A schema inside itself finds what is not yet known of it here. */
  private readonly visits = new Map<ObjectPlan, ObjectVisit>()

  constructor(
    private readonly builtIn: BuiltInNodes,
    /** The objects that the fast path accepts. */
    private readonly reach: ReadonlySet<ObjectPlan>,
  ) {}

  /** `undefined` where there is nothing left to do. */
  rules(plan: LevelPlan): LateRules | undefined {
    const visit = this.level(plan)
    return visit === undefined
      ? undefined
      : (rules, accepted, root) => {
          visit(rules, accepted, root)
        }
  }

  /** Whether the rules of a node, which are not all built-in, may be run late. */
  canRun(node: NodePlan): node is NodePlan & { kind: 'leaf' } {
    return node.kind === 'leaf' && node.schema.hasBuiltInCast && this.builtIn.rulesOf(node) === undefined
  }

  /** Whether there may be something left to do in a value. */
  hasRules(node: NodePlan): boolean {
    return this.node(node) !== undefined
  }

  private level(plan: LevelPlan): Visit | undefined {
    const objects = objectPlansOf(plan)
    const visits = objects.map((object) => this.object(object, false))
    if (objects.length === 1 || visits.every((visit) => visit === undefined)) return visits[0]
    return (rules, value, at) => {
      const chosen = choosePlan(plan, value as JsonObject).plan
      return visits[objects.indexOf(chosen)]?.(rules, value, at) ?? true
    }
  }

  private node(node: NodePlan): Visit | undefined {
    switch (node.kind) {
      case 'nested':
        return this.object(node.plan, true)
      case 'leaf':
        if (!this.canRun(node)) return undefined
        return (rules, value, at) => rules.value(node, value, at)
      case 'subdocument':
        return atLevel(this.level(node.level))
      case 'documentArray':
        return ofElements(atLevel(this.level(node.level)))
      case 'array':
        return ofElements(this.node(node.item))
      case 'map':
        // A Map with something left to do in it is the walker's.
        return this.node(node.value) && leaveToWalker
      default:
        return undefined
    }
  }

  private object(plan: ObjectPlan, isNested: boolean): Visit | undefined {
    if (!this.reach.has(plan)) return undefined
    const known = this.visits.get(plan)
    if (known !== undefined) return known.isUnfinished ? (...call) => known.visit?.(...call) ?? true : known.visit
    const found: ObjectVisit = { isUnfinished: true, visit: undefined }
    this.visits.set(plan, found)
    const fields = plan.fields.flatMap((field) => {
      const { key, node } = field
      const visit = this.node(node)
      const judged = this.builtIn.absenceIn(field) === 'needs rules' ? field.whenAbsent : undefined
      return visit === undefined && judged === undefined ? [] : [{ key, visit, judged }]
    })
    found.isUnfinished = false
    if (fields.length === 0) return undefined
    return (found.visit = (rules, value, at) => {
      const object = value as JsonObject
      for (const { key, visit, judged } of fields) {
        if (rules.isFull) break
        const content = Object.hasOwn(object, key) ? object[key] : undefined
        if (content !== undefined && content !== null) {
          if (visit?.(rules, content, childOf(at, key)) === false) Reflect.deleteProperty(object, key)
        } else if (content === undefined && judged !== undefined) rules.absent(judged, childOf(at, key), isNested)
      }
      return true
    })
  }
}

function atLevel(visit: Visit | undefined): Visit | undefined {
  return visit && ((rules, value, at) => visit(rules, value, asSchemaRoot(at)))
}

function ofElements(visit: Visit | undefined): Visit | undefined {
  return (
    visit &&
    ((rules, value, at) => {
      for (const [index, element] of (value as unknown[]).entries()) {
        if (rules.isFull) break
        visit(rules, element, childOf(at, index))
      }
      return true
    })
  )
}
