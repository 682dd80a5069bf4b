import type { GuardErrorItem } from '../types/error-item.ts'
import { addTo } from '../values/add-to.ts'
import { andThen, type MaybePromise } from '../values/maybe-promise.ts'
import { type ErrorLimit, ErrorTally } from './error-limit.ts'
import { InFlight } from './in-flight.ts'
import { type Findings, type Gate, type Job, JobRunner, type ReportEntry } from './job-runner.ts'

/**
 * The errors of one body in the order of the walk. A rule that has to wait, for the document or for
 * its own promise, takes its slot in the order at once; {@link finish} runs it.
 */
export class Report {
  private entries: (ReportEntry | undefined)[] | undefined
  private readonly tally: ErrorTally
  private lazyInFlight: InFlight | undefined
  /** Every entry is an item. */
  private isPlain = true

  constructor(readonly limit: ErrorLimit) {
    this.tally = new ErrorTally(limit)
  }

  /** The error response is full: no further error is needed. */
  get isFull(): boolean {
    return this.tally.isFull
  }

  get inFlight(): InFlight {
    return (this.lazyInFlight ??= new InFlight())
  }

  get isEmpty(): boolean {
    return this.tally.isEmpty
  }

  /** Whether another rule may be started before the walk has ended. */
  get hasRoom(): boolean {
    return this.lazyInFlight?.hasRoom ?? true
  }

  push(item: GuardErrorItem): void {
    this.entries = addTo(this.entries, item)
    this.tally.add(item)
  }

  /** Keeps the slot of a rule that was started and has not settled. */
  deferAwaited(verdict: Promise<Findings>): void {
    this.defer(() => verdict)
  }

  /** Keeps a slot for what is known only after the walk went on. */
  reserve(): number {
    this.isPlain = false
    this.entries = addTo(this.entries, undefined)
    return this.entries.length - 1
  }

  defer(run: Job['run'], gate?: Gate, opens?: Gate, slot = this.reserve()): void {
    if (this.entries !== undefined) this.entries[slot] = { run, gate, opens }
  }

  /** Runs what was deferred, and gives all items in order. */
  finish(): MaybePromise<GuardErrorItem[]> {
    const { entries = [] } = this
    if (this.isPlain) return this.limit.cut(entries as GuardErrorItem[])
    const runner = new JobRunner(this.limit, this.inFlight)
    return andThen(runner.run(entries), (items) => this.limit.cut(items))
  }
}
