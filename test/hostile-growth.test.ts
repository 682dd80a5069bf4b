import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import type { Cost } from './hostile/growth.ts'
import { measureAll } from './hostile/measure.ts'
import { slope } from './hostile/slope.ts'
import { cases } from './hostile/subject.ts'

const names = cases.map(({ name }) => name)
const measured = measureAll('growth', mongoose.version.split('.')[0] ?? '', names)

/**
 * Of the exponents, which are 1 for linear growth. Counts bend by themselves where an answer becomes so long that the
 * guard has to know the size of the body.
 */
const steepest = { ours: 1.4, all: 1.3, allocated: 1.25 } as const
/** Of what a byte of the body costs, in counts that any machine gives. */
const dearest = { ours: 60, all: 250, allocated: 5000 } as const

const counts = ['ours', 'all', 'allocated'] as const

describe('what a hostile body costs where rules call functions', () => {
  it.each(names)(
    'grows no faster than the body: %s',
    async (name) => {
      const row = await measured.get(name)
      if (row === undefined || 'died' in row) return expect.unreachable(`its process died: ${row?.died ?? ''}`)
      for (const [guard, costs] of Object.entries(row) as [string, Cost[]][]) {
        if (costs.length === 0) continue
        for (const count of counts) {
          const exponent = slope(costs.map((cost) => [cost.bytes, cost[count]]))
          expect.soft(exponent, `exponent of ${count}, ${guard}`).toBeLessThan(steepest[count])
          const most = Math.max(...costs.map((cost) => cost[count] / cost.bytes))
          expect.soft(most, `${count} a byte, ${guard}`).toBeLessThan(dearest[count])
        }
      }
    },
    // The first one waits for the process, and a slow one for its end.
    600_000,
  )
})
