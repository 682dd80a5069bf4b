import type { Growth } from './growth.ts'
import { slope } from './slope.ts'

/** The counts of a {@link Cost}. */
export type Count = 'ours' | 'all' | 'allocated'

interface Limit {
  readonly count: Count
  /**
   * Of the exponent, which is 1 for linear growth and 2 for quadratic growth. Counts bend by themselves where an answer
   * becomes so long that the guard has to know the size of the body.
   */
  readonly exponent: number
  /** Below so many a byte the exponent says little, and does not matter. */
  readonly from: number
  /**
   * Of what a byte of the body may cost. Most families need a third of it; the dearest, by far, are texts of sub-documents
   * inside each other, which Mongoose prints anew at each of 45 levels.
   */
  readonly aByte: number
}

const limits: readonly Limit[] = [
  { count: 'ours', exponent: 1.35, from: 2, aByte: 150 },
  { count: 'all', exponent: 1.3, from: 15, aByte: 1500 },
  { count: 'allocated', exponent: 1.25, from: 200, aByte: 6000 },
]

/** Mongoose before 9.12 makes its Maps by joining ever longer arrays (`MongooseMap`'s constructor), whatever is in them. */
const steepestOfOlder = 1.7

/** How one count grows with the body. */
export interface Judgement {
  readonly count: Count
  readonly exponent: number
  readonly aByte: number
  readonly isSteep: boolean
  readonly isDear: boolean
}

/** `version` is `9` for the newest, `8`, or the folder of another. */
export function judge(costs: Growth, version: string): readonly Judgement[] {
  return limits.map((limit) => {
    const { count } = limit
    const exponent = slope(costs.map((cost) => [cost.bytes, cost[count]]))
    const aByte = Math.max(...costs.map((cost) => cost[count] / cost.bytes))
    const steepest = version !== '9' && count === 'allocated' ? steepestOfOlder : limit.exponent
    const isSteep = aByte > limit.from && exponent > steepest
    return { count, exponent, aByte, isSteep, isDear: aByte > limit.aByte }
  })
}

export function printed({ count, exponent, aByte }: Judgement): string {
  return `${count}: ^${exponent.toFixed(2)}, ${aByte.toFixed(0)} a byte`
}

/** Of the exponent of CPU time: far above what a busy machine makes of linear growth. */
export const steepestTime = 1.6

/** Of the asynchronous rules that may wait at the same time. */
export const mostAtOnce = 100
