import type { GuardOutcome } from '../../src/index.ts'
import { steepestTime } from './limits.ts'
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
  readonly thrown: string | undefined
  /** Microseconds of the processor. */
  readonly time: number
}

export interface Bounds {
  readonly answers: readonly Answer[]
}

export interface TimedBounds extends Bounds {
  /** How CPU time grows with the size of the body, where it is long enough to tell. */
  readonly exponent: number
}

const size = 100_000
const fraction = 8

export async function measureBounds({ text }: Case, subject: Subject): Promise<Bounds> {
  const big = text(size)
  await answerTo(text(1000), subject, Infinity)
  const unlimited = await answerTo(big, subject, Infinity)
  const answers = [unlimited]
  // A limit that the errors do not come to changes nothing.
  for (const maxErrors of [1000, 1]) {
    if (unlimited.errors >= maxErrors) answers.push(await answerTo(big, subject, maxErrors))
  }
  return { answers }
}

/** For people, as no test may depend on how busy a machine is. */
export async function measureTimes(one: Case, subject: Subject): Promise<TimedBounds> {
  const { answers } = await measureBounds(one, subject)
  const small = one.text(size / fraction)
  const big = one.text(size)
  let bigTime = answers[0]?.time ?? Infinity
  let smallTime = Infinity
  let exponent = Infinity
  // Another program may get in the way of one run, but hardly in that of each.
  for (let run = 0; run < 5 && exponent > steepestTime; run++) {
    if (run > 0) bigTime = Math.min(bigTime, (await answerTo(big, subject, Infinity)).time)
    for (let again = 0; again < 2; again++) {
      smallTime = Math.min(smallTime, (await answerTo(small, subject, Infinity)).time)
    }
    exponent = Math.log(bigTime / Math.max(smallTime, shortest)) / Math.log(fraction)
  }
  return { answers, exponent: Math.max(0, exponent) }
}

/** Microseconds below which a time says little. */
const shortest = 2000

async function answerTo(text: string, { probe, validate }: Subject, maxErrors: number): Promise<Answer> {
  const body: unknown = JSON.parse(text)
  const bodyBytes = Buffer.byteLength(text)
  probe.reset()
  const start = cpuMicroseconds()
  let outcome: GuardOutcome | undefined
  let thrown: string | undefined
  try {
    outcome = await validate(body, maxErrors)
  } catch (error) {
    thrown = String(error)
  }
  const time = cpuMicroseconds() - start
  const { started, peak } = probe
  const accepted = outcome?.ok === true
  const errors = outcome?.ok === false ? outcome.errors : []
  const bytes = Buffer.byteLength(JSON.stringify(outcome?.ok === true ? outcome.validated : { errors }))
  return { maxErrors, accepted, errors: errors.length, bytes, bodyBytes, started, peak, thrown, time }
}
