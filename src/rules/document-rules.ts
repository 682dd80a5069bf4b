import type { ErrorLimit } from '../errors/error-limit.ts'
import type { InFlight } from '../errors/in-flight.ts'
import type { Findings } from '../errors/job-runner.ts'
import type { Report } from '../errors/report.ts'
import { behaviorOf } from '../mongoose/behavior.ts'
import { errorsOfBuild, type MongooseDocument } from '../mongoose/document.ts'
import type { MongooseModel, SchemaType } from '../mongoose/mongoose.ts'
import type { TypedNodePlan } from '../plan/plan.ts'
import { childOf, type Position } from '../plan/position.ts'
import type { GuardErrorItem } from '../types/error-item.ts'
import type { MaybePromise } from '../values/maybe-promise.ts'
import { BuildErrors } from './build-errors.ts'
import { DefaultContent } from './default-content.ts'
import { Locator } from './locate.ts'
import { mayPrintValue } from './message.ts'
import { buildErrorItem } from './rule-failure.ts'
import { ruleSite } from './rule-site.ts'
import { type RuleChoice, runRules, type Verdict } from './run-rules.ts'
import { type DocumentContent, type StandIn, StandIns } from './stand-ins.ts'
import type { RunOfNode } from './surroundings.ts'
import { withoutUnmadeMap } from './unmade-maps.ts'

/** How a position's rules are run. */
export interface RuleRun {
  /** False where the rules of a sub-document above have failed: only what could not be built is found then. */
  readonly isOpen: boolean
  /** Whether a `required` function gets the document as its argument. */
  readonly passesDocument: boolean
  readonly choice?: RuleChoice
}

/** The document of a request, which is hardly ever needed. */
export interface DocumentSource {
  /** Builds it from everything in the body that has the right type. */
  buildDocument(): MongooseDocument
  /** Tells what it would be built from. */
  documentContent(): DocumentContent
}

/** Runs rules on the one document of a request, which is built for the first of them that does more than read it. */
export class DocumentRules {
  private built: Locator | undefined
  private lazyStandIns: StandIns | undefined
  private readonly errors = new Map<MongooseDocument, BuildErrors | undefined>()

  constructor(
    readonly model: MongooseModel,
    private readonly source: DocumentSource,
    private readonly report: Pick<Report, 'inFlight' | 'limit'>,
  ) {}

  get inFlight(): InFlight {
    return this.report.inFlight
  }

  get limit(): ErrorLimit {
    return this.report.limit
  }

  /** The rules of one path; `raw` is what the body holds there, `undefined` where it lacks the path. */
  verdict(
    type: SchemaType,
    raw: unknown,
    at: Position,
    { isOpen, passesDocument, choice }: RuleRun,
  ): MaybePromise<Verdict> {
    const run = ({ value: found, scope }: StandIn) => {
      const value = withoutUnmadeMap(type, found, raw)
      const site = ruleSite(this, type, at, scope, raw !== undefined)
      return runRules(site, value, passesDocument || (raw === undefined && value === undefined), choice)
    }
    const standIn = isOpen ? this.standIns.at(type, at) : undefined
    if (standIn !== undefined) {
      const found = run(standIn)
      // Of an array that failed, the text prints Mongoose's own.
      if (found === undefined || !Array.isArray(standIn.value) || !mayPrintValue(type)) return found
    }
    const error = this.buildError(at)
    return error !== undefined || !isOpen ? error : run(this.document.locate(at))
  }

  /** The rules of an element as such: `this` is the array. */
  element(type: SchemaType, array: Position, at: Position): MaybePromise<Verdict> {
    const scope = this.document.locate(array).value
    return runRules(ruleSite(this, type, at, scope), this.document.locate(at).value, false)
  }

  /** All rules of a container and of what is in it; `sent` is what the body holds there. */
  content(node: TypedNodePlan, at: Position, isOpen: boolean, how: RunOfNode, sent?: unknown): Findings {
    const { value, scope } = this.document.locate(at)
    const content = new DefaultContent(this, this.document.document, (position) => this.buildError(position))
    const gate = isOpen ? undefined : { isOpen }
    return content.rulesOf(node, value, { scope, at, gate, sent, isSent: sent !== undefined && sent !== null }, how)
  }

  /** The error that Mongoose put on the document while it was built. */
  buildError(at: Position): Verdict {
    const error = this.errorsOfTop()?.at(at) ?? this.errorsOfScope(at)?.at(at)
    return error === undefined ? undefined : this.buildErrorItem(at, error)
  }

  /** As {@link buildError}, of everything below a path. */
  *buildErrorsBelow(at: Position): Generator<GuardErrorItem> {
    for (const [keys, error] of this.errorsOfTop()?.below(at) ?? []) {
      yield this.buildErrorItem(
        keys.reduce<Position>((outer, key) => childOf(outer, key), at),
        error,
      )
    }
  }

  /**
   * Errors on the document that belong to no position of the walk, because Mongoose runs no rules there or filed them
   * under another path: Mongoose does not save a document that has any error.
   */
  *unclaimed(root: Position, isAllowed: (path: string) => boolean): Generator<GuardErrorItem> {
    for (const [path, error] of Object.entries(errorsOfBuild(this.document.document) ?? {})) {
      // Of a default in a nested object Mongoose names the object, and no key.
      if (isAllowed(path)) yield this.buildErrorItem(childOf(root, path.replace(/\.$/, '')), error)
    }
  }

  /** What the rules of a path get as `this`. */
  scopeOf(at: Position): unknown {
    return this.document.locate(at).scope
  }

  /** The error item for an error of Mongoose. */
  buildErrorItem(at: Position, error: unknown): GuardErrorItem {
    return buildErrorItem(this.model, at, error, () => this.document.document.constructor)
  }

  private errorsOfTop(): BuildErrors | undefined {
    return this.errorsOf(this.document.document, ({ parent }) => parent === undefined)
  }

  /** In arrays of more than two dimensions Mongoose gives the document another path than the sub-document. */
  private errorsOfScope(at: Position): BuildErrors | undefined {
    if (this.errorsOfTop() === undefined) return undefined
    return this.errorsOf(this.document.locate(at).scope, (position) => position.schemaRoot === position)
  }

  private errorsOf(document: MongooseDocument, isRoot: (position: Position) => boolean): BuildErrors | undefined {
    if (!this.errors.has(document)) {
      const errors = errorsOfBuild(document)
      this.errors.set(document, errors && new BuildErrors(errors, isRoot))
    }
    return this.errors.get(document)
  }

  /** Whether the document was built. */
  get isBuilt(): boolean {
    return this.built !== undefined
  }

  private get standIns(): StandIns {
    return (this.lazyStandIns ??= new StandIns(this.source.documentContent()))
  }

  private get document(): Locator {
    return (this.built ??= new Locator(this.source.buildDocument(), behaviorOf(this.model)))
  }
}
