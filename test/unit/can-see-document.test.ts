import { runInThisContext, Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { canSeeDocument } from '../../src/rules/can-see-document.ts'
import { errorsOf } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

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

  it.each([
    '(/* the order (as sent) */ { kind } = {}) => kind',
    'function (/* (document) */ ...all) { return all[0] }',
    'function /* (document) */ named(...all) { return all[0] }',
    '(// (document)\n { kind } = {}) => kind',
  ])('may take it as an argument behind a comment: %s', (text) => {
    expect(canSeeDocument(made(text), 0)).toBe(true)
  })

  it('may take it as an argument after a name that is computed', () => {
    const { ['a)']: named } = runInThisContext("({ ['a)'](...all) { return all } })") as Record<string, Callable>
    expect(canSeeDocument(named ?? made('() => 1'), 0)).toBe(true)
  })

  it.each(["'a (b)'(...all) { return all }", "'a (b)'(one = null) {}", 'async "a (b)"(...all) {}', "*'a)'(...all) {}"])(
    'may take it as an argument where its name looks like the end of the parameters: %s',
    (text) => {
      const [named] = Object.values(runInThisContext(`({ ${text} })`) as Record<string, Callable>)
      expect(named && canSeeDocument(named, 0)).toBe(true)
    },
  )

  it('does not see it as a function of the language that needs no receiver', () => {
    for (const fn of [String, Number, Boolean, Number.isInteger, Math.abs, Array.isArray, Date.now, parseInt]) {
      expect(canSeeDocument(fn as Callable, Infinity)).toBe(false)
      expect(canSeeDocument(fn as Callable, 0)).toBe(fn.length > 0)
    }
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

/** As a schema that was shipped as bytecode: the code runs, and its text is gone. */
function compiled(text: string): unknown {
  const source = `(${text})`
  const cachedData = new Script(source).createCachedData()
  const script = new Script(' '.repeat(source.length), { cachedData })
  expect(script.cachedDataRejected).toBe(false)
  return script.runInThisContext()
}

describe('a function whose text is not to be had', () => {
  const sees = made('function () { return this }')

  it.each([
    ['behind a Proxy', () => new Proxy(sees, {})],
    ['native, of which nobody knows what it does', () => Reflect.get(Object.prototype, 'hasOwnProperty') as Callable],
    ['compiled, with a blank text', () => compiled('function () { return this }') as Callable],
  ])('may see the document: %s', (_what, fn) => {
    expect(canSeeDocument(fn(), Infinity)).toBe(true)
    expect(canSeeDocument(fn(), 0)).toBe(true)
  })
})

describe('rules of a schema whose text is not to be had', () => {
  type Rule = (this: Record<string, unknown>, value: unknown) => unknown
  const rows: [what: string, hide: (text: string) => Rule][] = [
    ['compiled', (text) => compiled(text) as Rule],
    ['behind a Proxy', (text) => new Proxy(made(text) as Rule, {})],
  ]

  it.each(rows)('get the document as their receiver, and never the global object: %s', async (_what, hide) => {
    const Model = modelOf({
      lo: Number,
      hi: { type: Number, validate: hide('function (v) { return v >= this.lo }') },
      name: { type: String, required: hide('function () { return this.lo > 3 }') as () => boolean },
      up: { type: String, set: hide('function (v) { return v + this.lo }'), enum: ['a1'] },
      own: {
        type: String,
        default: hide('function () { return this === globalThis ? "global" : "own" }'),
        enum: ['own'],
      },
    })
    const allow = ['lo', 'hi', 'name', 'up', 'own']
    for (const body of [{ lo: 1, hi: 2 }, { lo: 3, hi: 2 }, { lo: 4 }, { lo: 1, up: 'a' }, { lo: 2, up: 'a' }, {}]) {
      expect(asOracleErrors(await errorsOf(Model, { allow }, body))).toEqual(await mongooseErrors(Model, body))
    }
  })
})
