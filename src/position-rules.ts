import type { MongooseDocument } from './document.ts'
import { invalidType } from './error-item.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import type { DocumentArrayPlan, NodePlan, ObjectPlan, TypedNodePlan } from './plan.ts'
import type { Found, Gate, Report } from './report.ts'
import { below, renamed, type Position } from './position.ts'
import { ruleFactsOf, type RuleFacts } from './rule-facts.ts'
import type { RuleSite } from './message.ts'
import { runRules, type Verdict } from './rules.ts'
import { RulesOnDocument } from './rules-on-document.ts'
import {
  hasImplicitDefault,
  hasStaticDefault,
  isMongoose8,
  setValue,
  takesDefault,
  type MongooseModel,
  type SchemaType,
} from './schema.ts'

/** What holds the rules of a position. */
interface Subject {
  readonly type: SchemaType
  readonly container: boolean
  readonly isNested: boolean
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
  private started: RulesOnDocument | undefined

  constructor(
    readonly model: MongooseModel,
    private readonly report: Report,
    private readonly build: () => MongooseDocument,
    private readonly isUpdate: boolean,
  ) {}

  /** Looking for more problems is of no use. */
  get enough(): boolean {
    return this.report.full
  }

  /** A value in its JSON form, or a null that the field takes. */
  value(node: TypedNodePlan, raw: unknown, at: Position): void {
    if (this.off) return
    const { type } = node.schema
    const facts = factsOf(node.schema)
    if (facts.count === 0 && facts.setterCount === 0) return
    const own = ownPosition(node, at)
    const asked = isAsked(node.schema, at)
    if (facts.seesDocument) {
      this.defer((open) => this.onDocument.verdict(type, raw, own, { open, asked }))
      return
    }
    let value = raw
    try {
      if (isCast(node, raw, facts)) value = setValue(type, raw, undefined)
    } catch (error) {
      this.unfit(own, error)
      return
    }
    const site = this.site(type, own, undefined, true)
    if (this.gate === undefined) this.found(runRules(site, value, asked))
    else this.defer((open) => (open ? runRules(site, value, asked) : undefined))
  }

  /** A null that the type has no room for: a rule about null may answer for it first. */
  refusedNull(node: TypedNodePlan, expected: string, at: Position): void {
    this.refuseNull(node.schema, expected, ownPosition(node, at))
  }

  private refuseNull(subject: Subject, expected: string, at: Position): void {
    const { type } = subject
    const refusal = invalidType(at.path, expected, null)
    const { seesDocument, judgesNull, setterCount } = factsOf(subject)
    if (this.off || !judgesNull) {
      this.report.push(refusal)
      return
    }
    const asked = isAsked(subject, at)
    this.defer((open) => {
      if (!open || (seesDocument && this.onDocument.refusal(at) !== undefined)) return refusal
      const verdict = seesDocument
        ? this.onDocument.verdict(type, null, at, { open, asked, choice: 'nullness' })
        : this.onNull(type, at, asked, setterCount > 0)
      return andThen(verdict, (item) => item ?? refusal)
    })
  }

  private get onDocument(): RulesOnDocument {
    return (this.started ??= new RulesOnDocument(this.model, this.build, this.isUpdate))
  }

  private onNull(type: SchemaType, at: Position, asked: boolean, isSet: boolean): MaybePromise<Verdict> {
    let value: unknown = null
    try {
      if (isSet) value = type.applySetters(null)
    } catch {
      return undefined
    }
    return runRules(this.site(type, at), value, asked, 'nullness')
  }

  /** A null in an array of sub-documents. Mongoose 8 knows only `required` there, and not below a nested object. */
  nullElement({ schema }: DocumentArrayPlan, at: Position): void {
    const type = schema.element
    const isJudged = !isMongoose8(this.model) || (type.options.required !== undefined && !schema.isNested)
    if (isJudged) this.refuseNull({ type, container: true, isNested: false }, 'object', at)
    else this.report.push(invalidType(at.path, 'object', null))
  }

  /** Where Mongoose runs no rules, what could not be built counts all the same. */
  buildErrors(at: Position): void {
    this.defer(() => this.onDocument.refusalsBelow(at))
  }

