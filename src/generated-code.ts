import type { SchemaType } from './schema.ts'

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
  private readonly freshness = new Set<string>()

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
    this.freshness.add(test)
  }

  /** Mongoose changes rules by appending to the array or by replacing it. */
  watch(type: SchemaType): void {
    const t = this.constant(type)
    const validators = this.constant(type.validators)
    this.keepsFresh(`${t}.validators === ${validators} && ${validators}.length === ${type.validators.length}`)
    this.keepsFresh(`${t}.setters.length === ${type.setters.length}`)
    this.keepsFresh(`${t}.defaultValue === ${this.constant(type.defaultValue)}`)
  }

  /** In portions, because V8 takes long to optimize a function of many tests, and gives up on very long ones. */
  private freshnessTests(): string {
    const tests = [...this.freshness]
    const portions: string[] = []
    while (tests.length > 0) {
      const portion = tests.splice(0, testsInPortion).join('\n  && ')
      portions.push(`function isFresh${portions.length}() {\n  return ${portion}\n}`)
    }
    const all = portions.map((_, index) => `isFresh${index}()`).join(' && ')
    return `${portions.join('\n')}\nfunction isFresh() {\n  return ${all || 'true'}\n}`
  }

  source(code: string): GeneratedSource {
    const names = Array.from(this.numbers.values(), (number) => `c${number}`).join()
    const text = `'use strict'
const [${names}] = c
${this.functions.join('\n')}
${this.freshnessTests()}
return { isFresh, code: ${code} }`
    return { text, c: [...this.numbers.keys()] }
  }
}
