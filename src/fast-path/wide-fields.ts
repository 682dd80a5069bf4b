import type { JsonObject } from '../check/fast-path.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { setOwn } from '../values/set-own.ts'
import { dictionary } from './write-copy.ts'

/** A field of an object with many. */
export interface WideField {
  readonly key: string
  /** In the order of the schema. */
  readonly number: number
  readonly isNeeded: boolean
  /** Whether what {@link take} rests on is as it was. */
  readonly isFresh: () => boolean
  /** The copy of a value, or `undefined` where only the walker can tell. */
  readonly take: (value: unknown, depth: number) => unknown
}

/** The fields of an object with many. */
export interface WideFields {
  /** `null` for a key that is passed over. */
  readonly byKey: ReadonlyMap<string, WideField | null>
  /** In the order of the schema. */
  readonly fields: readonly WideField[]
  /** Whether what all of them rest on is as it was. */
  readonly areFresh: () => boolean
  /** Makes an object that has all of them. */
  readonly build: (contents: readonly unknown[]) => JsonObject
  /** How many of them have to be there. */
  readonly needed: number
  readonly state: { isStale: boolean }
}

/** By the keys of the fields, and of those that are passed over. */
export function wideFields(facts: Omit<WideFields, 'byKey'>, ignored: ReadonlySet<string>): WideFields {
  const byKey = new Map<string, WideField | null>(facts.fields.map((field) => [field.key, field]))
  for (const key of ignored) byKey.set(key, null)
  return { byKey, ...facts }
}

/**
 * The copy of an object with few of its many fields, in schema order, or `undefined` where only the walker can tell. It
 * costs the keys that are there, and nothing of the others.
 */
export function copyFew({ byKey, needed, state }: WideFields, body: JsonObject, depth: number): JsonObject | undefined {
  const taken: TakenField[] = []
  let missing = needed
  for (const key in body) {
    if (!Object.hasOwn(body, key)) continue
    const field = byKey.get(key)
    if (field === null) continue
    if (field === undefined) return undefined
    if (!field.isFresh()) {
      state.isStale = true
      return undefined
    }
    const content = field.take(body[key], depth)
    if (content === undefined) return undefined
    if (field.isNeeded) missing--
    insert(taken, { key, content, number: field.number })
  }
  if (missing > 0 || (taken.length === 0 && !isPlainObject(body))) return undefined
  return objectOf(taken)
}

/** The copy of an object with many of its many fields, as {@link copyFew} gives it. */
export function copyMany(wide: WideFields, body: JsonObject, depth: number): JsonObject | undefined {
  const { byKey, fields, needed, state } = wide
  if (!wide.areFresh()) {
    state.isStale = true
    return undefined
  }
  const contents = Array<unknown>(fields.length).fill(undefined)
  let next = 0
  let found = 0
  let missing = needed
  // Of an object that V8 keeps as a dictionary, the keys at once cost half of the keys one by one.
  for (const key of Object.keys(body)) {
    // Bodies are mostly in schema order, where the next field need not be looked up.
    let field: WideField | null | undefined = fields[next]
    if (field?.key !== key) field = byKey.get(key)
    if (field === null) continue
    const content = field?.take(body[key], depth)
    if (field === undefined || content === undefined) return undefined
    contents[field.number] = content
    found++
    next = field.number + 1
    if (field.isNeeded) missing--
  }
  if (missing > 0) return undefined
  return found === fields.length ? wide.build(contents) : dictionaryOf(fields, contents)
}

function dictionaryOf(fields: readonly WideField[], contents: readonly unknown[]): JsonObject {
  const copy = dictionary()
  for (let number = 0; number < contents.length; number++) {
    const content = contents[number]
    if (content !== undefined) setOwn(copy, fields[number]?.key ?? '', content)
  }
  return copy
}

interface TakenField {
  readonly key: string
  readonly content: unknown
  readonly number: number
}

/** By its number. They are few, and mostly in order: V8's own sort takes as long to begin. */
function insert(taken: TakenField[], one: TakenField): void {
  let to = taken.length
  taken.push(one)
  for (; to > 0; to--) {
    const before = taken[to - 1]
    if (before === undefined || before.number < one.number) break
    taken[to] = before
  }
  taken[to] = one
}

function objectOf(taken: readonly TakenField[]): JsonObject {
  const copy: JsonObject = {}
  for (const { key, content } of taken) setOwn(copy, key, content)
  return copy
}