  /**
   * A path that the body lacks: it may be required, and its default is checked. `inGiven` tells that it is below a plain
   * nested object that is in the body.
   */
  absent(node: NodePlan, position: Position, inGiven: boolean): void {
    if (this.off) return
    if (node.kind === 'nested') {
      for (const { key, node: child } of node.plan.fields) this.absent(child, below(position, key), inGiven)
      return
    }
    const at = ownPosition(node, position)
    const { type, container } = node.schema
    const facts = factsOf(node.schema)
    const asked = inGiven && asksDocument(node.schema)
    const onDocument = (open: boolean) => this.onDocument.verdict(type, undefined, at, { open, asked })
    if (type.defaultValue === undefined) {
      if (type.isRequired !== true) return
      const isConditional = typeof type.originalRequiredValue === 'function'
      if (isConditional && facts.seesDocument) this.defer(onDocument)
      else this.add(() => runRules(this.site(type, at), undefined, true))
    } else if (hasImplicitDefault(type)) {
      if (facts.count === 0) return
      if (facts.seesDocument) this.defer(onDocument)
      else this.add(() => runRules(this.site(type, at), container ? [] : type.getDefault(), false))
    } else if (container) {
      this.defer((open) => this.onDocument.content(node, at, open, asked))
    } else if (facts.seesDocument || facts.defaultSeesDocument) {
      this.defer(onDocument)
    } else {
      this.withDefault(type, at, (value) => runRules(this.site(type, at), value, asked || value === undefined))
    }
  }

  /**
   * Everything below a plain nested object that is null: Mongoose runs `required` there, and all rules where it had set
   * a default before; Mongoose 8 all rules where the nested object stands in another one.
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
      const keepsDefault = isSet && node.kind !== 'documentArray'
      const runsAll = keepsDefault || (inNested && isMongoose8(this.model))
      if (this.off || !(type.isRequired === true || runsAll)) continue
      const choice = runsAll || typeof type.originalRequiredValue !== 'function' ? 'all' : 'required'
      const run = (scope: unknown) => runRules(this.site(type, inside, scope), null, !isSet, choice)
      if (factsOf(node.schema).seesDocument) this.defer((open) => (open ? run(this.onDocument.scopeOf(at)) : undefined))
      else this.add(() => run(undefined))
    }
  }

  /**
   * A container's own rules stand before those of its content, but are run after it was walked: not at all where
   * something in it has the wrong type.
   */
  around<T>(node: TypedNodePlan, at: Position, content: () => T, isIntact: () => boolean): T {
    const { type } = node.schema
    const facts = factsOf(node.schema)
    if (this.off || (facts.count === 0 && facts.setterCount === 0)) return content()
    if (facts.contentSetterCount > 0) return this.aroundSetters(node, at, content, isIntact)
    const own = ownPosition(node, at)
    const asked = isAsked(node.schema, at)
    return this.ownRules(this.gateOf(node, facts), content, isIntact, (value, open) => {
      if (facts.seesDocument) return this.onDocument.verdict(type, value, own, { open, asked })
      return open ? runRules(this.site(type, own), value, asked) : undefined
    })
  }

  /**
   * Rules of an array's elements as such: in Mongoose 8 only in the rows of an array of arrays, and in elements of
   * another array where the element has the option `required`, whatever it says.
   */
  aroundElement<T>(
    { schema: { element: type } }: DocumentArrayPlan,
    array: Position,
    at: Position,
    content: () => T,
    isIntact: () => boolean,
    inRow = false,
  ): T {
    const facts = ruleFactsOf(type, true)
    const runs = inRow || !isMongoose8(this.model) || (type.options.required !== undefined && isInElement(array))
    if (this.off || facts.count === 0 || !runs) return content()
    return this.ownRules(
      inRow && facts.judgesPresence ? { open: true } : undefined,
      content,
      isIntact,
      (value, open) => {
        if (!open) return undefined
        if (!facts.seesDocument) return runRules(this.site(type, at), value, false)
        // In a row `this` is the document, elsewhere the array.
        if (inRow) return this.onDocument.verdict(type, value, at, { open, asked: false })
        return this.onDocument.element(type, array, at)
      },
    )
  }

