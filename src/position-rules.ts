import { locate, type MongooseDocument } from './document.ts'
import { documentRules } from './document-rules.ts'
import { invalidType, invalidValue } from './error-item.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import type { ObjectPlan, TypedNodePlan } from './plan.ts'
import { Gate, type Found, type Report } from './report.ts'
import {
  isMongoose8,
  ruleFactsOf,
  runRules,
  type Position,
  type RuleChoice,
  type RuleSite,
  type Verdict,
} from './rules.ts'
import {
  castFailureText,
  defaultFailureText,
  hasImplicitDefault,
  hasStaticDefault,
  type MongooseModel,
  type SchemaType,
} from './schema.ts'

/** What a position holds, as far as its rules need to know. */
interface Subject {
  readonly type: SchemaType
  readonly container: boolean
}

/**
 * Runs the schema's rules for the positions that the walk comes to: at once where they need no document, else after
 * the walk, on one document built from everything in the body that has the right type.
 */
export class PositionRules {
  /** Set while the walk is where Mongoose runs no rules, such as inside a Map in an array. */
  off = false
  /** Set while the walk is inside a sub-document whose own rules come first. */
  private gate: Gate | undefined
  private built: MongooseDocument | undefined

  constructor(
    readonly model: MongooseModel,
    private readonly report: Report,
    private readonly build: () => MongooseDocument,
  ) {}

  /** A value in its JSON form, or a null that the field takes. */
  value(node: TypedNodePlan, raw: unknown, at: Position): void {
    const facts = this.factsOf(node.schema)
    if (this.off || (facts.count === 0 && facts.setterCount === 0)) return
    if (facts.seesDocument) this.defer(() => this.onDocument(node.schema.type, raw, at))
    else this.add(() => this.onValue(node, raw, at))
  }

  /** A null that the type has no room for: a rule about null may answer for it first. */
  refusedNull(subject: Subject, expected: string, at: Position): void {
    const { type } = subject
    const refusal = invalidType(at.path, expected, null)
    const isAsked = type.isRequired === true || type.allowNullValidator !== undefined
    if (this.off || !isAsked) {
      this.report.push(refusal)
      return
    }
    const orRefusal = (verdict: MaybePromise<Verdict>) => andThen(verdict, (item) => item ?? refusal)
    if (this.factsOf(subject).seesDocument) this.defer(() => orRefusal(this.onDocument(type, null, at, 'nullness')))
    else this.add(() => orRefusal(runRules(this.site(type, at), null, false, 'nullness')))
  }

  /** A null in an array of sub-documents. Mongoose 8 knows only `required` there, and not below a nested object. */
  nullElement(type: SchemaType, array: Position, at: Position): void {
    const isAsked = !isMongoose8(this.model) || (type.options.required !== undefined && !array.textPath.includes('.'))
    if (isAsked) this.refusedNull({ type, container: true }, 'object', at)
    else this.report.push(invalidType(at.path, 'object', null))
  }

  /** A path that the body lacks: it may be required, and its default is checked. */
  absent(node: TypedNodePlan, at: Position): void {
    if (this.off) return
    const { type } = node.schema
    const facts = this.factsOf(node.schema)
    const run = () => this.onDocument(type, undefined, at)
    if (type.defaultValue === undefined) {
      if (type.isRequired !== true) return
      const isConditional = typeof type.originalRequiredValue === 'function'
      if (isConditional && facts.seesDocument) this.defer(run)
      else this.add(() => runRules(this.site(type, at), undefined, true))
    } else if (hasImplicitDefault(type)) {
      if (facts.count === 0) return
      if (facts.seesDocument) this.defer(run)
      else
        this.add(() =>
          runRules(
            this.site(type, at),
            node.kind === 'array' || node.kind === 'documentArray' ? [] : type.getDefault(),
            false,
          ),
        )
    } else if (node.schema.container) {
      this.defer(() => this.onDocumentContent(node, at))
    } else if (facts.seesDocument || facts.defaultSeesDocument) {
      this.defer(run)
    } else {
      this.add(() => this.onDefault(type, at))
    }
  }

  /** Everything below a plain nested object that is null: Mongoose runs some rules there with null. */
  belowNull(plan: ObjectPlan, at: Position): void {
    for (const { key, node } of plan.fields) {
      const below = { path: `${at.path}.${key}`, textPath: `${at.textPath}.${key}` }
      if (node.kind === 'nested') {
        this.belowNull(node.plan, below)
        continue
      }
      const { type } = node.schema
      const isStatic = hasStaticDefault(type) && node.kind !== 'documentArray' && node.kind !== 'subdocument'
      if (this.off || !(type.isRequired === true || isStatic)) continue
      const run = (scope: unknown) => runRules(this.site(type, below, scope), null, !hasStaticDefault(type))
      if (this.factsOf(node.schema).seesDocument) this.defer(() => run(locate(this.document(), at.path).scope))
      else this.add(() => run(undefined))
    }
  }

