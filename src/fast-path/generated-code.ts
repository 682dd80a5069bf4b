import type { SchemaType, ValidatorEntry } from '../mongoose/mongoose.ts'

/** The body of a function of `c`, the values that it refers to. It gives `{ isFresh, code }`. */
export interface GeneratedSource {
  readonly text: string
  readonly c: readonly unknown[]
}

const testsInPortion = 32

/**
 * Collects the functions of a piece of generated code, and what each refers to. Values are named by a number, so that
 * nothing of a schema reaches the text.
 */
export class GeneratedCode {
  private readonly numbers = new Map<unknown, number>()
  private readonly functions: string[] = []
  private readonly tests = new Set<string>()
  private readonly arrays = new Set<readonly unknown[]>()

  constant(value: unknown): string {
    const known = this.numbers.get(value)
    if (known !== undefined) return `c${known}`
    this.numbers.set(value, this.numbers.size)
    return `c${this.numbers.size - 1}`
  }

  define(name: string, text: string): string {
    this.functions.push(text)
    return name
  }

  /** The code is generated anew when this test fails. */
  keepsFresh(test: string): void {
    this.tests.add(test)
  }

  /**
   * Mongoose changes rules by appending to the array or by replacing it, and setters by appending only. Applications
   * also write to what is in them.
   */
  watch(type: SchemaType): void {
    const { validators, setters } = type
    this.keepsFresh(`${this.constant(type)}.validators === ${this.constant(validators)}`)
    this.watchLength(validators)
    this.watchLength(setters)
    this.watchContent(setters)
    this.watchContent(validators)
    for (const entry of validators) {
      if (isEntry(entry)) this.keepsFresh(`${this.constant(entry)}.validator === ${this.constant(entry.validator)}`)
    }
  }

  private watchContent(array: readonly unknown[]): void {
    for (const [index, content] of array.entries()) {
      this.keepsFresh(`${this.constant(array)}[${index}] === ${this.constant(content)}`)
    }
  }

  /** Of an array that only grows. */
  watchLength(array: readonly unknown[]): void {
    this.arrays.add(array)
  }

  watchDefault(type: SchemaType): void {
    this.keepsFresh(`${this.constant(type)}.defaultValue === ${this.constant(type.defaultValue)}`)
  }

  /**
   * Few operations, because each body waits for them and many a process ends before V8 optimizes them: arrays that only
   * grow have kept their lengths when the sum of these is the same. In portions, because V8 takes long to optimize a
   * function of many tests, and gives up on very long ones.
   */
  private freshnessTests(): string {
    const sums = portionsOf(this.arrays).map((arrays) => {
      const lengths = arrays.map((array) => `${this.constant(array)}.length`).join(' + ')
      return `${lengths} === ${arrays.reduce((sum, { length }) => sum + length, 0)}`
    })
    const tests = portionsOf(this.tests).map((portion) => portion.join('\n  && '))
    const portions = [...tests, ...sums].map((test, index) => `function isFresh${index}() {\n  return ${test}\n}`)
    const all = portions.map((_, index) => `isFresh${index}()`).join(' && ')
    return `${portions.join('\n')}\nfunction isFresh() {\n  return ${all || 'true'}\n}`
  }

  source(code: string): GeneratedSource {
    const freshness = this.freshnessTests()
    const names = Array.from(this.numbers.values(), (number) => `c${number}`).join()
    const text = `'use strict'
const [${names}] = c
${this.functions.join('\n')}
${freshness}
return { isFresh, code: ${code} }`
    return { text, c: [...this.numbers.keys()] }
  }
}

function isEntry(entry: unknown): entry is ValidatorEntry {
  return typeof entry === 'object' && entry !== null
}

function portionsOf<T>(all: Iterable<T>): T[][] {
  const rest = [...all]
  const portions: T[][] = []
  while (rest.length > 0) portions.push(rest.splice(0, testsInPortion))
  return portions
}
