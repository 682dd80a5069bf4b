import { invalidType, invalidValue } from '../errors/error-item.ts'
import { ErrorLimit } from '../errors/error-limit.ts'
import { Report } from '../errors/report.ts'
import { behaviorOf } from '../mongoose/behavior.ts'
import { validatesMembers } from '../mongoose/validated-members.ts'
import { choosePlan } from '../plan/discriminator.ts'
import {
  type DocumentArrayPlan,
  expectedName,
  hasDefault,
  type LevelPlan,
  type MapPlan,
  type MemberPlan,
  type NestedPlan,
  type NodePlan,
  type ObjectPlan,
  type TypedNodePlan,
  type UnionPlan,
  type ValuePlan,
} from '../plan/plan.ts'
import { asSchemaRoot, childOf, type Position } from '../plan/position.ts'
import { textOf } from '../rules/value-text.ts'
import { isObjectWith, isPlainObject } from '../values/plain-object.ts'
import { isAccepted, readsText } from './accepted-value.ts'
import type { CompiledGuard } from './compiled-guard.ts'
import type { JsonObject } from './fast-path.ts'
import { survey } from './survey.ts'
import { UnionCasts } from './union-casts.ts'
import { isObjectFor, objectMember, takerOf, takesPrimitive } from './union-members.ts'
import { type Trial, UnionTrials } from './union-trials.ts'
import { copyMixed, reportForbidden, walkElements, walkKeys } from './walk-content.ts'
import { refused, type WalkState } from './walk-state.ts'

/**
 * The only code that refuses: it copies what the plan allows and reports the rest.
 *
 * A value of the wrong JSON form gets `invalid_type` and its rules are not run: Mongoose's rules assume the right type.
 * A key outside the plan gets one `forbidden_field`; nothing below it is visited, so that the work stays proportional
 * to the allowed part of the body.
 */
export class Walk {
  private casts: UnionCasts | undefined

  constructor(
    private readonly guard: CompiledGuard,
    private readonly state: WalkState,
    private trials?: UnionTrials,
  ) {}

  /** The fields of one schema; their paths in messages start anew. */
  walkLevel(plan: LevelPlan, raw: JsonObject, at: Position, assumed?: unknown): JsonObject {
    const { plan: chosen, unknownKey } = choosePlan(plan, raw, plan.partial ? undefined : assumed)
    return this.walkObject(chosen, raw, asSchemaRoot(at), false, unknownKey)
  }

  private walkObject(
    plan: ObjectPlan,
    raw: JsonObject,
    at: Position,
    isNested: boolean,
    unknownKey?: string,
  ): JsonObject {
    this.state.enter()
    const fastPath = unknownKey === undefined ? this.guard.fastPath : undefined
    const seen = fastPath?.survey(plan, raw, this.state.depth) ?? survey(plan, raw)
    const { values, undecided, forbidden } = seen
    let walked = 0
    for (const { index, key, node, whenAbsent } of undecided) {
      if (this.state.report.isFull) break
      walked = index + 1
      const value = values[index]
      if (value === undefined) {
        if (whenAbsent !== undefined) this.state.rules.absent(whenAbsent, childOf(at, key), isNested)
      } else if (key === unknownKey) {
        this.unknownDiscriminator(value, childOf(at, key))
      } else {
        const result = this.walkNode(node, value, childOf(at, key))
        values[index] = result === refused ? undefined : result
      }
    }
    // What is left counts as not seen even where the fast path has decided it: the same body has the same errors.
    if (this.state.report.isFull) {
      if (values.slice(walked).some((value) => value !== undefined)) this.state.schedule.markIncomplete()
      values.fill(undefined, walked)
    }
    reportForbidden(this.state, forbidden, at)
    this.state.leave()
    return seen.build(values)
  }

  /** Mongoose validates such a body against the schema itself, but `Model.create()` then throws. */
  private unknownDiscriminator(value: unknown, { path, textPath }: Position): void {
    const message = `\`${textOf(value)}\` is not a valid enum value for path \`${textPath}\`.`
    this.state.schedule.refuse(invalidValue(path, 'enum', message))
  }

  private walkNode(node: NodePlan, raw: unknown, at: Position): unknown {
    if (node.kind !== 'nested') return this.walkTyped(node, raw, at)
    if (raw === null) return this.walkNestedNull(node, at)
    if (!isObjectWith(node.plan.byKey, raw)) return this.state.wrongType('object', raw, at)
    return this.walkObject(node.plan, raw, at, true)
  }

