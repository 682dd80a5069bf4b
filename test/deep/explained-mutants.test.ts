import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explained } from '../mutants/explained.mjs'
import { mutationsOf } from '../mutants/mutations.mjs'

// Mutants are run by hand, and any change to a module can part one from its explanation unseen.
describe.each([...new Set(explained.map(({ file }) => file))])('each explained mutant of %s', (file) => {
  it('is one that may be drawn', () => {
    const source = readFileSync(join(import.meta.dirname, '../../src', file), 'utf8')
    const known = new Set(mutationsOf(`src/${file}`, source).map(({ what }: { what: string }) => what))
    const lost = explained.filter((each) => each.file === file && !known.has(each.mutation))
    expect(lost).toEqual([])
  })
})
