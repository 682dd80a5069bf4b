import { invalidType } from '../errors/error-item.ts'
import type { Report } from '../errors/report.ts'
import type { MemberPlan } from '../plan/plan.ts'
import type { Position } from '../plan/position.ts'
import { canFailToBuild } from '../rules/can-fail-to-build.ts'
import { ContainerRules } from '../rules/container-rules.ts'
import type { RuleSchedule } from '../rules/rule-schedule.ts'
import { ValueRules } from '../rules/value-rules.ts'
import type { ValueCount } from '../values/body-limits.ts'
import { ContentCopier } from '../values/content-copy.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import type { JsonObject } from './fast-path.ts'

/** Stands for a value that the walk did not accept. */
export const refused = Symbol('refused')

const failedTrial = invalidType('', '', undefined)

/** What a walk keeps while it goes down a body: how deep it is, what it found, whether rules run here. */
export class WalkState {
  /** Values of the wrong type so far: a container that holds one runs no rules of its own. */
  wrongTypes = 0
  private lazyCopier: ContentCopier | undefined
  /** By the member of a Union; a schema may change between bodies. */
  private failing: Map<MemberPlan, boolean> | undefined
  private lazyContainers: ContainerRules | undefined
  readonly rules: ValueRules

  constructor(
    readonly report: Report,
    readonly schedule: RuleSchedule,
    /** Shared by the documents of one body. */
    readonly count: ValueCount,
    /** How many objects and arrays the walk is inside of. */
    public depth = 0,
    /** Of the report of a trial, only whether it is empty is read. */
    readonly isTrial = false,
  ) {
    this.rules = new ValueRules(schedule)
  }

  /** A state for a trial, which reports elsewhere. */
  trial(report: Report): WalkState {
    return new WalkState(report, this.schedule.forTrial(report), this.count.apart(), this.depth, true)
  }

  /** Made for the first free content: hardly a trial of a Union has any. */
  get copier(): ContentCopier {
    return (this.lazyCopier ??= new ContentCopier(this.count))
  }

  get containers(): ContainerRules {
    return (this.lazyContainers ??= new ContainerRules(this.schedule))
  }

  canFailToBuild(member: MemberPlan): boolean {
    this.failing ??= new Map<MemberPlan, boolean>()
    return getOrInsert(this.failing, member, canFailToBuild)
  }

  /** Goes one level down, until {@link leave}. */
  enter(): void {
    this.count.enter(++this.depth)
  }

  leave(): void {
    this.depth--
  }

  /** Whether no value of a wrong type turned up since. */
  intactSince(): () => boolean {
    const before = this.wrongTypes
    return () => this.wrongTypes === before
  }

  wrongType(expected: string, raw: unknown, at: Position): typeof refused {
    // A trial does not measure the depth either: the walk does, when it takes the value or reports it.
    if (this.isTrial) {
      this.report.push(failedTrial)
      return refused
    }
    this.measure(raw)
    this.wrongTypes++
    this.report.push(invalidType(at.path, expected, raw))
    return refused
  }

  /** A value of the wrong type counts for the depth of a body like any other; only forbidden fields do not. */
  private measure(raw: unknown): void {
    // A Buffer has a key for each byte.
    if (typeof raw !== 'object' || raw === null || ArrayBuffer.isView(raw)) return
    this.enter()
    for (const key of Object.keys(raw)) this.measure((raw as JsonObject)[key])
    this.leave()
  }
}
