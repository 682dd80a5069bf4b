import type { Report } from '../errors/report.ts'
import { buildDocument } from '../mongoose/build-document.ts'
import { discriminatorOf } from '../mongoose/discriminators.ts'
import type { MongooseDocument } from '../mongoose/document.ts'
import type { MongooseModel } from '../mongoose/mongoose.ts'
import type { Position } from '../plan/position.ts'
import type { DocumentSource } from '../rules/document-rules.ts'
import { RuleSchedule } from '../rules/rule-schedule.ts'
import type { DocumentContent } from '../rules/stand-ins.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import type { ValueCount } from '../values/body-limits.ts'
import { isAllowedPath } from './allowed-path.ts'
import type { CompiledGuard } from './compiled-guard.ts'
import type { JsonObject, LateRules } from './fast-path.ts'
import { Walk } from './walk.ts'
import { WalkState } from './walk-state.ts'

const nothing: JsonObject = {}

/** Checks one document of a body, and builds it for the rules that see it. */
export class DocumentWalk implements DocumentSource {
  private readonly state: WalkState
  private raw: JsonObject = nothing
  private accepted: JsonObject = nothing

  constructor(
    private readonly guard: CompiledGuard,
    report: Report,
    /** Where the document starts in the body. */
    private readonly root: Position,
    values: ValueCount,
  ) {
    this.state = new WalkState(report, new RuleSchedule(guard.model, report, this), values)
  }

  /** The accepted part of a document. */
  walk(raw: JsonObject): JsonObject {
    this.raw = raw
    return (this.accepted = new Walk(this.guard, this.state).walkLevel(this.guard.plan, raw, this.root))
  }

  /** For a document that was accepted but for some of its rules. */
  runLate(late: LateRules, accepted: JsonObject): void {
    this.raw = this.accepted = accepted
    late(this.state.rules, accepted, this.root)
  }

  /** Whether a document was built, or has to be. */
  get hasDocument(): boolean {
    return this.state.schedule.builtRules !== undefined
  }

  /** Errors on the document that no position of the walk has claimed. */
  unclaimed(): Iterable<GuardErrorItem> {
    const { plan } = this.guard
    const rules = this.state.schedule.builtRules
    const isAllowed = (path: string) => isAllowedPath(plan, this.accepted, path)
    return rules === undefined ? [] : rules.unclaimed(this.root, isAllowed)
  }

  buildDocument(): MongooseDocument {
    const { model, isUpdate } = this.documentContent()
    return buildDocument(model, this.accepted, isUpdate, this.state.report.limit)
  }

  documentContent(): DocumentContent {
    const { plan, hasDocumentRules } = this.guard
    return { model: this.modelOfDocument(), accepted: this.accepted, isUpdate: plan.partial, hasDocumentRules }
  }

  private modelOfDocument(): MongooseModel {
    const { model, plan } = this.guard
    const key = plan.schema.discriminatorKey
    return plan.isKeyAllowed && Object.hasOwn(this.raw, key) ? discriminatorOf(model, this.raw[key]) : model
  }
}
