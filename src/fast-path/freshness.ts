import type { SchemaType } from '../mongoose/mongoose.ts'

/** A property of something that Mongoose keeps, or what its method gave. */
export interface PropertyState {
  readonly owner: object
  readonly name: string
  readonly isMethod: boolean
  readonly value: unknown
}

/** What was in an array of Mongoose's. */
export interface ArrayState {
  readonly array: readonly unknown[]
  readonly contents: readonly unknown[]
}

interface Whole {
  readonly arrays: readonly ArrayState[]
  readonly properties: readonly PropertyState[]
}

/** What has to be as it was when a piece of code was generated, known in full when all of the code is written. */
export class Freshness {
  private readonly arrays: ArrayState[] = []
  private readonly properties: PropertyState[] = []
  private readonly parts = new Set<Freshness>()

  /** What a piece of code calls has to be as it was, too. */
  include(part: Freshness): void {
    this.parts.add(part)
  }

  /**
   * The rules of a schema type. Mongoose changes them by appending to the array or by replacing it, and setters by
   * appending. Applications also replace these, and write to what is in the arrays.
   */
  watchType(type: SchemaType): void {
    this.watchProperty(type, 'validators')
    this.watchProperty(type, 'setters')
    this.watchContent(type.setters)
    this.watchContent(type.validators)
    for (const entry of type.validators as readonly unknown[]) {
      // Plugins leave other things among the validators, too.
      if (typeof entry === 'object' && entry !== null) this.watchProperty(entry, 'validator')
    }
  }

  watchContent(array: readonly unknown[]): void {
    this.arrays.push({ array, contents: [...array] })
  }

  watchProperty(owner: object, name: string): void {
    this.properties.push({ owner, name, isMethod: false, value: Reflect.get(owner, name) })
  }

  watchResult(owner: object, name: string, value: unknown): void {
    this.properties.push({ owner, name, isMethod: true, value })
  }

  /** All that this rests on, each once. */
  whole(): Whole {
    const seen = new Set<Freshness>([this])
    for (const { parts } of seen) for (const part of parts) seen.add(part)
    const all = [...seen]
    return { arrays: all.flatMap(({ arrays }) => arrays), properties: all.flatMap(({ properties }) => properties) }
  }
}
