import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explained } from '../mutants/explained.mjs'
import { mutationsOf } from '../mutants/mutations.mjs'

/** What tells the mutants of a module from each other. */
function mutantsOf(file: string): string[] {
  const source = readFileSync(join(import.meta.dirname, '../../src', file), 'utf8')
  return mutationsOf(`src/${file}`, source).map(({ what }: { what: string }) => what)
}

// Mutants are run by hand, and any change to a module can part one from its explanation unseen.
describe.each([...new Set(explained.map(({ file }) => file))])('each explained mutant of %s', (file) => {
  it('is one that may be drawn', () => {
    const known = new Set(mutantsOf(file))
    const lost = explained.filter((each) => each.file === file && !known.has(each.mutation))
    expect(lost).toEqual([])
  })
})

it('the code in the templates of the fast path has mutants', () => {
  expect(mutantsOf('fast-path/write-elements.ts')).toContainEqual(expect.stringMatching(/« < ».* → « <= »$/))
})
