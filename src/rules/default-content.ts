import { type Gate, type Job, notRun } from '../errors/job-runner.ts'
import { behaviorOf, type MongooseBehavior } from '../mongoose/behavior.ts'
import { elementsOf, isDocument, type MongooseDocument, prepareForRules, readKey } from '../mongoose/document.ts'
import type { Callable, SchemaType } from '../mongoose/mongoose.ts'
import { discriminatorValueOf } from '../mongoose/discriminators.ts'
import { isModifiedAt, isModifiedIn, isValidated, stateOf } from '../mongoose/path-states.ts'
import { validatesMembers } from '../mongoose/validated-members.ts'
import type {
  DocumentArrayPlan,
  FieldPlan,
  LevelPlan,
  MapPlan,
  NodePlan,
  ObjectPlan,
  TypedNodePlan,
  UnionPlan,
} from '../plan/plan.ts'
import { asSchemaRoot, childOf, type Position, withTextPath } from '../plan/position.ts'
import { isMap } from '../values/is-map.ts'
import { isRecord } from '../values/plain-object.ts'
import { hasState, type RunOfNode, type Surroundings } from './surroundings.ts'
import { type RuleContext, ruleSite } from './rule-site.ts'
import { runsElementRules } from './rule-subject.ts'
import { requiredAnswer, runRules, type Verdict } from './run-rules.ts'
import { refuseUnmade } from './unmade-elements.ts'
import { withoutUnmadeMap } from './unmade-maps.ts'

type Jobs = Iterable<Job>

/**
 * The rules of a value that Mongoose made, not the body: a container's default, or what a container's setter returned.
 * Its types need no check. The jobs are generated one after the other, so that no more of the value is walked than the
 * error response has room for.
 */
export class DefaultContent {
  private readonly behavior: MongooseBehavior

  /** `buildErrorAt` gives the error that Mongoose put on a position of the document `owner` while it built it. */
  constructor(
    private readonly context: RuleContext,
    private readonly owner: MongooseDocument,
    private readonly buildErrorAt: (at: Position) => Verdict,
  ) {
    this.behavior = behaviorOf(context.model)
  }

  /**
   * The rules of a value and of all that is in it, which get `scope` as `this`. Where a gate is closed no rule is run:
   * what could not be built is found all the same.
   */
  rulesOf(node: TypedNodePlan, value: unknown, around: Surroundings, how: RunOfNode): Jobs {
    return this.typed(node, value, around, 0, how)
  }

  private *typed(
    node: TypedNodePlan,
    found: unknown,
    around: Surroundings,
    mapDepth: number,
    how: RunOfNode = {},
  ): Jobs {
    const { at } = around
    const { type } = node.schema
    const value = withoutUnmadeMap(type, found, around.sent)
    const isMissing = value === undefined || value === null
    const inner = isMissing ? undefined : this.gateOf(node, around)
    const passed = inner ?? (node.kind === 'documentArray' ? { isOpen: true } : undefined)
    const printed = node.kind === 'documentArray' ? { ...around, at: withTextPath(at, type.path) } : around
    const buildError = this.buildErrorAt(at)
    if (buildError !== undefined) {
      if (around.isSecondPass !== true) yield { run: () => buildError }
      return
    }
    yield this.rules(
      type,
      value,
      printed,
      { ...how, passesDocument: how.passesDocument === true || value === undefined },
      passed,
    )
    if (isMissing) return
    const within = inner === undefined ? around : { ...around, gate: inner }
    switch (node.kind) {
      case 'subdocument':
        yield* this.level(node.level, value, within)
        return
      case 'documentArray':
        yield* refuseUnmade(value, at, passed)
        yield* this.documentElements(node, value, within, hasState(around, 'default'))
        return
      case 'array':
        for (const [index, element] of elements(value)) {
          yield* this.item(node.item, element, { ...within, at: childOf(at, index) })
        }
        return
      case 'map':
        if (how.isElement !== true) yield* this.values(node, value, within, mapDepth, how.gateOfKey)
        return
      case 'union':
        yield* this.member(node, value, within, how.isElement)
    }
  }

