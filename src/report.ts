import type { GuardErrorItem } from './types/error-item.ts'

type MaybePromise<T> = T | Promise<T>
/** What a deferred rule finds. A default may hold several problems at once. */
export type Found = GuardErrorItem | readonly GuardErrorItem[] | undefined

/** Holds back the rules of a sub-document's content until the sub-document's own rules have passed. */
export class Gate {
  open: MaybePromise<boolean> = true
}

interface Job {
  run(): MaybePromise<Found>
  /** Runs only when this one is open. */
  readonly gate: Gate | undefined
  /** Opens when nothing was found. */
  readonly opens: Gate | undefined
}

/**
 * The problems of one body in the order in which the walk meets them. A rule that has to wait for the document takes
 * its place in the order at once, and is run by {@link finish}.
 */
export class Report {
  private readonly entries: (GuardErrorItem | Job | undefined)[] = []
  private items = 0

  constructor(private readonly maxErrors: number) {}

  /** Enough problems are known: looking for more is of no use. */
  get full(): boolean {
    return this.items >= this.maxErrors
  }

  get clean(): boolean {
    return this.items === 0
  }

  push(item: GuardErrorItem): void {
    this.entries.push(item)
    this.items++
  }

  /** Keeps a place for what is known only after the walk went on. */
  reserve(): number {
    return this.entries.push(undefined) - 1
  }

  fill(place: number, item: GuardErrorItem): void {
    this.entries[place] = item
    this.items++
  }

  defer(run: Job['run'], gate?: Gate, opens?: Gate, place = this.reserve()): void {
    this.entries[place] = { run, gate, opens }
  }

  /** Runs what was deferred and gives all items in order, at most `maxErrors`. */
  finish(): MaybePromise<GuardErrorItem[]> {
    const found: MaybePromise<Found>[] = []
    let known = 0
    let waits = false
    for (const entry of this.entries) {
      if (known >= this.maxErrors) break
      const result = entry !== undefined && 'run' in entry ? start(entry) : entry
      if (result instanceof Promise) waits = true
      else if (result !== undefined) known += Array.isArray(result) ? result.length : 1
      found.push(result)
    }
    const inOrder = (all: readonly Found[]) =>
      all.flatMap((result) => (result === undefined ? [] : result)).slice(0, this.maxErrors)
    return waits ? Promise.all(found).then(inOrder) : inOrder(found as Found[])
  }
}

function start(job: Job): MaybePromise<Found> {
  const open = job.gate?.open ?? true
  const found =
    open instanceof Promise ? open.then((passed) => (passed ? job.run() : blocked)) : open ? job.run() : blocked
  if (job.opens !== undefined) job.opens.open = passes(found)
  return found instanceof Promise ? found.then(unblocked) : unblocked(found)
}

/** A closed gate finds nothing, and keeps the gates below it closed. */
const blocked: readonly GuardErrorItem[] = []

function unblocked(found: Found): Found {
  return found === blocked ? undefined : found
}

function passes(found: MaybePromise<Found>): MaybePromise<boolean> {
  if (!(found instanceof Promise)) return found === undefined
  // A surprise reaches the caller through the finding itself.
  return found.then(
    (settled) => settled === undefined,
    () => false,
  )
}
