import { Session } from 'node:inspector/promises'
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Case, Subject } from './subject.ts'

/** What one body of a size cost. */
export interface Cost {
  readonly bytes: number
  /** Blocks of the library's own code that V8 entered, generated code included. */
  readonly ours: number
  /** Blocks of any code, Mongoose's above all, as the library makes Mongoose build documents. */
  readonly all: number
  /** Bytes allocated on the heap: what native code makes of texts enters no block. */
  readonly allocated: number
}

/** What bodies of all sizes cost a guard that looks for all errors. */
export type Growth = readonly Cost[]

/**
 * Small, as an exponent shows at any size, and a quadratic case is to end too; but above the size from which V8 keeps
 * texts in another way.
 */
const sizes = [4_000, 8_000, 16_000]
const warmUp = 2_000
const attempts = 5

declare const gc: (options: { type: 'minor' | 'major' }) => void

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

let collections = 0
const observer = new PerformanceObserver((list) => (collections += list.getEntries().length))
observer.observe({ entryTypes: ['gc'] })

export async function measureGrowth({ text }: Case, subject: Subject): Promise<Growth> {
  // Twice: what tells the walker of a refused body is generated once there was one.
  for (let run = 0; run < 2; run++) await subject.validate(JSON.parse(text(warmUp)), Infinity)
  await takeBlocks()
  const costs: Cost[] = []
  for (const size of sizes) costs.push(await costOf(text(size), subject))
  return costs
}

/** What is allocated is what the heap grows by, where nothing was collected meanwhile: seldom, and hardly twice. */
async function costOf(text: string, subject: Subject): Promise<Cost> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const body: unknown = JSON.parse(text)
    gc({ type: attempt === 0 ? 'minor' : 'major' })
    await countCollections()
    const before = process.memoryUsage().heapUsed
    await subject.validate(body, Infinity)
    const allocated = process.memoryUsage().heapUsed - before
    const blocks = await takeBlocks()
    if ((await countCollections()) === 0) return { bytes: Buffer.byteLength(text), ...blocks, allocated }
  }
  throw new Error(`V8 collects garbage each time for a body of ${text.length} characters`)
}

/** How often V8 has collected garbage since the last call. It tells a turn of the event loop later. */
async function countCollections(): Promise<number> {
  await setImmediate()
  const count = collections + observer.takeRecords().length
  collections = 0
  return count
}

/** Blocks entered since the last call; reading resets the counters. */
async function takeBlocks(): Promise<{ ours: number; all: number }> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  let ours = 0
  let all = 0
  for (const { url, functions } of result) {
    const isOurs = url === '' || url.includes('/src/')
    if (!isOurs && !url.includes('/node_modules/')) continue
    for (const { ranges } of functions) {
      for (const { count } of ranges) {
        all += count
        if (isOurs) ours += count
      }
    }
  }
  return { ours, all }
}
