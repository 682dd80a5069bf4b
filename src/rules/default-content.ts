import type { Gate, Job } from '../errors/job-runner.ts'
import { behaviorOf, type MongooseBehavior } from '../mongoose/behavior.ts'
import { elementsOf, isDocument, type MongooseDocument, readKey } from '../mongoose/document.ts'
import type { SchemaType } from '../mongoose/mongoose.ts'
import { discriminatorValueOf } from '../mongoose/discriminators.ts'
import type { DocumentArrayPlan, LevelPlan, NodePlan, ObjectPlan, TypedNodePlan, UnionPlan } from '../plan/plan.ts'
import { asSchemaRoot, childOf, type Position, withTextPath } from '../plan/position.ts'
import { isMap } from '../values/is-map.ts'
import { type RuleContext, ruleSite } from './rule-site.ts'
import { runRules, type Verdict } from './run-rules.ts'

type Jobs = Iterable<Job>

/**
 * The rules of a value that Mongoose made, not the body: a container's default, or what a container's setter returned.
 * Its types need no check. The jobs are generated one after the other, so that no more of the value is walked than the
 * error response has room for.
 */
export class DefaultContent {
  private readonly behavior: MongooseBehavior

  /** `buildErrorAt` gives the error that Mongoose put on a position while it built the document. */
  constructor(
    private readonly context: RuleContext,
    private readonly buildErrorAt: (at: Position) => Verdict,
  ) {
    this.behavior = behaviorOf(context.model)
  }

  /**
   * The rules of a value and of all that is in it, which get `scope` as `this`. Where a gate is closed no rule is run:
   * what could not be built is found all the same.
   */
  rulesOf(node: TypedNodePlan, value: unknown, around: Surroundings, passesDocument: boolean): Jobs {
    return this.typed(node, value, around, 0, passesDocument)
  }

  private *typed(
    node: TypedNodePlan,
    value: unknown,
    around: Surroundings,
    mapDepth: number,
    passesDocument = false,
  ): Jobs {
    const { at } = around
    const { type } = node.schema
    const isMissing = value === undefined || value === null
    const inner = isMissing ? undefined : this.gateOf(node)
    const printed = node.kind === 'documentArray' ? { ...around, at: withTextPath(at, type.path) } : around
    const buildError = this.buildErrorAt(at)
    if (buildError !== undefined) {
      yield { run: () => buildError }
      return
    }
    yield this.rules(type, value, printed, passesDocument || value === undefined, inner)
    if (isMissing) return
    const within = inner === undefined ? around : { ...around, gate: inner }
    switch (node.kind) {
      case 'subdocument':
        yield* this.level(node.level, value, within)
        return
      case 'documentArray':
        for (const [index, element] of elements(value)) {
          yield* this.documentElement(node, element, value, { ...within, at: childOf(at, index) })
        }
        return
      case 'array':
        for (const [index, element] of elements(value)) {
          yield* this.item(node.item, element, { ...within, at: childOf(at, index) })
        }
        return
      case 'map': {
        const { value: content } = node
        // In a nested object that was sent, Mongoose makes `{ '$*': … }` of the default of an absent Map.
        if (content.kind === 'mixed' || mapDepth >= 2 || !isMap(value)) return
        for (const key of (value as Map<string, unknown>).keys()) {
          yield* this.typed(content, readKey(value, key), { ...within, at: childOf(at, key) }, mapDepth + 1)
        }
        return
      }
      case 'union':
        if (this.behavior.validatesUnionMembers) yield* this.member(node, value, within)
    }
  }

  /** Content is validated only where the container's own rules passed; in arrays by `arrayRulesComeFirst`. */
  private gateOf(node: TypedNodePlan): Gate | undefined {
    if (node.kind === 'subdocument') return { isOpen: true }
    if (node.kind !== 'documentArray' || !this.behavior.arrayRulesComeFirst) return undefined
    return node.schema.element.options.required ? undefined : { isOpen: true }
  }

  private *member({ members }: UnionPlan, value: unknown, around: Surroundings): Jobs {
    if (!isDocument(value)) return
    const { $__schema: schema } = value
    const taken = members.find(
      (candidate) => candidate.kind === 'subdocument' && candidate.level.schema.schema === schema,
    )
    if (taken?.kind === 'subdocument') yield* this.level(taken.level, value, around)
  }

  private *documentElement(
    { schema: { element: type }, level: plan }: DocumentArrayPlan,
    element: unknown,
    array: unknown,
    around: Surroundings,
  ): Jobs {
    if (this.behavior.runsElementRules) {
      yield this.rules(type, element, isDocument(element) ? { ...around, scope: array } : around, false)
    }
    yield* this.level(plan, element, around)
  }

  private *item(node: TypedNodePlan, value: unknown, around: Surroundings): Jobs {
    if (node.kind === 'mixed') return
    if (node.kind !== 'array' && node.kind !== 'documentArray') {
      yield this.rules(node.schema.type, value, around, false)
      return
    }
    for (const [index, element] of elements(value)) {
      const inside = { ...around, at: childOf(around.at, index) }
      if (node.kind === 'array') yield* this.item(node.item, element, inside)
      else yield* this.level(node.level, element, inside)
    }
  }

  private *level(plan: LevelPlan, value: unknown, { at, gate }: Surroundings): Jobs {
    if (isDocument(value)) yield* this.fields(planOf(plan, value), value, { scope: value, at: asSchemaRoot(at), gate })
  }

  private *fields(plan: ObjectPlan, document: MongooseDocument, { at, ...around }: Surroundings): Jobs {
    for (const { key, node } of plan.fields) yield* this.field(node, document, { ...around, at: childOf(at, key) })
  }

  private *field(node: NodePlan, document: MongooseDocument, around: Surroundings): Jobs {
    if (node.kind === 'nested') yield* this.fields(node.plan, document, around)
    else yield* this.typed(node, document.$__getValue(around.at.textPath), around, 0)
  }

  private rules(
    type: SchemaType,
    value: unknown,
    { scope, at, gate }: Surroundings,
    isAbsent: boolean,
    opens?: Gate,
  ): Job {
    const run = (isOpen: boolean) =>
      isOpen ? runRules(ruleSite(this.context, type, at, scope), value, isAbsent) : undefined
    return { run, gate, opens }
  }
}

/** Where rules are run. */
export interface Surroundings {
  readonly scope: unknown
  readonly at: Position
  readonly gate: Gate | undefined
}

function planOf(plan: LevelPlan, document: MongooseDocument): ObjectPlan {
  // By its schema, because the value of the key may be a default that was set after Mongoose had picked.
  const { $__schema: schema } = document
  return plan.child(discriminatorValueOf(schema)) ?? plan.unpicked(schema) ?? plan.base()
}

function elements(array: unknown): Iterable<[index: number, element: unknown]> {
  return Array.isArray(array) ? elementsOf(array).entries() : []
}
