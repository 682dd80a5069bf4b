import { Worker } from 'node:worker_threads'

/**
 * Ends this process when one step of it has used more CPU time than it may, even while it never comes back to the event
 * loop. CPU time, because a busy machine only makes a step wait.
 */
export class Watchdog {
  readonly #start = new Float64Array(new SharedArrayBuffer(8))

  constructor(seconds: number) {
    const code = `
      const { start, seconds } = require('node:worker_threads').workerData
      setInterval(() => {
        const { user, system } = process.cpuUsage()
        if (user + system - start[0] > seconds * 1e6) process.kill(process.pid, 'SIGKILL')
      }, 100)`
    new Worker(code, { eval: true, workerData: { start: this.#start, seconds } }).unref()
  }

  /** The step before has ended, the next one begins. */
  next(): void {
    this.#start[0] = cpuMicroseconds()
  }
}

/** CPU time of this process so far. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
