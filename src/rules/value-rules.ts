import { invalidType } from '../errors/error-item.ts'
import { behaviorOf } from '../mongoose/behavior.ts'
import type { SchemaType } from '../mongoose/mongoose.ts'
import { castError, hasImplicitDefault, hasStaticDefault, setValue } from '../mongoose/schema-type.ts'
import type { DocumentArrayPlan, NodePlan, ObjectPlan, TypedNodePlan } from '../plan/plan.ts'
import { below, type Position } from '../plan/position.ts'
import { andThen, type MaybePromise } from '../values/maybe-promise.ts'
import { copyOf } from '../values/content-copy.ts'
import type { RuleFacts } from './rule-facts.ts'
import type { RuleSchedule } from './rule-schedule.ts'
import { asksDocument, factsOf, isAsked, ownPosition, type RuleSubject } from './rule-subject.ts'
import { runRules, type Verdict } from './run-rules.ts'

/** Runs the schema's rules for the values, and for what lacks a value, that the walk comes to. */
export class PositionRules {
  constructor(private readonly schedule: RuleSchedule) {}

  /** Looking for more problems is of no use. */
  get enough(): boolean {
    return this.schedule.report.full
  }

  /**
   * A value in its JSON form, or a null that the field takes. False where a setter or the cast made nothing of it: like
   * a value of the wrong type, it then stays out of the document, in which Mongoose would make its error anew.
   */
  value(node: TypedNodePlan, raw: unknown, at: Position): boolean {
    const { type } = node.schema
    const facts = factsOf(node.schema)
    if (!this.schedule.runsRules) {
      if (facts.setterCount > 0) this.schedule.requireDocument()
      return true
    }
    if (facts.count === 0 && facts.setterCount === 0) return true
    const own = ownPosition(node, at)
    const asked = isAsked(node.schema, at)
    if (facts.seesDocument) {
      this.schedule.defer((open) => this.schedule.onDocument.verdict(type, raw, own, { open, asked }))
      return true
    }
    // Functions of the schema may write to what they are given; `validated` and the body stay as they were sent.
    let value = copyOf(raw)
    try {
      if (isCast(node, raw, facts)) value = setValue(type, value, undefined)
    } catch (error) {
      return this.unbuilt(type, raw, own, error)
    }
    const site = this.schedule.site(type, own, undefined, true)
    this.schedule.add(() => runRules(site, value, asked))
    return true
  }

  private unbuilt(type: SchemaType, raw: unknown, at: Position, error: unknown): boolean {
    const isField = at.textPath === type.path
    if (isField) this.schedule.unbuilt(at, castError(this.schedule.model, type, raw, at.textPath, error))
    // Mongoose has one error for a whole array, and words of its own for a Map.
    else this.schedule.defer(() => this.schedule.onDocument.refusal(at) ?? this.schedule.onDocument.unbuilt(at, error))
    return !isField
  }

  /** A null that the type has no room for: a rule about null may answer for it first. */
  refusedNull(node: TypedNodePlan, expected: string, at: Position): void {
    this.refuseNull(node.schema, expected, ownPosition(node, at))
  }

  private refuseNull(subject: RuleSubject, expected: string, at: Position): void {
    const { type } = subject
    const refusal = invalidType(at.path, expected, null)
    const { seesDocument, judgesNull, setterCount } = factsOf(subject)
    if (!this.schedule.runsRules || !judgesNull) {
      this.schedule.report.push(refusal)
      return
    }
    const asked = isAsked(subject, at)
    this.schedule.defer((open) => {
      if (!open || (seesDocument && this.schedule.onDocument.refusal(at) !== undefined)) return refusal
      const verdict = seesDocument
        ? this.schedule.onDocument.verdict(type, null, at, { open, asked, choice: 'nullness' })
        : this.onNull(type, at, asked, setterCount > 0)
      return andThen(verdict, (item) => item ?? refusal)
    })
  }

  private onNull(type: SchemaType, at: Position, asked: boolean, isSet: boolean): MaybePromise<Verdict> {
    let value: unknown = null
    try {
      if (isSet) value = type.applySetters(null)
    } catch {
      return undefined
    }
    return runRules(this.schedule.site(type, at), value, asked, 'nullness')
  }

