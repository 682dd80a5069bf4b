import { type Findings, type Gate, notRun } from '../errors/job-runner.ts'
import { behaviorOf } from '../mongoose/behavior.ts'
import { isJudgedWhenEmpty, setsDefault } from '../mongoose/empty-arrays.ts'
import type { DocumentArrayPlan, TypedNodePlan } from '../plan/plan.ts'
import type { Position } from '../plan/position.ts'
import type { MaybePromise } from '../values/maybe-promise.ts'
import { type RuleFacts, ruleFactsOf } from './rule-facts.ts'
import type { RuleSchedule } from './rule-schedule.ts'
import { ruleSite } from './rule-site.ts'
import { factsOf, passesDocumentAt, rulePosition, runsElementRules } from './rule-subject.ts'
import { runRules } from './run-rules.ts'

/** Runs the rules of arrays, Maps, sub-documents and elements around the walk through what is in them. */
export class ContainerRules {
  constructor(private readonly schedule: RuleSchedule) {}

  /**
   * A container's own rules stand before those of its content, but are run after it was walked: not at all where
   * something in it has the wrong type.
   */
  around<T>(node: TypedNodePlan, at: Position, content: () => T, isIntact: () => boolean, isElement = false): T {
    const { type, hasBuiltInCast } = node.schema
    // What it refuses, Mongoose puts on the document.
    if (!hasBuiltInCast) this.schedule.requireDocument()
    const facts = factsOf(node.schema)
    if (!this.schedule.runsRules || (facts.count === 0 && facts.setterCount === 0)) return content()
    if (facts.contentSetterCount > 0) return this.aroundSetters(node, at, content, isIntact, isElement)
    const position = rulePosition(node, at)
    const passesDocument = passesDocumentAt(node.schema, at)
    return this.rulesOfContainer(this.gateOf(node, facts), content, isIntact, (accepted, isOpen) => {
      const isEmptied = isNone(node, accepted)
      if (isEmptied && !isJudgedWhenEmpty(node.schema, behaviorOf(this.schedule.model))) return undefined
      const value = isEmptied ? undefined : accepted
      // Where there is a default, it depends on where it stands whether Mongoose sets it in place of what is none.
      if (facts.canSeeDocument || (isEmptied && setsDefault(node.schema)))
        return this.schedule.onDocument((rules) => rules.verdict(type, accepted, position, { isOpen, passesDocument }))
      return isOpen ? runRules(ruleSite(this.schedule, type, position), value, passesDocument) : undefined
    })
  }

  /** Whether a setter gets the container, and may make one of null. */
  hasSetters(node: TypedNodePlan): boolean {
    return this.schedule.runsRules && factsOf(node.schema).contentSetterCount > 0
  }

  hasElementRules({ schema: { element } }: DocumentArrayPlan): boolean {
    return ruleFactsOf(element, true).count > 0
  }

  /** Rules of an array's elements as such; see `runsElementRules`. */
  aroundElement<T>(
    { schema }: DocumentArrayPlan,
    array: Position,
    at: Position,
    content: () => T,
    isIntact: () => boolean,
    isInRow = false,
  ): T {
    const { element: type } = schema
    const facts = ruleFactsOf(type, true)
    const behavior = behaviorOf(this.schedule.model)
    const runs = isInRow || runsElementRules(schema, array, behavior)
    if (!this.schedule.runsRules || facts.count === 0 || !runs) return content()
    return this.rulesOfContainer(
      isInRow && facts.canFailOnValue ? { isOpen: true } : undefined,
      content,
      isIntact,
      (value, isOpen) => {
        if (!isOpen) return undefined
        if (!facts.canSeeDocument) return runRules(ruleSite(this.schedule, type, at), value, false)
        // In a row `this` is the document, elsewhere by `runsElementRules` the array.
        if (isInRow || !behavior.runsElementRules)
          return this.schedule.onDocument((rules) => rules.verdict(type, value, at, { isOpen, passesDocument: false }))
        return this.schedule.onDocument((rules) => rules.element(type, array, at))
      },
    )
  }

  /**
   * Mongoose validates a sub-document's fields only if its own rules passed, and by `arrayRulesComeFirst` those of
   * arrays.
   */
  private gateOf(node: TypedNodePlan, facts: RuleFacts): Gate | undefined {
    if (!facts.canFailOnValue) return undefined
    if (node.kind === 'subdocument' || node.kind === 'union') return { isOpen: true }
    if (node.kind !== 'documentArray' || !behaviorOf(this.schedule.model).arrayRulesComeFirst) return undefined
    return node.schema.element.options.required || node.schema.isNested ? undefined : { isOpen: true }
  }

  private rulesOfContainer<T>(
    inner: Gate | undefined,
    content: () => T,
    isIntact: () => boolean,
    run: (value: T, isOpen: boolean) => MaybePromise<Findings>,
  ): T {
    const slot = this.schedule.report.reserve()
    const outer = this.schedule.gate
    this.schedule.gate = inner ?? outer
    const accepted = content()
    this.schedule.gate = outer
    // Of a container that was not walked to its end, rules would judge the part.
    const runWhole = (isOpen: boolean) => (this.schedule.isIncomplete ? notRun : run(accepted, isOpen))
    if (isIntact()) this.schedule.report.defer(runWhole, outer, inner, slot)
    // Its content has a wrong type, so that its own rules are not run: its gate follows the outer one.
    else if (inner !== undefined) this.schedule.report.defer(() => undefined, outer, inner, slot)
    return accepted
  }

  /** A container's setter may change its content, so that all rules in it are run on the document. */
  private aroundSetters<T>(
    node: TypedNodePlan,
    at: Position,
    content: () => T,
    isIntact: () => boolean,
    isElement: boolean,
  ): T {
    const slot = this.schedule.report.reserve()
    const { refusals } = this.schedule
    const accepted = this.schedule.withoutRules(content)
    if (isIntact() && this.schedule.refusals === refusals) {
      const passesDocument = passesDocumentAt(node.schema, at)
      const run = (isOpen: boolean) =>
        this.schedule.onDocument((rules) => rules.content(node, at, isOpen, { passesDocument, isElement }, accepted))
      this.schedule.report.defer(run, this.schedule.gate, undefined, slot)
    }
    return accepted
  }
}

function isNone({ schema }: TypedNodePlan, accepted: unknown): boolean {
  return schema.isAbsentWhenEmpty && Array.isArray(accepted) && accepted.length === 0
}
