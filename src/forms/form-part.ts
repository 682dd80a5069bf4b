import { addTo } from '../values/add-to.ts'
import { maxDepth } from '../values/body-limits.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { setOwn } from '../values/set-own.ts'
import { keysOf } from './form-names.ts'

const none: readonly never[] = []

/**
 * So many keys are read of objects that stand in a form more than once. No parser of forms makes such objects; but what
 * a server action gets is what its client has made, and an object in objects, or in itself, stands for any number of
 * keys.
 */
const mostRepeatedKeys = 10_000

/** The objects and arrays that were met in one form. */
class MetObjects {
  private readonly known = new Set<object>()
  private left = mostRepeatedKeys

  /** Whether to look into an object; otherwise it stays as it was sent. */
  mayRead(value: object): boolean {
    if (!this.known.has(value)) {
      this.known.add(value)
      return true
    }
    if (this.left > 0) this.left -= Object.keys(value).length + 1
    return this.left > 0
  }
}

/** What a form holds below one key: the values of that very name, and the parts below it. */
export class FormPart {
  private own: unknown[] | undefined
  /** Whether its values were sent in a list, also a single one: `{ tags: ['a'] }`, which qs makes of `tags[]=a`. */
  isList = false
  /** The part below the only key: most have no other, and a Map for each would take several times as much memory. */
  private only: readonly [key: string, part: FormPart] | undefined
  /** The parts below several. A Map, so that no key is special: neither `__proto__` nor an index of a billion. */
  private several: Map<string, FormPart> | undefined

  get values(): readonly unknown[] {
    return this.own ?? none
  }

  get parts(): Iterable<readonly [key: string, part: FormPart]> {
    return this.several ?? (this.only === undefined ? none : [this.only])
  }

  get hasParts(): boolean {
    return this.only !== undefined
  }

  /** A field that was sent, and left empty. */
  get isEmptyText(): boolean {
    return !this.hasParts && this.values.length > 0 && this.values.every((value) => value === '')
  }

  part(key: string): FormPart | undefined {
    return this.several === undefined ? (this.only?.[0] === key ? this.only[1] : undefined) : this.several.get(key)
  }

  /** The part below a key, made where it is missing. */
  below(key: string): FormPart {
    const known = this.part(key)
    if (known !== undefined) return known
    const made = new FormPart()
    if (this.only === undefined) this.only = [key, made]
    else (this.several ??= new Map([this.only])).set(key, made)
    return made
  }

  addValue(value: unknown): void {
    this.own = addTo(this.own, value)
  }

  /**
   * Adds what stands at this depth of an object that a parser made of a form. `listsAll` tells that the parser makes a
   * list of each value.
   */
  add(value: unknown, depth: number, met: MetObjects, listsAll = false): void {
    if (depth < maxDepth && isPlainObject(value) && met.mayRead(value)) this.addEach(value, depth, met)
    else if (depth < maxDepth && Array.isArray(value) && met.mayRead(value)) {
      this.isList = !listsAll
      this.addElements(value, depth, met)
    } else this.addValue(value)
  }

  private addElements(elements: readonly unknown[], depth: number, met: MetObjects): void {
    // By their keys, because a parser may have made an array with an index of a billion.
    const keys = Object.keys(elements) as unknown as number[]
    if (keys.some((key) => typeof elements[key] === 'object')) this.addEach(elements, depth, met)
    else for (const key of keys) this.addValue(elements[key])
  }

  private addEach(values: object, depth: number, met: MetObjects): void {
    for (const [key, value] of Object.entries(values)) this.below(key).add(value, depth + 1, met)
  }
}

/**
 * Sorts the fields of a form by the keys of their names. Where all have lists, as formidable gives them, none was sent.
 */
export function partsOf(fields: readonly (readonly [name: string, value: unknown])[]): FormPart {
  const listsAll = fields.every(([, value]) => Array.isArray(value))
  const root = new FormPart()
  const met = new MetObjects()
  for (const [name, value] of fields) {
    let part = root
    const keys = keysOf(name)
    for (const key of keys) part = part.below(key)
    part.add(value, keys.length, met, listsAll)
  }
  return root
}

/**
 * The elements that a part stands for: repeated names, `[]` and indexes, which only order them. `undefined` where
 * another key is among them.
 */
export function elementsOf({ values, parts }: FormPart): FormPart[] | undefined {
  const elements = values.map(singlePart)
  let indexed: [index: number, element: FormPart][] | undefined
  for (const [key, part] of parts) {
    if (key === '' && part.hasParts) elements.push(part)
    else if (key === '') for (const value of part.values) elements.push(singlePart(value))
    else if (/^\d+$/.test(key)) (indexed ??= []).push([Number(key), part])
    else return undefined
  }
  // Two indexes that are too long for a number are both Infinity.
  indexed?.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  for (const [, element] of indexed ?? []) elements.push(element)
  return elements
}

function singlePart(value: unknown): FormPart {
  const part = new FormPart()
  part.addValue(value)
  return part
}

/** A part as it was sent, in the shape that its names describe. */
export function asSent(part: FormPart): unknown {
  const { values, parts } = part
  if (!part.hasParts) return values.length === 1 && !part.isList ? values[0] : [...values]
  const elements = elementsOf(part)
  if (elements !== undefined) return elements.map(asSent)
  const object: Record<string, unknown> = {}
  for (const [key, below] of parts) setOwn(object, key, asSent(below))
  return values.length === 0 ? object : [...values, object]
}