  /**
   * A container's own rules stand before those of its content, but are run after it was walked: not at all where
   * something in it has the wrong type.
   */
  around<T>(node: TypedNodePlan, at: Position, content: () => T, isIntact: () => boolean): T {
    const facts = this.factsOf(node.schema)
    if (this.off || (facts.count === 0 && facts.setterCount === 0)) return content()
    if (facts.setterCount > 0) return this.aroundSetters(node, at, content, isIntact)
    // Mongoose validates a sub-document's fields only if its own rules passed, and so did 8 for arrays of them.
    const first =
      node.kind === 'subdocument' || node.kind === 'union' || (node.kind === 'documentArray' && isMongoose8(this.model))
    const { type } = node.schema
    const own = node.kind === 'documentArray' ? { path: at.path, textPath: type.path } : at
    return this.ownRules(facts.seesDocument && first, content, isIntact, (value) =>
      facts.seesDocument ? this.onDocument(type, value, own) : this.onValue(node, value, own),
    )
  }

  /** Rules of an array's elements as such: since Mongoose 9 only, except for those about null. */
  aroundElement<T>(type: SchemaType, array: Position, at: Position, content: () => T, isIntact: () => boolean): T {
    const facts = ruleFactsOf(type, true)
    if (this.off || facts.count === 0 || isMongoose8(this.model)) return content()
    return this.ownRules(false, content, isIntact, (value) =>
      facts.seesDocument ? this.onElement(type, array, at) : runRules(this.site(type, at), value, false),
    )
  }

  private ownRules<T>(
    first: boolean,
    content: () => T,
    isIntact: () => boolean,
    run: (value: T) => MaybePromise<Verdict>,
  ): T {
    const place = this.report.reserve()
    const outer = this.gate
    const inner = first ? new Gate() : undefined
    this.gate = inner ?? outer
    const accepted = content()
    this.gate = outer
    if (isIntact()) this.report.defer(() => run(accepted), outer, inner, place)
    return accepted
  }

  /** A container's setter may change its content, so that all rules in it are run on the document. */
  private aroundSetters<T>(node: TypedNodePlan, at: Position, content: () => T, isIntact: () => boolean): T {
    const place = this.report.reserve()
    this.off = true
    const accepted = content()
    this.off = false
    if (isIntact()) this.report.defer(() => this.onDocumentContent(node, at), this.gate, undefined, place)
    return accepted
  }

  private onValue(node: TypedNodePlan, raw: unknown, at: Position): MaybePromise<Verdict> {
    const { type, container } = node.schema
    const site = this.site(type, at)
    const isNative =
      container || node.kind === 'mixed' || raw === null || (node.kind === 'leaf' && node.schema.form.native)
    if (isNative && type.setters.length === 0) return runRules(site, raw, false)
    let value: unknown
    try {
      value = type.applySetters(raw)
    } catch (error) {
      return invalidValue(at.path, 'user defined', castFailureText(this.model, type, raw, at.textPath, error))
    }
    return runRules(site, value, false)
  }

  private onDefault(type: SchemaType, at: Position): MaybePromise<Verdict> {
    let value: unknown
    try {
      value = type.getDefault()
    } catch (error) {
      return invalidValue(at.path, 'user defined', defaultFailureText(this.model, error))
    }
    return runRules(this.site(type, at), value, value === undefined)
  }

  private onDocument(type: SchemaType, raw: unknown, at: Position, choice?: RuleChoice): MaybePromise<Verdict> {
    const top = this.document()
    const refused = top.$errors?.[at.path]
    if (refused !== undefined) return invalidValue(at.path, 'user defined', refused.message)
    const { value, scope } = locate(top, at.path)
    // An immutable path of an update keeps its stored value, which nobody knows here.
    const checked = value === undefined && raw !== undefined ? type.applySetters(raw, scope) : value
    return runRules(this.site(type, at, scope), checked, checked === undefined, choice)
  }

  private onElement(type: SchemaType, array: Position, at: Position): MaybePromise<Verdict> {
    const top = this.document()
    const scope = locate(top, array.path).value
    return runRules(this.site(type, at, scope), locate(top, at.path).value, false)
  }

  private onDocumentContent(node: TypedNodePlan, at: Position): MaybePromise<Found> {
    const top = this.document()
    const refused = top.$errors?.[at.path]
    if (refused !== undefined) return invalidValue(at.path, 'user defined', refused.message)
    const { value, scope } = locate(top, at.path)
    return documentRules(this.model, node, value, scope, at)
  }

  private document(): MongooseDocument {
    return (this.built ??= this.build())
  }

  private defer(run: () => MaybePromise<Found>): void {
    this.report.defer(run, this.gate)
  }

  private add(run: () => MaybePromise<Verdict>): void {
    if (this.gate !== undefined) {
      this.defer(run)
      return
    }
    const verdict = run()
    if (verdict instanceof Promise) this.defer(() => verdict)
    else if (verdict !== undefined) this.report.push(verdict)
  }

  private factsOf({ type, container }: Subject) {
    return ruleFactsOf(type, container)
  }

  private site(type: SchemaType, at: Position, scope?: unknown): RuleSite {
    return { model: this.model, type, path: at.path, textPath: at.textPath, scope }
  }
}
