import type { MongooseDocument } from './document.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { RuleSite } from './message.ts'
import type { Position } from './position.ts'
import type { Found, Gate, Report } from './report.ts'
import type { Verdict } from './rules.ts'
import { RulesOnDocument } from './rules-on-document.ts'
import type { MongooseModel, SchemaType } from './schema.ts'

/**
 * Says when the rules of a position run: at once where they need no document, else after the walk, on one document
 * built from everything in the body that has the right type.
 */
export class RuleSchedule {
  /** Set while the walk is where Mongoose runs no rules, such as inside a Map in an array. */
  off = false
  /** Set while the walk is inside a sub-document whose own rules come first. */
  gate: Gate | undefined
  private started: RulesOnDocument | undefined

  constructor(
    readonly model: MongooseModel,
    readonly report: Report,
    private readonly build: () => MongooseDocument,
    private readonly isUpdate: boolean,
  ) {}

  get onDocument(): RulesOnDocument {
    return (this.started ??= new RulesOnDocument(this.model, this.build, this.isUpdate))
  }

  /** At once, unless a gate may close before. */
  add(run: () => MaybePromise<Verdict>): void {
    if (this.gate === undefined) this.found(run())
    else this.defer((open) => (open ? run() : undefined))
  }

  found(verdict: MaybePromise<Verdict>): void {
    if (verdict instanceof Promise) this.defer(() => verdict)
    else if (verdict !== undefined) this.report.push(verdict)
  }

  /** After the walk. */
  defer(run: (open: boolean) => MaybePromise<Found>): void {
    this.report.defer(run, this.gate)
  }

  /** A value of which nothing could be made. Mongoose has its own words for it, which depend on its version. */
  unfit(at: Position, error: unknown): void {
    this.defer(() => this.onDocument.refusal(at) ?? this.onDocument.unfit(at, error))
  }

  site(type: SchemaType, at: Position, scope?: unknown, isSent = false): RuleSite {
    return { model: this.model, type, at, scope, isSent }
  }
}
