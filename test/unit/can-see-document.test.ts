import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { canSeeDocument } from '../../src/rules/can-see-document.ts'

type Callable = (...args: never[]) => unknown

/** A function with exactly this source text. */
const made = (text: string) => runInThisContext(`(${text})`) as Callable
const method = (text: string) => (runInThisContext(`({ ${text} })`) as { m: Callable }).m

describe('a function without parameters for the document', () => {
  it.each([
    'function () { return this.a }',
    'function () { return arguments.length }',
    "function () { return eval('this') }",
    'async function () { return this }',
    'function asyncNot() { return (() => this)() }',
    'function* () { yield this }',
  ])('sees the document through its receiver: %s', (text) => {
    expect(canSeeDocument(made(text), Infinity)).toBe(true)
  })

  it('sees the document as a method does', () => {
    expect(canSeeDocument(method('m(a) { return this }'), Infinity)).toBe(true)
    expect(canSeeDocument(method('m(a) { return super.a }'), Infinity)).toBe(true)
    expect(canSeeDocument(method('m(a) { return a }'), Infinity)).toBe(false)
  })

  it.each([
    '() => this',
    'a => this',
    '$a => this',
    '(a, b) => this',
    'async () => this',
    'async a => this',
    'async() => this',
    'function (a) { return a }',
    "function () { return 'thisOne' + 'evaluate' }",
  ])('does not see it otherwise: %s', (text) => {
    expect(canSeeDocument(made(text), Infinity)).toBe(false)
  })

  it('does not see it through a receiver that is bound', () => {
    expect(canSeeDocument(made('function () { return this }').bind(undefined), Infinity)).toBe(false)
    expect(canSeeDocument(Date.now, 0)).toBe(false)
  })

  it('may take it as an argument where it is bound, which its text does not tell', () => {
    expect(canSeeDocument(made('function (...all) { return all }').bind(undefined), 0)).toBe(true)
    expect(canSeeDocument(made('function (field, document = {}) {}').bind(undefined, 'field' as never), 0)).toBe(true)
  })

  it('may take it as an argument after a name that is computed', () => {
    const { ['a)']: named } = runInThisContext("({ ['a)'](...all) { return all } })") as Record<string, Callable>
    expect(canSeeDocument(named ?? made('() => 1'), 0)).toBe(true)
  })

  it('is judged once', () => {
    const fn = made('function () { return this }')
    expect([canSeeDocument(fn, Infinity), canSeeDocument(fn, Infinity)]).toEqual([true, true])
  })
})

describe('a function that takes arguments', () => {
  it.each([
    ['(a) => a', 0],
    ['(a, b) => a', 1],
    ['(...all) => all', 0],
    ['(a, ...all) => all', 1],
    ['(a = 1) => a', 0],
    ['(a, b = 1) => a', 1],
    ['function (a, b = {}) {}', 1],
    ['async (a, b=1) => a', 1],
  ])('gets the document past the free ones: %s with %i', (text, free) => {
    expect(canSeeDocument(made(text), free)).toBe(true)
  })

  it.each([
    ['() => 1', 0],
    ['(a) => a', 1],
    ['a => a', 1],
    ['(a) => a === 1', 1],
    ['(a) => [...a]', 1],
    ['function (a) { return a >= 1 }', 1],
    ['(a, b) => a', 2],
    ['(...all) => all', Infinity],
    ['(a, b = 1) => a', Infinity],
    ['(a, b) => a', Infinity],
  ])('does not get it among the free ones: %s with %i', (text, free) => {
    expect(canSeeDocument(made(text), free)).toBe(false)
  })
})
