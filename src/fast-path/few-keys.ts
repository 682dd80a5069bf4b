import type { JsonObject } from '../check/fast-path.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { setOwn } from '../values/set-own.ts'

/** A field of an object with many. */
export interface WideField {
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
  /** How many of them have to be there. */
  readonly needed: number
  readonly state: { isStale: boolean }
}

/**
 * The copy of an object with few of its many fields, in schema order, or `undefined` where only the walker can tell. It
 * costs the keys that are there, and nothing of the others.
 */
export function copyFew({ byKey, needed, state }: WideFields, body: JsonObject, depth: number): JsonObject | undefined {
  const found: Found[] = []
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
    insert(found, { key, content, number: field.number })
  }
  if (missing > 0 || (found.length === 0 && !isPlainObject(body))) return undefined
  return copyOf(found)
}

interface Found {
  readonly key: string
  readonly content: unknown
  readonly number: number
}

/** By its number. They are few, and mostly in order: V8's own sort takes as long to begin. */
function insert(found: Found[], one: Found): void {
  let to = found.length
  found.push(one)
  for (; to > 0; to--) {
    const before = found[to - 1]
    if (before === undefined || before.number < one.number) break
    found[to] = before
  }
  found[to] = one
}

function copyOf(found: readonly Found[]): JsonObject {
  const copy: JsonObject = {}
  for (const { key, content } of found) setOwn(copy, key, content)
  return copy
}
