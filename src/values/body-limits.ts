/** MongoDB's limit for the nesting of a document; the body itself is the first level. */
export const maxDepth = 100

/**
 * More values than MongoDB stores in one document of 16 MB: the byte of a Buffer takes one, an object or array at least
 * {@link valuesOfObject}. A text of JSON would have to be as long; but the body of another parser may hold one object
 * in many places, as an alias of YAML does, and stand for any number.
 */
const maxValues = 17_000_000

/** What BSON needs for an empty one. */
export const valuesOfObject = 5

/**
 * Elements that an array may lack, beside as many as it has. JSON has no such arrays; a parser of forms makes one of a
 * billion elements from the name `list[999999999]`.
 */
const maxHoles = 100

/** Thrown where a body is past a limit: no single error of it counts any more. */
export class BodyLimitError extends Error {}

const tooDeep = new BodyLimitError(`The body is nested deeper than ${maxDepth} levels`)
const tooManyCasts = new BodyLimitError('The body nests objects too deeply in Unions of several object types')
const tooSparse = new BodyLimitError(`The body holds an array that lacks more than ${maxHoles} elements`)
const tooMany = new BodyLimitError('The body holds more values than MongoDB stores in one document')
const tooMuchText = new BodyLimitError('The body refers to the same long text from too many places')

/**
 * Objects that Mongoose makes of the Unions in a body, beside four for each value: enough for Unions of as many object
 * types that are not in themselves, and some tenths of a second of Mongoose's time.
 */
const maxCasts = 10_000
const castsOfValue = 4

/** After so many values, those of the whole body are counted: it may stand for many times as many. */
const manyValues = 1_000_000

/** Texts up to this length take about as long as any other value. */
export const longText = 100

/**
 * So many characters of long texts are read, or twice those of the body, whichever is more. What `JSON.parse` makes has
 * a text for each place where it stands; another format may refer to one text from thousands of places, and each takes
 * as long to read. Equal texts of JSON look the same, so that a body of more characters may be refused for them.
 */
export const mostCharacters = 17_000_000

/** Counts the values of a body: what stands in several places, once for each. */
export class ValueCount {
  private values = 0
  private casts = 0
  private characters = 0
  private most = manyValues
  private mostText = mostCharacters

  /** Without the body, no more is counted than what is added. */
  constructor(private readonly body?: unknown) {}

  get total(): number {
    return this.values
  }

  /** For a part of the body that is counted by itself. */
  apart(): ValueCount {
    return new ValueCount(this.body)
  }

  /** Counts a part once more, for each place where it stands. */
  addCount({ values, characters }: ValueCount): void {
    this.add(values)
    this.addCharacters(characters)
  }

  /**
   * Counts the text of a value or key.
   *
   * @throws BodyLimitError
   */
  addText(text: string): void {
    if (text.length > longText) this.addCharacters(text.length)
  }

  private addCharacters(characters: number): void {
    if ((this.characters += characters) <= this.mostText) return
    this.mostText = Math.max(mostCharacters, 2 * charactersIn(this.body))
    if (this.characters > this.mostText) throw tooMuchText
  }

  /** @throws BodyLimitError */
  add(values: number): void {
    if ((this.values += values) > this.most) this.pass()
  }

  private pass(): void {
    if (this.values > maxValues || valuesIn(this.body) > maxValues) throw tooMany
    this.most = maxValues
  }

  /**
   * Counts what is in an array, but not what is in its elements.
   *
   * @throws BodyLimitError
   */
  addElements(array: readonly unknown[]): void {
    requireElements(array)
    this.add(array.length)
  }

  /**
   * Counts what building the document takes beyond the values so far.
   *
   * @throws BodyLimitError
   */
  addCasts(casts: number): void {
    if ((this.casts += casts) > maxCasts + castsOfValue * this.values) throw tooManyCasts
  }

  /**
   * Counts an object or array at this depth, but not what is in it.
   *
   * @throws BodyLimitError
   */
  enter(depth: number): void {
    if (depth > maxDepth) throw tooDeep
    this.add(valuesOfObject)
  }
}

/**
 * How many values are in a value, each counted wherever it stands: an alias of YAML in aliases stands for any number.
 * It looks at each object once, and counts too few where one is too deep, is in itself, or throws when it is read.
 */
function valuesIn(value: unknown): number {
  const known = new Map<object, number>()
  const count = (one: unknown, depth: number): number => {
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one) || depth > maxDepth) return 0
    const before = known.get(one)
    if (before !== undefined) return before
    known.set(one, 0)
    if (Array.isArray(one) && isTooSparse(one)) return 0
    const content: readonly unknown[] = Array.isArray(one) ? one : Object.values(one)
    let total = valuesOfObject + content.length
    for (const inner of content) total += count(inner, depth + 1)
    known.set(one, total)
    return total
  }
  try {
    return count(value, 1)
  } catch {
    return 0
  }
}

/** How many characters the long texts and keys in a value have, each counted once, wherever it stands. */
function charactersIn(value: unknown): number {
  const texts = new Set<string>()
  const met = new Set<object>()
  const add = (text: string) => text.length > longText && texts.add(text)
  const left: unknown[] = [value]
  try {
    while (left.length > 0) {
      const one = left.pop()
      if (typeof one === 'string') add(one)
      if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one) || met.has(one)) continue
      met.add(one)
      // Of an array, each index would be a text.
      const keys = Array.isArray(one) ? [] : Object.keys(one)
      for (const key of keys) add(key)
      if (!Array.isArray(one) || !isTooSparse(one)) for (const inner of Object.values(one)) left.push(inner)
    }
  } catch {
    return 0
  }
  let characters = 0
  for (const { length } of texts) characters += length
  return characters
}

/** @throws BodyLimitError if an array {@link isTooSparse}. */
export function requireElements(array: readonly unknown[]): void {
  if (isTooSparse(array)) throw tooSparse
}

/** Whether an array lacks far more elements than it has, which takes no longer than to look at these. */
export function isTooSparse(array: readonly unknown[]): boolean {
  if (array.length <= maxHoles) return false
  let missing = 0
  for (let index = 0; index < array.length; index++) {
    if (array[index] !== undefined || Object.hasOwn(array, index)) continue
    missing++
    if (missing > maxHoles + index + 1 - missing) return true
  }
  return false
}
