import { describe, expect, it } from 'vitest'
import { isAllowedPath } from '../../src/check/allowed-path.ts'
import { checkOf } from '../support/check.ts'
import { modelOf, sub } from '../support/models.ts'

const Model = modelOf({
  name: String,
  role: String,
  kept: { type: String, immutable: true },
  keptInner: { type: sub({ a: String }), immutable: true },
  address: { city: String, zip: String },
  inner: sub({ a: String, b: String }),
  list: [sub({ a: String, b: String })],
  rows: [[Number]],
})
const allow = ['name', 'kept', 'keptInner', 'address.city', 'inner.a', 'list.a', 'rows']
const body = { name: 'x', inner: { a: 'x' }, list: [{ a: 'x' }, {}], address: { city: 'x' } }

const isAllowed = (path: string, partial: boolean, sent: unknown = body) =>
  isAllowedPath(checkOf(Model, allow, partial).plan, sent, path)

describe('a path of an error by Mongoose', () => {
  it.each([
    ['name', true],
    ['role', false],
    ['kept', true],
    ['keptInner', true],
    ['keptInner.a', true],
    ['address', true],
    ['address.city', true],
    ['address.zip', false],
    ['inner', true],
    ['inner.a', true],
    ['inner.b', false],
    ['list', true],
    ['list.0', true],
    ['list.0.a', true],
    ['list.0.b', false],
    ['list.1.a', true],
    ['list.7.b', true],
    ['list.a', true],
    ['list.b', true],
    ['rows.0.0', true],
    ['no.such.path', true],
    ['inner.no.such', true],
  ])('is allowed, of a new document: %s %s', (path, expected) => {
    expect(isAllowed(path, false)).toBe(expected)
  })

  it.each([
    ['name', true],
    ['role', false],
    ['kept', true],
    ['keptInner', true],
    ['keptInner.a', true],
    ['inner.a', true],
    ['inner.b', false],
    ['list.1.a', true],
    ['list.1.b', false],
    ['rows', false],
    ['rows.0.0', false],
  ])('is allowed, of an update: %s %s', (path, expected) => {
    expect(isAllowed(path, true, { ...body, kept: 'x', keptInner: { a: 'x' } })).toBe(expected)
  })

  it.each([
    ['inner.a', true],
    ['inner.b', false],
    ['list.0', true],
    ['list.0.a', true],
    ['list.0.b', false],
    ['address.zip', false],
  ])('is allowed, of what a default has in place of nothing: %s %s', (path, expected) => {
    expect(isAllowed(path, false, {})).toBe(expected)
  })

  it('is none of an update that lacks what is around it', () => {
    expect(isAllowed('inner.a', true, {})).toBe(false)
    expect(isAllowed('inner.a', true, { inner: null })).toBe(false)
    expect(isAllowed('inner.a', false, {})).toBe(true)
  })
})
