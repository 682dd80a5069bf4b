import { maxDepth } from '../values/body-limits.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { setOwn } from '../values/set-own.ts'
import { keysOf } from './form-names.ts'

const none: ReadonlyMap<string, never> = new Map<string, never>()

/** What a form holds below one key: the values of that very name, and the parts below it. */
export class FormPart {
  readonly values: unknown[] = []
  /** A Map, so that no key is special: neither `__proto__` nor an index of a billion. */
  private made: Map<string, FormPart> | undefined

  get parts(): ReadonlyMap<string, FormPart> {
    return this.made ?? none
  }

  /** A field that was sent, and left empty. */
  get isEmptyText(): boolean {
    return this.parts.size === 0 && this.values.length > 0 && this.values.every((value) => value === '')
  }

  /** The part below a key, made where it is missing. */
  below(key: string): FormPart {
    this.made ??= new Map()
    return getOrInsert(this.made, key, () => new FormPart())
  }

  /** Adds what stands at this depth of an object that a parser made of a form. */
  add(value: unknown, depth: number): void {
    if (depth < maxDepth && isPlainObject(value)) this.addEach(value, depth)
    else if (depth < maxDepth && Array.isArray(value)) this.addElements(value, depth)
    else this.values.push(value)
  }

  private addElements(elements: readonly unknown[], depth: number): void {
    // By their keys, because a parser may have made an array with an index of a billion.
    const keys = Object.keys(elements) as unknown as number[]
    if (keys.some((key) => typeof elements[key] === 'object')) this.addEach(elements, depth)
    else for (const key of keys) this.values.push(elements[key])
  }

  private addEach(values: object, depth: number): void {
    for (const [key, value] of Object.entries(values)) this.below(key).add(value, depth + 1)
  }
}

/** Sorts the fields of a form by the keys of their names. */
export function partsOf(fields: Iterable<readonly [name: string, value: unknown]>): FormPart {
  const root = new FormPart()
  for (const [name, value] of fields) {
    let part = root
    const keys = keysOf(name)
    for (const key of keys) part = part.below(key)
    part.add(value, keys.length)
  }
  return root
}

/**
 * The elements that a part stands for: repeated names, `[]` and indexes, which only order them. `undefined` where
 * another key is among them.
 */
export function elementsOf({ values, parts }: FormPart): FormPart[] | undefined {
  const elements = values.map(singlePart)
  const indexed: [index: number, element: FormPart][] = []
  for (const [key, part] of parts) {
    if (key === '' && part.parts.size > 0) elements.push(part)
    else if (key === '') for (const value of part.values) elements.push(singlePart(value))
    else if (/^\d+$/.test(key)) indexed.push([Number(key), part])
    else return undefined
  }
  // Two indexes that are too long for a number are both Infinity.
  indexed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return [...elements, ...indexed.map(([, element]) => element)]
}

function singlePart(value: unknown): FormPart {
  const part = new FormPart()
  part.values.push(value)
  return part
}

/** A part as it was sent, in the shape that its names describe. */
export function asSent(part: FormPart): unknown {
  const { values, parts } = part
  if (parts.size === 0) return values.length === 1 ? values[0] : [...values]
  const elements = elementsOf(part)
  if (elements !== undefined) return elements.map(asSent)
  const object: Record<string, unknown> = {}
  for (const [key, below] of parts) setOwn(object, key, asSent(below))
  return values.length === 0 ? object : [...values, object]
}
