import { invalidType } from '../errors/error-item.ts'
import { notRun } from '../errors/job-runner.ts'
import { behaviorOf } from '../mongoose/behavior.ts'
import { isPlainRequired } from '../mongoose/built-in-rules.ts'
import { forgetIn } from '../mongoose/cast-errors.ts'
import type { SchemaType } from '../mongoose/mongoose.ts'
import { setsDefault, setsStaticDefault } from '../mongoose/empty-arrays.ts'
import { presenceOf } from '../mongoose/presence.ts'
import { castError, entriesOf, hasImplicitDefault, setValue } from '../mongoose/schema-type.ts'
import type { DocumentArrayPlan, NodePlan, ObjectPlan, TypedNodePlan } from '../plan/plan.ts'
import { childOf, type Position } from '../plan/position.ts'
import { copyOf } from '../values/content-copy.ts'
import { andThen, forget, type MaybePromise } from '../values/maybe-promise.ts'
import type { RuleFacts } from './rule-facts.ts'
import type { RuleSchedule } from './rule-schedule.ts'
import { ruleSite } from './rule-site.ts'
import { factsOf, passesDocumentAt, passesDocumentTo, rulePosition, type RuleSubject } from './rule-subject.ts'
import { runRules, type Verdict } from './run-rules.ts'

/** Runs the schema's rules for the values that the walk meets, and for absent ones. */
export class ValueRules {
  /** Values without an error yet, which they will surely have. */
  private failedLater = 0

  constructor(private readonly schedule: RuleSchedule) {}

  /** The error response is full: no further error is needed. */
  get isFull(): boolean {
    return this.schedule.report.isFull
  }

  /**
   * A value in its JSON form, or a null that the field takes. Returns false where a setter or the cast failed: like a
   * value of the wrong type, it then stays out of the document, in which Mongoose would report it a second time.
   */
  value(node: TypedNodePlan, raw: unknown, at: Position): boolean {
    const { type } = node.schema
    const facts = factsOf(node.schema)
    if (!this.schedule.runsRules) {
      if (facts.setterCount > 0) this.schedule.requireDocument()
      return true
    }
    if (facts.count === 0 && facts.setterCount === 0) return true
    const position = rulePosition(node, at)
    const passesDocument = passesDocumentAt(node.schema, at)
    if (facts.canSeeDocument) return this.judgedOnDocument(type, raw, position, passesDocument)
    // What follows would come after these.
    if (this.failedLater >= this.schedule.report.limit.maxErrors) return true
    // Functions of the schema may write to what they are given; `validated` and the body stay as they were sent.
    let value = copyOf(raw)
    try {
      if (isCast(node, raw, facts)) value = setValue(type, value, undefined)
    } catch (error) {
      return this.settingFailed(type, raw, position, error)
    }
    // Mongoose mostly puts the default where a setter leaves nothing.
    if (value === undefined && type.defaultValue !== undefined)
      return this.judgedOnDocument(type, raw, position, passesDocument)
    const site = ruleSite(this.schedule, type, position, undefined, true)
    this.schedule.add(() => runRules(site, value, passesDocument))
    return true
  }

  private judgedOnDocument(type: SchemaType, raw: unknown, at: Position, passesDocument: boolean): true {
    this.schedule.defer((isOpen) =>
      this.schedule.onDocument((rules) => rules.verdict(type, raw, at, { isOpen, passesDocument })),
    )
    return true
  }

  private settingFailed(type: SchemaType, raw: unknown, at: Position, error: unknown): boolean {
    forgetIn(error)
    const isField = at.textPath === type.path
    if (isField) this.schedule.addBuildError(at, castError(this.schedule.model, type, raw, at.textPath, error))
    // Mongoose has one error for a whole array, and words of its own for a Map.
    else {
      this.failedLater++
      this.schedule.defer(() =>
        this.schedule.onDocument((rules) => rules.buildError(at) ?? rules.buildErrorItem(at, error)),
      )
    }
    return !isField
  }

