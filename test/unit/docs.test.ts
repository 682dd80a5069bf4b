import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { knownBugs } from '../fuzz/known-mongoose-bugs.ts'

it('docs/mongoose.md lists the mistakes of Mongoose that the fuzzer knows, and no others', () => {
  const text = readFileSync(new URL('../../docs/mongoose.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('## Mistakes that are not followed')
  const rows = [...table.matchAll(/^\| (?!Where|-)(.+?) +\| (8|9|8 and 9) +\| (.+?) *\|$/gm)]
  expect(rows.map(([, name, majors]) => `${name ?? ''}: ${majors ?? ''}`)).toEqual(
    knownBugs.map(({ name, majors }) => `${name}: ${majors.join(' and ')}`),
  )
  for (const [, , , why] of rows) expect(why?.length).toBeGreaterThan(10)
})
