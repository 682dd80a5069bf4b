import { Freshness } from './freshness.ts'

/** The body of a function of `c`, the values that it refers to. It gives `{ isFresh, code }`. */
export interface GeneratedSource {
  readonly text: string
  readonly c: readonly unknown[]
}

/** What was read of Mongoose, and what that rests on. */
export interface Reading<T> {
  readonly result: T
  readonly freshness: Freshness
}

const testsInPortion = 32

/**
 * Collects the functions of a piece of generated code, and what each refers to. Values are named by a number, so that
 * nothing of a schema reaches the text.
 */
export class GeneratedCode {
  private readonly numbers = new Map<unknown, number>()
  private readonly parts: string[] = []
  /** By the names of their tests, which are written last: the code that is being written adds to them. */
  private readonly tested = new Map<string, Freshness>()
  /** Tested at each body. */
  private readonly always = new Freshness()
  private current = this.always
  /** Code that finds itself out of date says so here: it is generated anew for the next body. */
  readonly state = { isStale: false }

  constant(value: unknown): string {
    const known = this.numbers.get(value)
    if (known !== undefined) return `c${known}`
    this.numbers.set(value, this.numbers.size)
    return `c${this.numbers.size - 1}`
  }

  /** A function, or a constant of this name. */
  define(name: string, text: string): string {
    this.parts.push(text)
    return name
  }

  /** What the code that is being written rests on. */
  get rests(): Freshness {
    return this.current
  }

  /** What `write` rests on goes to `freshness`, and nowhere else. */
  within<T>(freshness: Freshness, write: () => T): T {
    const outer = this.current
    this.current = freshness
    try {
      return write()
    } finally {
      this.current = outer
    }
  }

  /** Reads once what the code rests on wherever it asks for it. */
  readOnce<Key, T>(known: Map<Key, Reading<T>>, key: Key, read: () => T): T {
    let reading = known.get(key)
    if (reading === undefined) {
      const freshness = new Freshness()
      known.set(key, (reading = { result: this.within(freshness, read), freshness }))
    }
    this.current.include(reading.freshness)
    return reading.result
  }

  /** The name of a function that tells whether something is as it was. */
  test(freshness: Freshness): string {
    const name = `isFresh${this.tested.size}`
    this.tested.set(name, freshness)
    return name
  }

  private testsOf(freshness: Freshness): string[] {
    const { arrays, properties } = freshness.whole()
    const tests = new Set<string>()
    const lengths = new Map<readonly unknown[], number>()
    for (const { array, contents } of arrays) {
      lengths.set(array, contents.length)
      for (const [index, content] of contents.entries()) {
        tests.add(`${this.constant(array)}[${index}] === ${this.constant(content)}`)
      }
    }
    for (const { owner, name, isMethod, value } of properties) {
      tests.add(`${this.constant(owner)}.${name}${isMethod ? '()' : ''} === ${this.constant(value)}`)
    }
    const sums = portionsOf(lengths).map((portion) => {
      const sum = portion.map(([array]) => `${this.constant(array)}.length`).join(' + ')
      return `${sum} === ${portion.reduce((total, [, length]) => total + length, 0)}`
    })
    return [...portionsOf(tests).map((portion) => portion.join('\n  && ')), ...sums]
  }

  /**
   * Few operations, because a body waits for them and many a process ends before V8 optimizes them: arrays that only
   * grow have kept their lengths when the sum of these is the same. In portions, because V8 takes long to optimize a
   * function of many tests, and gives up on very long ones.
   */
  private defineTest(name: string, freshness: Freshness): string {
    const tests = this.testsOf(freshness)
    const portions =
      tests.length <= 2
        ? tests
        : tests.map((test, index) => {
            return `${this.define(`${name}_${index}`, `function ${name}_${index}() {\n  return ${test}\n}`)}()`
          })
    const all = portions.join(' && ')
    return this.define(name, `function ${name}() {\n  return ${all || 'true'}\n}`)
  }

  source(code: string): GeneratedSource {
    const isFresh = this.test(this.always)
    for (const [name, freshness] of this.tested) this.defineTest(name, freshness)
    const state = this.constant(this.state)
    const names = Array.from(this.numbers.values(), (number) => `c${number}`).join()
    const text = `'use strict'
const [${names}] = c
${this.parts.join('\n')}
return { isFresh: () => !${state}.isStale && ${isFresh}(), code: ${code} }`
    return { text, c: [...this.numbers.keys()] }
  }
}

function portionsOf<T>(all: Iterable<T>): T[][] {
  const rest = [...all]
  const portions: T[][] = []
  while (rest.length > 0) portions.push(rest.splice(0, testsInPortion))
  return portions
}
