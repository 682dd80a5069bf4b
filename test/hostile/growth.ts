import { Session } from 'node:inspector/promises'
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

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

export async function measureGrowth({ text }: Case, subject: Subject): Promise<Growth> {
  // Twice: what tells the walker of a refused body is generated once there was one.
  for (let run = 0; run < 2; run++) await subject.validate(JSON.parse(text(warmUp)), Infinity)
  const costs: Cost[] = []
  for (const size of sizes) costs.push(await costOf(text(size), subject))
  return costs
}

async function costOf(text: string, subject: Subject): Promise<Cost> {
  const body: unknown = JSON.parse(text)
  await takeBlocks()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 8192,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await subject.validate(body, Infinity)
  const { profile } = await session.post('HeapProfiler.stopSampling')
  return { bytes: Buffer.byteLength(text), ...(await takeBlocks()), allocated: sizeOf(profile.head) }
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

interface Node {
  readonly selfSize: number
  readonly children: readonly Node[]
}

function sizeOf({ selfSize, children }: Node): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize)
}