  /** A null where the type has none: an error of a rule about null comes before that of the type. */
  invalidNull(node: TypedNodePlan, expected: string, at: Position): void {
    this.judgeNull(node.schema, expected, rulePosition(node, at))
  }

  private judgeNull(subject: RuleSubject, expected: string, at: Position): void {
    const { type } = subject
    const nullError = invalidType(at.path, expected, null)
    const { canSeeDocument, hasNullRule, setterCount } = factsOf(subject)
    if (!this.schedule.runsRules || !hasNullRule) {
      this.schedule.refuse(nullError)
      return
    }
    const passesDocument = passesDocumentAt(subject, at)
    const orNullError = (verdict: MaybePromise<Verdict>) => andThen(verdict, (item) => item ?? nullError)
    this.schedule.defer((isOpen) => {
      // The gate may only be closed because its own rule was not run.
      if (!isOpen) return this.schedule.isIncomplete ? notRun : nullError
      if (!canSeeDocument) return orNullError(this.onNull(type, at, passesDocument, setterCount > 0))
      return this.schedule.onDocument((rules) => {
        if (rules.buildError(at) !== undefined) return nullError
        return orNullError(rules.verdict(type, null, at, { isOpen, passesDocument, choice: 'nullness' }))
      })
    })
  }

  private onNull(type: SchemaType, at: Position, passesDocument: boolean, hasSetters: boolean): MaybePromise<Verdict> {
    let value: unknown = null
    try {
      if (hasSetters) value = type.applySetters(null)
      forget(value)
    } catch (error) {
      forgetIn(error)
      return undefined
    }
    return runRules(ruleSite(this.schedule, type, at), value, passesDocument, 'nullness')
  }

  /** A null in an array of sub-documents. Where Mongoose knows only `required`, it does not below a nested object. */
  nullElement({ schema }: DocumentArrayPlan, at: Position): void {
    const type = schema.element
    const isJudged =
      behaviorOf(this.schedule.model).judgesNullElements || (type.options.required !== undefined && !schema.isNested)
    if (isJudged) this.judgeNull({ type, isContainer: true, isNested: false }, 'object', at)
    else this.schedule.refuse(invalidType(at.path, 'object', null))
  }

  /** Errors of building a value count also where Mongoose runs no rules. */
  buildErrors(at: Position): void {
    this.schedule.defer(() => this.schedule.onDocument((rules) => rules.buildErrorsBelow(at)))
  }

  /**
   * A path that the body lacks: it may be required, and its default is checked. `isInGiven` tells that it is below a
   * plain nested object that is in the body.
   */
  absent(node: NodePlan, position: Position, isInGiven: boolean): void {
    if (node.kind === 'nested') {
      for (const { key, whenAbsent } of node.plan.fields) {
        if (whenAbsent !== undefined) this.absent(whenAbsent, childOf(position, key), isInGiven)
      }
      return
    }
    if (!this.schedule.runsRules) {
      const { type } = node.schema
      if (type.defaultValue !== undefined && !hasImplicitDefault(type)) this.schedule.requireDocument()
      return
    }
    const { type } = node.schema
    const at = rulePosition(node, position)
    const passesDocument = isInGiven && passesDocumentTo(node.schema)
    if (!setsDefault(node.schema)) this.missing(node, at, passesDocument)
    else if (hasImplicitDefault(type)) this.implicitDefault(node, at, passesDocument)
    else this.givenDefault(node, at, passesDocument)
  }

  private missing({ schema }: TypedNodePlan, at: Position, passesDocument: boolean): void {
    const { type } = schema
    if (type.isRequired !== true) return
    if (factsOf(schema).canRequiredSeeDocument) this.absentOnDocument(type, at, passesDocument)
    else {
      const run = () => runRules(ruleSite(this.schedule, type, at), undefined, true)
      this.schedule.add(run, () => refusesAbsence(type))
    }
  }

