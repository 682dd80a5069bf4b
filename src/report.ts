import type { AnswerSize } from './answer-size.ts'
import { allOf, andThen, type MaybePromise } from './maybe-promise.ts'
import type { GuardErrorItem } from './types/error-item.ts'

/** What a deferred rule finds. A default may hold several problems at once. */
export type Found = GuardErrorItem | readonly GuardErrorItem[] | undefined

/** Holds back the rules of a sub-document's content until the sub-document's own rules have passed. */
export interface Gate {
  open: MaybePromise<boolean>
}

/**
 * `open` is false where the rules of a sub-document above have failed: rules are then not run, but what makes the value
 * unfit by itself is still found.
 */
type Run = (open: boolean) => MaybePromise<Found>

interface Job {
  readonly run: Run
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
  /** Every entry is an item. */
  private isPlain = true

  constructor(
    private readonly maxErrors: number,
    private readonly size: AnswerSize,
  ) {}

  /** Enough problems are known: looking for more is of no use. */
  get full(): boolean {
    return this.items >= this.maxErrors || this.size.exceeded
  }

  get clean(): boolean {
    return this.items === 0
  }

  push(item: GuardErrorItem): void {
    this.entries.push(item)
    this.items++
    this.size.add(item)
  }

  /** Keeps a place for what is known only after the walk went on. */
  reserve(): number {
    this.isPlain = false
    return this.entries.push(undefined) - 1
  }

  defer(run: Run, gate?: Gate, opens?: Gate, place = this.reserve()): void {
    this.entries[place] = { run, gate, opens }
  }

  /** Runs what was deferred, and gives all items in order. */
  finish(): MaybePromise<GuardErrorItem[]> {
    if (this.isPlain) return this.fitting(this.entries as GuardErrorItem[])
    const found: MaybePromise<Found>[] = []
    let known = 0
    for (const entry of this.entries) {
      if (known >= this.maxErrors) break
      const result = entry !== undefined && 'run' in entry ? start(entry) : entry
      found.push(result)
      if (!(result instanceof Promise)) known += itemsOf(result).length
    }
    return allOf(found, (all) => this.fitting(all.flatMap(itemsOf)))
  }

  private fitting(items: GuardErrorItem[]): GuardErrorItem[] {
    return this.size.cut(items.length > this.maxErrors ? items.slice(0, this.maxErrors) : items)
  }
}

function itemsOf(found: Found): readonly GuardErrorItem[] {
  if (found === undefined) return nothing
  return Array.isArray(found) ? (found as readonly GuardErrorItem[]) : [found as GuardErrorItem]
}

const nothing: readonly GuardErrorItem[] = []

function start({ run, gate, opens }: Job): MaybePromise<Found> {
  const open = gate?.open ?? true
  const found = andThen(open, run)
  if (opens !== undefined) opens.open = passes(open, found)
  return found
}

function passes(open: MaybePromise<boolean>, found: MaybePromise<Found>): MaybePromise<boolean> {
  const both = andThen(open, (isOpen) => andThen(found, (settled) => isOpen && itemsOf(settled).length === 0))
  // A surprise reaches the caller through the finding itself.
  return both instanceof Promise ? both.catch(() => false) : both
}