  private *values(
    { value: content }: MapPlan,
    map: unknown,
    around: Surroundings,
    mapDepth: number,
    gateOfKey: (key: string) => Gate | undefined = () => around.gate,
  ): Jobs {
    if (content.kind === 'mixed' || mapDepth >= 2 || !isMap(map)) return
    // Nor does a document find the type of a Map's values below a sub-document.
    if (around.noted !== undefined) return
    // In an array's default, Mongoose looks for arrays, to list their elements, before it comes to the keys of Maps.
    const hasElements = content.kind !== 'array' || mapDepth > 0 || !hasState(around, 'init')
    // See `isFirstKey`.
    let passesDocument = mapDepth === 0 && hasState({ ...around, at: childOf(around.at, '$*') }, 'require')
    for (const key of (map as Map<string, unknown>).keys()) {
      const value = readKey(map, key)
      const inside = { ...around, gate: gateOfKey(key), at: childOf(around.at, key) }
      if (hasElements) yield* this.typed(content, value, inside, mapDepth + 1, { passesDocument })
      else yield this.rules(content.schema.type, value, inside, { passesDocument })
      passesDocument &&= inside.gate === closed
    }
  }

  /** Content is validated only where the container's own rules passed; in arrays by `arrayRulesComeFirst`. */
  private gateOf(node: TypedNodePlan, { scope, sent }: Surroundings): Gate | undefined {
    if (node.kind === 'subdocument' || node.kind === 'union') return { isOpen: true }
    if (node.kind !== 'documentArray' || !this.behavior.arrayRulesComeFirst) return undefined
    const { element, isNested } = node.schema
    // In a nested object that was sent, Mongoose 8 comes to the elements as well, but not inside of another element.
    const isListed = isNested && sent !== undefined && !(isDocument(scope) && scope.$isDocumentArrayElement === true)
    return isListed || element.options.required ? undefined : { isOpen: true }
  }

  private *member(node: UnionPlan, value: unknown, around: Surroundings, isElement = false): Jobs {
    if (!isDocument(value) || !validatesMembers(node.schema, this.behavior, isElement)) return
    const { $__schema: schema } = value
    const taken = node.members.find(
      (candidate) => candidate.kind === 'subdocument' && candidate.level.schema.schema === schema,
    )
    if (taken?.kind === 'subdocument') yield* this.level(taken.level, value, around)
  }

  private *documentElements(
    { schema, level: plan }: DocumentArrayPlan,
    array: unknown,
    { at, ...within }: Surroundings,
    isDefault: boolean,
  ): Jobs {
    const isRun = runsElementRules(schema, at, this.behavior, isDefault)
    for (const [index, element] of elements(array)) {
      // A setter may have put it elsewhere.
      const around = { ...within, at: childOf(at, index), sent: undefined }
      const seesArray = this.behavior.runsElementRules && isDocument(element)
      if (isRun) yield this.rules(schema.element, element, seesArray ? { ...around, scope: array } : around)
      yield* this.level(plan, element, around)
    }
  }

  /** An element of an array. */
  private *item(node: TypedNodePlan, value: unknown, around: Surroundings, isInRow = false): Jobs {
    if (node.kind === 'mixed') return
    if (node.kind === 'union') {
      const gate = this.gateOf(node, around)
      yield this.rules(node.schema.type, value, around, {}, gate)
      yield* this.member(node, value, { ...around, gate }, !isInRow)
      return
    }
    if (node.kind !== 'array' && node.kind !== 'documentArray') {
      yield this.rules(node.schema.type, value, around)
      return
    }
    for (const [index, element] of elements(value)) {
      const inside = { ...around, at: childOf(around.at, index) }
      if (node.kind === 'array') yield* this.item(node.item, element, inside, true)
      else yield* this.rowElement(node, element, inside)
    }
  }

