/**
 * While so many asynchronous rules of one body are pending, no further entry of its report is started: they query a
 * database, and 33,000 queries at once would overload it. More than the connections of a driver's pool (100 by default
 * in MongoDB's) would wait there anyway.
 */
const mostInFlight = 100

/** The asynchronous rules of one body that have not settled. */
export class InFlight {
  private count = 0
  private waiting: (() => void)[] | undefined

  get hasRoom(): boolean {
    return this.count < mostInFlight
  }

  track(promise: Promise<unknown>): void {
    this.count++
    const settled = () => {
      this.count--
      this.wake()
    }
    promise.then(settled, settled)
  }

  /** When the next one has settled. */
  room(): Promise<void> {
    return new Promise((resolve) => (this.waiting ??= []).push(resolve))
  }

  wake(): void {
    const { waiting } = this
    this.waiting = undefined
    for (const resolve of waiting ?? []) resolve()
  }
}
