import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { knownBugs } from '../fuzz/known-mongoose-bugs.ts'
import { blocksOf } from '../support/readme.ts'

it('docs/mongoose.md lists the mistakes of Mongoose that the fuzzer knows, and no others', () => {
  const text = readFileSync(new URL('../../docs/mongoose.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('## Mistakes that are not followed')
  const rows = [...table.matchAll(/^\| (?!Where|-)(.+?) +\| (8|9|8 and 9) +\| (.+?) *\|$/gm)]
  expect(rows.map(([, name, majors]) => `${name ?? ''}: ${majors ?? ''}`)).toEqual(
    knownBugs.map(({ name, majors }) => `${name}: ${majors.join(' and ')}`),
  )
  for (const [, , , why] of rows) expect(why?.length).toBeGreaterThan(10)
})

it('docs/hosts.md shows the recipes that are tried with the real packages, and no others', () => {
  const page = readFileSync(new URL('../../docs/hosts.md', import.meta.url), 'utf8')
  const folder = new URL('../frameworks/recipes/', import.meta.url)
  const recipes = readdirSync(folder).map((file) => `// ${file}\n${readFileSync(new URL(file, folder), 'utf8')}`)
  expect(recipes.length).toBeGreaterThan(9)
  expect(blocksOf('hosts.md', page).map(({ code }) => code)).toEqual(expect.arrayContaining(recipes))
  expect(blocksOf('hosts.md', page)).toHaveLength(recipes.length)
})