  /** Mongoose validates a sub-document's fields only if its own rules passed, and so did 8 for arrays of them. */
  private gateOf(node: TypedNodePlan, facts: RuleFacts): Gate | undefined {
    if (!facts.judgesPresence) return undefined
    if (node.kind === 'subdocument' || node.kind === 'union') return { open: true }
    if (node.kind !== 'documentArray' || !isMongoose8(this.model)) return undefined
    return node.schema.element.options.required || node.schema.isNested ? undefined : { open: true }
  }

  private ownRules<T>(
    inner: Gate | undefined,
    content: () => T,
    isIntact: () => boolean,
    run: (value: T, open: boolean) => MaybePromise<Verdict>,
  ): T {
    const place = this.report.reserve()
    const outer = this.gate
    this.gate = inner ?? outer
    const accepted = content()
    this.gate = outer
    if (isIntact()) this.report.defer((open) => run(accepted, open), outer, inner, place)
    // Without rules of its own the container is as open as what it stands in.
    else if (inner !== undefined) this.report.defer(() => undefined, outer, inner, place)
    return accepted
  }

  /** A container's setter may change its content, so that all rules in it are run on the document. */
  private aroundSetters<T>(node: TypedNodePlan, at: Position, content: () => T, isIntact: () => boolean): T {
    const place = this.report.reserve()
    this.off = true
    const accepted = content()
    this.off = false
    if (isIntact()) this.report.defer((open) => this.onDocument.content(node, at, open), this.gate, undefined, place)
    return accepted
  }

  /** A default that cannot be made is found whatever the gate. */
  private withDefault(type: SchemaType, at: Position, rules: (value: unknown) => MaybePromise<Verdict>): void {
    let value: unknown
    try {
      value = type.getDefault()
    } catch (error) {
      this.unfit(at, error)
      return
    }
    this.add(() => rules(value))
  }

  /** Mongoose has its own words for it, which depend on its version. */
  private unfit(at: Position, error: unknown): void {
    this.defer(() => this.onDocument.refusal(at) ?? this.onDocument.unfit(at, error))
  }

  private defer(run: (open: boolean) => MaybePromise<Found>): void {
    this.report.defer(run, this.gate)
  }

  private add(run: () => MaybePromise<Verdict>): void {
    if (this.gate !== undefined) {
      this.defer((open) => (open ? run() : undefined))
      return
    }
    this.found(run())
  }

  private found(verdict: MaybePromise<Verdict>): void {
    if (verdict instanceof Promise) this.defer(() => verdict)
    else if (verdict !== undefined) this.report.push(verdict)
  }

  private site(type: SchemaType, at: Position, scope?: unknown, isSent = false): RuleSite {
    return { model: this.model, type, at, scope, isSent }
  }
}

/** Whether the nearest sub-document around a position is an element of an array. */
function isInElement({ path, textPath }: Position): boolean {
  return /\.\d+\.$/.test(path.slice(0, path.length - textPath.length))
}

function factsOf({ type, container }: Pick<Subject, 'type' | 'container'>): RuleFacts {
  return ruleFactsOf(type, container)
}

/**
 * Whether a `required` function gets the document as its argument although the path is there: Mongoose asks it before
 * it looks at paths below a plain nested object, unless a default was there first.
 */
function asksDocument({ type, isNested }: Subject): boolean {
  if (!isNested || typeof type.originalRequiredValue !== 'function') return false
  return !hasStaticDefault(type) || !takesDefault(type)
}

/** As {@link asksDocument}, at a position that may be the first key of a Map. */
function isAsked(subject: Subject, { isFirstKey }: Position): boolean {
  return isFirstKey === true || asksDocument(subject)
}

/** Mongoose prints an array of sub-documents by its schema type's path, also where it is the value of a Map. */
function ownPosition(node: TypedNodePlan, at: Position): Position {
  return node.kind === 'documentArray' ? renamed(at, node.schema.type.path) : at
}

/** Whether rules get another value than the one sent. */
function isCast(node: TypedNodePlan, raw: unknown, { setterCount }: RuleFacts): boolean {
  if (node.schema.container) return false
  if (setterCount > 0) return true
  return raw !== null && !(node.kind === 'mixed' || (node.kind === 'leaf' && node.schema.form.native))
}
