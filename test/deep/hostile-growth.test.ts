import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { drawFamily } from '../hostile/generate.ts'
import type { Growth } from '../hostile/growth.ts'
import { judge, printed } from '../hostile/limits.ts'
import { measureAll, type Measured } from '../hostile/measure.ts'
import { cases, casesOf } from '../hostile/subject.ts'

// `npm run hostile` draws as many as there is time for.
const seed = 1
const drawn = Array.from({ length: 20 }, (_, nth) => drawFamily(seed, nth))
const abouts = new Map(drawn.map(({ name, about }) => [name, about]))

// The first test waits for the process, and one whose process dies for its end.
const patience = 600_000

// The code that they meet is the same on both majors: Mongoose 8 gets every fourth one of the list, and
// `npm run hostile -- --corpus . --major 8 --all` all.
const sources: [what: string, chosen: typeof cases][] = mongoose.version.startsWith('8.')
  ? [['of the list', cases.filter((_, nth) => nth % 4 === 0)]]
  : [
      ['of the list', cases],
      ['of those drawn', casesOf(drawn)],
    ]

describe.each(sources)('what a hostile body costs where rules call functions, %s', (_what, chosen) => {
  const names = chosen.map(({ name }) => name)
  const major = mongoose.version.split('.')[0] ?? ''
  const measured = measureAll('growth', major, names)

  function excesses(name: string, row: Measured<Growth> | undefined): readonly string[] {
    const about = abouts.get(name.replace(/: \w+$/, '')) ?? ''
    if (row === undefined || 'died' in row) return [`its process died: ${row?.died ?? ''} ${about}`]
    return judge(row, major)
      .filter(({ isSteep, isDear }) => isSteep || isDear)
      .map((judgement) => `${printed(judgement)} ${about}`)
  }

  // Counted, not timed: much the same numbers on every machine. What V8 compiles in between moves some allocations,
  // so that an excess has to show twice, the second time in a process that meets nothing else.
  it.each(names)(
    'grows no faster than the body, and not from much: %s',
    async (name) => {
      const first = excesses(name, await measured.get(name))
      if (first.length === 0) return
      const again = excesses(name, await measureAll('growth', major, [name]).get(name))
      expect(again, `after ${first.join(', ')}`).toEqual([])
    },
    patience,
  )
})
