import { describe, expect, it } from 'vitest'
import { corpus, found, marked, routeFiles } from './corpus.ts'

describe('the corpus of routes and controllers', () => {
  it('has at least 200 files, 60 of them such as answer requests', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200)
    expect(routeFiles.length).toBeGreaterThanOrEqual(60)
  })

  it('is reported exactly where its comments say: no false report, none lost', () => {
    expect(found().toSorted()).toEqual(marked('flagged').toSorted())
  })

  it('names what is missed', () => {
    expect(marked('missed').length).toBeGreaterThan(0)
  })
})