  /** A null in an array of sub-documents. Where Mongoose knows only `required`, it does not below a nested object. */
  nullElement({ schema }: DocumentArrayPlan, at: Position): void {
    const type = schema.element
    const isJudged =
      behaviorOf(this.schedule.model).judgesNullElements || (type.options.required !== undefined && !schema.isNested)
    if (isJudged) this.refuseNull({ type, container: true, isNested: false }, 'object', at)
    else this.schedule.report.push(invalidType(at.path, 'object', null))
  }

  /** Where Mongoose runs no rules, what could not be built of a value counts all the same. */
  buildErrors(at: Position): void {
    this.schedule.defer(() => this.schedule.onDocument.refusalsBelow(at))
  }

  /**
   * A path that the body lacks: it may be required, and its default is checked. `inGiven` tells that it is below a plain
   * nested object that is in the body.
   */
  absent(node: NodePlan, position: Position, inGiven: boolean): void {
    if (node.kind === 'nested') {
      for (const { key, node: child } of node.plan.fields) this.absent(child, below(position, key), inGiven)
      return
    }
    if (!this.schedule.runsRules) {
      const { type } = node.schema
      if (type.defaultValue !== undefined && !hasImplicitDefault(type)) this.schedule.requireDocument()
      return
    }
    const at = ownPosition(node, position)
    const { type, container } = node.schema
    const facts = factsOf(node.schema)
    const asked = inGiven && asksDocument(node.schema)
    const onDocument = (open: boolean) => this.schedule.onDocument.verdict(type, undefined, at, { open, asked })
    if (type.defaultValue === undefined) {
      if (type.isRequired !== true) return
      const isConditional = typeof type.originalRequiredValue === 'function'
      if (isConditional && facts.seesDocument) this.schedule.defer(onDocument)
      else this.schedule.add(() => runRules(this.schedule.site(type, at), undefined, true))
    } else if (hasImplicitDefault(type)) {
      if (facts.count === 0) return
      if (facts.seesDocument) this.schedule.defer(onDocument)
      else this.schedule.add(() => runRules(this.schedule.site(type, at), container ? [] : type.getDefault(), false))
    } else if (container) {
      this.schedule.defer((open) => this.schedule.onDocument.content(node, at, open, asked))
    } else if (facts.seesDocument || facts.defaultSeesDocument) {
      this.schedule.defer(onDocument)
    } else {
      this.withDefault(type, at, (value) => runRules(this.schedule.site(type, at), value, asked || value === undefined))
    }
  }

  /**
   * Everything below a plain nested object that is null: Mongoose runs `required` there, and all rules where it had set
   * a default before, or by `runsAllRulesBelowNull`.
   */
  belowNull(plan: ObjectPlan, at: Position, inNested: boolean): void {
    for (const { key, node } of plan.fields) {
      const inside = below(at, key)
      if (node.kind === 'nested') {
        this.belowNull(node.plan, inside, inNested)
        continue
      }
      const { type } = node.schema
      const isSet = hasStaticDefault(type)
      const runsAll = isSet || (inNested && behaviorOf(this.schedule.model).runsAllRulesBelowNull)
      if (!this.schedule.runsRules || !(type.isRequired === true || runsAll)) continue
      const choice = runsAll || typeof type.originalRequiredValue !== 'function' ? 'all' : 'required'
      const run = (scope: unknown) => runRules(this.schedule.site(type, inside, scope), null, !isSet, choice)
      if (factsOf(node.schema).seesDocument)
        this.schedule.defer((open) => (open ? run(this.schedule.onDocument.scopeOf(at)) : undefined))
      else this.schedule.add(() => run(undefined))
    }
  }

  /** A default that cannot be made is found whatever the gate. */
  private withDefault(type: SchemaType, at: Position, rules: (value: unknown) => MaybePromise<Verdict>): void {
    let value: unknown
    try {
      value = type.getDefault()
    } catch (error) {
      this.schedule.unbuilt(at, error)
      return
    }
    this.schedule.add(() => rules(value))
  }
}

/** Whether rules get another value than the one sent. */
function isCast(node: TypedNodePlan, raw: unknown, { setterCount }: RuleFacts): boolean {
  // Where the rules of a Union get a plain value, it is what its member made of it.
  if (node.schema.container && node.kind !== 'union') return false
  if (setterCount > 0) return true
  return raw !== null && !(node.kind === 'mixed' || (node.kind === 'leaf' && node.schema.form.native))
}
