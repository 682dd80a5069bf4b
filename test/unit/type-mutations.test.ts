import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mutations } from '../../type-tests/mutations.mjs'

// The mutants of the types are run by hand, and a formatter or a change to the types can part one from its text unseen.
describe('the text that a mutant of the types changes', () => {
  it.each(mutations)('stands once in $file: $what', ({ file, from = '', to }) => {
    const text = readFileSync(join(import.meta.dirname, '../../src/types', file), 'utf8')
    expect(text.split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
  })
})
