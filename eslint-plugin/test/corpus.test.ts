import { describe, expect, it } from 'vitest'
import { found, marked, routeFiles } from './corpus.ts'

describe('the corpus of routes and controllers', () => {
  it('has at least 60 files that answer requests', () => {
    expect(routeFiles.length).toBeGreaterThanOrEqual(60)
  })

  it('is reported exactly where its comments say: no false report, none lost', () => {
    expect(found().toSorted()).toEqual(marked('flagged').toSorted())
  })

  it('names what is missed', () => {
    expect(marked('missed').length).toBeGreaterThan(0)
  })
})
