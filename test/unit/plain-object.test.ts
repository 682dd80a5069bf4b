import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isObjectWith, isPlainObject } from '../../src/values/plain-object.ts'

class Data {
  a = 1
}

const bare = (properties: object) => Object.assign(Object.create(null) as object, properties)

describe('a plain object', () => {
  it.each([
    ['a literal', {}],
    ['an object without a prototype', bare({ a: 1 })],
    ['a literal of another realm', runInNewContext('({ a: 1 })')],
  ])('is %s', (_what, value) => {
    expect(isPlainObject(value)).toBe(true)
    expect(isObjectWith(new Map(), value)).toBe(true)
  })

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['a text', 'a'],
    ['a function', () => 1],
    ['an array', []],
    ['an array of another realm', runInNewContext('[]')],
    ['an array whose prototype has none', Object.setPrototypeOf([], bare({}))],
    ['a Date', new Date()],
    ['a Date of another realm', runInNewContext('new Date()')],
    ['a Map', new Map()],
    ['an instance of a class', new Data()],
  ])('is not %s', (_what, value) => {
    expect(isPlainObject(value)).toBe(false)
    expect(isObjectWith(new Map(), value)).toBe(false)
  })
})

describe('an object with fields', () => {
  const fields = new Map([
    ['a', 1],
    ['b', 2],
  ])

  it('may be an instance of a class that has one of them', () => {
    expect(isObjectWith(fields, new Data())).toBe(true)
    expect(isObjectWith(new Map([['b', 2]]), new Data())).toBe(false)
  })

  it.each([
    ['an array with such a property', Object.assign([], { a: 1 })],
    ['an object that inherits it', Object.create(new Data())],
    ['a function with such a property', Object.assign(() => 1, { a: 1 })],
    ['null', null],
    ['a text', 'a'],
  ])('is not %s', (_what, value) => {
    expect(isObjectWith(fields, value)).toBe(false)
  })
})
