import type { ErrorLimit } from '../errors/error-limit.ts'
import type { InFlight } from '../errors/in-flight.ts'
import { type Findings, type Gate, notRun } from '../errors/job-runner.ts'
import type { Report } from '../errors/report.ts'
import type { MongooseModel } from '../mongoose/mongoose.ts'
import type { Position } from '../plan/position.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import { isPromise, type MaybePromise } from '../values/maybe-promise.ts'
import { DocumentRules, type DocumentSource } from './document-rules.ts'
import { buildErrorItem } from './rule-failure.ts'
import type { Verdict } from './run-rules.ts'

/**
 * Says when the rules of a position run: at once where they need no document, else after the walk, on one document
 * built from everything in the body that has the right type.
 */
export class RuleSchedule {
  /** Set while the walk is inside a sub-document whose own rules come first. */
  gate: Gate | undefined
  /** Values refused so far that are no wrong types: of what holds one, a setter gets nothing. */
  refusals = 0
  private started: DocumentRules | undefined
  private needsDocument = false
  private isCut = false

  constructor(
    readonly model: MongooseModel,
    readonly report: Report,
    private readonly source: DocumentSource,
    /** False while the walk is where Mongoose runs no rules, such as inside a Map in an array. */
    private runs = true,
  ) {}

  /** One that runs no rules. */
  forTrial(report: Report): RuleSchedule {
    return new RuleSchedule(this.model, report, this.source, false)
  }

  get runsRules(): boolean {
    return this.runs
  }

  /** Mongoose runs no rules in some places; types count everywhere. */
  withoutRules<T>(content: () => T): T {
    const outer = this.runs
    this.runs = false
    const accepted = content()
    this.runs = outer
    return accepted
  }

  get inFlight(): InFlight {
    return this.report.inFlight
  }

  get limit(): ErrorLimit {
    return this.report.limit
  }

  /** Whether the error response was full before the whole body was checked. */
  get isIncomplete(): boolean {
    return this.isCut
  }

  markIncomplete(): void {
    this.isCut = true
  }

  /**
   * Runs rules on the document. Where that lacks part of the body, with which they may compare, they find nothing, nor
   * do they open a gate.
   */
  onDocument(run: (rules: DocumentRules) => MaybePromise<Findings>): MaybePromise<Findings> {
    return this.isCut ? notRun : run(this.documentRules)
  }

  /** A null that the type has not, or a key that picks no discriminator: its container's rules see it in its place. */
  refuse(item: GuardErrorItem): void {
    this.refusals++
    this.report.push(item)
  }

  /** For a value without rules that a setter, a cast or a default may still fail to make. */
  requireDocument(): void {
    this.needsDocument = true
  }

  /** The rules of a document that was built, or has to be. */
  get builtRules(): DocumentRules | undefined {
    if (this.needsDocument) return this.documentRules
    return this.started?.isBuilt === true ? this.started : undefined
  }

  /**
   * At once, unless a gate may close before or too many rules are pending. Behind a gate, as many that fail for sure as
   * there may be errors are kept, and none after these.
   */
  add(run: () => MaybePromise<Verdict>, failsForSure?: () => boolean): void {
    const { gate, report } = this
    if (gate === undefined && report.hasRoom) {
      this.found(run())
      return
    }
    if (gate !== undefined) {
      const { failing = 0 } = gate
      if (failing >= report.limit.maxErrors) return
      if (failsForSure?.() === true) gate.failing = failing + 1
    }
    this.defer((isOpen) => (isOpen ? run() : undefined))
  }

  /** After the walk. */
  defer(run: (isOpen: boolean) => MaybePromise<Findings>): void {
    this.report.defer(run, this.gate)
  }

  /** Reports a value or a default that could not be made, where no document is needed to know it. */
  addBuildError(at: Position, error: unknown): void {
    this.report.push(buildErrorItem(this.model, at, error, () => this.source.documentContent().model))
  }

  private get documentRules(): DocumentRules {
    return (this.started ??= new DocumentRules(this.model, this.source, this.report))
  }

  private found(verdict: MaybePromise<Verdict>): void {
    if (isPromise(verdict)) this.report.deferAwaited(verdict)
    else if (verdict !== undefined) this.report.push(verdict)
  }
}
