import type { Case, Subject } from './subject.ts'
import { cpuMicroseconds } from './watchdog.ts'

/** The answer to one body. */
export interface Answer {
  /** `null` for Infinity, which JSON does not know. */
  readonly maxErrors: number | null
  readonly accepted: boolean
  readonly errors: number
  /** Of the answer as JSON. */
  readonly bytes: number
  readonly bodyBytes: number
  /** Asynchronous rules that were called. */
  readonly started: number
  /** Most of them that waited at the same time. */
  readonly peak: number
  /** What came in place of an answer. */
  readonly thrown?: string
}

export interface Bounds {
  readonly answers: readonly Answer[]
  /** How CPU time grows with the size of the body, where it is long enough to tell. */
  readonly exponent: number
}

const size = 100_000
const fraction = 8

export async function measureBounds({ isGood, text }: Case, subject: Subject): Promise<Bounds> {
  const small = text(size / fraction)
  const big = text(size)
  await subject.validate(JSON.parse(text(1000)), 1000)
  let smallTime = Infinity
  for (let run = 0; run < 3; run++) smallTime = Math.min(smallTime, await timeOf(small, subject, 1000))
  const answers: Answer[] = []
  for (const maxErrors of isGood ? [1000] : [1, 1000, Infinity]) answers.push(await answerTo(big, subject, maxErrors))
  let bigTime = Infinity
  let exponent = Infinity
  // Another program may get in the way of one run, but hardly in that of each.
  for (let run = 0; run < 5 && exponent > 1.5; run++) {
    bigTime = Math.min(bigTime, await timeOf(big, subject, 1000))
    if (run > 0) smallTime = Math.min(smallTime, await timeOf(small, subject, 1000))
    exponent = Math.log(bigTime / Math.max(smallTime, shortest)) / Math.log(fraction)
  }
  return { answers, exponent: Math.max(0, exponent) }
}

/** Microseconds below which a time says little. */
const shortest = 2000

async function timeOf(text: string, { validate }: Subject, maxErrors: number): Promise<number> {
  const body: unknown = JSON.parse(text)
  const start = cpuMicroseconds()
  await validate(body, maxErrors)
  return cpuMicroseconds() - start
}

async function answerTo(text: string, { probe, validate }: Subject, maxErrors: number): Promise<Answer> {
  const about = { maxErrors, bodyBytes: Buffer.byteLength(text) }
  probe.reset()
  try {
    const outcome = await validate(JSON.parse(text), maxErrors)
    const { started, peak } = probe
    if (outcome.ok) {
      const bytes = Buffer.byteLength(JSON.stringify(outcome.validated))
      return { ...about, accepted: true, errors: 0, bytes, started, peak }
    }
    const { errors } = outcome
    const bytes = Buffer.byteLength(JSON.stringify({ errors }))
    return { ...about, accepted: false, errors: errors.length, bytes, started, peak }
  } catch (error) {
    const { started, peak } = probe
    return { ...about, accepted: false, errors: 0, bytes: 0, started, peak, thrown: String(error) }
  }
}