  /** A sub-document in an array of arrays: `this` of its own rules is the document. */
  private *rowElement(node: DocumentArrayPlan, element: unknown, around: Surroundings): Jobs {
    yield* refuseUnmade([element], around.at, around.gate)
    const passed: Gate = { isOpen: true }
    yield this.rules(node.schema.element, element, around, {}, passed)
    yield* this.level(node.level, element, { ...around, gate: passed })
  }

  private *level(plan: LevelPlan, value: unknown, { at, ...around }: Surroundings): Jobs {
    if (!isDocument(value)) return
    prepareForRules(value, this.owner, this.behavior)
    yield* this.fields(planOf(plan, value), value, { ...around, scope: value, at: asSchemaRoot(at), noted: undefined })
  }

  private *fields(plan: ObjectPlan, document: MongooseDocument, outer: Surroundings, isSet = false): Jobs {
    for (const field of plan.fields) {
      const { key, node, whenAbsent } = field
      const here = { ...outer, at: childOf(outer.at, key), sent: valueIn(outer.sent, key) }
      const isGiven = !(plan.partial || outer.isSent === true) || isGivenIn(document, node, here)
      const isSent = outer.isSent === true && (node.kind === 'nested' || (isGiven && here.sent !== null))
      const inside = { ...here, isSent }
      const isTyped = whenAbsent !== undefined && whenAbsent.kind !== 'nested'
      const isThere = outer.sent === undefined ? isGiven : here.sent !== undefined
      if (isTyped && outer.isSent === true && lacksDemanded(field, document, here.at, isThere))
        yield* this.typed(whenAbsent, undefined, inside, 0, { passesDocument: true })
      else if (isGiven || !plan.partial) yield* this.field(node, document, inside, isSet)
      else if (whenAbsent !== undefined) yield* this.field(whenAbsent, document, inside, isSet)
    }
  }

  /** `isSet` tells of a nested object above that Mongoose validates with all that is in it. */
  private *field(node: NodePlan, document: MongooseDocument, around: Surroundings, isSet: boolean): Jobs {
    const { at } = around
    const path = at.textPath
    const state = around.noted?.isLeftOut?.(path) === true ? undefined : stateOf(document, path)
    const value = document.$__getValue(path)
    if (node.kind === 'nested') {
      const isNull = value === undefined || value === null
      const isSetBelow = isNull ? isSet && this.behavior.runsAllRulesBelowNull : isSet || isValidated(state)
      yield* this.fields(node.plan, document, around, isSetBelow)
      return
    }
    // Mongoose asks conditions of what is in this state beforehand, with the document as their argument.
    if (isSet || isValidated(state)) yield* this.typed(node, value, around, 0, { passesDocument: state === 'require' })
    else if (node.kind === 'subdocument' && isDocument(value) && state === undefined) {
      yield* this.unnoted(node.level, value, document, around)
    } else {
      // Mongoose notes the keys of a Map, but not the Map.
      const isKeyValidated = (key: string) => isValidated(stateOf(document, `${path}.${key}`))
      if (state === 'require') yield* this.whereRequired(node, value, around, isKeyValidated)
      else {
        const gateOfKey = (key: string) => (isKeyValidated(key) ? around.gate : closed)
        yield* this.typed(node, value, { ...around, gate: closed }, 0, { gateOfKey })
      }
    }
  }

  /**
   * A sub-document whose own path is in no state: where something in it is modified, its fields are validated without
   * the rules of the sub-document itself; or else by `validatesNotedContent`.
   */
  private *unnoted(plan: LevelPlan, value: MongooseDocument, above: MongooseDocument, around: Surroundings): Jobs {
    const { at, noted } = around
    const { validatesNotedContent } = this.behavior
    const isElement = above.$isDocumentArrayElement === true
    if (isModifiedIn(above, at.textPath) && !(validatesNotedContent && isElement)) {
      yield* this.level(plan, value, around)
      return
    }
    yield* this.level(plan, value, { ...around, gate: closed })
    if (!validatesNotedContent) return
    const start = at.textPath.length + 1
    // The document above leaves to the sub-document what is modified in it, and then does not validate it.
    const isModified = (path: string) => isModifiedAt(value, path.slice(start))
    const isLeftOut = noted?.isLeftOut ?? (isElement ? undefined : isModified)
    yield* this.fields(planOf(plan, value), above, {
      ...around,
      noted: { isLeftOut },
      isSecondPass: true,
      isSent: false,
    })
  }