  private walkNestedNull(node: NestedPlan, at: Position): null | typeof refused {
    if (!node.isNullable) return this.state.wrongType('object', null, at)
    const isInNested = at.parent !== at.schemaRoot
    // Mongoose takes such a null for absent where the nested object stands in another one and has defaults.
    if (isInNested && !node.plan.partial && hasDefault(node.plan)) this.state.rules.absent(node, at, true)
    else this.state.rules.insideNull(node.plan, at, isInNested)
    return null
  }

  private walkTyped(node: TypedNodePlan, raw: unknown, at: Position, mapDepth = 0): unknown {
    if (raw === null) return this.walkNull(node, at)
    switch (node.kind) {
      case 'subdocument': {
        if (!isObjectWith(node.level.base().byKey, raw)) return this.state.wrongType('object', raw, at)
        const assumed = node.level.schema.assumedDiscriminator()
        return this.inContainer(node, at, () => this.walkLevel(node.level, raw, at, assumed))
      }
      case 'documentArray':
        return this.walkArray(node, raw, at, (element, index) => this.walkDocumentElement(node, element, at, index))
      case 'array':
        return this.walkArray(node, raw, at, (element, index) => this.walkItem(node.item, element, childOf(at, index)))
      case 'map':
        if (!isPlainObject(raw)) return this.state.wrongType('map', raw, at)
        return this.inContainer(node, at, () => this.walkMap(node, raw, at, mapDepth))
      case 'union':
        return this.walkUnion(node, raw, at)
      default:
        return this.walkValue(node, raw, at)
    }
  }

  private walkNull(node: TypedNodePlan, at: Position): null {
    if (!node.isNullable) this.state.rules.invalidNull(node, expectedName(node), at)
    else if (this.state.containers.hasSetters(node)) this.inContainer(node, at, () => null)
    else this.state.rules.value(node, null, at)
    return null
  }

  private walkValue(node: ValuePlan, raw: unknown, at: Position): unknown {
    if (typeof raw === 'string' && readsText(node)) this.state.count.addText(raw)
    if (!isAccepted(node, raw)) return this.state.wrongType(expectedName(node), raw, at)
    const isBuilt = this.state.rules.value(node, raw, at)
    const accepted = copyMixed(this.state, raw, at)
    return isBuilt ? accepted : refused
  }

  private walkArray(
    node: TypedNodePlan,
    raw: unknown,
    at: Position,
    visit: (element: unknown, index: number) => unknown,
  ): unknown {
    if (!Array.isArray(raw)) return this.state.wrongType('array', raw, at)
    return this.inContainer(node, at, () => this.walkElements(node, raw, visit))
  }

  private walkElements(
    node: TypedNodePlan,
    raw: readonly unknown[],
    visit: (element: unknown, index: number) => unknown,
  ): unknown[] {
    const accepted = this.guard.fastPath.firstElements(node, raw, this.state.depth + 1) ?? []
    return walkElements(this.state, raw, accepted, visit)
  }

  private walkDocumentElement(
    node: DocumentArrayPlan,
    raw: unknown,
    array: Position,
    index: number,
    isInRow = false,
  ): unknown {
    const { guard, state } = this
    const accepted = guard.fastPath.element(node.level)?.(raw, state.depth)
    if (accepted !== undefined && !state.containers.hasElementRules(node)) return accepted
    const at = childOf(array, index)
    if (raw === null) {
      state.rules.nullElement(node, at)
      return null
    }
    if (!isObjectWith(node.level.base().byKey, raw)) return state.wrongType('object', raw, at)
    const content = () => accepted ?? this.walkLevel(node.level, raw, at)
    return state.containers.aroundElement(node, array, at, content, state.intactSince(), isInRow)
  }

  /** An element of any other array. Mongoose runs the rules of the innermost type only, and none in a Map. */
  private walkItem(node: TypedNodePlan, raw: unknown, at: Position, isInRow = false): unknown {
    switch (node.kind) {
      case 'array':
        return this.walkRow(node, raw, at, (element, index) =>
          this.walkItem(node.item, element, childOf(at, index), true),
        )
      case 'documentArray':
        return this.walkRow(node, raw, at, (element, index) => this.walkDocumentElement(node, element, at, index, true))
      case 'map': {
        if (!isPlainObject(raw)) return this.walkTyped(node, raw, at)
        const keys = () => this.state.schedule.withoutRules(() => this.walkMap(node, raw, at, 0))
        return this.inContainer(node, at, keys, true)
      }
      case 'union':
        return raw === null ? this.walkNull(node, at) : this.walkUnion(node, raw, at, !isInRow)
      case 'mixed':
        return this.state.schedule.withoutRules(() => this.walkTyped(node, raw, at))
      default:
        return this.walkTyped(node, raw, at)
    }
  }

