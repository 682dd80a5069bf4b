import type { GuardErrorItem } from '../types/error-item.ts'
import { andThen, isPromise, type MaybePromise } from '../values/maybe-promise.ts'
import { type ErrorLimit, ErrorTally } from './error-limit.ts'
import type { InFlight } from './in-flight.ts'

/** What a deferred rule finds: an error, or more jobs to run in its place. */
export type Findings = GuardErrorItem | Iterable<ReportEntry> | undefined

/** Of rules that were not run. It is no error, but not `undefined` either: a gate stays closed. */
export const notRun: readonly never[] = []

/** Holds back the rules of a sub-document's content until the sub-document's own rules have passed. */
export interface Gate {
  isOpen: MaybePromise<boolean>
  /** Rules behind it that fail for sure, if they are run. */
  failing?: number
}

export interface Job {
  /**
   * `isOpen` is false where the rules of a sub-document above have failed: rules are then not run, but what could not
   * be built of the value is still reported.
   */
  readonly run: (isOpen: boolean) => MaybePromise<Findings>
  readonly gate?: Gate | undefined
  /** Opens when nothing was found. */
  readonly opens?: Gate | undefined
}

export type ReportEntry = GuardErrorItem | Job

/** What was found, in the slot of the job that found it. */
type Results = (GuardErrorItem | Results | undefined)[]

const allTaken = Symbol('allTaken')

/**
 * Runs what a walk has deferred, in the order of the body, and no further than the error response has room for: what is
 * not run comes later in the order than what fills the response.
 */
export class JobRunner {
  private unsettled = 0
  private failure: { readonly error: unknown } | undefined
  private idle: { resolve: () => void; reject: (error: unknown) => void } | undefined

  constructor(
    private readonly limit: ErrorLimit,
    private readonly inFlight: InFlight,
  ) {}

  /** The items found, in order. A slot that was not filled is `undefined`. */
  run(entries: Iterable<ReportEntry | undefined>): MaybePromise<GuardErrorItem[]> {
    const results: Results = []
    const taken = this.drain(entries[Symbol.iterator](), results, new ErrorTally(this.limit))
    if (isPromise(taken)) return taken.then(() => this.whenSettled(results))
    return this.unsettled === 0 ? itemsOf(results) : this.whenSettled(results)
  }

  private drain(
    entries: Iterator<ReportEntry | undefined>,
    results: Results,
    tally: ErrorTally,
  ): MaybePromise<undefined> {
    for (;;) {
      const wait = this.step(entries, results, tally)
      if (wait === allTaken) return undefined
      if (wait !== undefined) return this.drainAfter(wait, entries, results, tally)
    }
  }

  private async drainAfter(
    first: Promise<unknown>,
    entries: Iterator<ReportEntry | undefined>,
    results: Results,
    tally: ErrorTally,
  ): Promise<undefined> {
    await first
    for (let wait = this.step(entries, results, tally); wait !== allTaken;) {
      if (wait !== undefined) await wait
      wait = this.step(entries, results, tally)
    }
  }

  /** Takes the next entry; gives a promise where the one after it has to wait. */
  private step(
    entries: Iterator<ReportEntry | undefined>,
    results: Results,
    tally: ErrorTally,
  ): Promise<unknown> | typeof allTaken | undefined {
    if (this.isOver(tally)) return allTaken
    if (!this.inFlight.hasRoom) return this.inFlight.room()
    const next = entries.next()
    if (next.done === true) return allTaken
    const entry = next.value
    if (entry === undefined) return undefined
    if (!('run' in entry)) return this.settle(entry, results, tally)
    const found = this.startOrFail(entry, tally)
    if (!isPromise(found)) return this.settle(found, results, tally)
    this.awaitFound(found, results, tally)
    return undefined
  }

  /** What a rule throws ends the run, also for what waits for a gate. */
  private startOrFail(job: Job, tally: ErrorTally): MaybePromise<Findings> {
    try {
      return this.start(job, tally)
    } catch (error) {
      this.failure ??= { error }
      throw error
    }
  }

  private start({ run, gate, opens }: Job, tally: ErrorTally): MaybePromise<Findings> {
    const isOpen = gate?.isOpen ?? true
    // By the time that a gate opens, the error response may be full.
    const found = isPromise(isOpen)
      ? isOpen.then((passed) => (this.isOver(tally) ? undefined : run(passed)))
      : run(isOpen)
    // What waits for a gate will run as soon as that opens.
    if (isPromise(isOpen)) this.inFlight.track(found as Promise<Findings>)
    if (opens !== undefined) opens.isOpen = passes(isOpen, found)
    return found
  }

  private isOver(tally: ErrorTally): boolean {
    return tally.isFull || this.failure !== undefined
  }

  /** Adds what was found; a promise where it is more to run, and the runner has to wait in between. */
  private settle(found: Findings, results: Results, tally: ErrorTally): Promise<undefined> | undefined {
    if (found === undefined) return undefined
    if ('code' in found) {
      results.push(found)
      tally.add(found)
      return undefined
    }
    const inner: Results = []
    results.push(inner)
    const drained = this.drain(found[Symbol.iterator](), inner, tally)
    return isPromise(drained) ? drained : undefined
  }

  private awaitFound(found: Promise<Findings>, results: Results, tally: ErrorTally): void {
    const slot: Results = []
    results.push(slot)
    this.unsettled++
    const end = () => {
      if (--this.unsettled === 0) this.idle?.resolve()
    }
    const fail = (error: unknown) => {
      this.failure ??= { error }
      this.idle?.reject(error)
      this.inFlight.wake()
    }
    found.then((settled) => {
      try {
        const wait = this.settle(settled, slot, tally)
        if (wait === undefined) end()
        else wait.then(end, fail)
      } catch (error) {
        fail(error)
      }
    }, fail)
  }

  /** What was found when everything that was started has settled. */
  private whenSettled(results: Results): Promise<GuardErrorItem[]> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        resolve(itemsOf(results))
      }
      // Rejects: the executor of a promise may throw.
      if (this.failure !== undefined) throw this.failure.error
      if (this.unsettled === 0) settle()
      else this.idle = { resolve: settle, reject }
    })
  }
}

function passes(isOpen: MaybePromise<boolean>, found: MaybePromise<Findings>): MaybePromise<boolean> {
  const both = andThen(isOpen, (passed) => andThen(found, (settled) => passed && settled === undefined))
  // What the rule rejects with reaches the caller through the finding itself.
  return isPromise(both) ? both.then(undefined, () => false) : both
}

function itemsOf(results: Results): GuardErrorItem[] {
  const items: GuardErrorItem[] = []
  collect(results)
  return items

  function collect(slots: Results): void {
    for (const slot of slots) {
      if (Array.isArray(slot)) collect(slot)
      else if (slot !== undefined) items.push(slot)
    }
  }
}
