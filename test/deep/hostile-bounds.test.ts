import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { mostAtOnce } from '../hostile/limits.ts'
import { measureAll } from '../hostile/measure.ts'
import { cases } from '../hostile/subject.ts'

const major = mongoose.version.split('.')[0] ?? ''
// Every case has its growth measured. At their full size, where they cost most, the majors share all of them between them:
// `npm run hostile -- --corpus . --bounds --major 8 --all` measures all on one.
const chosen = cases.filter((_, nth) => (nth % 4 === 1) === (major === '8'))
const names = chosen.map(({ name }) => name)
const measured = measureAll('bounds', major, names)

describe('a hostile body of 100 kB on a small heap, where rules call functions', () => {
  it.each(chosen.map((one) => [one.name, one] as const))(
    'is answered within bounds: %s',
    async (name, { isGood, family }) => {
      const row = await measured.get(name)
      if (row === undefined || 'died' in row) return expect.unreachable(`its process died: ${row?.died ?? ''}`)
      for (const { maxErrors, accepted, errors, bytes, bodyBytes, started, peak, thrown } of row.answers) {
        const about = `maxErrors ${maxErrors ?? Infinity}`
        expect.soft(thrown, about).toBeUndefined()
        if (major !== '8' || family.skippedBy8 !== true) expect.soft(accepted, about).toBe(isGood)
        expect.soft(peak, `asynchronous rules at once, ${about}`).toBeLessThanOrEqual(mostAtOnce)
        if (accepted) {
          expect.soft(bytes, 'bytes of validated').toBeLessThanOrEqual(bodyBytes)
          continue
        }
        expect.soft(errors, about).toBeGreaterThan(0)
        expect.soft(errors, about).toBeLessThanOrEqual(maxErrors ?? Infinity)
        const params = family.options?.details === true ? 64 * 1024 : 0
        expect.soft(bytes, `bytes of errors, ${about}`).toBeLessThanOrEqual(128 * 1024 + 2 * bodyBytes + params)
        if (family.failsThroughout === true) {
          // The size of an answer is estimated low while it grows, by less than half.
          expect.soft(started, `asynchronous rules, ${about}`).toBeLessThanOrEqual(2 * errors + mostAtOnce)
        }
      }
    },
    // The first one waits for the process, and a slow one for its end.
    600_000,
  )
})