  /** One that Mongoose gives by itself, and that cannot fail. */
  private implicitDefault({ schema }: TypedNodePlan, at: Position, passesDocument: boolean): void {
    const { type, isContainer } = schema
    const facts = factsOf(schema)
    if (facts.count === 0) return
    if (facts.canSeeDocument) {
      this.absentOnDocument(type, at, passesDocument)
      return
    }
    this.schedule.add(() => runRules(ruleSite(this.schedule, type, at), isContainer ? [] : type.getDefault(), false))
  }

  private givenDefault(node: TypedNodePlan, at: Position, passesDocument: boolean): void {
    const { type, isContainer } = node.schema
    const facts = factsOf(node.schema)
    // Nothing is in it, and nothing is made of it.
    if (isContainer && type.defaultValue === null && facts.count === 0) return
    if (isContainer) {
      this.schedule.defer((isOpen) =>
        this.schedule.onDocument((rules) => rules.content(node, at, isOpen, { passesDocument })),
      )
    } else if (facts.canSeeDocument || facts.canDefaultSeeDocument) {
      this.absentOnDocument(type, at, passesDocument)
    } else {
      this.withDefault(type, at, (value) =>
        runRules(ruleSite(this.schedule, type, at), value, passesDocument || value === undefined),
      )
    }
  }

  /** The rules of a path that the body lacks, on what the document has there: a default, or nothing. */
  private absentOnDocument(type: SchemaType, at: Position, passesDocument: boolean): void {
    this.schedule.defer((isOpen) =>
      this.schedule.onDocument((rules) => rules.verdict(type, undefined, at, { isOpen, passesDocument })),
    )
  }

  /**
   * Everything below a plain nested object that is null: Mongoose runs `required` there, and all rules where it had set
   * a default before, or by `runsAllRulesBelowNull`.
   */
  insideNull(plan: ObjectPlan, at: Position, isInNested: boolean): void {
    for (const { key, node } of plan.fields) {
      const inside = childOf(at, key)
      if (node.kind === 'nested') {
        this.insideNull(node.plan, inside, isInNested)
        continue
      }
      const { type } = node.schema
      const isDefaultSet = setsStaticDefault(node.schema)
      const runsAll = isDefaultSet || (isInNested && behaviorOf(this.schedule.model).runsAllRulesBelowNull)
      if (!this.schedule.runsRules || !(type.isRequired === true || runsAll)) continue
      const choice = runsAll || typeof type.originalRequiredValue !== 'function' ? 'all' : 'whereRequired'
      const run = (scope: unknown) =>
        runRules(ruleSite(this.schedule, type, inside, scope), null, !isDefaultSet, choice)
      if (factsOf(node.schema).canSeeDocument)
        this.schedule.defer((isOpen) =>
          isOpen ? this.schedule.onDocument((rules) => run(rules.scopeOf(at))) : undefined,
        )
      else this.schedule.add(() => run(undefined))
    }
  }

  /** A default that cannot be made is an error even where a gate is closed. */
  private withDefault(type: SchemaType, at: Position, rules: (value: unknown) => MaybePromise<Verdict>): void {
    let value: unknown
    try {
      value = type.getDefault()
      // A Mixed takes it.
      forget(value)
    } catch (error) {
      this.schedule.addBuildError(at, error)
      return
    }
    this.schedule.add(() => rules(value))
  }
}

/** Whether a type fails where there is nothing, whatever the functions of the schema say. */
function refusesAbsence(type: SchemaType): boolean {
  return presenceOf(type) !== undefined && entriesOf(type).some((entry) => isPlainRequired(type, entry))
}

/** Whether rules get another value than the one sent. */
function isCast(node: TypedNodePlan, raw: unknown, { setterCount }: RuleFacts): boolean {
  // Where the rules of a Union get a plain value, it is what its member made of it.
  if (node.schema.isContainer && node.kind !== 'union') return false
  if (setterCount > 0) return true
  if (raw === null) return false
  if (node.kind === 'mixed') return !node.schema.hasBuiltInCast
  return !(node.kind === 'leaf' && node.schema.form.isNative && node.schema.hasBuiltInCast)
}
