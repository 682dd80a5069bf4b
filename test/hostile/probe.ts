import { setImmediate } from 'node:timers/promises'

/** Watches the asynchronous rules of a schema: how many were started, and how many of them waited at the same time. */
export class Probe {
  started = 0
  peak = 0
  private pending = 0

  reset(): void {
    this.started = 0
    this.peak = 0
  }

  /** An asynchronous rule's answer, given after a turn of the event loop as by a database. */
  async wait<T>(answer: () => T): Promise<T> {
    this.started++
    this.peak = Math.max(this.peak, ++this.pending)
    await setImmediate()
    this.pending--
    return answer()
  }
}
