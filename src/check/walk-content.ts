import { forbiddenField } from '../errors/error-item.ts'
import { childOf, type Position } from '../plan/position.ts'
import { objectLike } from '../values/object-like.ts'
import { isForbiddenKey } from '../values/reserved-keys.ts'
import { setOwn } from '../values/set-own.ts'
import type { JsonObject } from './fast-path.ts'
import { refused, type WalkState } from './walk-state.ts'

/** Walks an array after its first, `accepted` elements. A refused one leaves a null behind, which keeps the indexes. */
export function walkElements(
  state: WalkState,
  raw: readonly unknown[],
  accepted: unknown[],
  visit: (element: unknown, index: number) => unknown,
): unknown[] {
  state.enter()
  state.count.addElements(raw)
  for (let index = accepted.length; index < raw.length; index++) {
    if (state.report.isFull) {
      state.schedule.markIncomplete()
      break
    }
    // A hole has no value, even if a prototype has one at its index.
    const result = visit((Object.hasOwn(raw, index) ? raw[index] : null) ?? null, index)
    accepted.push(result === refused ? null : result)
  }
  state.leave()
  return accepted
}

/** Walks the keys of a Map in the order of the body, those that Mongoose cannot store last. */
export function walkKeys(state: WalkState, raw: JsonObject, at: Position, visit: (key: string) => unknown): JsonObject {
  state.enter()
  const forbidden: string[] = []
  const keys = Object.keys(raw)
  const accepted: JsonObject = objectLike(raw, keys[0] ?? '')
  state.count.add(keys.length)
  for (const key of keys) {
    if (state.report.isFull) {
      state.schedule.markIncomplete()
      break
    }
    state.count.addText(key)
    if (isForbiddenKey(key)) {
      forbidden.push(key)
    } else if (raw[key] !== undefined) {
      const result = visit(key)
      if (result !== refused) setOwn(accepted, key, result)
    }
  }
  reportForbidden(state, forbidden, at)
  state.leave()
  return accepted
}

/** A copy of free content without the keys that are reserved, which are reported. */
export function copyMixed(state: WalkState, raw: unknown, at: Position): unknown {
  if (typeof raw !== 'object' || raw === null) return raw
  return state.copier.copy(raw, state.depth + 1, (keys, above) => {
    const object = above.reduce<Position>((outer, key) => childOf(outer, key), at)
    reportForbidden(state, keys, object)
  })
}

export function reportForbidden(state: WalkState, keys: readonly string[], at: Position): void {
  for (const key of keys) {
    if (state.report.isFull) return
    state.report.push(forbiddenField(childOf(at, key).path))
  }
}