  /** A value that came with the default around it, of a field that may be required. */
  private *whereRequired(
    node: TypedNodePlan,
    value: unknown,
    around: Surroundings,
    isKeyValidated: (key: string) => boolean,
  ): Jobs {
    const { type } = node.schema
    const condition = type.originalRequiredValue
    // Of a path that has an error, Mongoose keeps the first.
    if (typeof condition !== 'function' || this.buildErrorAt(around.at) !== undefined) {
      yield* this.typed(node, value, around, 0, { passesDocument: true })
      return
    }
    let isNeeded: boolean | undefined
    const ask = () => {
      const answer = requiredAnswer(ruleSite(this.context, type, around.at, around.scope), condition as Callable)
      if (typeof answer !== 'boolean') return answer
      isNeeded = answer
      return isNeeded ? undefined : notRun
    }
    const asked: Gate = { isOpen: true }
    yield { run: (isOpen) => (isOpen ? ask() : undefined), gate: around.gate, opens: asked }
    const how = {
      passesDocument: true,
      isNeeded: () => isNeeded,
      gateOfKey: (key: string) => (isKeyValidated(key) ? around.gate : asked),
    }
    yield* this.typed(node, value, { ...around, gate: asked }, 0, how)
  }

  private rules(
    type: SchemaType,
    value: unknown,
    { scope, at, gate, isSent = false }: Surroundings,
    { passesDocument = false, isNeeded }: RunOfNode = {},
    opens?: Gate,
  ): Job {
    const site = () => ruleSite(this.context, type, at, scope, isSent, isNeeded?.())
    const run = (isOpen: boolean) => (isOpen ? runRules(site(), value, passesDocument) : undefined)
    return { run, gate, opens }
  }
}

/** No rule is run behind it. */
const closed: Gate = { isOpen: false }

/** What is in a null that was sent is as new as it is, whatever a setter makes of it. */
function valueIn(value: unknown, key: string): unknown {
  if (value === null) return null
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Whether the body has a field, or a setter has given it: the rest of a sub-document is defaults. */
function isGivenIn(
  document: MongooseDocument,
  node: NodePlan,
  { at: { textPath: path }, sent }: Surroundings,
): boolean {
  if (sent !== undefined || isModifiedAt(document, path)) return true
  // Of what is in a nested object that was set, Mongoose notes nothing but defaults, and what had to be there.
  const state = stateOf(document, path)
  if (state !== undefined && state !== 'require') return false
  const found = document.$__getValue(path)
  return (node.kind === 'nested' ? found : withoutUnmadeMap(node.schema.type, found, sent)) !== undefined
}

/** Whether a sub-document that was sent lacks a field that the route demands, of which Mongoose notes nothing. */
function lacksDemanded(
  { demand }: FieldPlan,
  document: MongooseDocument,
  { textPath }: Position,
  isThere: boolean,
): boolean {
  if (demand === undefined) return false
  // Then it is in `validated` for sure, where no default is, nor what a setter gives.
  return (demand === 'always' && !isThere) || document.$__getValue(textPath) === undefined
}

function planOf(plan: LevelPlan, document: MongooseDocument): ObjectPlan {
  // By its schema, because the value of the key may be a default that was set after Mongoose had picked.
  const { $__schema: schema } = document
  return plan.child(discriminatorValueOf(schema)) ?? plan.unpicked(schema) ?? plan.base()
}

function elements(array: unknown): Iterable<[index: number, element: unknown]> {
  return Array.isArray(array) ? elementsOf(array).entries() : []
}