  private walkRow(
    node: TypedNodePlan,
    raw: unknown,
    at: Position,
    visit: (element: unknown, index: number) => unknown,
  ): unknown {
    if (Array.isArray(raw)) return this.walkElements(node, raw, visit)
    if (raw !== null) return this.state.wrongType('array', raw, at)
    this.state.schedule.refuse(invalidType(at.path, 'array', null))
    // Mongoose takes rows that are all null for one row.
    return []
  }

  private walkMap(node: MapPlan, raw: JsonObject, at: Position, mapDepth: number): JsonObject {
    let isFirstKey = mapDepth === 0
    const visit = (key: string) => {
      const result = this.walkTyped(node.value, raw[key], childOf(at, key, isFirstKey), mapDepth + 1)
      isFirstKey &&= result === refused
      return result
    }
    const walk = () => walkKeys(this.state, raw, at, visit)
    // Mongoose runs no rules on Mixed values, nor below the second of nested Maps.
    return node.value.kind === 'mixed' || mapDepth >= 2 ? this.state.schedule.withoutRules(walk) : walk()
  }

  private walkUnion(node: UnionPlan, raw: unknown, at: Position, isElement = false): unknown {
    if (typeof raw === 'string') this.state.count.addText(raw)
    const simple = typeof raw === 'object' ? undefined : takerOf(node, raw)
    if (simple?.schema.isContainer === false) {
      return this.state.isTrial || this.state.rules.value(node, raw, at) ? raw : refused
    }
    const takes = (candidate: MemberPlan) => this.trial(candidate, raw, at).result !== refused
    const member = isObjectFor(node, raw) ? objectMember(node, takes) : node.members.find(takes)
    if (member === undefined || !takes(member)) return this.state.wrongType('union', raw, at)
    const { result: accepted, count } = this.trial(member, raw, at)
    // What stands in many places is tried once, and counts in each.
    if (count !== undefined) this.state.count.addCount(count)
    // No rules run in a trial, and the content has been checked.
    if (this.state.isTrial) return accepted
    this.countCasts(node, member, raw)
    if (!member.schema.isContainer) return this.state.rules.value(node, raw, at) ? accepted : refused
    return this.inContainer(node, at, () => this.walkMember(node, member, raw, accepted, at, isElement), isElement)
  }

  /**
   * Mongoose tries the other members as well. Cast errors that a container among them leaves on the document count even
   * if another member is taken: the document has to be built.
   */
  private countCasts(node: UnionPlan, member: MemberPlan, raw: unknown): void {
    const isTried = (other: MemberPlan) => other !== member && other.schema.isContainer
    if (typeof raw !== 'object' || !node.members.some(isTried)) return
    this.casts ??= new UnionCasts()
    this.state.count.addCasts(this.casts.of(node, raw))
    this.state.schedule.requireDocument()
  }

  /** What is in a value of a Union that its member has accepted. */
  private walkMember(
    node: UnionPlan,
    member: MemberPlan,
    raw: unknown,
    accepted: unknown,
    at: Position,
    isElement: boolean,
  ): unknown {
    if (member.kind === 'subdocument' && validatesMembers(node.schema, behaviorOf(this.guard.model), isElement))
      return this.walkLevel(member.level, raw as JsonObject, at, member.level.schema.assumedDiscriminator())
    if (this.state.canFailToBuild(member)) {
      if (member.kind === 'subdocument' && this.state.schedule.runsRules) this.state.rules.buildErrors(at)
      else this.state.schedule.requireDocument()
    }
    return accepted
  }

  /** What a member of a Union makes of a value, by a walk that runs no rules. */
  private trial(member: MemberPlan, raw: unknown, at: Position): Trial {
    if (typeof raw !== 'object' || raw === null) return { result: takesPrimitive(member, raw) ? raw : refused }
    const trials = (this.trials ??= new UnionTrials())
    return trials.of(member, raw, () => {
      const report = new Report(new ErrorLimit(1, raw))
      const state = this.state.trial(report)
      const accepted = new Walk(this.guard, state, trials).walkTyped(member, raw, at)
      return { result: report.isEmpty ? accepted : refused, count: state.count }
    })
  }

  private inContainer<T>(node: TypedNodePlan, at: Position, content: () => T, isElement = false): T {
    return this.state.containers.around(node, at, content, this.state.intactSince(), isElement)
  }
}
